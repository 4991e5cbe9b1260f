// Foundation on Linux has index paths without the names that lists with sections give to their two steps.
extension IndexPath {
    /// The place of an item in a section, both counted from 0.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// The place of a row in a section, both counted from 0.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// The section. Traps for a path without one.
    public var section: Int {
        get { step(0) }
        set { self[0] = newValue }
    }

    /// The item within its section. Traps for a path without one.
    public var item: Int {
        get { step(1) }
        set { self[1] = newValue }
    }

    /// The row within its section. Traps for a path without one.
    public var row: Int {
        get { step(1) }
        set { self[1] = newValue }
    }

    private func step(_ place: Int) -> Int {
        precondition(count == 2, "\(self) is no place in a list: make it with IndexPath(item:section:)")
        return self[place]
    }
}

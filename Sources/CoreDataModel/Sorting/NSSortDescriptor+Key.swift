import Foundation

extension NSSortDescriptor {
    /// Sorts by the values of a key path. Nil comes first when ascending; texts are compared by code points.
    ///
    /// - Parameter key: A key path such as `"department.name"`; nil sorts the objects themselves.
    public convenience init(key: String?, ascending: Bool) {
        self.init(making: { Self.make(key, ascending, .standard) })
    }

    /// Sorts by the values of a key path with one of the comparison methods of strings.
    ///
    /// ```swift
    /// NSSortDescriptor(key: "name", ascending: true, selector: "localizedStandardCompare:")
    /// ```
    ///
    /// - Parameter selector: `compare:`, `caseInsensitiveCompare:`, `localizedCompare:`,
    ///   `localizedCaseInsensitiveCompare:` or `localizedStandardCompare:`; nil is `compare:`. Another one ends the program,
    ///   since no method can be called by name here: use `init(key:ascending:comparator:)`.
    public convenience init(key: String?, ascending: Bool, selector: Selector?) {
        guard let comparison = SortComparison(selector ?? .compare) else {
            preconditionFailure(
                "Sort descriptors cannot call \(selector ?? .compare). Use NSSortDescriptor(key:ascending:comparator:)."
            )
        }
        self.init(making: { Self.make(key, ascending, comparison) })
    }

    /// Sorts by the values of a key path with a comparison of your own, in memory only: a store refuses it.
    ///
    /// - Parameter cmptr: Compares two values that are not nil.
    public convenience init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
        self.init(making: { Self.make(key, ascending, .standard, cmptr) })
    }

    /// Sorts by a property, `\Person.name`.
    ///
    /// The key is the property's name. Stored properties and the properties of managed objects have one; a key path to
    /// another computed property, or to an element, ends the program with a sentence.
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(making: { Self.make(keyPath, ascending) })
    }

    /// Sorts by a property that is no optional, `\Person.age`.
    ///
    /// As `init(keyPath:ascending:)` for any value; that of Foundation, which compares in memory only, gives way to it.
    public convenience init<Root: NSObject, Value: Comparable>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(making: { Self.make(keyPath, ascending) })
    }

    static func make(_ keyPath: AnyKeyPath, _ ascending: Bool) -> Self {
        make(KeyPathName.requiredName(of: keyPath), ascending, .standard, typedKeyPath: keyPath)
    }

    private static func make(
        _ key: String?, _ ascending: Bool, _ comparison: SortComparison, _ comparator: Comparator? = nil,
        typedKeyPath: AnyKeyPath? = nil
    ) -> Self {
        let keys = key.map { $0.split(separator: ".").map(String.init) } ?? []
        return unsafeDowncast(
            KeySortDescriptor(
                keys: keys == ["self"] || keys == ["SELF"] ? [] : keys, ascending: ascending, comparison: comparison,
                customComparator: comparator, typedKeyPath: typedKeyPath), to: Self.self)
    }

    /// The key path that the descriptor sorts by; nil when it sorts the objects themselves.
    public var key: String? { sortKeys.flatMap { $0.isEmpty ? nil : $0.joined(separator: ".") } }

    /// The comparison method; nil for a comparator.
    public var selector: Selector? { sortComparison?.selector }
}

extension NSSortDescriptor {
    /// The keys of the key path, none for the object itself; nil when they are unknown.
    package var sortKeys: [String]? {
        if let own = self as? KeySortDescriptor { return own.keys }
        return KeyPathName.name(of: keyPath).map { $0.split(separator: ".").map(String.init) }
    }

    /// The comparison; nil for a comparator, which only memory can use.
    package var sortComparison: SortComparison? {
        guard let own = self as? KeySortDescriptor else { return nil }
        return own.customComparator == nil ? own.comparison : nil
    }
}

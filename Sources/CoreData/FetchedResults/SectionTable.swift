/// The sections of a list: their names, and which part of the list each is.
struct SectionTable {
    struct Section: Equatable {
        let name: String
        let range: Range<Int>
    }

    private(set) var sections: [Section] = []
    private var places: [String: Int] = [:]

    /// One section for everything, as without a section key path.
    init(count: Int) { sections = [Section(name: "", range: 0..<count)] }

    init(_ runs: SectionRuns) { self.init(runs.runs) }

    init(_ runs: [(name: String, count: Int)]) {
        var start = 0
        sections.reserveCapacity(runs.count)
        for (index, run) in runs.enumerated() {
            sections.append(Section(name: run.name, range: start..<start + run.count))
            places[run.name] = index
            start += run.count
        }
    }

    /// How many objects the sections hold.
    var count: Int { sections.last?.range.upperBound ?? 0 }

    /// The section of this name.
    func index(named name: String) -> Int? { places[name] }

    /// The section that holds a position.
    ///
    /// - Complexity: O(log n) in the number of sections.
    func section(of position: Int) -> Int {
        partitionPoint(sections.count) { sections[$0].range.upperBound <= position }
    }

    func indexPath(of position: Int) -> IndexPath {
        let section = section(of: position)
        return IndexPath(item: position - sections[section].range.lowerBound, section: section)
    }

    /// The position that an index path names; nil where there is none.
    func position(of path: IndexPath) -> Int? {
        guard path.count == 2, sections.indices.contains(path.section) else { return nil }
        let range = sections[path.section].range
        return path.item >= 0 && path.item < range.count ? range.lowerBound + path.item : nil
    }
}

/// The sections of a list that is read from its beginning.
struct SectionRuns {
    private(set) var runs: [(name: String, count: Int)] = []
    private var seen: Set<String> = []
    private let keyPath: String

    init(keyPath: String) { self.keyPath = keyPath }

    /// Adds objects that are in a section.
    ///
    /// - Throws: `CocoaError` 134060 when the section has ended before.
    mutating func add(_ name: String, count: Int = 1) throws {
        if let last = runs.indices.last, runs[last].name == name {
            runs[last].count += count
            return
        }
        guard seen.insert(name).inserted else {
            throw CocoaError.coreData(
                .coreData,
                "The objects of a section do not follow each other: the first sort descriptor has to bring objects "
                    + "into the order of the section key path '\(keyPath)'")
        }
        runs.append((name, count))
    }

    /// The name of the section that a value stands for. No value is a section without a name.
    static func name(of value: Any?) -> String {
        switch value {
        case nil: return ""
        case let text as String: return text
        case let number as NSNumber:
            // Foundation on Linux writes a whole number of type Double with a fraction; Apple's does not.
            let text = number.stringValue
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        case let value?: return String(describing: value)
        }
    }
}

/// The first of `count` places for which `isBefore` is false, where it is true for every place before and none after.
func partitionPoint(_ count: Int, where isBefore: (Int) throws -> Bool) rethrows -> Int {
    try partitionPoint(0..<count, where: isBefore)
}

/// The first place of a range for which `isBefore` is false; the range's end when there is none.
func partitionPoint(_ range: Range<Int>, where isBefore: (Int) throws -> Bool) rethrows -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
        let middle = low + (high - low) / 2
        if try isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}

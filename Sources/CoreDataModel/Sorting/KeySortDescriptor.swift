import Foundation

/// What the initialisers of `NSSortDescriptor` that take a key make.
final class KeySortDescriptor: NSSortDescriptor {
    let keys: [String]
    let comparison: SortComparison
    /// A comparison of the caller's instead.
    let customComparator: Comparator?
    /// The key path of Swift's that the keys come from.
    let typedKeyPath: AnyKeyPath?
    private let collation: Collation

    init(
        keys: [String], ascending: Bool, comparison: SortComparison, customComparator: Comparator? = nil,
        typedKeyPath: AnyKeyPath? = nil
    ) {
        self.keys = keys
        self.comparison = comparison
        self.customComparator = customComparator
        self.typedKeyPath = typedKeyPath
        self.collation = Collation(comparison)
        // Foundation's class wants a key path of Swift's; no method of it that would read the path is left.
        super.init(keyPath: \String.self, ascending: ascending, comparator: { _, _ in .orderedSame })
    }

    /// Compares two objects by the values of the key. A value that cannot be read counts as nil.
    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        let first = value(of: object1)
        let second = value(of: object2)
        let result =
            if let customComparator, let first, let second {
                customComparator(first, second)
            } else {
                SortValue.compare(first, second, collation)
            }
        return ascending ? result : result.reversed
    }

    private func value(of object: Any) -> Any? {
        if keys.isEmpty { return AnyValue.unwrapped(object) }
        return AnyValue.unwrapped(try? KeyValueCoding.value(of: object, keys: keys[...]))
    }

    override var comparator: Comparator {
        customComparator ?? { [collation] first, second in SortValue.compare(first, second, collation) }
    }

    override var reversedSortDescriptor: Any {
        KeySortDescriptor(
            keys: keys, ascending: !ascending, comparison: comparison, customComparator: customComparator,
            typedKeyPath: typedKeyPath)
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? KeySortDescriptor else { return false }
        return self === other
            || keys == other.keys && ascending == other.ascending && comparison == other.comparison
                && customComparator == nil && other.customComparator == nil
    }

    override var hash: Int {
        var hasher = Hasher()
        hasher.combine(keys)
        hasher.combine(ascending)
        return hasher.finalize()
    }

    override var description: String {
        "(\(keys.joined(separator: ".")), \(ascending ? "ascending" : "descending"), \(comparison.selector))"
    }
}

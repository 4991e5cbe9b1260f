import Foundation

extension NSSortDescriptor {
    /// Sorts as one of Swift's own sort descriptors does, to fetch with it.
    ///
    /// ```swift
    /// request.sortDescriptors = [NSSortDescriptor(SortDescriptor(\Person.name, order: .reverse))]
    /// ```
    ///
    /// Texts are compared by code points: Foundation on Linux has no other comparison for a `SortDescriptor`. A key path
    /// without a name ends the program with a sentence, as with `init(keyPath:ascending:)`.
    public convenience init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) where Compared: NSObject {
        self.init(making: {
            guard let keyPath = sortDescriptor.keyPath else {
                preconditionFailure("A SortDescriptor over a whole object cannot become an NSSortDescriptor")
            }
            return Self.make(keyPath, sortDescriptor.order == .forward)
        })
    }
}

extension SortDescriptor where Compared: NSObject {
    /// Sorts as an `NSSortDescriptor` does that was made with a key path, `\Person.name`, or from a `SortDescriptor`.
    ///
    /// - Returns: nil for one that was made with the name of a key, that compares in another way than `compare:`, or whose
    ///   values are of a type that no attribute has.
    public init?(_ descriptor: NSSortDescriptor, comparing comparedType: Compared.Type) {
        guard let own = descriptor as? KeySortDescriptor, own.customComparator == nil, own.comparison == .standard,
            let keyPath = own.typedKeyPath
        else { return nil }
        let order: SortOrder = own.ascending ? .forward : .reverse
        func made<Value: Comparable>(_ type: Value.Type) -> Self? {
            // Key paths to properties hold nothing that could be shared: they may go anywhere.
            if let path = keyPath as? KeyPath<Compared, Value> {
                return Self(unsafeBitCast(path, to: (any KeyPath<Compared, Value> & Sendable).self), order: order)
            }
            if let path = keyPath as? KeyPath<Compared, Value?> {
                return Self(unsafeBitCast(path, to: (any KeyPath<Compared, Value?> & Sendable).self), order: order)
            }
            return nil
        }
        let types: [any Comparable.Type] = [
            String.self, Int16.self, Int32.self, Int64.self, Int.self, Double.self, Float.self, Date.self, UUID.self,
            Decimal.self,
        ]
        for type in types {
            if let found = made(type) {
                self = found
                return
            }
        }
        return nil
    }
}

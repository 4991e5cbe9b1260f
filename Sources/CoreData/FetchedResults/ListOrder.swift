/// The order that sort descriptors give to objects in memory.
struct ListOrder {
    let descriptors: [NSSortDescriptor]

    func compare(_ a: NSManagedObject, _ b: NSManagedObject) -> ComparisonResult {
        for descriptor in descriptors {
            let result = descriptor.compare(a, to: b)
            if result != .orderedSame { return result }
        }
        return .orderedSame
    }

    /// Whether `b` may follow `a`.
    func allows(_ a: NSManagedObject, _ b: NSManagedObject) -> Bool { compare(a, b) != .orderedDescending }

    /// Whether `a` comes first; objects that the descriptors do not tell apart come in the order of their making.
    func isBefore(_ a: NSManagedObject, _ b: NSManagedObject) -> Bool {
        switch compare(a, b) {
        case .orderedAscending: true
        case .orderedDescending: false
        case .orderedSame: Self.age(a) < Self.age(b)
        }
    }

    /// Saved objects before new ones; both by their keys, and the keys of new ones are negative.
    private static func age(_ object: NSManagedObject) -> (Int, UInt64) {
        (object.primaryKey < 0 ? 1 : 0, object.primaryKey.magnitude)
    }

    /// Which objects can stay where they are so that the fewest have to move: the places of a longest subsequence in
    /// order.
    ///
    /// - Complexity: O(n log n).
    func longestOrderedPart(of objects: [NSManagedObject]) -> [Int] {
        // By length, the place where the best subsequence of that length ends, and for each place the one before it.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: objects.count)
        for (place, object) in objects.enumerated() {
            let length = partitionPoint(ends.count) { allows(objects[ends[$0]], object) }
            previous[place] = length > 0 ? ends[length - 1] : nil
            if length < ends.count { ends[length] = place } else { ends.append(place) }
        }
        var part: [Int] = []
        var place = ends.last
        while let current = place {
            part.append(current)
            place = previous[current]
        }
        return part.reversed()
    }
}

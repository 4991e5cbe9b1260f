/// Where the objects of a list are, found in about constant time without a look at any value.
///
/// An object's place is noted once. After that it can be off only by as many places as objects came and went since,
/// so a search in that window finds it; all places are noted anew when the window has grown too wide.
struct ObjectPositions {
    private var noted: [ObjectIdentifier: Int] = [:]
    private var isNoted = false
    /// How many objects came and went since the places were noted.
    private var inserted = 0
    private var removed = 0
    private static let widestWindow = 1024

    /// The object's place in the list that these are the positions of.
    mutating func position(of object: NSManagedObject, in list: ContiguousArray<NSManagedObject>) -> Int? {
        if !isNoted || inserted + removed > Self.widestWindow { note(list) }
        guard let place = noted[ObjectIdentifier(object)] else { return nil }
        let window = max(0, place - removed)..<min(list.count, place + inserted + 1)
        return list[window].firstIndex { $0 === object }
    }

    mutating func remove(_ objects: [NSManagedObject]) {
        guard isNoted else { return }
        for object in objects { noted[ObjectIdentifier(object)] = nil }
        removed += objects.count
    }

    mutating func insert(_ objects: [NSManagedObject], at positions: [Int]) {
        guard isNoted else { return }
        for (object, position) in zip(objects, positions) { noted[ObjectIdentifier(object)] = position }
        inserted += objects.count
    }

    private mutating func note(_ list: ContiguousArray<NSManagedObject>) {
        noted.removeAll(keepingCapacity: true)
        noted.reserveCapacity(list.count)
        for (position, object) in list.enumerated() { noted[ObjectIdentifier(object)] = position }
        isNoted = true
        inserted = 0
        removed = 0
    }
}

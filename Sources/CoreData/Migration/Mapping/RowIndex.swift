/// A row of the one store that a context of a migration has.
struct RowKey: Hashable, Comparable {
    /// The entity's place in its model.
    private let entity: Int32
    let key: Int64

    init(_ object: NSManagedObject) {
        entity = Int32(object.layout.index)
        // An object that was deleted again is no row.
        key = object.contextReference == nil ? 0 : object.primaryKey
    }

    static func < (a: RowKey, b: RowKey) -> Bool { (a.entity, a.key) < (b.entity, b.key) }

    /// The object of the row, perhaps a fault.
    func object(in context: NSManagedObjectContext) -> NSManagedObject? {
        guard key != 0, let coordinator = context.persistentStoreCoordinator else { return nil }
        let layout = coordinator.modelLayout.layouts[Int(entity)]
        return context.object(key: key, layout: layout, store: coordinator.persistentStores.first)
    }
}

/// A list of rows in which a row's places can be found.
///
/// Rows nearly always come in ascending order, where a search needs no memory beyond the list; a table is made only when
/// they do not.
struct RowIndex {
    private var keys: [RowKey] = []
    private var places: [RowKey: [Int32]]?

    var count: Int { keys.count }

    subscript(position: Int) -> RowKey { keys[position] }

    mutating func append(_ key: RowKey) {
        if places == nil, let last = keys.last, key < last {
            places = Dictionary(grouping: keys.indices.lazy.map(Int32.init)) { [keys] in keys[Int($0)] }
        }
        places?[key, default: []].append(Int32(keys.count))
        keys.append(key)
    }

    /// Where a row is, in ascending order.
    func positions(of key: RowKey) -> [Int] {
        if let places { return places[key]?.map(Int.init) ?? [] }
        let first = lowerBound(of: key)
        var end = first
        while end < keys.count, keys[end] == key { end += 1 }
        return Array(first..<end)
    }

    /// The first place of a row.
    func firstPosition(of key: RowKey) -> Int? {
        if let places { return places[key]?.first.map(Int.init) }
        let first = lowerBound(of: key)
        return first < keys.count && keys[first] == key ? first : nil
    }

    private func lowerBound(of key: RowKey) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Which rows a store is to read, in terms of the model.
package struct RowQuery {
    let layout: EntityLayout
    var includesSubentities = true
    var predicate: PredicateNode?
    /// Rows with these keys, in any order.
    var keys: [Int64]?
    var sort: [SortKey] = []
    var limit = 0
    var offset = 0
    var scope = ReadScope()
    /// The fetch that the query is made from, for stores that run it themselves; nil for rows that are read by key.
    var request: AnyFetchRequest?
    /// The context that fetches.
    var context: NSManagedObjectContext?

    init(layout: EntityLayout) { self.layout = layout }

    /// The rows with these keys.
    init(layout: EntityLayout, keys: [Int64], scope: ReadScope = ReadScope()) {
        self.layout = layout
        self.keys = keys
        self.scope = scope
    }

    /// The keys as a range, where they ascend and lie close together: one walk over a piece of the table, which meets
    /// few other rows, is several times faster than a search for each key.
    var denseKeys: ClosedRange<Int64>? {
        guard sort.isEmpty, let keys, keys.count > 8, let first = keys.first, let last = keys.last,
            first < last, last - first < 2 * Int64(keys.count),
            zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        return first...last
    }
}

/// Takes rows from a store and makes or fills the context's objects.
///
/// The store asks first, with the key alone, whether it needs to copy the row.
package final class RowReceiver {
    let context: NSManagedObjectContext
    let store: NSPersistentStore
    /// The objects in the order of their rows.
    package private(set) var objects: ContiguousArray<NSManagedObject> = []
    /// Whether rows replace the values that clean objects already show.
    var refreshes = false
    var arena: RowArena
    private var map: ObjectRegistry.MapBox?
    private var mapRoot = -1
    private var inserted = 0

    init(context: NSManagedObjectContext, store: NSPersistentStore, expectedRows: Int = .max) {
        self.context = context
        self.store = store
        arena = RowArena(expectedRows: expectedRows)
    }

    deinit { noteInserted() }

    /// Lets go of the objects of the part that was dealt with.
    func beginPart() {
        objects.removeAll(keepingCapacity: true)
        noteInserted()
    }

    private func noteInserted() {
        context.registered.noteInserted(inserted)
        inserted = 0
    }

    /// Begins a row. Returns the object when its row has to be copied, nil when the context knows enough.
    @inline(__always)
    func begin(key: Int64, layout: EntityLayout) -> NSManagedObject? {
        if layout.rootIndex != mapRoot {
            map = context.registered.map(rootIndex: layout.rootIndex, store: store)
            mapRoot = layout.rootIndex
        }
        guard let map else { return nil }
        if let known = map.map[key] {
            objects.append(known)
            if known.flags.contains(.fault) { return known }
            return refreshes && known.canBeForgotten ? known : nil
        }
        let made = context.makeObject(layout: layout, key: key, store: store)
        map.map.insert(made, forKey: key)
        inserted += 1
        objects.append(made)
        return made
    }

    /// Makes an object for a key without a row.
    func fault(key: Int64, layout: EntityLayout) -> NSManagedObject {
        let object = context.object(key: key, layout: layout, store: store)
        objects.append(object)
        return object
    }

    /// Hands over the row of the object that `begin` returned.
    @inline(__always)
    func finish(_ object: NSManagedObject, _ row: PackedRow) {
        if refreshes, !object.flags.contains(.fault) {
            object.state = nil
        }
        object.take(row, in: arena.slab)
    }

    /// Puts the part's objects, which came in the order of their keys, in the order of `keys`.
    func putInOrder(of keys: [Int64]) {
        let places = Dictionary(zip(keys, keys.indices)) { first, _ in first }
        objects.sort { places[$0.primaryKey, default: .max] < places[$1.primaryKey, default: .max] }
    }
}

/// The objects that a context has, one for each row: an identity map for each store and root entity, and one for
/// objects with temporary IDs.
struct ObjectRegistry {
    /// Index 0: temporary keys. Then, for each store, one for each root entity.
    private var maps: [MapBox] = [MapBox()]
    weak var coordinator: NSPersistentStoreCoordinator?
    /// Whether objects that nobody uses stay.
    var retainsObjects = false
    /// How many objects survived the last sweep.
    private var survivors = 0
    private var insertedSinceSweep = 0

    /// Boxed, since arrays cannot hold values that cannot be copied.
    final class MapBox {
        var map = IdentityMap()
    }

    var count: Int { maps.reduce(0) { $0 + $1.map.count } }
    var isEmpty: Bool { count == 0 }

    /// The identity map of a root entity in a store.
    mutating func map(rootIndex: Int, store: NSPersistentStore?) -> MapBox {
        guard let store else { return maps[0] }
        let index = 1 + store.firstMapIndex + rootIndex
        while maps.count <= index { maps.append(MapBox()) }
        return maps[index]
    }

    mutating func object(key: Int64, rootIndex: Int, store: NSPersistentStore?) -> NSManagedObject? {
        if key < 0 { return maps[0].map[key] }
        return map(rootIndex: rootIndex, store: store).map[key]
    }

    mutating func insert(_ object: NSManagedObject) {
        if object.primaryKey < 0 {
            maps[0].map.insert(object, forKey: object.primaryKey)
        } else {
            map(rootIndex: object.layout.rootIndex, store: object.storeReference).map
                .insert(object, forKey: object.primaryKey)
        }
        insertedSinceSweep += 1
    }

    /// Tells that objects went straight into a map.
    mutating func noteInserted(_ count: Int) { insertedSinceSweep += count }

    mutating func remove(_ object: NSManagedObject) {
        if object.primaryKey < 0 {
            maps[0].map.remove(object.primaryKey)
        } else {
            map(rootIndex: object.layout.rootIndex, store: object.storeReference).map.remove(object.primaryKey)
        }
    }

    mutating func removeAll() {
        for box in maps { box.map.removeAll() }
        survivors = 0
        insertedSinceSweep = 0
    }

    func forEach(_ body: (NSManagedObject) -> Void) {
        for box in maps { box.map.forEach(body) }
    }

    /// Takes the objects that somebody else holds out of their context; the others will not be seen again.
    func detachAll() {
        for box in maps { box.map.forEachHeldElsewhere { $0.detach() } }
    }

    /// Forgets objects that nobody uses, when there may be as many of them as there are in use: memory stays within
    /// twice what the program holds, and the work stays O(1) an object.
    mutating func sweepIfWorthwhile() {
        if insertedSinceSweep > max(1024, survivors) { sweepUnlessRetained() }
    }

    /// Forgets objects that nobody uses.
    mutating func sweepUnlessRetained() {
        guard !retainsObjects else { return }
        // Temporary objects are pending insertions: nothing to forget there.
        for box in maps.dropFirst() { box.map.sweep() }
        survivors = count
        insertedSinceSweep = 0
    }
}

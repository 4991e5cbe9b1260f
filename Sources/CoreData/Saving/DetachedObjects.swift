/// Objects in no context, with which a store is filled as a whole.
///
/// First every object is added, then their values are set, in any order; inverses follow by themselves.
struct DetachedObjects {
    private let store: NSPersistentStore
    private(set) var objects: [NSManagedObject] = []
    private var orders: [(object: NSManagedObject, slot: Int, members: [NSManagedObject])] = []

    init(store: NSPersistentStore) { self.store = store }

    /// An object with a key of the store's, or a new one (nil).
    mutating func add(_ layout: EntityLayout, key: Int64?) -> NSManagedObject {
        // Not of the entity's own class: nothing of the program's is to run for it.
        let object = NSManagedObject(entity: layout.entity, insertInto: nil)
        object.storeReference = store
        object.flags.insert(.inserted)
        if let key {
            object.primaryKey = key
            object.flags.remove(.temporaryID)
        }
        objects.append(object)
        return object
    }

    /// Sets an attribute.
    ///
    /// - Throws: `CocoaError` 1550 for a value of another type, naming the attribute.
    func setAttribute(_ value: Any?, at slot: Int, of object: NSManagedObject) throws {
        let property = object.layout.properties.properties[slot]
        let stored = try StoredValue(value, kind: object.layout.kinds[slot], of: property)
        if case .null = stored { return }
        object.ensuredState.setChange(stored, at: slot)
    }

    /// Sets a to-one relationship.
    ///
    /// - Throws: `CocoaError` 1550 for an object of another entity, naming the relationship.
    func setTarget(_ target: NSManagedObject?, at slot: Int, of object: NSManagedObject) throws {
        guard let target else { return }
        try object.checkDestination(target, at: slot)
        object.setToOneObject(target, at: slot)
    }

    /// Sets a to-many relationship.
    ///
    /// - Throws: As `setTarget(_:at:of:)`.
    mutating func setMembers(_ members: [NSManagedObject], at slot: Int, of object: NSManagedObject) throws {
        for member in members {
            try object.checkDestination(member, at: slot)
            object.insertMember(member, at: slot)
        }
        if object.layout.relationships[slot]?.isOrdered ?? false { orders.append((object, slot, members)) }
    }

    /// Writes everything into a store.
    func save(into operations: any StoreOperations) throws {
        defer { for object in objects { object.state = nil } }
        for (object, slot, members) in orders {
            let state = object.toManyState(slot)
            let named = Set(members)
            state.reorder(members + state.order.filter { !named.contains($0) })
        }
        let changes = StoreChanges(inserted: objects, updated: [], deleted: [], origin: TransactionOrigin())
        try changes.encodeTransformables()
        try operations.save(changes, resolving: { throw $0 }, completing: { _ in })
    }
}

extension EntityLayout {
    /// The attributes whose values are kept, and not worked out by the store.
    var keptAttributeSlots: [Int] {
        let derived = derivations.filter(\.derivation.isKeptByStore).map(\.slot)
        return attributeSlots.filter { !isTransient[$0] && !derived.contains($0) }
    }
}

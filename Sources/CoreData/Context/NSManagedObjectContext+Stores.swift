extension NSManagedObjectContext {
    /// Says which store a new object will be saved into, where several stores hold its entity; without it, that is the
    /// first of them.
    ///
    /// Traps for an object of another context, for one that is in a store already, and for a store that does not hold
    /// its entity: an object cannot move.
    ///
    /// - Parameters:
    ///   - object: A managed object that was inserted into this context and not saved yet.
    ///   - store: A store of the context's coordinator.
    public func assign(_ object: Any, to store: NSPersistentStore) {
        guard let object = object as? NSManagedObject, object.contextReference === self else {
            preconditionFailure("assign(_:to:) takes a managed object of this context, not \(object)")
        }
        precondition(
            object.flags.contains(.temporaryID),
            "\(object) is in a store already: insert a copy of it and delete it instead")
        precondition(
            persistentStoreCoordinator?.persistentStores.contains { $0 === store } == true
                && store.holds(object.layout),
            "The store does not hold \(object.layout.name): assign a store of the context's coordinator that does")
        object.storeReference = store
    }
}

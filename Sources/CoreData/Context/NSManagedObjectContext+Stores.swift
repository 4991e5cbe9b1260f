extension NSManagedObjectContext {
    /// Says which store a new object goes to, where several hold its entity; the first of them unless it is said.
    ///
    /// Traps for an object that has been saved or belongs to another context, and for a store that does not hold its
    /// entity: those are mistakes in the program.
    public func assign(_ object: Any, to store: NSPersistentStore) {
        guard let object = object as? NSManagedObject, object.contextReference === self else {
            preconditionFailure("Only an object of this context can be assigned to a store, not \(object)")
        }
        precondition(
            object.flags.contains(.temporaryID),
            "\(object) has a permanent ID: it stays in its store; insert a copy to have it in another")
        precondition(
            persistentStoreCoordinator.map(store.isOpen(in:)) ?? false && store.holds(object.layout),
            "The store does not hold \(object.layout.name), or belongs to another coordinator")
        object.storeReference = store
        object.flags.insert(.assignedToStore)
    }
}

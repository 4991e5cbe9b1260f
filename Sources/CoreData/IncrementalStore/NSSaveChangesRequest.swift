/// What an incremental store is to write.
open class NSSaveChangesRequest: NSPersistentStoreRequest, @unchecked Sendable {
    /// New objects; they have their permanent IDs.
    open private(set) var insertedObjects: Set<NSManagedObject>?
    /// Objects with changes.
    open private(set) var updatedObjects: Set<NSManagedObject>?
    /// Objects to be deleted.
    open private(set) var deletedObjects: Set<NSManagedObject>?
    /// Objects whose version is to be checked, but which are not changed. Contexts ask for none.
    open private(set) var lockedObjects: Set<NSManagedObject>?

    /// A request to write these objects.
    public init(
        inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
        deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
    ) {
        self.insertedObjects = insertedObjects
        self.updatedObjects = updatedObjects
        self.deletedObjects = deletedObjects
        self.lockedObjects = lockedObjects
    }

    /// A request to write nothing.
    public required init() { super.init() }

    open override var requestType: NSPersistentStoreRequestType { .saveRequestType }

    open override func copy(with zone: NSZone? = nil) -> Any {
        NSSaveChangesRequest(
            inserted: insertedObjects, updated: updatedObjects, deleted: deletedObjects, locked: lockedObjects)
    }
}

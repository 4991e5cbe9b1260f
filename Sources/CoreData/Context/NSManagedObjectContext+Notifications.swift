extension NSManagedObjectContext {
    /// Posted before a save; the object is the context.
    public static let willSaveObjectsNotification = Notification.Name("NSManagingContextWillSaveChangesNotification")
    /// Posted after a save; user info holds sets of objects and of object IDs.
    public static let didSaveObjectsNotification = Notification.Name("NSManagingContextDidSaveChangesNotification")
    /// Posted when pending changes are processed; user info holds sets of objects.
    public static let didChangeObjectsNotification = Notification.Name("NSObjectsChangedInManagingContextNotification")
    /// Posted after a save with object IDs only.
    public static let didSaveObjectIDsNotification = Notification.Name(
        "NSManagingContextDidSaveChangesObjectIDsNotification")

    /// The keys of a notification's user info.
    public enum NotificationKey: String, Sendable {
        case insertedObjects = "inserted"
        case updatedObjects = "updated"
        case deletedObjects = "deleted"
        case refreshedObjects = "refreshed"
        case invalidatedObjects = "invalidated"
        case invalidatedAllObjects = "invalidatedAll"
        case insertedObjectIDs = "inserted_objectIDs"
        case updatedObjectIDs = "updated_objectIDs"
        case deletedObjectIDs = "deleted_objectIDs"
    }

    /// Tells observers what changed since the last time; nothing when nothing did.
    func postDidChange() {
        guard !pending.event.isEmpty else { return }
        let event = pending.event
        pending.event = []
        var sets: [NotificationKey: Set<NSManagedObject>] = [:]
        for object in event {
            let key: NotificationKey
            if object.flags.contains(.deleted) {
                key = .deletedObjects
            } else if !object.flags.isDisjoint(with: [.inserted, .mergedIn]) {
                object.flags.remove(.mergedIn)
                key = .insertedObjects
            } else if object.flags.contains(.updated) {
                key = .updatedObjects
            } else {
                key = .refreshedObjects
            }
            sets[key, default: []].insert(object)
        }
        let userInfo = Dictionary(uniqueKeysWithValues: sets.map { (AnyHashable($0.key.rawValue), $0.value as Any) })
        NotificationCenter.default.post(name: Self.didChangeObjectsNotification, object: self, userInfo: userInfo)
        // What observers change belongs to the next event: those objects keep their marks.
        let next = Set(pending.event)
        for object in event where !next.contains(object) { object.endEvent() }
    }

    /// Tells observers that the context has forgotten every object.
    func postInvalidatedAll(_ ids: [NSManagedObjectID]) {
        guard !ids.isEmpty else { return }
        NotificationCenter.default.post(
            name: Self.didChangeObjectsNotification, object: self,
            userInfo: [NotificationKey.invalidatedAllObjects.rawValue: ids])
    }

    /// Lists an object as refreshed in the next did-change notification.
    func noteRefreshed(_ object: NSManagedObject) {
        pending.noteEvent(object)
    }

    func postDidSave(_ saved: SavedObjects) {
        var userInfo: [AnyHashable: Any] = [:]
        var idsOnly: [AnyHashable: Any] = [:]
        func add(
            _ objects: [NSManagedObject], _ ids: [NSManagedObjectID], _ key: NotificationKey, _ idKey: NotificationKey
        ) {
            guard !objects.isEmpty else { return }
            userInfo[key.rawValue] = Set(objects)
            userInfo[idKey.rawValue] = Set(ids)
            idsOnly[idKey.rawValue] = Set(ids)
        }
        add(saved.inserted, saved.inserted.map(\.objectID), .insertedObjects, .insertedObjectIDs)
        add(saved.updated, saved.updated.map(\.objectID), .updatedObjects, .updatedObjectIDs)
        add(saved.deleted, saved.deletedIDs, .deletedObjects, .deletedObjectIDs)
        let center = NotificationCenter.default
        center.post(name: Self.didSaveObjectsNotification, object: self, userInfo: userInfo)
        center.post(name: Self.didSaveObjectIDsNotification, object: self, userInfo: idsOnly)
    }
}

extension Notification.Name {
    /// Apple's older name for `NSManagedObjectContext.didSaveObjectsNotification`.
    public static let NSManagedObjectContextDidSave = NSManagedObjectContext.didSaveObjectsNotification
    /// Apple's older name for `NSManagedObjectContext.willSaveObjectsNotification`.
    public static let NSManagedObjectContextWillSave = NSManagedObjectContext.willSaveObjectsNotification
    /// Apple's older name for `NSManagedObjectContext.didChangeObjectsNotification`.
    public static let NSManagedObjectContextObjectsDidChange = NSManagedObjectContext.didChangeObjectsNotification
}

/// The user-info key of inserted objects in a context's notifications.
public let NSInsertedObjectsKey = "inserted"
/// The user-info key of updated objects in a context's notifications.
public let NSUpdatedObjectsKey = "updated"
/// The user-info key of deleted objects in a context's notifications.
public let NSDeletedObjectsKey = "deleted"
/// The user-info key of refreshed objects in a context's notifications.
public let NSRefreshedObjectsKey = "refreshed"
/// The user-info key of invalidated objects in a context's notifications.
public let NSInvalidatedObjectsKey = "invalidated"

/// What a save wrote, for its notification.
struct SavedObjects {
    var inserted: [NSManagedObject] = []
    var updated: [NSManagedObject] = []
    var deleted: [NSManagedObject] = []
    /// Deleted objects have left their context by the time the notification is posted.
    var deletedIDs: [NSManagedObjectID] = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

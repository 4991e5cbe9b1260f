extension NSManagedObjectContext {
    /// Takes over what another context has saved: new rows become known, changed objects that this context holds are
    /// brought up to date with local changes kept on top, deleted ones go away.
    ///
    /// - Parameter notification: A `didSaveObjectsNotification` of another context. Call this on the queue of the
    ///   receiving context.
    public func mergeChanges(fromContextDidSave notification: Notification) {
        guard notification.object as? NSManagedObjectContext !== self else { return }
        let info = notification.userInfo ?? [:]
        mergeChanges(
            inserted: Self.ids(info, .insertedObjectIDs, .insertedObjects),
            updated: Self.ids(info, .updatedObjectIDs, .updatedObjects),
            deleted: Self.ids(info, .deletedObjectIDs, .deletedObjects))
    }

    /// Takes over saved changes in several contexts.
    ///
    /// - Parameters:
    ///   - changes: Arrays or sets of object IDs or of their URIs, under `NSInsertedObjectsKey` and its siblings.
    ///   - contexts: The contexts that take them over, each on its own queue.
    public class func mergeChanges(
        fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
    ) {
        for context in contexts {
            context.performAndWait {
                func ids(_ key: NotificationKey, _ idKey: NotificationKey) -> [NSManagedObjectID] {
                    let values = changes[key.rawValue] ?? changes[idKey.rawValue]
                    return context.persistentStoreCoordinator?.objectIDs(in: values) ?? []
                }
                context.mergeChanges(
                    inserted: ids(.insertedObjects, .insertedObjectIDs),
                    updated: ids(.updatedObjects, .updatedObjectIDs),
                    deleted: ids(.deletedObjects, .deletedObjectIDs))
            }
        }
    }

    func mergeChanges(inserted: [NSManagedObjectID], updated: [NSManagedObjectID], deleted: [NSManagedObjectID]) {
        moveToLatestGeneration()
        if let parent { parent.performAndWait { adoptPermanentIDs(from: parent) } }
        for id in inserted {
            // A store may have been removed between the save and its merge.
            guard let object = knownObject(with: id), object.isFault else { continue }
            object.flags.insert(.mergedIn)
            noteRefreshed(object)
        }
        for id in updated {
            if let object = registeredObject(for: id) { refresh(object, mergeChanges: true) }
        }
        let gone = deleted.compactMap { registeredObject(for: $0) }
        for object in gone { leave(object) }
        postDidChange()
        pending.compact()
        for object in gone {
            registered.remove(object)
            object.detach()
        }
    }

    /// The row is gone: other objects no longer show the object.
    private func leave(_ object: NSManagedObject) {
        for slot in object.layout.relationshipSlots where !object.isFault { object.leaveLoadedInverses(slot) }
        object.flags.insert(.deleted)
        noteRefreshed(object)
    }

    private static func ids(
        _ info: [AnyHashable: Any], _ idKey: NotificationKey, _ key: NotificationKey
    ) -> [NSManagedObjectID] {
        if let ids = info[idKey.rawValue] as? Set<NSManagedObjectID> { return Array(ids) }
        if let objects = info[key.rawValue] as? Set<NSManagedObject> { return objects.map(\.objectID) }
        return []
    }
}

/// Merges the saves of other contexts into the same store or parent, on the receiving context's queue.
final class AutomaticMerge: @unchecked Sendable {
    // Sendable: the token is set once in init, before anyone else sees the object.

    private var token: (any NSObjectProtocol)?

    init(into context: NSManagedObjectContext) {
        token = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectsNotification, object: nil, queue: nil
        ) { [weak context] notification in
            guard let context, let other = notification.object as? NSManagedObjectContext, other !== context,
                Self.reaches(context, from: other)
            else { return }
            // Only IDs cross to the other queue.
            let info = notification.userInfo ?? [:]
            func ids(_ key: NSManagedObjectContext.NotificationKey) -> [NSManagedObjectID] {
                Array(info[key.rawValue] as? Set<NSManagedObjectID> ?? [])
            }
            let (inserted, updated, deleted) = (
                ids(.insertedObjectIDs), ids(.updatedObjectIDs), ids(.deletedObjectIDs)
            )
            context.perform { context.mergeChanges(inserted: inserted, updated: updated, deleted: deleted) }
        }
    }

    /// Whether a save of `other` changed what `context` reads through: its store, or its parent.
    private static func reaches(_ context: NSManagedObjectContext, from other: NSManagedObjectContext) -> Bool {
        if let parent = context.parent { return other === parent || other.parent === parent }
        return other.parent == nil && other.persistentStoreCoordinator === context.persistentStoreCoordinator
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }
}

/// What one save writes.
package struct StoreChanges {
    var inserted: [NSManagedObject]
    var updated: [NSManagedObject]
    var deleted: [NSManagedObject]
    var origin: TransactionOrigin
    /// Whether the context's merge policy may resolve conflicts, so that a failed attempt is not the end.
    var resolvesConflicts = false

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// The changes of objects in one store.
    func part(in store: NSPersistentStore) -> StoreChanges {
        var part = self
        func isElsewhere(_ object: NSManagedObject) -> Bool { object.storeReference !== store }
        // Nearly always everything is in one store.
        if inserted.contains(where: isElsewhere) { part.inserted.removeAll(where: isElsewhere) }
        if updated.contains(where: isElsewhere) { part.updated.removeAll(where: isElsewhere) }
        if deleted.contains(where: isElsewhere) { part.deleted.removeAll(where: isElsewhere) }
        return part
    }

    /// Turns transformable values into data, each once, before anything is written: a value that cannot be stored is an
    /// error that leaves the store alone.
    ///
    /// - Throws: `TransformerError`, naming entity and attribute.
    func encodeTransformables() throws {
        for object in [inserted, updated].joined() {
            guard let state = object.state else { continue }
            // What another store of the same save has written stays.
            state.encoded.removeAll { object.layout.kinds[$0.slot] == .transformable }
            for change in state.changes where object.layout.kinds[change.slot] == .transformable {
                guard !object.layout.isTransient[change.slot], let coding = object.layout.codings[change.slot] else {
                    continue
                }
                state.encoded.append((change.slot, try coding.encode(change.value.value(kind: .transformable))))
            }
        }
    }

    /// Forgets what was prepared for a save that failed.
    func forgetPreparations() {
        for object in [inserted, updated].joined() {
            object.state?.encoded.removeAll()
            object.state?.assignedKey = 0
            if object.flags.contains(.temporaryID), !object.flags.contains(.assignedToStore) {
                object.storeReference = nil
            }
        }
    }
}

extension NSManagedObject {
    /// The key of the object in its store, given or about to be given; nil when it will not be in the store.
    final var storeKey: Int64? {
        if primaryKey > 0 { return primaryKey }
        if let assigned = state?.assignedKey, assigned != 0 { return assigned }
        return nil
    }
}

extension StoreChanges {
    /// Refuses a relationship to an object that is in another store, or in none: the object's store could not name it.
    ///
    /// - Throws: `CocoaError` 133010, naming the relationship.
    func checkThatRelationshipsStayInStore() throws {
        func check(_ target: NSManagedObject, _ object: NSManagedObject, _ slot: Int) throws {
            guard !target.isDeleted, target.storeReference !== object.storeReference else { return }
            let relationship = object.layout.properties.properties[slot].qualifiedName
            throw CocoaError.coreData(
                .managedObjectExternalRelationship,
                target.storeReference == nil
                    ? "\(relationship) leads to an object that is in no store: insert it, or remove it from the "
                        + "relationship"
                    : "\(relationship) leads to an object in another store: put both into one store, or keep the "
                        + "other's URI in an attribute",
                [NSValidationObjectErrorKey: object])
        }
        for object in [inserted, updated].joined() {
            for change in object.state?.changes ?? [] {
                if case .reference(let target) = change.value { try check(target, object, change.slot) }
            }
            for members in object.state?.toMany ?? [] {
                for member in members.added { try check(member, object, members.slot) }
            }
        }
    }
}

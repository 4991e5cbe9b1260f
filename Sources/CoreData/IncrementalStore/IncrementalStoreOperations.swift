/// Puts what contexts ask of a store to an incremental store.
final class IncrementalStoreOperations: StoreOperations {
    private unowned let store: NSIncrementalStore
    private let versions = RowVersions()
    private let savingLock = NSRecursiveLock()

    init(store: NSIncrementalStore) { self.store = store }

    // MARK: - Fetching

    func fetchRows(_ query: RowQuery, into receiver: RowReceiver) throws {
        guard let keys = query.keys else {
            for id in try ids(query, receiver.context) {
                guard let layout = store.modelLayout.layout(for: id.entity) else { continue }
                if receiver.refreshes {
                    try readRow(id.primaryKey, layout, into: receiver)
                } else {
                    // Its values are asked for when somebody wants them.
                    _ = receiver.fault(key: id.primaryKey, layout: layout)
                }
            }
            return
        }
        for key in keys { try readRow(key, query.layout, into: receiver) }
    }

    private func readRow(_ key: Int64, _ layout: EntityLayout, into receiver: RowReceiver) throws {
        let known = receiver.context.registered.object(key: key, rootIndex: layout.rootIndex, store: store)
        guard let (row, version) = try read(key, known?.layout ?? layout, receiver.context),
            let object = receiver.begin(key: key, layout: row.layout)
        else { return }
        receiver.finish(object, row.packed(version: version, in: &receiver.arena))
    }

    /// Reads an object and tells which version of it that was: `RowVersions.unknown` when others did nothing but save it
    /// meanwhile.
    private func read(
        _ key: Int64, _ layout: EntityLayout, _ context: NSManagedObjectContext
    ) throws -> (row: IncrementalRow, version: Int64)? {
        var attempt = 1
        while true {
            let saveCount = versions.saveCount(of: key, in: layout)
            guard let row = try IncrementalRow(key, layout, store, context) else { return nil }
            if let version = versions.version(reported: row.version, of: key, in: layout, since: saveCount) {
                return (row, version)
            }
            // A save that came in between may have been read or not. It may also be the one that is asking.
            guard attempt < 100 else { return (row, RowVersions.unknown) }
            attempt += 1
            Thread.sleep(forTimeInterval: 0.0001)
        }
    }

    func fetchKeys(_ query: RowQuery) throws -> [(key: Int64, layout: EntityLayout)] {
        if let keys = query.keys { return keys.map { ($0, query.layout) } }
        return try ids(query, query.context).compactMap { id in
            store.modelLayout.layout(for: id.entity).map { (id.primaryKey, $0) }
        }
    }

    private func ids(_ query: RowQuery, _ context: NSManagedObjectContext?) throws -> [NSManagedObjectID] {
        let results = try run(query, context, .managedObjectResultType)
        return try results.map { result in
            switch result {
            case let object as NSManagedObject: return object.objectID
            case let id as NSManagedObjectID: return id
            default: throw wrongResult(results, "managed objects of the context, or object IDs")
            }
        }
    }

    func count(_ query: RowQuery) throws -> Int {
        let results = try run(query, query.context, .countResultType)
        guard let count = results.first as? NSNumber else { throw wrongResult(results, "one number in an array") }
        return count.intValue
    }

    func fetchDictionaries(_ query: RowQuery, _ selection: DictionarySelection) throws -> [[String: Any]] {
        let results = try run(query, query.context, .dictionaryResultType)
        guard let dictionaries = results as? [[String: Any]] else { throw wrongResult(results, "dictionaries") }
        return dictionaries
    }

    private func run(
        _ query: RowQuery, _ context: NSManagedObjectContext?, _ resultType: NSFetchRequestResultType
    ) throws -> [Any] {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        if let given = query.request { request.takeValues(from: given) }
        request.entity = query.layout.entity
        request.fetchLimit = query.limit
        request.fetchOffset = query.offset
        request.resultType = resultType
        let result = try store.execute(request, with: context)
        guard let list = result as? [Any] else { throw wrongResult([result], "an array") }
        return list
    }

    private func wrongResult(_ results: [Any], _ expected: String) -> CocoaError {
        .coreData(
            .persistentStoreOperation,
            "\(type(of: store)).execute(_:with:) returned \(results.first.map { "\(type(of: $0))" } ?? "nothing") for a "
                + "fetch that takes \(expected)")
    }

    func fetchMembers(
        of relationship: RelationshipLayout, owners: [Int64], into receiver: RowReceiver,
        _ body: (Int64, NSManagedObject) -> Void
    ) throws {
        guard let entity = relationship.description.entity, let layout = store.modelLayout.layout(for: entity) else {
            return
        }
        for owner in owners {
            let known = receiver.context.registered.object(key: owner, rootIndex: layout.rootIndex, store: store)
            let id = NSManagedObjectID(
                entity: (known?.layout ?? layout).entity, store: store, primaryKey: owner)
            let value = try store.newValue(
                forRelationship: relationship.description, forObjectWith: id, with: receiver.context)
            for case let member as NSManagedObjectID in CollectionElements.elements(of: value) ?? [] {
                guard let layout = store.modelLayout.layout(for: member.entity) else { continue }
                body(owner, receiver.fault(key: member.primaryKey, layout: layout))
            }
        }
    }

    // MARK: - Saving

    func reserveKeys(for objects: [NSManagedObject]) throws -> [Int64] {
        let ids = try store.obtainPermanentIDs(for: objects)
        guard ids.count == objects.count, ids.allSatisfy({ store.key(of: $0) != nil }) else {
            throw CocoaError.coreData(
                .persistentStoreOperation,
                "\(type(of: store)).obtainPermanentIDs(for:) has to return one ID for each object, made by "
                    + "newObjectID(for:referenceObject:)")
        }
        return ids.map(\.primaryKey)
    }

    func save(
        _ changes: StoreChanges, resolving: (SaveConflicts) throws -> StoreChanges,
        completing: (StoreChanges) throws -> Void
    ) throws {
        try store.checkIsWritable()
        savingLock.lock()
        defer { savingLock.unlock() }
        let held = Array([changes.updated, changes.deleted].joined())
        versions.beginSaving(held)
        defer { versions.endSaving(held) }
        let written = try write(changes, resolving)
        for object in written.inserted { versions.note(1, of: object) }
        for object in written.updated {
            guard let row = object.row else { continue }
            // Members alone leave the row, and its version, as they are.
            versions.note(row.version &+ (object.hasStoredChanges ? 1 : 0), of: object)
        }
        for object in written.deleted { versions.noteDeletion(of: object) }
        written.encodeExternalData()
        do {
            try completing(written)
        } catch {
            throw CocoaError.coreData(
                .persistentStoreIncompleteSave,
                "\(store.url?.absoluteString ?? "A store") has been written, but not every other store: "
                    + error.localizedDescription,
                [NSAffectedStoresErrorKey: [store], NSUnderlyingErrorKey: error as NSError])
        }
    }

    private func write(
        _ changes: StoreChanges, _ resolving: (SaveConflicts) throws -> StoreChanges
    ) throws -> StoreChanges {
        var changes = changes
        for attempt in 1... {
            do {
                let conflicts = try conflicts(changes)
                guard conflicts.isEmpty else { throw SaveConflicts(locking: conflicts) }
                try execute(changes)
                break
            } catch {
                guard let conflicts = SaveConflicts(error), changes.resolvesConflicts, attempt < 10 else { throw error }
                changes = try resolving(conflicts)
            }
        }
        return changes
    }

    private func execute(_ changes: StoreChanges) throws {
        let updated = changes.updated.filter { $0.hasStoredChanges || $0.hasChangedMembers }
        if changes.inserted.isEmpty, changes.deleted.isEmpty, updated.isEmpty { return }
        let request = NSSaveChangesRequest(
            inserted: Set(changes.inserted), updated: Set(updated), deleted: Set(changes.deleted), locked: nil)
        let all = [changes.inserted, updated, changes.deleted].joined()
        _ = try store.execute(request, with: all.first?.contextReference)
    }

    /// Objects whose rows another context has saved since they were read.
    private func conflicts(_ changes: StoreChanges) throws -> [NSMergeConflict] {
        try [changes.updated, changes.deleted].joined().compactMap { object in
            guard object.hasStoredChanges || object.isDeleted, let row = object.row,
                versions.latest(of: object) ?? 0 != row.version
            else { return nil }
            return NSMergeConflict(object, persisted: try storedRow(of: object))
        }
    }

    private func storedRow(of object: NSManagedObject) throws -> StoredRow? {
        guard let context = object.contextReference,
            let row = try IncrementalRow(object.primaryKey, object.layout, store, context)
        else { return nil }
        var arena = RowArena(expectedRows: 1)
        let version = versions.version(reported: row.version, of: object)
        let packed = row.packed(version: version, in: &arena)
        return StoredRow(packed, slab: arena.slab)
    }
}

extension NSManagedObject {
    fileprivate final var hasChangedMembers: Bool { state?.toMany.contains { $0.hasChanges } ?? false }
}

extension SaveConflicts {
    /// The conflicts that an incremental store reports; nil for any other error.
    fileprivate init?(_ error: any Error) {
        if let conflicts = error as? SaveConflicts {
            self = conflicts
            return
        }
        guard let error = error as? CocoaError, error.code == .managedObjectMerge,
            let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict], !list.isEmpty
        else { return nil }
        self.init(locking: list)
    }
}

extension StoreChanges {
    /// Gives large values the form in which rows hold them, where the store has no columns that did so.
    fileprivate func encodeExternalData() {
        for object in [inserted, updated].joined() {
            guard let state = object.state else { continue }
            for change in state.changes where object.layout.kinds[change.slot] == .externalBinary {
                guard case .data(let data) = change.value else { continue }
                state.setEncoded(Data(ExternalData.inlineForm(of: data)), at: change.slot)
            }
        }
    }
}

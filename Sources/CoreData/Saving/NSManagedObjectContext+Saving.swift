extension NSManagedObjectContext {
    /// Writes every change to the store, in one transaction; a child context's go into its parent instead. Does nothing
    /// when there are no changes.
    ///
    /// When it throws, nothing was written and the context still has all its changes: mend them, or `rollback()`.
    ///
    /// - Throws: `CocoaError` 1550…1690 for a value that breaks a rule of the model, 1560 for several; 133020 when
    ///   somebody else changed a row, 133021 when a uniqueness constraint is broken, both unless `mergePolicy` resolves
    ///   it; 134030, 134060, 134090, 134180 for what the store reports.
    /// - Complexity: one prepared statement for each entity and kind of change.
    public func save() throws {
        try throwNotedError()
        processChangesBeforeSave()
        try throwNotedError()
        guard hasChanges else { return }
        let coordinator = try requireCoordinator()
        NotificationCenter.default.post(name: Self.willSaveObjectsNotification, object: self)
        try callWillSave()
        let saved = try parent.map { try saveIntoParent($0) } ?? saveIntoStores(coordinator)
        moveToLatestGeneration()
        for object in [saved.inserted, saved.updated].joined() { object.didSave() }
        for object in saved.deleted { object.didSave() }
        postDidChange()
        if !saved.isEmpty { postDidSave(saved) }
        registered.sweepIfWorthwhile()
    }

    private func saveIntoStores(_ coordinator: NSPersistentStoreCoordinator) throws -> SavedObjects {
        var changes = try changesToSave()
        do {
            try coordinator.save(changes) { conflicts in
                changes = try resolve(conflicts.list)
                return changes
            }
        } catch {
            changes.forgetPreparations()
            throw (error as? SaveConflicts)?.error ?? error
        }
        return commit(changes)
    }

    private func saveIntoParent(_ parent: NSManagedObjectContext) throws -> SavedObjects {
        var changes = try changesToSave()
        try parent.performAndWait {
            // What was saved earlier may be let go of once it has its permanent ID.
            adoptPermanentIDs(from: parent)
            let conflicts = try parent.conflicts(with: changes, of: self)
            if !conflicts.isEmpty { changes = try resolve(conflicts) }
            try parent.absorb(changes)
        }
        return commitToParent(changes)
    }

    /// Lets the merge policy see to conflicts. Returns what is to be saved then.
    private func resolve(_ conflicts: [Any]) throws -> StoreChanges {
        try mergePolicy.resolve(mergeConflicts: conflicts)
        processChangesBeforeSave()
        try throwNotedError()
        return try changesToSave()
    }

    /// What is to be written, checked and prepared.
    private func changesToSave() throws -> StoreChanges {
        pending.compact()
        try readRowsUnderChanges()
        if !savesUnchecked { try validatePendingChanges() }
        let changes = StoreChanges(
            inserted: Array(pending.inserted), updated: Array(pending.updated),
            deleted: pending.deleted.filter { !$0.flags.contains(.inserted) }, origin: transactionOrigin,
            resolvesConflicts: !mergePolicy.onlyFails)
        // A parent takes values as they are.
        if parent != nil { return changes }
        do {
            try changes.derive()
            try changes.encodeTransformables()
        } catch {
            changes.forgetPreparations()
            throw error
        }
        return changes
    }

    /// Lets objects change themselves before they are written, until none does any more.
    private func callWillSave() throws {
        // Apple's framework gives up after as many rounds: a willSave that always changes its object would never end.
        for _ in 0..<1000 {
            for list in [pending.inserted, pending.updated, pending.deleted] {
                for object in list where object.hasChanges { object.willSave() }
            }
            if pending.event.isEmpty { return }
            processChangesBeforeSave()
            try throwNotedError()
        }
        throw CocoaError.coreData(
            .coreData, "willSave changes its object every time it is called: change a value only when it differs")
    }

    /// An object that was refreshed with its changes kept needs its row again, for its version and its other values.
    private func readRowsUnderChanges() throws {
        let waiting = pending.updated.filter { $0.isFault && $0.hasStoredChanges }
        guard !waiting.isEmpty else { return }
        try fulfill(Array(waiting))
        for object in waiting { try object.fulfill() }
    }

    private func validatePendingChanges() throws {
        var errors: [CocoaError] = []
        func collect(_ body: () throws -> Void) throws {
            do {
                try body()
            } catch let error as CocoaError {
                errors += error.userInfo[NSDetailedErrorsKey] as? [CocoaError] ?? [error]
            }
        }
        for object in pending.inserted { try collect(object.validateForInsert) }
        for object in pending.updated { try collect(object.validateForUpdate) }
        for object in pending.deleted where !object.flags.contains(.inserted) {
            try collect(object.validateForDelete)
        }
        try CocoaError.throwValidationErrors(errors)
    }

    /// Makes what was written the state of the objects.
    private func commit(_ changes: StoreChanges) -> SavedObjects {
        var packer = RowPacker()
        var arena = RowArena(expectedRows: changes.inserted.count + changes.updated.count)
        for object in changes.inserted {
            if object.flags.contains(.temporaryID), let store = object.storeReference,
                let key = object.state?.assignedKey, key != 0
            {
                adopt(key, store: store, for: object)
            }
            object.repack(version: 1, with: &packer, in: &arena)
        }
        for object in changes.updated where !object.flags.contains(.fault) {
            // Transient values alone leave the row, and its version, as they are.
            guard object.hasStoredChanges else { continue }
            object.repack(version: (object.row?.version ?? 0) &+ 1, with: &packer, in: &arena)
        }
        return finish(changes) { $0.state?.finishSave(keeping: $0.layout.isTransient) }
    }

    /// The changes are pending in the parent: new objects keep their temporary IDs.
    private func commitToParent(_ changes: StoreChanges) -> SavedObjects {
        temporaryInParent += changes.inserted.filter { $0.flags.contains(.temporaryID) }
        return finish(changes) { $0.state?.finishSaveIntoParent() }
    }

    /// Nothing is pending any more; deleted objects leave.
    private func finish(_ changes: StoreChanges, _ settle: (NSManagedObject) -> Void) -> SavedObjects {
        let saved = SavedObjects(
            inserted: changes.inserted, updated: changes.updated, deleted: changes.deleted,
            deletedIDs: changes.deleted.map(\.objectID))
        for object in pending.deleted {
            registered.remove(object)
            object.detach()
        }
        for object in [changes.inserted, changes.updated].joined() {
            object.flags.subtract([.inserted, .updated])
            settle(object)
        }
        pending.removeAll()
        return saved
    }
}

extension ObjectState {
    /// The changes are in the row now.
    ///
    /// - Parameter isTransient: By slot. A transient value has no place in a row: it stays until the object is refreshed.
    func finishSave(keeping isTransient: [Bool]) {
        if changes.contains(where: { isTransient[$0.slot] }) {
            changes.removeAll { !isTransient[$0.slot] }
        } else {
            changes.removeAll()
        }
        encoded.removeAll()
        assignedKey = 0
        for state in toMany { state.commit() }
    }
}

extension NSManagedObject {
    /// Marks the object as changed. Called before every change.
    @inline(__always)
    final func noteChange() {
        guard let context = contextReference, !flags.contains(.awakening) else { return }
        if flags.contains(.changedInEvent), !flags.isDisjoint(with: [.inserted, .updated, .deleted]) { return }
        context.pending.update(self)
    }

    /// The event in which the object was changed is over.
    final func endEvent() {
        flags.subtract([.changedInEvent, .wasInserted, .wasDeleted])
        state?.endEvent()
    }

    /// Takes the object out of its context: it was deleted, or the context is gone.
    ///
    /// It keeps its ID and the values it shows, and lets go of other objects: what is left of a graph must not keep
    /// itself alive.
    final func detach() {
        let state = ensuredState
        state.lastID = objectID
        state.dropObjects()
        contextReference = nil
        storeReference = nil
        flags.subtract([.inserted, .updated, .deleted, .changedInEvent, .deletePropagated, .batched])
        if flags.contains(.fault) {
            flags.subtract(.fault)
            // A row that came with a fetch can still be read.
            if row != nil { return }
            flags.insert(.inaccessible)
            slab = nil
            rowBase = nil
        }
    }

    /// Sets the model's default values where nothing was set before.
    final func applyDefaults() {
        guard !layout.defaults.isEmpty else { return }
        let isUntouched = state == nil
        let state = ensuredState
        for (slot, value) in layout.defaults where isUntouched || state.change(slot) == nil {
            state.setChange(value, at: slot)
        }
    }
}

extension NSManagedObjectContext {
    /// Objects that will be inserted by the next save.
    public var insertedObjects: Set<NSManagedObject> {
        Set(pending.inserted.filter { $0.flags.contains(.inserted) && !$0.flags.contains(.deleted) })
    }

    /// Objects that will be updated by the next save.
    public var updatedObjects: Set<NSManagedObject> {
        Set(pending.updated.filter { $0.flags.contains(.updated) && !$0.flags.contains(.deleted) })
    }

    /// Objects that will be deleted by the next save.
    public var deletedObjects: Set<NSManagedObject> {
        Set(pending.deleted.filter { $0.flags.contains(.deleted) && !$0.flags.contains(.inserted) })
    }

    /// Whether there is anything to save.
    public var hasChanges: Bool {
        pending.inserted.contains { $0.flags.contains(.inserted) && !$0.flags.contains(.deleted) }
            || pending.updated.contains { $0.flags.contains(.updated) && !$0.flags.contains(.deleted) }
            || pending.deleted.contains { $0.flags.contains(.deleted) && !$0.flags.contains(.inserted) }
    }

    /// Makes an object part of this context; it will be saved by the next save.
    ///
    /// Traps for an object that belongs to another context: that is a mistake in the program.
    public func insert(_ object: NSManagedObject) {
        if object.contextReference === self {
            if object.flags.contains(.deleted) { undelete(object) }
            return
        }
        precondition(
            object.contextReference == nil,
            "\(object) belongs to another context: objects cannot move; insert a copy, or fetch it by its objectID")
        object.contextReference = self
        object.state?.lastID = nil
        object.flags.remove(.fault)
        registered.insert(object)
        pending.insert(object)
        if !object.flags.contains(.awokenFromInsert) {
            object.applyDefaults()
            object.flags.insert(.awokenFromInsert)
            object.awakeFromInsert()
        }
    }

    /// Takes back a deletion that was not saved.
    private func undelete(_ object: NSManagedObject) {
        object.flags.subtract([.deleted, .deletePropagated])
        pending.compact()
        if !object.flags.contains(.temporaryID) { pending.update(object) }
    }

    /// Marks an object to be deleted by the next save. Its relationships are broken when pending changes are processed.
    public func delete(_ object: NSManagedObject) {
        precondition(
            object.contextReference === self || object.contextReference == nil,
            "\(object) belongs to another context: delete it there, or fetch it here by its objectID")
        guard object.contextReference != nil else { return }
        object.prepareForDeletion()
        guard !object.flags.contains(.deleted) else { return }
        pending.delete(object)
    }

    /// Puts pending changes in order: deletions reach related objects, and a did-change notification is posted.
    ///
    /// Called by fetches and saves; call it to have the effects of a deletion at once.
    public func processPendingChanges() {
        if propagatesDeletesAtEndOfEvent { noteErrors(of: propagateDeletes) }
        endEvent()
    }

    /// As `processPendingChanges`, and deletions are carried on however the context is set.
    func processChangesBeforeSave() {
        noteErrors(of: propagateDeletes)
        endEvent()
    }

    private func noteErrors(of body: () throws -> Void) {
        do {
            try body()
        } catch {
            note(error)
        }
    }

    private func endEvent() {
        registerUndoOfEvent()
        postDidChange()
        forgetUnsavedDeletions()
        registered.sweepIfWorthwhile()
    }

    /// An object that was inserted and deleted before any save was never there.
    private func forgetUnsavedDeletions() {
        let gone = pending.deleted.filter { $0.flags.contains(.inserted) && $0.flags.contains(.deletePropagated) }
        guard !gone.isEmpty else { return }
        for object in gone {
            registered.remove(object)
            object.detach()
        }
        pending.compact()
    }

    /// Drops every change that was not saved: insertions vanish, deletions and updates are taken back.
    public func rollback() {
        let changes = pending
        pending.removeAll()
        undoManager?.removeAllActions(withTarget: self)
        let gone = changes.inserted.filter { $0.flags.contains(.inserted) }
        for object in gone {
            object.flags.insert(.deleted)
            noteRefreshed(object)
        }
        for object in [changes.updated, changes.deleted].joined()
        where object.contextReference != nil && !object.flags.contains(.inserted) {
            object.flags.subtract([.updated, .deleted, .deletePropagated])
            object.dropChanges()
            noteRefreshed(object)
        }
        postDidChange()
        for object in gone {
            registered.remove(object)
            object.detach()
        }
    }

    /// Forgets every object and every change. Objects that the program still holds have no context any more.
    public func reset() {
        moveToLatestGeneration()
        let ids = registered.isEmpty ? [] : registeredObjects.map(\.objectID)
        pending.removeAll()
        undoManager?.removeAllActions(withTarget: self)
        registered.detachAll()
        registered.removeAll()
        permanentKeys.removeAll()
        temporaryInParent.removeAll()
        postInvalidatedAll(ids)
    }

    /// Brings an object up to date with its store.
    ///
    /// - Parameter mergeChanges: false turns it into a fault and drops its changes; true reads the row anew and puts
    ///   the changes back on top.
    public func refresh(_ object: NSManagedObject, mergeChanges: Bool) {
        // What is new here is nowhere else to be read.
        guard object.contextReference === self, !object.flags.contains(.inserted) else { return }
        let kept = mergeChanges && object.hasChanges ? object.state : nil
        object.willTurnIntoFault()
        object.slab = nil
        object.rowBase = nil
        object.state = nil
        object.flags.insert(.fault)
        object.flags.subtract([.batched, .inaccessible])
        if let kept {
            kept.decoded = []
            kept.fetched = []
            kept.toMany.removeAll { !$0.hasChanges }
            for members in kept.toMany { members.forgetStored() }
            object.state = kept
        } else if !object.flags.contains(.deleted) {
            object.flags.remove(.updated)
            pending.compact()
        }
        object.didTurnIntoFault()
        noteRefreshed(object)
    }

    /// Brings every object up to date with its store; changes are kept.
    public func refreshAllObjects() {
        moveToLatestGeneration()
        var objects: [NSManagedObject] = []
        registered.forEach { objects.append($0) }
        for object in objects where !object.isFault { refresh(object, mergeChanges: true) }
    }

    /// Gives new objects their permanent IDs now, before they are saved.
    ///
    /// - Throws: `CocoaError` 134060 for an object that has no store, or what the store reports.
    public func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        let coordinator = try requireCoordinator()
        if let parent {
            try parent.performAndWait {
                try parent.obtainPermanentIDs(
                    for: objects.filter { !$0.flags.contains(.inserted) }.compactMap { parent.original(of: $0) })
                adoptPermanentIDs(from: parent)
            }
        }
        let temporary = objects.filter { $0.flags.contains(.temporaryID) && $0.contextReference === self }
        for (store, objects) in try coordinator.grouped(temporary) {
            let keys = try store.operations.reserveKeys(for: objects)
            for (object, key) in zip(objects, keys) { adopt(key, store: store, for: object) }
        }
    }

    /// Replaces an object's temporary key.
    func adopt(_ key: Int64, store: NSPersistentStore, for object: NSManagedObject) {
        if object.flags.contains(.temporaryIDWasShown) { permanentKeys[object.primaryKey] = (store, key) }
        adoptionCount += 1
        registered.remove(object)
        object.primaryKey = key
        object.storeReference = store
        object.flags.subtract([.temporaryID, .temporaryIDWasShown])
        registered.insert(object)
    }
}

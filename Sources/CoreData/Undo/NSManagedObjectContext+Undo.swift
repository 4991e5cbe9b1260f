extension NSManagedObjectContext {
    /// Takes back what was done last, changes that were not processed yet included. Needs an `undoManager`.
    public func undo() {
        processPendingChanges()
        undoManager?.undo()
        processPendingChanges()
    }

    /// Does what was undone last again.
    public func redo() {
        processPendingChanges()
        undoManager?.redo()
        processPendingChanges()
    }

    /// Keeps what the event that ends has changed, as one thing to undo.
    func registerUndoOfEvent() {
        guard let undoManager, undoManager.isUndoRegistrationEnabled else { return }
        let befores = pending.event.compactMap { ObjectBefore($0) }
        guard !befores.isEmpty else { return }
        undoManager.registerUndo(withTarget: self) { context in
            context.restore(befores)
            // Ends the event, so that the opposite is registered while the undo is under way.
            context.processPendingChanges()
        }
    }

    private func restore(_ befores: [ObjectBefore]) {
        // Objects come back before values lead to them, and go when nothing leads to them any more.
        for before in befores where before.wasThere && before.object.contextReference == nil {
            revive(before)
        }
        for before in befores { before.restoreValues() }
        for before in befores {
            let object = before.object
            if before.wasDeleted || !before.wasThere {
                if object.contextReference === self, !object.flags.contains(.deleted) {
                    pending.delete(object)
                    // Its relationships are as they were: there is nothing to carry on.
                    object.flags.insert(.deletePropagated)
                }
            } else if object.flags.contains(.deleted) {
                insert(object)
            }
        }
    }

    /// Brings an object back under its ID after it has left: an insertion that was taken back, or a deletion that was
    /// saved.
    private func revive(_ before: ObjectBefore) {
        let object = before.object
        // Its row is gone, and it has let go of other objects: everything is to be set and written anew.
        for (slot, value) in before.valuesAtDeletion { object.ensuredState.setChange(value, at: slot) }
        object.rowBase = nil
        object.slab = nil
        object.flags.subtract([.inaccessible, .fault, .deleted, .deletePropagated])
        object.storeReference = object.flags.contains(.temporaryID) ? nil : before.store
        insert(object)
        for (slot, members) in before.membersAtDeletion {
            let state = object.toManyState(slot)
            if !state.isLoaded { state.load([]) }
            for member in members { state.add(member) }
        }
    }
}

/// How an object was before an event.
private struct ObjectBefore {
    let object: NSManagedObject
    /// Whether the context had it at all.
    let wasThere: Bool
    let wasDeleted: Bool
    let store: NSPersistentStore?
    /// Everything that the object showed, for one that the event has deleted.
    let valuesAtDeletion: [(slot: Int, value: StoredValue)]
    let membersAtDeletion: [(slot: Int, members: [NSManagedObject])]
    /// Attributes and to-one relationships that the event has changed.
    private let values: [(slot: Int, value: StoredValue)]
    /// Members that the event has added or removed, in order.
    private let members: [(slot: Int, changes: [ToManyState.EventChange], order: [NSManagedObject]?)]

    /// Nil when there is nothing to take back.
    init?(_ object: NSManagedObject) {
        self.object = object
        store = object.storeReference
        wasDeleted = object.flags.contains(.wasDeleted)
        let isDeleted = object.flags.contains(.deleted)
        let isInserted = object.flags.contains(.inserted)
        wasThere = object.flags.contains(.wasInserted) || !isInserted
        if isDeleted, !wasDeleted {
            if object.isFault { object.fireFault() }
            valuesAtDeletion = object.layout.kinds.enumerated().compactMap { slot, kind in
                kind == .toMany || object.layout.isTransient[slot] ? nil : (slot, object.shownValue(slot, kind))
            }
            membersAtDeletion = object.state?.toMany.filter(\.isLoaded).map { ($0.slot, $0.list) } ?? []
        } else {
            valuesAtDeletion = []
            membersAtDeletion = []
        }
        if let state = object.state, !object.isFault {
            // Attributes that an insertion set stay with the object, for when it is inserted again.
            let isNew = !wasThere
            let slots = object.slotsChangedInEvent.filter { !isNew || object.layout.kinds[$0] == .toOne }
            values = slots.map { ($0, state.valueBeforeEvent($0) ?? object.committedValue($0)) }
            members = state.toMany.filter(\.isChangedInEvent).map { ($0.slot, $0.eventChanges, $0.orderBeforeEvent) }
        } else {
            values = []
            members = []
        }
        let isChanged = !values.isEmpty || !members.isEmpty
        if wasThere, wasDeleted == isDeleted, !isChanged { return nil }
        if !wasThere, isDeleted { return nil }
    }

    /// Sets the values of before, each side of a relationship by its own record.
    func restoreValues() {
        guard object.contextReference != nil else { return }
        object.noteChange()
        for (slot, value) in values { object.ensuredState.setChange(value, at: slot) }
        for (slot, changes, order) in members {
            let state = object.toManyState(slot)
            for change in changes.reversed() {
                if change.isAddition { state.remove(change.object) } else { state.add(change.object) }
            }
            if let order { state.reorder(order) }
        }
    }
}

extension NSManagedObjectContext {
    /// Objects whose values were changed, or which were deleted, here since the child read them.
    func conflicts(with changes: StoreChanges, of child: NSManagedObjectContext) throws -> [NSMergeConflict] {
        try changes.updated.compactMap { object in
            guard let original = original(of: object) else { return nil }
            // The same row and nothing over it: the common case, told without reading a value.
            if original.rowBase == object.rowBase, original.state == nil { return nil }
            try original.fulfill()
            let isGone = original.isDeleted || original.flags.contains(.inaccessible)
            let slots = object.changedSlots { slot in
                isGone
                    || !object.committedValue(slot).isSame(
                        as: original.shownValue(slot, original.layout.kinds[slot]))
            }
            return slots.isEmpty ? nil : NSMergeConflict(object, original: isGone ? nil : original, slots: slots)
        }
    }

    /// Makes a child's changes pending changes of this context.
    func absorb(_ changes: StoreChanges) throws {
        for object in changes.inserted { insertOriginal(of: object) }
        for object in [changes.inserted, changes.updated].joined() {
            guard let original = original(of: object), let state = object.state else { continue }
            try original.fulfill()
            original.take(state, in: self)
        }
        for object in changes.deleted {
            if let original = original(of: object) { delete(original) }
        }
        processPendingChanges()
    }

    /// A new object for one that a child has inserted, under the same ID. It has been awoken in the child.
    private func insertOriginal(of object: NSManagedObject) {
        let made = object.layout.objectClass.init(entity: object.layout.entity, insertInto: nil)
        made.primaryKey = object.primaryKey
        made.contextReference = self
        made.storeReference = object.storeReference
        made.flags = object.flags.contains(.temporaryID) ? [.temporaryID, .temporaryIDWasShown] : []
        made.flags.insert(.awokenFromInsert)
        registered.insert(made)
        pending.insert(made)
    }
}

extension NSManagedObject {
    /// Takes over what was changed in a child's object; inverses follow.
    fileprivate final func take(_ changed: ObjectState, in context: NSManagedObjectContext) {
        noteChange()
        if changed.changes.contains(where: { !$0.value.fits(layout.kinds[$0.slot]) }) {
            flags.insert(.holdsUnstorable)
        }
        for change in changed.changes {
            if layout.kinds[change.slot] == .toOne {
                guard case .reference(let target) = change.value else {
                    setToOneObject(nil, at: change.slot)
                    continue
                }
                if let target = context.original(of: target) { setToOneObject(target, at: change.slot) }
            } else {
                ensuredState.setChange(change.value, at: change.slot)
            }
        }
        for members in changed.toMany where members.hasChanges {
            func originals(_ objects: some Sequence<NSManagedObject>) -> [NSManagedObject] {
                objects.compactMap { context.original(of: $0) }
            }
            for object in originals(members.removed) { removeMember(object, at: members.slot) }
            for object in originals(members.added) { insertMember(object, at: members.slot) }
            if members.isReordered { loadedToMany(members.slot).reorder(originals(members.order)) }
        }
    }
}

extension ObjectState {
    /// The changes are the parent's now, and what the object shows until it is refreshed.
    func finishSaveIntoParent() {
        inherited = overlay
        changes.removeAll()
        for state in toMany { state.commit() }
    }
}

// A child context reads through its parent and saves into it: each level shows the one above, unsaved changes included.
//
// The two have different objects for one row, with the same key. While a child asks its parent, it waits on the parent's
// queue, so both sides' objects may be touched there. Locks go from child to parent only.

extension NSManagedObjectContext {
    /// The parent's object for one of a child's, made as a fault when it is not there; nil for a temporary ID that this
    /// context does not know.
    func original(of object: NSManagedObject) -> NSManagedObject? {
        guard object.primaryKey < 0 else {
            return self.object(key: object.primaryKey, layout: object.layout, store: object.storeReference)
        }
        if let permanent = permanentKeys[object.primaryKey] {
            return self.object(key: permanent.key, layout: object.layout, store: permanent.store)
        }
        return registered.object(key: object.primaryKey, rootIndex: object.layout.rootIndex, store: nil)
    }

    /// This context's object for one of its parent's, made as a fault when it is not there.
    func counterpart(of original: NSManagedObject) -> NSManagedObject {
        if let known = registered.object(
            key: original.primaryKey, rootIndex: original.layout.rootIndex, store: original.storeReference)
        {
            return known
        }
        let made = object(key: original.primaryKey, layout: original.layout, store: original.storeReference)
        if original.flags.contains(.temporaryID) {
            original.flags.insert(.temporaryIDWasShown)
            temporaryInParent.append(made)
        }
        return made
    }

    /// Objects of the parent's as this context's, with the values that the parent shows. On the parent's queue.
    func counterparts(of originals: ContiguousArray<NSManagedObject>) -> ContiguousArray<NSManagedObject> {
        ContiguousArray(
            originals.map { original in
                let object = counterpart(of: original)
                if object.isFault, object.row == nil { object.inherit(original) }
                return object
            })
    }

    /// Reads the values of faults from the parent.
    func fulfill(_ objects: [NSManagedObject], from parent: NSManagedObjectContext) throws {
        guard !objects.isEmpty else { return }
        try parent.performAndWait {
            adoptPermanentIDs(from: parent)
            let originals = objects.map { parent.original(of: $0) }
            try parent.fulfill(originals.compactMap { $0 })
            for (object, original) in zip(objects, originals) {
                guard let original else { continue }
                try original.fulfill()
                object.inherit(original)
            }
        }
    }

    /// Reads a to-many relationship of several objects from the parent.
    func loadToMany(_ slot: Int, of objects: [NSManagedObject], from parent: NSManagedObjectContext) {
        let waiting = objects.filter { !$0.toManyState(slot).isLoaded }
        guard !waiting.isEmpty else { return }
        parent.performAndWait {
            adoptPermanentIDs(from: parent)
            let originals = waiting.map { parent.original(of: $0) }
            parent.loadToMany(slot, of: originals.compactMap { $0 })
            for (object, original) in zip(waiting, originals) {
                let members = original.map { $0.toManyState(slot).list.filter { !$0.isDeleted } } ?? []
                object.toManyState(slot).load(Array(counterparts(of: ContiguousArray(members))))
            }
        }
    }

    /// Gives objects that were saved into the parent the permanent IDs that they have got there since.
    func adoptPermanentIDs(from parent: NSManagedObjectContext) {
        guard !temporaryInParent.isEmpty else { return }
        if let grandparent = parent.parent {
            grandparent.performAndWait { parent.adoptPermanentIDs(from: grandparent) }
        }
        guard adoptionsSeen != parent.adoptionCount else { return }
        adoptionsSeen = parent.adoptionCount
        temporaryInParent.removeAll { object in
            guard object.flags.contains(.temporaryID), object.contextReference === self else { return true }
            guard let permanent = parent.permanentKeys[object.primaryKey] else { return false }
            object.flags.insert(.temporaryIDWasShown)
            adopt(permanent.key, store: permanent.store, for: object)
            return true
        }
    }
}

extension NSManagedObject {
    /// Takes the values that the parent's object shows: its row as it is, since rows never change, and what lies over it.
    final func inherit(_ original: NSManagedObject) {
        guard flags.contains(.fault), let context = contextReference, !original.flags.contains(.inaccessible) else {
            return
        }
        if let row = original.row {
            rowBase = row.base
            slab = original.slab
            flags.remove(.batched)
        }
        // A fault here too, which finds its row in place.
        if original.isFault { return }
        let overlay = original.state?.overlay ?? []
        if overlay.isEmpty, rowBase != nil { return }
        ensuredState.inherited = ContiguousArray(
            overlay.map { change in
                guard case .reference(let target) = change.value else { return change }
                return ObjectState.Change(slot: change.slot, value: .reference(context.counterpart(of: target)))
            })
        flags.subtract([.fault, .batched])
        awaken()
    }

    /// Shows the row of another context's object instead of the one that it has; only a clean object does.
    final func takeRow(of original: NSManagedObject) {
        guard !flags.contains(.fault), canBeForgotten, let row = original.row, let slab = original.slab as? RowSlab
        else { return }
        state = nil
        take(row, in: slab)
    }

    /// Calls `awakeFromFetch`, during which changes are not tracked.
    final func awaken() {
        flags.insert(.awakening)
        awakeFromFetch()
        flags.remove(.awakening)
    }
}

extension NSManagedObject {
    /// Makes the object's values ready to be read, from the row it has or from the store.
    ///
    /// A property read cannot throw: an error is kept for the context's next fetch or save, and the value reads as nil.
    @inline(never)
    final func fireFault() {
        do {
            try fulfill()
        } catch {
            flags.remove(.fault)
            flags.insert(.inaccessible)
            contextReference?.note(error)
        }
    }

    /// Makes the object's values ready to be read.
    ///
    /// - Throws: what the store reports; a missing row is no error here, but sets `inaccessible`.
    final func fulfill() throws {
        guard flags.contains(.fault) else { return }
        if flags.contains(.batched) {
            try (slab as? FaultBatch)?.load(around: self)
        } else if rowBase == nil, let context = contextReference {
            try context.fulfill([self])
        }
        guard flags.contains(.fault) else { return }
        flags.remove(.fault)
        if rowBase == nil || flags.contains(.batched) {
            flags.remove(.batched)
            flags.insert(.inaccessible)
            slab = nil
            rowBase = nil
            if let context = contextReference, !context.shouldDeleteInaccessibleFaults {
                context.note(context.missingRow(objectID))
            }
            return
        }
        awaken()
    }

    /// Gives a fault its row. It stays a fault until somebody reads it.
    @inline(__always)
    final func take(_ row: PackedRow, in slab: RowSlab) {
        rowBase = row.base
        self.slab = slab
        flags.remove(.batched)
    }
}

extension NSManagedObjectContext {
    /// Reads the rows of faults, a few hundred with each statement.
    ///
    /// - Complexity: one SQL statement for each 500 objects of an entity.
    func fulfill(_ objects: [NSManagedObject]) throws {
        let waiting = objects.filter { object in
            object.isFault && (object.rowBase == nil || object.flags.contains(.batched))
        }
        if let parent { return try fulfill(waiting, from: parent) }
        let groups = Dictionary(grouping: waiting) { FaultGroup(object: $0) }
        for (group, objects) in groups {
            guard let store = group.store else { continue }
            let receiver = RowReceiver(context: self, store: store)
            for start in stride(from: 0, to: objects.count, by: 500) {
                let keys = objects[start..<min(start + 500, objects.count)].map(\.primaryKey)
                let query = RowQuery(layout: group.layout, keys: keys, scope: readScope)
                try store.operations.fetchRows(query, into: receiver)
            }
        }
    }

    private struct FaultGroup: Hashable {
        let layout: EntityLayout
        let store: NSPersistentStore?

        init(object: NSManagedObject) {
            layout = object.layout
            store = object.storeReference
        }

        static func == (a: FaultGroup, b: FaultGroup) -> Bool { a.layout === b.layout && a.store === b.store }

        func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(layout))
            hasher.combine(store.map(ObjectIdentifier.init))
        }
    }

    /// Reads a to-many relationship for several objects at once.
    ///
    /// - Complexity: one SQL statement for each 500 objects whose relationship has not been read.
    func loadToMany(_ slot: Int, of objects: [NSManagedObject]) {
        if let parent { return loadToMany(slot, of: objects, from: parent) }
        guard let relationship = objects.first?.layout.relationships[slot] else { return }
        var waiting: [ObjectIdentifier: (store: NSPersistentStore, states: [Int64: ToManyState])] = [:]
        for object in objects {
            let state = object.toManyState(slot)
            guard !state.isLoaded else { continue }
            guard let store = object.storeReference, object.primaryKey > 0 else {
                state.load([])
                continue
            }
            waiting[ObjectIdentifier(store), default: (store, [:])].states[object.primaryKey] = state
        }
        for (store, states) in waiting.values { load(relationship, into: states, from: store) }
    }

    private func load(
        _ relationship: RelationshipLayout, into waiting: [Int64: ToManyState], from store: NSPersistentStore
    ) {
        let keys = waiting.keys.sorted()
        do {
            for start in stride(from: 0, to: keys.count, by: 500) {
                let owners = Array(keys[start..<min(start + 500, keys.count)])
                let receiver = RowReceiver(context: self, store: store)
                var members: [Int64: [NSManagedObject]] = [:]
                try store.operations.fetchMembers(of: relationship, owners: owners, into: receiver) { owner, member in
                    members[owner, default: []].append(member)
                }
                for owner in owners { waiting[owner]?.load(members[owner] ?? []) }
            }
        } catch {
            note(error)
            for state in waiting.values where !state.isLoaded { state.load([]) }
        }
    }
}

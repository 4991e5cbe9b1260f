/// What an object holds beyond its row: changed values, loaded relationships, decoded transformables.
///
/// Objects that were only read have none.
package final class ObjectState {
    struct Change {
        var slot: Int
        var value: StoredValue
    }

    /// Changed attributes and to-one relationships; a handful, so a list beats a dictionary.
    var changes: ContiguousArray<Change> = []
    /// Values over the row that are no changes: the parent context shows them and has not saved them.
    var inherited: ContiguousArray<Change> = []
    /// The changes that there were when the event began; valid while the object is `changedInEvent`. The same memory as
    /// `changes` until one of the two is written.
    var changesBeforeEvent: ContiguousArray<Change> = []
    /// Transformables read from the row, so that each is decoded once.
    var decoded: [(slot: Int, value: Any?)] = []
    /// Results of fetched properties, until the object is refreshed.
    var fetched: [(name: String, results: [Any])] = []
    /// To-many relationships that were read or changed.
    var toMany: [ToManyState] = []
    /// Transformables encoded for the save that is under way.
    var encoded: [(slot: Int, data: Data?)] = []
    /// The key that the save under way has given the object; 0 for none.
    var assignedKey: Int64 = 0
    /// The ID of an object that has left its context.
    var lastID: NSManagedObjectID?

    @inline(__always)
    func change(_ slot: Int) -> StoredValue? {
        for change in changes where change.slot == slot { return change.value }
        return nil
    }

    /// The value that covers the row's: a change, or one that the parent has not saved.
    @inline(__always)
    func covering(_ slot: Int) -> StoredValue? {
        for change in changes where change.slot == slot { return change.value }
        for value in inherited where value.slot == slot { return value.value }
        return nil
    }

    func valueBeforeEvent(_ slot: Int) -> StoredValue? {
        for change in changesBeforeEvent where change.slot == slot { return change.value }
        return nil
    }

    /// The event is over.
    func endEvent() {
        if !changesBeforeEvent.isEmpty { changesBeforeEvent = [] }
        for members in toMany { members.endEvent() }
    }

    /// Everything that covers the row.
    var overlay: ContiguousArray<Change> {
        inherited.filter { change($0.slot) == nil } + changes
    }

    func setChange(_ value: StoredValue, at slot: Int) {
        for index in changes.indices where changes[index].slot == slot {
            changes[index].value = value
            return
        }
        changes.append(Change(slot: slot, value: value))
    }

    /// Lets go of related objects.
    func dropObjects() {
        toMany.removeAll()
        fetched.removeAll()
        for index in inherited.indices {
            if case .reference = inherited[index].value { inherited[index].value = .null }
        }
        for index in changes.indices {
            if case .reference = changes[index].value { changes[index].value = .null }
        }
    }

    func toMany(_ slot: Int) -> ToManyState? {
        for state in toMany where state.slot == slot { return state }
        return nil
    }

    func setEncoded(_ data: Data?, at slot: Int) {
        encoded.removeAll { $0.slot == slot }
        encoded.append((slot, data))
    }

    func encodedData(_ slot: Int) -> Data?? {
        for entry in encoded where entry.slot == slot { return .some(entry.data) }
        return nil
    }
}

extension NSManagedObject {
    /// Takes back every change.
    final func dropChanges() {
        guard let state else { return }
        guard !state.inherited.isEmpty else {
            self.state = nil
            return
        }
        let kept = ObjectState()
        kept.inherited = state.inherited
        self.state = kept
    }

    final var ensuredState: ObjectState {
        if let state { return state }
        let made = ObjectState()
        state = made
        return made
    }
}

extension NSManagedObject {
    /// Replaces a temporary key by the permanent one.
    final func adoptKey(_ key: Int64, in store: NSPersistentStore) {
        if let contextReference {
            contextReference.adopt(key, store: store, for: self)
        } else {
            primaryKey = key
            storeReference = store
            flags.remove(.temporaryID)
        }
    }

    /// Gives the object its temporary key again: the save for which it got another has failed.
    final func takeBackKey(_ key: Int64) {
        guard let contextReference else { return }
        contextReference.registered.remove(self)
        primaryKey = key
        flags.insert(.temporaryID)
        if contextReference.permanentKeys.removeValue(forKey: key) != nil { flags.insert(.temporaryIDWasShown) }
        contextReference.registered.insert(self)
    }
}

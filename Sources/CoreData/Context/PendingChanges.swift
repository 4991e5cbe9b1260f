/// The objects that a context has to save, in the order in which they were changed.
///
/// An object's flags say what is pending for it; a list may hold an object whose flag is gone.
struct PendingChanges {
    private(set) var inserted: ContiguousArray<NSManagedObject> = []
    private(set) var updated: ContiguousArray<NSManagedObject> = []
    private(set) var deleted: ContiguousArray<NSManagedObject> = []
    /// Changed since the last `processPendingChanges`.
    var event: ContiguousArray<NSManagedObject> = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    mutating func insert(_ object: NSManagedObject) {
        noteEvent(object)
        object.flags.insert(.inserted)
        inserted.append(object)
    }

    mutating func update(_ object: NSManagedObject) {
        noteEvent(object)
        if object.flags.isDisjoint(with: [.inserted, .updated, .deleted]) {
            object.flags.insert(.updated)
            updated.append(object)
        }
    }

    mutating func delete(_ object: NSManagedObject) {
        noteEvent(object)
        object.flags.insert(.deleted)
        deleted.append(object)
    }

    /// Lists an object as changed in the event, and keeps what it was like before.
    mutating func noteEvent(_ object: NSManagedObject) {
        guard !object.flags.contains(.changedInEvent) else { return }
        object.flags.insert(.changedInEvent)
        if object.flags.contains(.inserted) { object.flags.insert(.wasInserted) }
        if object.flags.contains(.deleted) { object.flags.insert(.wasDeleted) }
        if let state = object.state { state.changesBeforeEvent = state.changes }
        event.append(object)
    }

    /// Drops entries whose flag is gone, so that the lists say what is pending.
    mutating func compact() {
        inserted.removeAll { !$0.flags.contains(.inserted) || $0.flags.contains(.deleted) }
        updated.removeAll { !$0.flags.contains(.updated) || $0.flags.contains(.deleted) }
        deleted.removeAll { !$0.flags.contains(.deleted) }
    }

    mutating func removeAll() {
        for object in event { object.endEvent() }
        inserted = []
        updated = []
        deleted = []
        event = []
    }
}

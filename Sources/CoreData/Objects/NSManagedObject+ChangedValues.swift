// What has changed in an object: since it was saved, and since the last did-change notification.

extension NSManagedObject {
    /// The values that were last read or saved, by name; `NSNull` for nil, a set for a to-many relationship.
    ///
    /// - Parameter keys: The properties; nil for all that are stored. Unknown ones are passed over.
    public final func committedValues(forKeys keys: [String]?) -> [String: Any] {
        if flags.contains(.fault) { fireFault() }
        var values: [String: Any] = [:]
        for (slot, kind) in layout.kinds.enumerated() where kind != .undefined && !layout.isTransient[slot] {
            let name = layout.properties.names[slot]
            if let keys, !keys.contains(name) { continue }
            if kind == .toMany {
                values[name] = loadedToMany(slot).storedValue
            } else {
                values[name] = committedValue(slot).value(kind: kind) ?? NSNull()
            }
        }
        return values
    }

    /// The stored properties that differ from what was last read or saved, and their values now; `NSNull` for nil.
    ///
    /// Setting a value to what it was makes the object `hasChanges` and leaves this empty.
    public final func changedValues() -> [String: Any] {
        guard let state else { return [:] }
        var values: [String: Any] = [:]
        for change in state.changes where !layout.isTransient[change.slot] {
            if change.value.isSame(as: committedValue(change.slot)) { continue }
            values[layout.properties.names[change.slot]] =
                change.value.value(kind: layout.kinds[change.slot]) ?? NSNull()
        }
        for members in state.toMany where members.hasChanges {
            values[layout.properties.names[members.slot]] = loadedToMany(members.slot).value
        }
        return values
    }

    /// Whether a stored property differs from what was last read or saved.
    public final var hasPersistentChangedValues: Bool { !changedValues().isEmpty }

    /// The properties that were changed since the last did-change notification, and their values before; `NSNull` for
    /// nil.
    public final func changedValuesForCurrentEvent() -> [String: Any] {
        guard let state, flags.contains(.changedInEvent) else { return [:] }
        var values: [String: Any] = [:]
        for slot in slotsChangedInEvent {
            let kind = layout.kinds[slot]
            values[layout.properties.names[slot]] =
                (state.valueBeforeEvent(slot) ?? committedValue(slot)).value(kind: kind) ?? NSNull()
        }
        for members in state.toMany where members.isChangedInEvent {
            values[layout.properties.names[members.slot]] = loadedToMany(members.slot).valueBeforeEvent
        }
        return values
    }

    /// The attributes and to-one relationships whose value is another one since the event began.
    final var slotsChangedInEvent: [Int] {
        guard let state else { return [] }
        let slots = Set(state.changes.map(\.slot)).union(state.changesBeforeEvent.map(\.slot))
        return slots.sorted().filter { slot in
            let before = state.valueBeforeEvent(slot) ?? committedValue(slot)
            return !before.isSame(as: state.change(slot) ?? committedValue(slot))
        }
    }

    /// What a slot had when it was last read or saved. The fault has been fired.
    final func committedValue(_ slot: Int) -> StoredValue {
        if let inherited = state?.inherited.first(where: { $0.slot == slot }) { return inherited.value }
        return rowStoredValue(slot, layout.kinds[slot])
    }

    /// Every stored value that was last read or saved, as a merge conflict shows them.
    final func committedSnapshot() -> [String: Any] {
        var values: [String: Any] = [:]
        for (slot, kind) in layout.kinds.enumerated() where kind != .toMany && !layout.isTransient[slot] {
            let value = committedValue(slot)
            if case .reference(let target) = value {
                values[layout.properties.names[slot]] = target.objectID
            } else {
                values[layout.properties.names[slot]] = value.value(kind: kind) ?? NSNull()
            }
        }
        return values
    }
}

extension StoredValue {
    /// Whether two values of one property are equal.
    func isSame(as other: StoredValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)): a == b
        case (.text(let a), .text(let b)): a == b
        case (.data(let a), .data(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.reference(let a), .reference(let b)): a === b || a.objectID == b.objectID
        case (.object(let a), .object(let b)): a === b || Self.equals(a.value, b.value)
        default: false
        }
    }

    private static func equals(_ a: Any, _ b: Any) -> Bool {
        if let a = a as? NSObject, let b = b as? NSObject { return a.isEqual(b) }
        // A value that cannot be compared counts as another one.
        guard let a = a as? AnyHashable, let b = b as? AnyHashable else { return false }
        return a == b
    }
}

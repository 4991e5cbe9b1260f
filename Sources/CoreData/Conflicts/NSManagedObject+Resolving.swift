// What merge policies do to objects.

extension NSManagedObject {
    /// Shows another row under the changes that the object has.
    final func rebase(on stored: StoredRow) {
        rowBase = stored.row.base
        slab = stored.slab
        flags.subtract([.fault, .batched, .inaccessible])
        guard let state else { return }
        state.decoded.removeAll { decoded in !state.changes.contains { $0.slot == decoded.slot } }
        state.toMany.removeAll { !$0.hasChanges }
        for members in state.toMany { members.forgetStored() }
    }

    /// Makes every value that the object shows a change, so that all of them are written.
    final func changeEverything() {
        for (slot, kind) in layout.kinds.enumerated()
        where kind != .toMany && !layout.isTransient[slot] && state?.change(slot) == nil {
            ensuredState.setChange(shownValue(slot, kind), at: slot)
        }
    }

    /// The changed slots that fulfil a condition; values that no row holds do not count.
    final func changedSlots(where isWanted: (Int) -> Bool) -> [Int] {
        (state?.changes.map(\.slot) ?? []).filter { !layout.isTransient[$0] && isWanted($0) }
    }

    /// Takes another row, and drops the changes of some slots in favour of it.
    final func yield(slots: [Int], to stored: StoredRow) {
        for slot in slots where layout.kinds[slot] != .toOne { state?.changes.removeAll { $0.slot == slot } }
        let references = slots.filter { layout.kinds[$0] == .toOne }
        rebase(on: stored)
        for slot in references {
            // The other side has to let go, too.
            let mine = toOneObject(slot)
            state?.changes.removeAll { $0.slot == slot }
            let theirs = toOneObject(slot)
            guard mine !== theirs else { continue }
            ensuredState.setChange(mine.map { .reference($0) } ?? .null, at: slot)
            setToOneObject(theirs, at: slot)
            state?.changes.removeAll { $0.slot == slot }
        }
        guard let state, state.changes.isEmpty, state.toMany.allSatisfy({ !$0.hasChanges }) else { return }
        flags.remove(.updated)
    }

    /// Gives up the changes of some slots; relationships follow.
    final func dropChanges(of slots: [Int]) {
        for slot in slots {
            if layout.kinds[slot] == .toOne {
                if case .reference(let target) = committedValue(slot) {
                    setToOneObject(target, at: slot)
                } else {
                    setToOneObject(nil, at: slot)
                }
            }
            state?.changes.removeAll { $0.slot == slot }
        }
        guard let state, state.changes.isEmpty, state.toMany.allSatisfy({ !$0.hasChanges }) else { return }
        flags.remove(.updated)
    }

    /// Takes the values of another object that is to go.
    ///
    /// - Parameter everything: Also what nobody has set in it.
    final func takeOver(_ other: NSManagedObject, everything: Bool) {
        if flags.contains(.fault) { fireFault() }
        for (slot, kind) in other.layout.kinds.enumerated() where slot < layout.slotCount {
            // Of two subentities only what they have in common fits.
            guard layout.properties.properties[slot] === other.layout.properties.properties[slot],
                !(layout.properties.properties[slot] is NSDerivedAttributeDescription)
            else { continue }
            switch kind {
            case .toMany:
                guard let members = other.state?.toMany(slot) else { continue }
                for member in members.added where member !== other && !member.isDeleted { join(member, at: slot) }
            case .toOne:
                guard everything || other.state?.change(slot) != nil else { continue }
                setToOneObject(other.toOneObject(slot), at: slot)
            default:
                guard everything || other.isSet(slot) else { continue }
                setChecked(other.shownValue(slot, kind), at: slot)
            }
        }
    }

    /// Makes an object a member of a to-many relationship of this one, as its inverse says.
    private final func join(_ member: NSManagedObject, at slot: Int) {
        guard let relationship = layout.relationships[slot], let inverse = relationship.inverseSlot else {
            return addInverse(member, at: slot)
        }
        if relationship.inverseIsToMany {
            addInverse(member, at: slot)
            member.addInverse(self, at: inverse)
        } else {
            member.setToOneObject(self, at: inverse)
        }
    }

    /// Whether a value was set that is not just the model's default.
    private final func isSet(_ slot: Int) -> Bool {
        guard let changed = state?.change(slot) else { return false }
        guard flags.contains(.inserted), let value = layout.defaults.first(where: { $0.slot == slot })?.value else {
            return true
        }
        switch (changed, value) {
        case (.integer(let a), .integer(let b)): return a != b
        case (.real(let a), .real(let b)): return a != b
        case (.text(let a), .text(let b)): return a != b
        default: return true
        }
    }

    /// What a slot shows, in the form in which it is set. The fault has been fired.
    final func shownValue(_ slot: Int, _ kind: SlotKind) -> StoredValue {
        if let changed = state?.covering(slot) { return changed }
        return rowStoredValue(slot, kind)
    }

    /// What the row has, in the form in which it is set.
    final func rowStoredValue(_ slot: Int, _ kind: SlotKind) -> StoredValue {
        if kind == .toOne { return rowTarget(slot).map { .reference($0) } ?? .null }
        do {
            return try StoredValue(rowValue(slot, kind: kind), kind: kind, of: layout.properties.properties[slot])
        } catch {
            // A value read from a row of the model always has the model's type.
            return .null
        }
    }
}

extension NSManagedObjectContext {
    /// The row of a changed or deleted object is gone.
    ///
    /// - Parameter isKept: Whether the object is inserted anew, under its old ID.
    func resolveLostRow(of object: NSManagedObject, isKept: Bool) {
        if isKept, !object.isDeleted {
            object.changeEverything()
            object.flags.remove(.updated)
            object.rowBase = nil
            object.slab = nil
            pending.insert(object)
            pending.compact()
        } else {
            mergeChanges(inserted: [], updated: [], deleted: [object.objectID])
        }
    }
}

extension NSManagedObjectContext {
    /// Carries deletions on to related objects: nullify clears the other side, cascade deletes it.
    ///
    /// Related objects are read in batches for all deleted objects at once, never one object at a time.
    func propagateDeletes() throws {
        var wave = ContiguousArray(
            pending.deleted.filter { $0.flags.contains(.deleted) && !$0.flags.contains(.deletePropagated) })
        while !wave.isEmpty {
            for object in wave { object.flags.insert(.deletePropagated) }
            var next: ContiguousArray<NSManagedObject> = []
            for (layout, objects) in Self.grouped(wave) {
                for slot in layout.relationshipSlots { try propagate(slot, of: objects, into: &next) }
            }
            wave = next
        }
    }

    private static func grouped(_ objects: ContiguousArray<NSManagedObject>) -> [(EntityLayout, [NSManagedObject])] {
        Dictionary(grouping: objects) { $0.layout.index }.values.map { ($0[0].layout, $0) }
    }

    private func propagate(
        _ slot: Int, of objects: [NSManagedObject], into next: inout ContiguousArray<NSManagedObject>
    ) throws {
        guard let relationship = objects.first?.layout.relationships[slot] else { return }
        let rule = relationship.description.deleteRule
        if rule == .noActionDeleteRule { return }
        if relationship.isToMany {
            loadToMany(slot, of: objects)
        } else {
            try fulfill(objects.filter(\.isFault))
        }
        for object in objects where !object.flags.contains(.inaccessible) {
            let related: [NSManagedObject]
            if relationship.isToMany {
                related = object.toManyState(slot).list
            } else {
                related = object.toOneObject(slot).map { [$0] } ?? []
            }
            for other in related {
                if rule == .cascadeDeleteRule, !other.flags.contains(.deleted) {
                    delete(other)
                    next.append(other)
                }
                if rule != .denyDeleteRule, let inverse = relationship.inverseSlot, !other.flags.contains(.deleted) {
                    other.removeInverse(object, at: inverse)
                }
            }
        }
    }
}

extension NSManagedObject {
    /// - Throws: `CocoaError` 1600 when a relationship whose rule is deny still has objects that stay.
    final func validateDeleteRules() throws {
        var errors: [CocoaError] = []
        for slot in layout.relationshipSlots {
            guard let relationship = layout.relationships[slot],
                relationship.description.deleteRule == .denyDeleteRule
            else { continue }
            let related =
                relationship.isToMany ? loadedToMany(slot).list : toOneObject(slot).map { [$0] } ?? []
            if related.contains(where: { !$0.flags.contains(.deleted) }) {
                errors.append(
                    validationError(
                        .validationRelationshipDeniedDelete, slot,
                        "is not empty, and its delete rule denies deleting the object: delete the related objects first"
                    ))
            }
        }
        try CocoaError.throwValidationErrors(errors)
    }

    /// Takes the object out of the relationships that other objects show; used when its row has gone.
    final func leaveLoadedInverses(_ slot: Int) {
        guard let relationship = layout.relationships[slot], let inverse = relationship.inverseSlot else { return }
        let known: [NSManagedObject]
        if relationship.isToMany {
            known = state?.toMany(slot)?.list ?? []
        } else {
            known = toOneObject(slot).map { [$0] } ?? []
        }
        for other in known {
            guard let state = other.state?.toMany(inverse) else { continue }
            if state.isLoaded { state.remove(self) }
            state.commit()
            state.endEvent()
        }
    }
}

extension NSManagedObject {
    /// A to-one relationship's object, for generated classes.
    public final func toOne<Target: NSManagedObject>(_ slot: Int) -> Target? { toOneObject(ready(slot)) as? Target }

    /// Sets a to-one relationship and its inverse, for generated classes.
    public final func setToOne(_ slot: Int, _ target: NSManagedObject?) { setToOneObject(target, at: ready(slot)) }

    final func toOneObject(_ slot: Int) -> NSManagedObject? {
        if flags.contains(.recording) { return recordedDestination(slot) }
        if let changed = state?.covering(slot) {
            if case .reference(let object) = changed { return object }
            return nil
        }
        return rowTarget(slot)
    }

    /// The object that the row refers to.
    final func rowTarget(_ slot: Int) -> NSManagedObject? {
        guard let row, let entry = row.entry(slot), let context = contextReference, let storeReference,
            let relationship = layout.relationships[slot]
        else { return nil }
        let reference = PackedReference(entry: entry)
        let target = storeReference.layout(ofEntityNumber: reference.entityNumber) ?? relationship.destination
        return context.object(key: reference.key, layout: target, store: storeReference)
    }

    /// Sets a to-one relationship whose target has been checked, and keeps the inverse in step.
    final func setToOneObject(_ target: NSManagedObject?, at slot: Int) {
        let old = toOneObject(slot)
        noteChange()
        guard old !== target else { return }
        replaceToOne(target, at: slot)
        guard let relationship = layout.relationships[slot], let inverse = relationship.inverseSlot else { return }
        old?.removeInverse(self, at: inverse)
        target?.addInverse(self, at: inverse)
    }

    /// Sets this side only.
    final func replaceToOne(_ target: NSManagedObject?, at slot: Int) {
        ensuredState.setChange(target.map { .reference($0) } ?? .null, at: slot)
    }

    /// The other side has let go of this object.
    final func removeInverse(_ other: NSManagedObject, at slot: Int) {
        guard !flags.contains(.inaccessible) else { return }
        if layout.kinds[slot] == .toMany {
            noteChange()
            toManyState(slot).remove(other)
        } else {
            if flags.contains(.fault) { fireFault() }
            guard toOneObject(slot) === other else { return }
            noteChange()
            replaceToOne(nil, at: slot)
        }
    }

    /// The other side now points at this object.
    final func addInverse(_ other: NSManagedObject, at slot: Int) {
        if layout.kinds[slot] == .toMany {
            noteChange()
            toManyState(slot).add(other)
        } else {
            if flags.contains(.fault) { fireFault() }
            let previous = toOneObject(slot)
            guard previous !== other else { return }
            noteChange()
            if let previous, let back = layout.relationships[slot]?.inverseSlot {
                previous.noteChange()
                previous.replaceToOne(nil, at: back)
            }
            replaceToOne(other, at: slot)
        }
    }

    /// - Throws: `CocoaError` 1550 for an object of another entity, 134060 for one of another context.
    final func checkDestination(_ object: NSManagedObject, at slot: Int) throws {
        guard let relationship = layout.relationships[slot] else { return }
        guard relationship.destination.kindOfIndexes.contains(object.layout.index) else {
            throw CocoaError.coreData(
                .managedObjectValidation,
                "\(relationship.description.qualifiedName) takes \(relationship.destination.name), "
                    + "not \(object.layout.name)", [NSValidationKeyErrorKey: relationship.description.name])
        }
        guard object.contextReference === contextReference || object.contextReference == nil else {
            throw CocoaError.coreData(
                .coreData,
                "\(relationship.description.qualifiedName): the object belongs to another context; fetch it here by "
                    + "its objectID")
        }
    }
}

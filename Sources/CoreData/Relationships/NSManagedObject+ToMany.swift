extension NSManagedObject {
    /// A to-many relationship's objects, for generated classes.
    public final func toMany(_ slot: Int) -> NSSet? { relationshipValue(ready(slot)) as? NSSet }

    /// An ordered to-many relationship's objects, for generated classes.
    public final func orderedToMany(_ slot: Int) -> NSOrderedSet? { relationshipValue(ready(slot)) as? NSOrderedSet }

    /// Replaces a to-many relationship's objects, for generated classes. Inverses follow.
    public final func setToMany(_ slot: Int, _ objects: NSSet?) {
        replaceToMany(objects?.allObjects ?? [], at: ready(slot))
    }

    /// Replaces an ordered to-many relationship's objects, for generated classes. Inverses follow.
    public final func setOrderedToMany(_ slot: Int, _ objects: NSOrderedSet?) {
        replaceToMany(objects?.array ?? [], at: ready(slot))
    }

    /// Adds one object, for generated classes; to the end when ordered. The inverse follows.
    public final func addToMany(_ slot: Int, _ object: NSManagedObject) { insertMember(object, at: ready(slot)) }

    /// Adds objects, for generated classes. The inverses follow.
    public final func addToMany(_ slot: Int, _ objects: NSSet) {
        for case let object as NSManagedObject in objects { addToMany(slot, object) }
    }

    /// Adds objects to the end of an ordered relationship, for generated classes.
    public final func addToMany(_ slot: Int, _ objects: NSOrderedSet) {
        for case let object as NSManagedObject in objects.array { addToMany(slot, object) }
    }

    /// Removes one object, for generated classes. The inverse follows.
    public final func removeFromToMany(_ slot: Int, _ object: NSManagedObject) { removeMember(object, at: ready(slot)) }

    /// Removes objects, for generated classes. The inverses follow.
    public final func removeFromToMany(_ slot: Int, _ objects: NSSet) {
        for case let object as NSManagedObject in objects { removeFromToMany(slot, object) }
    }

    /// Removes objects from an ordered relationship, for generated classes.
    public final func removeFromToMany(_ slot: Int, _ objects: NSOrderedSet) {
        for case let object as NSManagedObject in objects.array { removeFromToMany(slot, object) }
    }

    /// Inserts an object at a place of an ordered relationship, for generated classes.
    ///
    /// - Parameter index: 0…count.
    public final func insertIntoToMany(_ slot: Int, _ object: NSManagedObject, at index: Int) {
        insertMember(object, at: ready(slot), place: index)
    }

    /// Removes the object at a place of an ordered relationship, for generated classes.
    ///
    /// - Parameter index: 0..<count; traps outside.
    public final func removeFromToMany(_ slot: Int, at index: Int) {
        let ours = ready(slot)
        removeMember(loadedToMany(ours).order[index], at: ours)
    }

    final func relationshipValue(_ slot: Int) -> NSObject { loadedToMany(slot).value }

    /// The state of a to-many relationship, its members read from the store.
    final func loadedToMany(_ slot: Int) -> ToManyState {
        let state = toManyState(slot)
        if !state.isLoaded { contextReference?.loadToMany(slot, of: [self]) ?? state.load([]) }
        return state
    }

    /// The state of a to-many relationship, read or not.
    final func toManyState(_ slot: Int) -> ToManyState {
        let state = ensuredState
        if let known = state.toMany(slot) { return known }
        let made = ToManyState(
            slot: slot, isOrdered: layout.relationships[slot]?.isOrdered ?? false,
            isLoaded: flags.isSuperset(of: [.temporaryID, .inserted]) || contextReference == nil)
        state.toMany.append(made)
        return made
    }

    private final func replaceToMany(_ values: [Any], at slot: Int) {
        do {
            try setToManyObjects(values.compactMap { $0 as? NSManagedObject }, at: slot)
        } catch {
            preconditionFailure(error.localizedDescription)
        }
    }

    /// Makes `objects` the members, in this order when ordered.
    final func setToManyObjects(_ objects: [NSManagedObject], at slot: Int) throws {
        for object in objects { try checkDestination(object, at: slot) }
        let state = loadedToMany(slot)
        let wanted = Set(objects)
        for object in state.list where !wanted.contains(object) { removeMember(object, at: slot) }
        for object in objects { insertMember(object, at: slot) }
        if state.isOrdered {
            var seen: Set<NSManagedObject> = []
            state.reorder(objects.filter { seen.insert($0).inserted })
        }
        noteChange()
    }

    final func insertMember(_ object: NSManagedObject, at slot: Int, place: Int? = nil) {
        do {
            try checkDestination(object, at: slot)
        } catch {
            preconditionFailure(error.localizedDescription)
        }
        noteChange()
        let state = place == nil ? toManyState(slot) : loadedToMany(slot)
        guard state.add(object, at: place), let inverse = layout.relationships[slot]?.inverseSlot else { return }
        if object === self, inverse == slot { return }
        object.addInverseOfMember(self, at: inverse, memberSlot: slot)
    }

    final func removeMember(_ object: NSManagedObject, at slot: Int) {
        noteChange()
        guard toManyState(slot).remove(object), let inverse = layout.relationships[slot]?.inverseSlot else { return }
        object.removeInverse(self, at: inverse)
    }

    /// This object became a member of `owner`'s to-many relationship; a one-to-many takes it away from another owner.
    private final func addInverseOfMember(_ owner: NSManagedObject, at slot: Int, memberSlot: Int) {
        if layout.kinds[slot] == .toMany {
            noteChange()
            toManyState(slot).add(owner)
        } else {
            if flags.contains(.fault) { fireFault() }
            let previous = toOneObject(slot)
            guard previous !== owner else { return }
            noteChange()
            if let previous {
                previous.noteChange()
                previous.toManyState(memberSlot).remove(self)
            }
            replaceToOne(owner, at: slot)
        }
    }
}

/// A place in a list: the position from its beginning, and the same as an index path.
struct Place: Equatable {
    let position: Int
    let path: IndexPath

    init(_ position: Int, _ path: IndexPath) {
        self.position = position
        self.path = path
    }
}

/// One object's change: its place in the old list, in the new one, or both.
struct ObjectChange {
    let object: NSManagedObject
    var old: Place?
    var new: Place?
}

/// How a list became another one.
struct ListChanges {
    /// Sections that are gone, by their old index.
    private(set) var deletedSections: [(index: Int, section: SectionTable.Section)] = []
    /// New sections, by their new index.
    private(set) var insertedSections: [(index: Int, section: SectionTable.Section)] = []
    var deletions: [ObjectChange] = []
    private(set) var insertions: [ObjectChange] = []
    private(set) var moves: [ObjectChange] = []
    var updates: [ObjectChange] = []

    mutating func noteSections(_ old: SectionTable, _ new: SectionTable) {
        deletedSections = old.sections.enumerated().filter { new.index(named: $0.element.name) == nil }
            .map { ($0.offset, $0.element) }
        insertedSections = new.sections.enumerated().filter { old.index(named: $0.element.name) == nil }
            .map { ($0.offset, $0.element) }
    }

    /// Notes an object that was inserted, or that moved from its old place.
    ///
    /// What is around an object can change so that a moved one ends at the same index path. A view cannot follow a move
    /// from a path to itself: such an object is deleted and inserted.
    mutating func noteArrival(_ object: NSManagedObject, from old: Place?, to new: Place) {
        guard let old, old.path != new.path else {
            if let old { deletions.append(ObjectChange(object: object, old: old)) }
            insertions.append(ObjectChange(object: object, new: new))
            return
        }
        moves.append(ObjectChange(object: object, old: old, new: new))
    }

    /// Puts deletions last first and the rest first first, so that deletions and insertions can be followed one by one.
    mutating func sort() {
        deletedSections.reverse()
        deletions.sort { ($0.old?.position ?? 0) > ($1.old?.position ?? 0) }
        updates.sort { ($0.old?.position ?? 0) < ($1.old?.position ?? 0) }
    }

    /// The same as a difference of object IDs. An object that was updated in its place is one that goes and comes back.
    var difference: CollectionDifference<NSManagedObjectID> {
        let removed = deletions + moves + updates
        let inserted = insertions + moves + updates
        let partners = moves + updates
        let newPosition = Dictionary(
            uniqueKeysWithValues: partners.map { ($0.old?.position ?? 0, $0.new?.position ?? 0) })
        let oldPosition = Dictionary(
            uniqueKeysWithValues: partners.map { ($0.new?.position ?? 0, $0.old?.position ?? 0) })
        let changes: [CollectionDifference<NSManagedObjectID>.Change] =
            removed.compactMap { change in
                change.old.map {
                    .remove(
                        offset: $0.position, element: change.object.objectID, associatedWith: newPosition[$0.position])
                }
            }
            + inserted.compactMap { change in
                change.new.map {
                    .insert(
                        offset: $0.position, element: change.object.objectID, associatedWith: oldPosition[$0.position])
                }
            }
        // Every position is in the changes once, and every association has its partner: that is all it asks for.
        guard let difference = CollectionDifference(changes) else {
            preconditionFailure("The changes of a list name a position twice: please report how the list was changed")
        }
        return difference
    }
}

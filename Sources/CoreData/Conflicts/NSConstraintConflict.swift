/// Objects that have the same values in a uniqueness constraint, among themselves or with a row of the store.
open class NSConstraintConflict: NSObject {
    /// The names of the constraint's attributes.
    public let constraint: [String]
    /// The values that they all have.
    public let constraintValues: [String: Any]
    /// The object of the store's row that has the values; nil when only objects of the context have.
    public let databaseObject: NSManagedObject?
    /// What the store has in that row.
    public let databaseSnapshot: [AnyHashable: Any]?
    /// The objects in the context that have the values, in the order in which they were inserted or changed.
    public let conflictingObjects: [NSManagedObject]
    /// What they show.
    public let conflictingSnapshots: [[AnyHashable: Any]]

    /// A conflict over a constraint.
    public init(
        constraint contraint: [String], database databaseObject: NSManagedObject?,
        databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
        conflictingSnapshots: [Any]
    ) {
        constraint = contraint
        self.databaseObject = databaseObject
        self.databaseSnapshot = databaseSnapshot
        self.conflictingObjects = conflictingObjects
        self.conflictingSnapshots = conflictingSnapshots.map { $0 as? [AnyHashable: Any] ?? [:] }
        let first = conflictingObjects.first?.snapshot() ?? [:]
        constraintValues = first.filter { contraint.contains($0.key) }
    }

    /// Leaves one object with the values, as a policy says.
    func resolve(_ type: NSMergePolicyType) {
        guard type != .errorMergePolicyType else { return }
        let storeWins = type == .mergeByPropertyStoreTrumpMergePolicyType || type == .rollbackMergePolicyType
        var others = conflictingObjects
        let winner: NSManagedObject
        if let databaseObject {
            winner = databaseObject
        } else {
            // A saved object is worth more than a new one: others may know its ID.
            let place = others.firstIndex { !$0.flags.contains(.inserted) } ?? 0
            guard others.indices.contains(place) else { return }
            winner = others.remove(at: place)
        }
        for object in others where object !== winner {
            guard let context = object.contextReference else { continue }
            if databaseObject != nil, !storeWins, winner.contextReference === context, !winner.isDeleted {
                winner.takeOver(object, everything: type == .overwriteMergePolicyType)
            }
            if object.flags.contains(.inserted) {
                context.delete(object)
            } else if storeWins {
                context.refresh(object, mergeChanges: false)
            } else {
                // Two saved objects cannot be one: the one that was changed goes, its values are the other's now.
                context.delete(object)
            }
        }
    }
}

import Foundation

/// What happens to the objects at the far end of a relationship when an object is deleted.
public enum NSDeleteRule: UInt, Sendable, Hashable, CaseIterable {
    /// Nothing, also not to their inverse, which then refers to a deleted object.
    case noActionDeleteRule = 0
    /// Their inverse is cleared.
    case nullifyDeleteRule = 1
    /// They are deleted too.
    case cascadeDeleteRule = 2
    /// The deletion is refused while there are any.
    case denyDeleteRule = 3
}

/// A relationship: a reference to one object of another entity, or to a collection of them.
///
///     let groups = NSRelationshipDescription()
///     groups.name = "groups"
///     groups.destinationEntity = group
///     groups.inverseRelationship = members
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    private var destination = ModelLink<NSEntityDescription>()
    private var inverse = ModelLink<NSRelationshipDescription>()
    private var givenDestinationName: String?
    private var givenInverseName: String?

    /// The entity of the objects at the far end, or a superentity of theirs.
    open var destinationEntity: NSEntityDescription? {
        get { destination.value }
        set {
            requireMutable()
            destination = ModelLink(newValue)
            givenDestinationName = nil
        }
    }

    /// The relationship of the destination that leads back. Set it on both sides.
    ///
    /// Without one, changes on one side do not reach the other, and deleting an object can leave references to it.
    open var inverseRelationship: NSRelationshipDescription? {
        get { inverse.value }
        set {
            requireMutable()
            inverse = ModelLink(newValue)
            givenInverseName = nil
        }
    }

    /// The largest number of objects: 1 for a to-one relationship, 0 for a to-many relationship without a limit.
    open var maxCount = 0 { willSet { requireMutable() } }

    /// The smallest number of objects that may be saved, checked unless the relationship is optional and empty.
    open var minCount = 0 { willSet { requireMutable() } }

    /// What happens to the destination objects when an object is deleted. Nullify unless changed.
    open var deleteRule = NSDeleteRule.nullifyDeleteRule { willSet { requireMutable() } }

    /// Whether the relationship holds a collection: its `maxCount` is not 1.
    open var isToMany: Bool { maxCount != 1 }

    /// Whether a to-many relationship keeps the order of its objects.
    open var isOrdered = false { willSet { requireMutable() } }

    /// The destination's name, also while it is known by name only.
    package var destinationEntityName: String? {
        get { destination.value?.name ?? givenDestinationName }
        set {
            requireMutable()
            destination = ModelLink()
            givenDestinationName = newValue
        }
    }

    /// The inverse's name, also while it is known by name only.
    package var inverseRelationshipName: String? {
        get { inverse.value?.name ?? givenInverseName }
        set {
            requireMutable()
            inverse = ModelLink()
            givenInverseName = newValue
        }
    }

    // MARK: Copying and resolving

    package override func takeValues(from other: NSPropertyDescription) {
        super.takeValues(from: other)
        guard let other = other as? NSRelationshipDescription else { return }
        // By name, so that a copied model is connected within itself.
        destination = ModelLink(other.destination.value)
        inverse = ModelLink(other.inverse.value)
        givenDestinationName = other.destinationEntityName
        givenInverseName = other.inverseRelationshipName
        maxCount = other.maxCount
        minCount = other.minCount
        deleteRule = other.deleteRule
        isOrdered = other.isOrdered
    }

    /// Connects the relationship to its destination in `model`: the entity itself when it is there, or the one of its
    /// name. The model owns what is found, so the link need not.
    func resolveDestination(in model: NSManagedObjectModel, entities: [String: NSEntityDescription]) {
        guard let name = destinationEntityName else { return }
        let current = destination.value.flatMap { $0.model === model ? $0 : nil }
        guard let entity = current ?? entities[name] else { return }
        destination = ModelLink(unowned: entity)
        givenDestinationName = name
    }

    /// Connects the relationship to its inverse, once every destination is resolved.
    func resolveInverse(in model: NSManagedObjectModel) {
        guard let name = inverseRelationshipName else { return }
        let current = inverse.value.flatMap { $0.entity?.model === model ? $0 : nil }
        guard let found = current ?? destinationEntity?.propertiesByName[name] as? NSRelationshipDescription else {
            return
        }
        inverse = ModelLink(unowned: found)
        givenInverseName = name
    }
}

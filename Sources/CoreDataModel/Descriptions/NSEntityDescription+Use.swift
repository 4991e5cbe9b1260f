import Foundation

/// What is worked out once, when a model is frozen, so that it costs nothing later.
struct FrozenEntity {
    let number: Int
    let layout: PropertyLayout
    let versionHash: Data
    let allSubentities: [ModelLink<NSEntityDescription>]
    let properties: [NSPropertyDescription]
    let propertiesByName: [String: NSPropertyDescription]
    let attributesByName: [String: NSAttributeDescription]
    let relationshipsByName: [String: NSRelationshipDescription]

    init(_ entity: NSEntityDescription, number: Int) {
        self.number = number
        layout = PropertyLayout(entity, inherited: entity.superentity?.frozen?.layout)
        versionHash = entity.versionHash
        allSubentities = entity.allSubentities.map { ModelLink(unowned: $0) }
        properties = entity.properties
        propertiesByName = entity.propertiesByName
        attributesByName = entity.attributesByName
        relationshipsByName = entity.relationshipsByName
    }
}

extension NSEntityDescription {
    /// The number of this entity in a new store (`Z_ENT`): from 1, depth first, roots and siblings sorted by name without
    /// regard to case. 0 before the model is frozen.
    package var entityNumber: Int { frozen?.number ?? 0 }

    /// The slots of the entity's values. Traps before the model is frozen.
    package var propertyLayout: PropertyLayout {
        guard let frozen else {
            preconditionFailure("\(label) has no property layout yet: its model must be in use (freeze()) first.")
        }
        return frozen.layout
    }

    /// The topmost superentity, or the entity itself.
    package var rootEntity: NSEntityDescription { superentities.last ?? self }

    /// The entity itself and every entity below it, depth first.
    package var allSubentities: [NSEntityDescription] {
        frozen?.allSubentities.compactMap(\.value) ?? [self] + sortedSubentities.flatMap(\.allSubentities)
    }

    /// Whether another entity inherits from this one.
    package var hasSubentities: Bool { !subentities.isEmpty }

    /// The direct subentities in the order of their numbers.
    package var sortedSubentities: [NSEntityDescription] { Self.inStoreOrder(subentities) }

    /// Sorted as stores number entities: by name without regard to case.
    package static func inStoreOrder(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
        let keyed = entities.map { (folded: ($0.name ?? "").lowercased(), name: $0.name ?? "", entity: $0) }
        return keyed.sorted {
            $0.folded == $1.folded
                ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
                : $0.folded.utf8.lexicographicallyPrecedes($1.folded.utf8)
        }.map(\.entity)
    }
}

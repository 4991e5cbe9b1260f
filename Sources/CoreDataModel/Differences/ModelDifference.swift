import Foundation

/// What changed from one version of a model to another, and whether a migration can be inferred from that.
///
///     let difference = ModelDifference(from: old, to: new)
///     for change in difference.changes { print(change) }
///     if !difference.isInferable { print("A mapping model is needed") }
///
/// Entities and properties belong together by renaming identifier first (a new one's identifier is an old one's
/// identifier or name), and by name then. Everything in it is names and texts, so it outlives both models.
public struct ModelDifference: Sendable, Hashable {
    /// One change after the other: entities first, then properties, each sorted by name.
    public private(set) var changes: [ModelChange] = []

    /// Which entities and properties belong together.
    package let matching: ModelMatching

    /// Whether every change can be carried out without a mapping model.
    ///
    /// A change may still need values that a store lacks: see `ModelChange.needsValues`.
    public var isInferable: Bool { changes.allSatisfy(\.isInferable) }

    /// Whether the two versions can use the same store.
    public var isStoredAlike: Bool { !changes.contains(where: \.changesStorage) }

    /// The changes that need a mapping model.
    public var changesNotInferable: [ModelChange] { changes.filter { !$0.isInferable } }

    /// What changed from `source` to `destination`.
    ///
    /// - Complexity: O(entities × properties).
    public init(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) {
        self.init(from: source.entities, to: destination.entities)
    }

    /// What changed between two sets of entities, such as those of a configuration.
    package init(from source: [NSEntityDescription], to destination: [NSEntityDescription]) {
        matching = ModelMatching(from: source, to: destination)
        var comparison = ModelComparison(source: source, destination: destination, matching: matching)
        changes = comparison.run()
    }

    /// The name that an entity had before; nil for a new one.
    public func sourceEntityName(of entity: String) -> String? { matching.sourceEntities[entity] }

    /// The name that an entity has now; nil for one that is gone.
    public func destinationEntityName(of entity: String) -> String? { matching.destinationEntities[entity] }

    /// The name that a property of an entity, its own or inherited, had before; nil for a new one.
    ///
    /// - Parameters:
    ///   - property: The property's name now.
    ///   - entity: The entity's name now.
    public func sourcePropertyName(of property: String, inEntity entity: String) -> String? {
        matching.sourceProperties[entity]?[property]
    }
}

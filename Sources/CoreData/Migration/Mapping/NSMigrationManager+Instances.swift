extension NSMigrationManager {
    // MARK: - Entities

    /// The entity that a mapping reads; nil when it has none, or the source model lacks it.
    public func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
    }

    /// The entity that a mapping makes; nil when it has none, or the destination model lacks it.
    public func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
    }

    // MARK: - Which object has become which

    /// Notes that an object was made from another by an entity mapping, so that relationships can be found again.
    ///
    /// A policy that makes objects calls it for each of them. One source object may have several destination objects, and
    /// the other way round.
    public func associate(
        sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
        for entityMapping: NSEntityMapping
    ) {
        associations.add(source: sourceInstance, destination: destinationInstance, mapping: entityMapping.name ?? "")
    }

    /// The objects that a mapping has made from some objects, in their order.
    ///
    /// - Parameters:
    ///   - mappingName: The name of an entity mapping.
    ///   - sourceInstances: The source objects; nil for all.
    /// - Complexity: O(log n) for each source object; runs no SQL.
    public func destinationInstances(
        forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        associations.destinations(of: sourceInstances, mapping: mappingName, in: destinationContext)
    }

    /// The objects from which a mapping has made some objects, in their order.
    ///
    /// - Parameters:
    ///   - mappingName: The name of an entity mapping.
    ///   - destinationInstances: The destination objects; nil for all.
    /// - Complexity: O(log n) for each destination object; runs no SQL.
    public func sourceInstances(
        forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        associations.sources(of: destinationInstances, mapping: mappingName, in: sourceContext)
    }

    /// The objects that some objects of a relationship have become, through whichever mappings they went, as far as they
    /// are of an entity that the relationship being set leads to.
    func destinationInstances(ofAnyMapping sourceInstances: [NSManagedObject]) -> [NSManagedObject] {
        let destination = currentDestination
        return sourceInstances.flatMap { source in
            associations.mappingNames.flatMap { name in
                associations.destinations(of: [source], mapping: name, in: destinationContext)
            }.filter { object in destination.map { object.entity.isKindOf(entity: $0) } ?? true }
        }
    }
}

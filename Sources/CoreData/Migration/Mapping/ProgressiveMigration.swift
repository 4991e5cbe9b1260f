/// Migrates a store through several versions of a model, one after the other. Apple's framework has no such thing: a
/// mapping model there is for one pair of versions only.
///
/// ```swift
/// let migration = ProgressiveMigration(models: [v1, v2, v3], mappingModels: [v2ToV3])
/// try migration.migrateStore(at: url)
/// ```
///
/// Every step is atomic: it has happened as a whole, or the store is as the step before has left it.
public struct ProgressiveMigration {
    /// The versions, the oldest first.
    public let models: [NSManagedObjectModel]
    /// Mapping models for pairs of versions that follow one another. A pair without one, here and in the bundles, is
    /// inferred.
    public let mappingModels: [NSMappingModel]
    /// Where more mapping models may be.
    public let bundles: [Bundle]

    /// A migration along versions.
    ///
    /// - Parameters:
    ///   - models: The versions, the oldest first.
    ///   - mappingModels: Mapping models, in any order.
    ///   - bundles: Where to look for others.
    public init(models: [NSManagedObjectModel], mappingModels: [NSMappingModel] = [], bundles: [Bundle] = []) {
        self.models = models
        self.mappingModels = mappingModels
        self.bundles = bundles
    }

    /// Migrates a store from the version that it has to the last one.
    ///
    /// - Returns: How many steps were made; 0 for a store that has the last version.
    /// - Throws: `CocoaError` 134130 when the store has none of the versions, 134140 when there is no mapping model for a
    ///   step and none can be inferred; what a migration throws.
    @discardableResult
    public func migrateStore(
        at url: URL, type: NSPersistentStore.StoreType = .sqlite, options: [AnyHashable: Any]? = nil
    ) throws -> Int {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: type, at: url, options: options)
        let start = models.lastIndex { model in
            model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        }
        guard let start else {
            throw CocoaError.coreData(
                .migrationMissingSourceModel,
                "\(url.path) has none of the \(models.count) versions: add the model that it was made with")
        }
        for (source, destination) in zip(models[start...], models[start...].dropFirst()) {
            let step = MappingMigrationStep(
                url: url, type: type.rawValue, options: options, source: source, destination: destination)
            if let mapping = mapping(from: source, to: destination) {
                try step.run(mapping)
            } else {
                try infer(step)
            }
        }
        return models.count - 1 - start
    }

    private func mapping(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) -> NSMappingModel? {
        let (from, to) = (source.entityVersionHashesByName, destination.entityVersionHashesByName)
        if let given = mappingModels.first(where: { $0.isFor(source: from, destination: to) }) { return given }
        if bundles.isEmpty { return nil }
        return NSMappingModel(from: bundles, forSourceModel: source, destinationModel: destination)
    }

    private func infer(_ step: MappingMigrationStep) throws {
        do {
            try step.runInferred()
        } catch let error as CocoaError where error.code == .inferredMappingModel {
            throw CocoaError.migration(
                .migrationMissingMappingModel, "There is no mapping model for a step of the migration", error)
        }
    }
}

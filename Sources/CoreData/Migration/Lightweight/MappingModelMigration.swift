/// Option: an array of `NSMappingModel`s in which a migration looks for the one that is for exactly the store's model and
/// the coordinator's.
///
/// Apple's framework has no such option and ignores it: it is for programs whose mapping models are in their code, and so
/// in no bundle.
public let PersistentStoreMappingModelsOption = "PersistentStoreMappingModelsOption"

/// Migrations that go object by object, by a mapping model.
enum MappingModelMigration {
    /// Migrates by a mapping model that is for exactly these two models: one of those that the program gives, or one of
    /// its bundles.
    ///
    /// - Returns: Whether there was one.
    static func run(
        _ migration: AutomaticMigration, from source: NSManagedObjectModel, metadata: [String: Any]
    ) throws -> Bool {
        let destination = migration.coordinator.managedObjectModel
        let (from, to) = (source.entityVersionHashesByName, destination.entityVersionHashesByName)
        let given = migration.options[PersistentStoreMappingModelsOption] as? [NSMappingModel] ?? []
        let found =
            given.first { $0.isFor(source: from, destination: to) }
            ?? NSMappingModel(
                from: SourceModelFinder.bundles, forSourceModel: source, destinationModel: destination)
        guard let found else { return false }
        try run(found, migration, source)
        return true
    }

    /// Migrates by an inferred mapping model, which is for stores that are no SQLite databases.
    static func runInferred(
        _ migration: AutomaticMigration, from source: NSManagedObjectModel, metadata: [String: Any]
    ) throws {
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: source, destinationModel: migration.coordinator.managedObjectModel)
        try run(mapping, migration, source)
    }

    private static func run(
        _ mapping: NSMappingModel, _ migration: AutomaticMigration, _ source: NSManagedObjectModel
    ) throws {
        try MappingMigrationStep(
            url: migration.url, type: migration.storeType, options: migration.options, source: source,
            destination: migration.coordinator.managedObjectModel, configuration: migration.configuration
        ).run(mapping)
    }
}

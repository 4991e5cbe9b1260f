/// Migrations that go object by object, by a mapping model.
enum MappingModelMigration {
    /// Migrates by a mapping model from the program's bundles that is for exactly these two models.
    ///
    /// - Returns: Whether there was one.
    static func run(
        _ migration: AutomaticMigration, from source: NSManagedObjectModel, metadata: [String: Any]
    ) throws -> Bool {
        false
    }

    /// Migrates by an inferred mapping model, which is for stores that are no SQLite databases.
    static func runInferred(
        _ migration: AutomaticMigration, from source: NSManagedObjectModel, metadata: [String: Any]
    ) throws {
        throw CocoaError.coreData(
            .migrationMissingMappingModel,
            "Stores of type \(migration.storeType) cannot be migrated by inference: open \(migration.url.path) with its "
                + "own model, and write it with the new one")
    }
}

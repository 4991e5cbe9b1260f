/// Migrates a store that was made with an older model, when the options that it is opened with ask for that.
struct AutomaticMigration {
    let coordinator: NSPersistentStoreCoordinator
    let storeType: String
    let configuration: String?
    let url: URL
    let options: [AnyHashable: Any]

    /// Nil when options do not ask for it, or a store cannot be migrated at all.
    init?(
        _ coordinator: NSPersistentStoreCoordinator, _ storeType: String, _ configuration: String?, _ url: URL?,
        _ options: [AnyHashable: Any]?
    ) {
        guard let options, let url, url.isFileURL, options.isOn(NSMigratePersistentStoresAutomaticallyOption),
            !options.isOn(NSReadOnlyPersistentStoreOption)
        else { return nil }
        self.coordinator = coordinator
        self.storeType = storeType
        self.configuration = configuration
        self.url = url
        self.options = options
    }

    /// Migrates: by a mapping model of the program where there is one for exactly these two models, by inference
    /// otherwise.
    ///
    /// - Throws: `CocoaError` 134130 when the older model is not found, 134140 when there is no mapping model and none
    ///   may be inferred, 134190 when none can be, 134110 when the store lacks values that the new model calls for. The
    ///   store is as it was then.
    func run() throws {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: storeType, at: url, options: options)
        let finder = SourceModelFinder(destination: coordinator.managedObjectModel, options: options)
        guard let source = finder.model(for: metadata, storeType: storeType, url: url) else {
            throw missingSourceModel(metadata)
        }
        if try MappingModelMigration.run(self, from: source, metadata: metadata) { return }
        guard options.isOn(NSInferMappingModelAutomaticallyOption) else {
            throw CocoaError.coreData(
                .migrationMissingMappingModel,
                "There is no mapping model from the model of \(url.path) to the new one: add one to the program, or set "
                    + "NSInferMappingModelAutomaticallyOption")
        }
        let difference = try self.difference(from: source, metadata)
        guard storeType == NSSQLiteStoreType else {
            return try MappingModelMigration.runInferred(self, from: source, metadata: metadata)
        }
        try LightweightMigration(
            source: source, destination: coordinator.modelLayout, configuration: configuration, difference: difference,
            metadata: metadata, url: url, options: options
        ).run()
    }

    /// What changed between the entities that the store has and those that it is to have.
    ///
    /// - Throws: `CocoaError` 134190 when a migration cannot be inferred.
    private func difference(from source: NSManagedObjectModel, _ metadata: [String: Any]) throws -> ModelDifference {
        let held = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let model = coordinator.managedObjectModel
        let difference = ModelDifference(
            from: source.entities.filter { held[$0.name ?? ""] != nil },
            to: model.entities(forConfigurationName: configuration) ?? model.entities)
        guard difference.isInferable else { throw CocoaError.notInferable(difference, path: url.path) }
        return difference
    }

    private func missingSourceModel(_ metadata: [String: Any]) -> CocoaError {
        let entities = (metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]).keys.sorted()
        return .coreData(
            .migrationMissingSourceModel,
            "The model that \(url.path) was made with (\(entities.joined(separator: ", "))) is not there: add the version "
                + "to the program's models, or give it with PersistentStoreModelVersionsOption", ["metadata": metadata])
    }
}

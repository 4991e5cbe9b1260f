/// A store on its way through the stages.
struct StagedMigration {
    private let manager: NSStagedMigrationManager
    private let destination: NSManagedObjectModel
    private let type: String
    private let options: [AnyHashable: Any]
    private let url: URL

    init(
        _ manager: NSStagedMigrationManager, to destination: NSManagedObjectModel, type: String, url: URL,
        options: [AnyHashable: Any]
    ) {
        self.manager = manager
        self.destination = destination
        self.type = type
        self.url = url
        var options = options
        options.removeValue(forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        self.options = options
    }

    /// One way between two versions that follow one another.
    private struct Step {
        let source: NSManagedObjectModel
        let destination: NSManagedObjectModel
        let stage: NSCustomMigrationStage?
    }

    /// Migrates the store when it is of an older version; does nothing for one of the coordinator's version.
    ///
    /// - Throws: `CocoaError` 134110 for stages that name a version twice, 134504 for a version without a model, 134505
    ///   for a store of a version that is in no stage, 134506 for a store that is newer; what a migration or a handler
    ///   throws.
    func run() throws {
        let checksums = try manager.versionChecksums()
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: type, at: url, options: options)
        if destination.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) { return }
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let start = NSManagedObjectModel.versionChecksum(ofEntityHashes: hashes)
        // The store may keep its model itself, where nobody else has it.
        let finder = SourceModelFinder(destination: destination, options: options)
        let steps = try steps(
            from: start, along: checksums, storeModel: finder.model(for: metadata, storeType: type, url: url))
        guard steps.contains(where: { $0.stage != nil }) else {
            for step in steps { try migrate(step, at: url) }
            return
        }
        try MappingMigrationStep.withDirectory(beside: url) { directory in
            let copy = directory.appendingPathComponent(url.lastPathComponent)
            let coordinator = try NSPersistentStoreCoordinator(checking: destination)
            try coordinator.replacePersistentStore(
                at: copy, destinationOptions: options, withPersistentStoreFrom: url, sourceOptions: options,
                ofType: type)
            for step in steps { try run(step, at: copy) }
            try coordinator.replacePersistentStore(
                at: url, destinationOptions: options, withPersistentStoreFrom: copy, sourceOptions: options,
                ofType: type)
        }
    }

    // MARK: - The way

    private func steps(
        from start: String, along checksums: [String], storeModel: NSManagedObjectModel?
    ) throws -> [Step] {
        let end = destination.versionChecksum
        guard let first = checksums.firstIndex(of: start) else {
            throw CocoaError.coreData(
                .stagedMigrationFrameworkVersionMismatch,
                "\(url.path) has the version checksum \(start), which is in no stage of the migration: add a stage for it"
            )
        }
        let last = checksums.firstIndex(of: end) ?? checksums.count
        guard first < last else {
            throw CocoaError.coreData(
                .stagedMigrationBackwardMigration,
                "\(url.path) has a newer version than the model: open it with the newer model")
        }
        var models = knownModels()
        models[end] = destination
        guard let begin = models[start] ?? storeModel else { throw missing(start) }
        var steps: [Step] = []
        var current = (checksum: start, model: begin)
        for checksum in checksums[(first + 1)..<last] + [end] {
            let stage = customStage(to: checksum)
            guard let model = models[checksum] else {
                // Only a version of a lightweight stage can be without a model: the next one takes it in.
                if stage != nil { throw missing(checksum) }
                continue
            }
            if let stage, stage.currentModel.versionChecksum != current.checksum {
                throw missing(stage.currentModel.versionChecksum)
            }
            steps.append(Step(source: current.model, destination: model, stage: stage))
            current = (checksum, model)
        }
        return steps
    }

    private func missing(_ checksum: String) -> CocoaError {
        .coreData(
            .managedObjectModelReferenceNotFound,
            "There is no model with the version checksum \(checksum): give it with NSManagedObjectModelReference")
    }

    private func customStage(to checksum: String) -> NSCustomMigrationStage? {
        manager.stages.lazy.compactMap { $0 as? NSCustomMigrationStage }
            .first { $0.nextModel.versionChecksum == checksum }
    }

    /// The models of the stages, of the options, and of the versions beside the program.
    private func knownModels() -> [String: NSManagedObjectModel] {
        var models: [String: NSManagedObjectModel] = [:]
        for reference in manager.stages.flatMap(\.references) {
            if let model = try? reference.resolve() { models[reference.versionChecksum] = model }
        }
        for model in options[PersistentStoreModelVersionsOption] as? [NSManagedObjectModel] ?? [] {
            models[model.versionChecksum] = model
        }
        let wanted = Set(manager.stages.flatMap(\.checksums)).subtracting(models.keys)
        guard !wanted.isEmpty else { return models }
        for version in ModelVersions.versions(in: .main) {
            guard let model = version.load() else { continue }
            let checksum = model.versionChecksum
            if wanted.contains(checksum) { models[checksum] = model }
        }
        return models
    }

    // MARK: - Steps

    private func run(_ step: Step, at url: URL) throws {
        if let stage = step.stage { try call(stage.willMigrateHandler, stage, step.source, url) }
        try migrate(step, at: url)
        if let stage = step.stage { try call(stage.didMigrateHandler, stage, step.destination, url) }
    }

    private func migrate(_ step: Step, at url: URL) throws {
        try MappingMigrationStep(
            url: url, type: type, options: options, source: step.source, destination: step.destination
        ).runInferred()
    }

    /// Calls a handler with the store open in a container.
    private func call(
        _ handler: NSCustomMigrationStage.Handler?, _ stage: NSCustomMigrationStage, _ model: NSManagedObjectModel,
        _ url: URL
    ) throws {
        guard let handler else { return }
        let container = NSPersistentContainer(name: url.lastPathComponent, managedObjectModel: model)
        let store = try container.persistentStoreCoordinator.addPersistentStore(
            ofType: type, configurationName: nil, at: url, options: options)
        manager.container = container
        defer { manager.container = nil }
        let result = Result { try handler(manager, stage) }
        try container.persistentStoreCoordinator.remove(store)
        try result.get()
    }
}

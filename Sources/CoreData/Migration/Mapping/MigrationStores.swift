/// The two stores of a migration, open for as long as it runs.
struct MigrationStores {
    typealias Place = (url: URL, type: String, options: [AnyHashable: Any]?)

    let source: NSPersistentStore
    let destination: NSPersistentStore
    private let manager: NSMigrationManager
    private let place: Place

    /// - Throws: `CocoaError` 134150 for the source, 134160 for the destination.
    init(of manager: NSMigrationManager, source: Place, destination: Place) throws {
        self.manager = manager
        place = destination
        do {
            self.source = try Self.open(
                source, manager.sourceModel, nil, readOnly: true, for: manager.sourceContext)
        } catch {
            throw CocoaError.migration(
                .migrationManagerSourceStore, "The store \(source.url.path) cannot be read for its migration", error)
        }
        do {
            guard
                destination.type == NSInMemoryStoreType || !destination.url.isFileURL
                    || !FileManager.default.fileExists(atPath: destination.url.path)
            else {
                throw CocoaError.coreData(
                    .fileWriteFileExists, "\(destination.url.path) exists: choose another place for the new store",
                    [NSFilePathErrorKey: destination.url.path])
            }
            self.destination = try Self.open(
                destination, manager.destinationModel, manager.destinationConfiguration, readOnly: false,
                for: manager.destinationContext)
        } catch {
            Self.detach(manager.sourceContext)
            throw CocoaError.migration(
                .migrationManagerDestinationStore, "The new store \(destination.url.path) cannot be made", error)
        }
    }

    private static func open(
        _ place: Place, _ model: NSManagedObjectModel, _ configuration: String?, readOnly: Bool,
        for context: NSManagedObjectContext
    ) throws -> NSPersistentStore {
        let coordinator = try NSPersistentStoreCoordinator(checking: model)
        var options = place.options ?? [:]
        if readOnly {
            options[NSReadOnlyPersistentStoreOption] = true
        } else {
            options.removeValue(forKey: NSReadOnlyPersistentStoreOption)
        }
        // The one that is migrating does not migrate.
        options.removeValue(forKey: NSMigratePersistentStoresAutomaticallyOption)
        options.removeValue(forKey: NSInferMappingModelAutomaticallyOption)
        options.removeValue(forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        let store = try coordinator.addPersistentStore(
            ofType: place.type, configurationName: configuration, at: place.url, options: options)
        context.persistentStoreCoordinator = coordinator
        return store
    }

    /// Takes over what the program keeps in the old store's metadata, and closes both stores.
    func close() throws {
        do {
            let present: [String: Any] = destination.metadata
            try destination.setMetadata(present.merging(source.metadata) { mine, _ in mine })
        } catch {
            throw CocoaError.migration(
                .migrationManagerDestinationStore, "The metadata cannot be written to \(place.url.path)", error)
        }
        Self.detach(manager.sourceContext)
        Self.detach(manager.destinationContext)
    }

    /// Closes both stores and removes the one that was made.
    func discard() {
        let coordinator = manager.destinationContext.persistentStoreCoordinator
        Self.detach(manager.sourceContext)
        Self.detach(manager.destinationContext)
        try? coordinator?.destroyPersistentStore(at: place.url, ofType: place.type, options: place.options)
    }

    private static func detach(_ context: NSManagedObjectContext) {
        context.performAndWait {
            context.reset()
            let coordinator = context.persistentStoreCoordinator
            context.persistentStoreCoordinator = nil
            for store in coordinator?.persistentStores ?? [] { try? coordinator?.remove(store) }
        }
    }
}

extension CocoaError {
    /// An error of a migration, with the error behind it.
    static func migration(_ code: Code, _ message: String, _ underlying: any Error) -> CocoaError {
        let reason =
            (underlying as? any LocalizedError)?.errorDescription ?? (underlying as NSError).localizedDescription
        return .coreData(code, "\(message): \(reason)", [NSUnderlyingErrorKey: underlying])
    }

    /// Whether the error says already how a migration has failed.
    var isOfMigration: Bool {
        [
            .migration, .migrationCancelled, .migrationMissingSourceModel, .migrationMissingMappingModel,
            .migrationManagerSourceStore, .migrationManagerDestinationStore, .entityMigrationPolicy,
            .inferredMappingModel,
        ].contains(code)
    }
}

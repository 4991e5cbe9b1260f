/// Migrates a store in its place by a mapping model: into a new store beside it, which then takes its place.
struct MappingMigrationStep {
    let url: URL
    let type: String
    let options: [AnyHashable: Any]?
    let source: NSManagedObjectModel
    let destination: NSManagedObjectModel
    /// The configuration of the new model whose entities the store holds; nil for all.
    var configuration: String?

    /// - Throws: What `NSMigrationManager` throws, 134090 when the store was changed meanwhile; the store is then as it
    ///   was.
    func run(_ mapping: NSMappingModel) throws {
        try Self.withDirectory(beside: url) { directory in
            let before = StoreStamp(url)
            let beside = directory.appendingPathComponent(url.lastPathComponent)
            let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
            manager.destinationConfiguration = configuration
            try manager.migrateStore(
                from: url, sourceType: type, options: options, with: mapping, toDestinationURL: beside,
                destinationType: type, destinationOptions: options)
            guard StoreStamp(url) == before else {
                throw CocoaError.coreData(
                    .persistentStoreTimeout,
                    "\(url.path) was changed by another program while it was migrated: try again")
            }
            try NSPersistentStoreCoordinator(checking: destination).replacePersistentStore(
                at: url, destinationOptions: options, withPersistentStoreFrom: beside, sourceOptions: options,
                ofType: type)
        }
    }

    /// Migrates by what can be inferred: a SQLite store inside its own database, another one object by object.
    ///
    /// - Throws: `CocoaError` 134190 when a migration cannot be inferred, 134110 when the store lacks values that the new
    ///   model calls for; the store is then as it was.
    func runInferred() throws {
        guard type == NSSQLiteStoreType else {
            return try run(
                NSMappingModel.inferredMappingModel(forSourceModel: source, destinationModel: destination))
        }
        let difference = ModelDifference(from: source, to: destination)
        guard difference.isInferable else { throw CocoaError.notInferable(difference, path: url.path) }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: type, at: url, options: options)
        try LightweightMigration(
            source: source, destination: try ModelLayout.layout(of: destination), configuration: configuration,
            difference: difference, metadata: metadata, url: url, options: options ?? [:]
        ).run()
    }

    /// Makes a directory for as long as `body` runs. A long name must not grow beyond what the file system allows.
    static func withDirectory<T>(beside url: URL, _ body: (URL) throws -> T) throws -> T {
        let name = ".\(url.lastPathComponent.prefix(40)).migration-\(UUID().uuidString)"
        let directory = url.deletingLastPathComponent().appendingPathComponent(name)
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        } catch {
            throw CocoaError.migration(
                .migrationManagerDestinationStore, "There is no room for a migration beside \(url.path)", error)
        }
        defer { try? FileManager.default.removeItem(at: directory) }
        return try body(directory)
    }
}

/// Sizes and times of a store's files, to notice that somebody has written to it.
private struct StoreStamp: Equatable {
    private let sizes: [Int?]
    private let times: [Date?]

    init(_ url: URL) {
        let attributes = ["", "-wal"].map { ending in
            try? FileManager.default.attributesOfItem(atPath: url.path + ending)
        }
        // A log that is empty says as much as none.
        sizes = attributes.map { ($0?[.size] as? NSNumber)?.intValue ?? 0 }
        times = zip(attributes, sizes).map { attributes, size in
            size == 0 ? nil : attributes?[.modificationDate] as? Date
        }
    }
}

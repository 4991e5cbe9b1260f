/// Migrates a store in its place by a mapping model: into a new store beside it, which then takes its place.
struct MappingMigrationStep {
    let url: URL
    let type: String
    let options: [AnyHashable: Any]?
    let source: NSManagedObjectModel
    let destination: NSManagedObjectModel

    /// - Throws: What `NSMigrationManager` throws, 134090 when the store was changed meanwhile; the store is then as it
    ///   was.
    func run(_ mapping: NSMappingModel, manager given: NSMigrationManager? = nil) throws {
        try Self.withDirectory(beside: url) { directory in
            let before = StoreStamp(url)
            let beside = directory.appendingPathComponent(url.lastPathComponent)
            let manager = given ?? NSMigrationManager(sourceModel: source, destinationModel: destination)
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

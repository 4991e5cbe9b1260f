import Synchronization

/// Migrates a store by a mapping model: reads the objects of the old version, makes those of the new one.
///
/// ```swift
/// let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
/// try manager.migrateStore(
///     from: oldURL, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
/// ```
///
/// It goes through the entity mappings three times: first every mapping makes its objects, then every mapping sets their
/// relationships, then every mapping checks what it has made. Objects come and go in chunks, so that memory does not grow
/// with the objects but only by about 40 bytes for each.
///
/// All objects are plain `NSManagedObject`s, whatever classes the models name: the classes of a program are those of its
/// newest model.
open class NSMigrationManager: NSObject, @unchecked Sendable {
    // Sendable: the cancellation is guarded by a mutex and `progress` by itself; the rest is used on the thread that
    // migrates only.

    /// The model of the store that is read, with plain classes.
    public let sourceModel: NSManagedObjectModel
    /// The model of the store that is made, with plain classes.
    public let destinationModel: NSManagedObjectModel
    /// The mapping model of the migration that is running or was the last.
    open private(set) var mappingModel: NSMappingModel! = NSMappingModel()

    /// The context of the objects that are read. It has a store only while a migration runs.
    public let sourceContext = NSManagedObjectContext(.privateQueue)
    /// The context of the objects that are made. It has a store only while a migration runs.
    public let destinationContext = NSManagedObjectContext(.privateQueue)

    /// The entity mapping that is being worked on; nil while no migration runs.
    open internal(set) var currentEntityMapping: NSEntityMapping!
    /// Anything that the program or its policies want to keep with the migration.
    open var userInfo: [AnyHashable: Any]?
    /// Whether a store may migrate itself instead, where a mapping model could be inferred.
    ///
    /// Kept for programs that set it: this class always goes through its passes. A coordinator migrates a store in place
    /// where that is possible.
    open var usesStoreSpecificMigrationManager = true

    /// How far the migration is. There is no key-value observing on Linux: read it from any thread, or `cancel()` it.
    public let progress = Progress(totalUnitCount: 1)
    /// How far the migration is, from 0 to 1.
    open var migrationProgress: Float { Float(progress.fractionCompleted) }

    /// The configuration of the destination model whose entities the new store holds; nil for all.
    var destinationConfiguration: String?
    var associations = InstanceAssociations()
    /// Where the property that is being set leads.
    var currentDestination: NSEntityDescription?
    private let cancellation = Mutex<(any Error)?>(nil)
    private var isMigrating = false

    /// A manager for stores of one model that are to become stores of another.
    public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
        self.sourceModel = sourceModel.withPlainClasses()
        self.destinationModel = destinationModel.withPlainClasses()
        super.init()
    }

    // MARK: - Migrating

    /// Migrates a store into a new one. The old one is only read.
    ///
    /// When it fails, what was made so far is removed.
    ///
    /// - Parameters:
    ///   - sourceURL: The store to migrate.
    ///   - mapping: How.
    ///   - destinationURL: Where to; nothing may be there.
    /// - Throws: `CocoaError` 134110 for a mapping that does not fit the models or the data, with the reason as its
    ///   underlying error; 134120 when it was cancelled; 134140 without a mapping model; 134150 when the store cannot be
    ///   read, 134160 when the new one cannot be written; 134170 when a policy failed, with the policy's error as the
    ///   underlying one.
    open func migrateStore(
        from sourceURL: URL, type sourceType: NSPersistentStore.StoreType,
        options sourceOptions: [AnyHashable: Any]? =
            nil, mapping: NSMappingModel, to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
        options destinationOptions: [AnyHashable: Any]? = nil
    ) throws {
        try migrateStore(
            from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
            toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
            destinationOptions: destinationOptions)
    }

    /// Migrates a store into a new one. The old one is only read.
    ///
    /// - Throws: As `migrateStore(from:type:options:mapping:to:type:options:)`.
    open func migrateStore(
        from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
        with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
        destinationOptions dOptions: [AnyHashable: Any]? = nil
    ) throws {
        guard let mappings else {
            throw CocoaError.coreData(
                .migrationMissingMappingModel,
                "There is no mapping model: give one, or infer it with NSMappingModel.inferredMappingModel")
        }
        guard !isMigrating else {
            throw CocoaError.coreData(
                .migration, "The migration manager is migrating a store already: use another one for a second store")
        }
        isMigrating = true
        mappingModel = mappings
        associations = InstanceAssociations()
        defer {
            isMigrating = false
            currentEntityMapping = nil
            cancellation.withLock { $0 = nil }
        }
        let stores = try MigrationStores(
            of: self, source: (sourceURL, sStoreType, sOptions), destination: (dURL, dStoreType, dOptions))
        do {
            try MigrationPasses(manager: self, stores: stores).run()
            try stores.close()
        } catch {
            stores.discard()
            throw error
        }
    }

    /// Stops the migration before its next object. Any thread may call it.
    ///
    /// - Parameter error: Why; the underlying error of the 134120 that the migration throws then.
    open func cancelMigrationWithError(_ error: any Error) {
        cancellation.withLock { $0 = $0 ?? error }
    }

    /// - Throws: `CocoaError` 134120 once the migration was cancelled.
    func checkCancellation() throws {
        let reason = cancellation.withLock { $0 }
        guard reason != nil || progress.isCancelled else { return }
        var info: [String: Any] = [:]
        if let reason { info[NSUnderlyingErrorKey] = reason }
        throw CocoaError.coreData(
            .migrationCancelled, "The migration was cancelled: the store is as it was before", info)
    }

    /// Forgets which objects have become which.
    open func reset() { associations = InstanceAssociations() }
}

extension NSManagedObjectModel {
    /// A copy whose objects are all `NSManagedObject`s.
    fileprivate func withPlainClasses() -> NSManagedObjectModel {
        let plain = NSManagedObjectModel(byMerging: [self]) ?? self
        for entity in plain.entities { entity.managedObjectClassName = nil }
        return plain
    }
}

/// A part of a staged migration: use `NSLightweightMigrationStage` or `NSCustomMigrationStage`.
open class NSMigrationStage: NSObject, @unchecked Sendable {
    // Sendable: a program sets a stage up before it gives it to a manager; the handlers run on the thread that migrates.

    /// A name for messages.
    open var label: String?

    /// The versions that the stage goes through, by their checksums.
    var checksums: [String] { [] }
    /// The models that the stage brings along.
    var references: [NSManagedObjectModelReference] { [] }
}

/// Versions that follow from one another by what can be inferred.
///
/// The stage goes from each of its versions to the next, and from the last one to the first of the next stage, or to the
/// coordinator's model.
open class NSLightweightMigrationStage: NSMigrationStage, @unchecked Sendable {
    /// The versions' checksums, the oldest first.
    public let versionChecksums: [String]
    private let models: [NSManagedObjectModelReference]

    /// A stage over versions.
    ///
    /// Their models are looked for among the other stages' references, in `PersistentStoreModelVersionsOption` and in the
    /// main bundle. A version whose model is nowhere is passed over: the store goes on to the next one at once.
    public init(_ versionChecksums: [String]) {
        self.versionChecksums = versionChecksums
        models = []
    }

    /// A stage over versions whose models are given. Apple's framework has checksums only.
    public init(models: [NSManagedObjectModelReference]) {
        versionChecksums = models.map(\.versionChecksum)
        self.models = models
    }

    override var checksums: [String] { versionChecksums }
    override var references: [NSManagedObjectModelReference] { models }
}

/// A step from one version to the next with work of the program's own before and after it.
///
/// ```swift
/// let stage = NSCustomMigrationStage(migratingFrom: v2, to: v3)
/// stage.willMigrateHandler = { manager, stage in
///     guard let context = manager.container?.newBackgroundContext() else { return }
///     try context.performAndWait {
///         // make the data fit for the next version …
///         try context.save()
///     }
/// }
/// ```
///
/// The step itself must be one that can be inferred.
open class NSCustomMigrationStage: NSMigrationStage, @unchecked Sendable {
    /// What a handler is.
    public typealias Handler = (NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void

    /// The version before.
    public let currentModel: NSManagedObjectModelReference
    /// The version after.
    public let nextModel: NSManagedObjectModelReference
    /// Called before the step; the manager's container has the store open with the version before.
    open var willMigrateHandler: Handler?
    /// Called after the step; the manager's container has the store open with the version after.
    open var didMigrateHandler: Handler?

    /// A step from one version to the next.
    public init(
        migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference
    ) {
        self.currentModel = currentModel
        self.nextModel = nextModel
    }

    override var checksums: [String] { [currentModel.versionChecksum, nextModel.versionChecksum] }
    override var references: [NSManagedObjectModelReference] { [currentModel, nextModel] }
}

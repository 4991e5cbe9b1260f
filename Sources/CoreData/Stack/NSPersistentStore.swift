import Synchronization

/// A store under a coordinator. `SQLiteStore` is the one that this package has; another derives from this class.
///
/// Every call may come from any thread; a store guards itself.
open class NSPersistentStore: NSObject, @unchecked Sendable {
    // Sendable: what changes after init is guarded by the coordinator's lock (`metadata`) or by the subclass.

    /// Core Data's own format in an SQLite database.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// The type as metadata name it.
        public let rawValue: String
        /// A type by the name that metadata give it.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A file in Core Data's SQLite format.
        public static let sqlite = StoreType(rawValue: "SQLite")
        /// Memory only; gone with its coordinator.
        public static let inMemory = StoreType(rawValue: "InMemory")
    }

    /// The coordinator that the store belongs to.
    public final private(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    /// The configuration of the model whose entities the store holds.
    public final let configurationName: String
    /// Where the store is.
    public final let url: URL?
    /// The options that it was added with.
    public final let options: [AnyHashable: Any]?
    /// Whether it refuses writes.
    public final let isReadOnly: Bool
    let modelLayout: ModelLayout
    /// What the store's object IDs hold.
    private(set) final lazy var identity = StoreIdentity(store: self)
    /// The store's first place among the identity maps of a context.
    final var firstMapIndex = 0
    /// The coordinator while the store is open there; read without a lock, and never followed.
    private let openIn = Atomic<UInt>(0)

    init(
        coordinator: NSPersistentStoreCoordinator, configurationName: String?, url: URL?, options: [AnyHashable: Any]?,
        isReadOnly: Bool
    ) {
        persistentStoreCoordinator = coordinator
        modelLayout = coordinator.modelLayout
        self.configurationName = configurationName ?? NSManagedObjectModel.defaultConfigurationName
        self.url = url
        self.options = options
        self.isReadOnly = isReadOnly
        super.init()
    }

    /// `NSSQLiteStoreType` or `NSInMemoryStoreType`.
    open var type: String { "" }
    /// The store's UUID, the host part of its object IDs.
    open var identifier: String? { nil }
    /// Version hashes and whatever else is kept with the store.
    open var metadata: [String: Any] { [:] }

    /// Whether the coordinator has the store open.
    @inline(__always)
    final func isOpen(in coordinator: NSPersistentStoreCoordinator) -> Bool {
        openIn.load(ordering: .acquiring) == UInt(bitPattern: ObjectIdentifier(coordinator))
    }

    /// Tells that the store was added to a coordinator, or removed (nil).
    final func setOpen(in coordinator: NSPersistentStoreCoordinator?) {
        openIn.store(
            coordinator.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0, ordering: .releasing)
    }

    // MARK: - What a store does

    /// The entity that a number in this store stands for.
    func layout(ofEntityNumber number: Int) -> EntityLayout? { nil }
    func entityNumber(of layout: EntityLayout) -> Int { 0 }
    /// Whether objects of this entity belong here.
    func holds(_ layout: EntityLayout) -> Bool { false }
    /// The folder of files that hold large values.
    var externalDataDirectory: URL? { nil }

    /// How rows are read and written.
    var operations: any StoreOperations {
        preconditionFailure("\(Self.self) has to override `operations`: a store must be able to fetch and save")
    }

    func setMetadata(_ metadata: [String: Any]) throws {
        throw CocoaError.coreData(.persistentStoreUnsupportedRequestType, "The store type \(type) keeps no metadata")
    }
    /// Lets go of files and connections.
    func close() {}
}

/// The store type of Core Data's SQLite format.
public let NSSQLiteStoreType = NSPersistentStore.StoreType.sqlite.rawValue
/// The store type of stores in memory.
public let NSInMemoryStoreType = NSPersistentStore.StoreType.inMemory.rawValue
/// Metadata: the store's type.
public let NSStoreTypeKey = "NSStoreType"
/// Metadata: the store's UUID.
public let NSStoreUUIDKey = "NSStoreUUID"
/// Option: `true` opens the store without ever writing to it.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// Option: migrate a store whose model is an older one.
public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"
/// Option: infer how to migrate.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// Option: a dictionary of SQLite pragmas, set on every connection.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// Option: how long to wait for a locked store, in seconds.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"

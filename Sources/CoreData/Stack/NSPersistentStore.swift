import Synchronization

/// A store under a coordinator.
///
/// A store of one's own derives from `NSAtomicStore`, which reads and writes all of its objects at once, or from
/// `NSIncrementalStore`, which is asked for what is needed. Every call may come from any thread; a store guards itself.
open class NSPersistentStore: NSObject, @unchecked Sendable {
    // Sendable: what changes after init is guarded by `lock` or by the subclass.

    /// What a store is made of.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// The type as metadata name it.
        public let rawValue: String
        /// A type by the name that metadata give it.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A file in Core Data's SQLite format.
        public static let sqlite = StoreType(rawValue: "SQLite")
        /// Memory only; gone with its coordinator.
        public static let inMemory = StoreType(rawValue: "InMemory")
        /// A file that is read and written as a whole.
        ///
        /// Apple does not document how such a file looks inside, so ours is our own: the two cannot read each other's.
        public static let binary = StoreType(rawValue: "Binary")
    }

    /// The coordinator that the store belongs to.
    public final private(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    /// The configuration of the model whose entities the store holds.
    public final let configurationName: String
    /// The options that it was added with.
    public final let options: [AnyHashable: Any]?
    /// Whether it refuses writes.
    public final let isReadOnly: Bool
    let modelLayout: ModelLayout
    /// What the store calls its rows; nil where their keys are in the store.
    let references: ObjectReferences?
    /// What the store's object IDs hold.
    private(set) final lazy var identity = StoreIdentity(store: self)
    /// The store's first place among the identity maps of a context.
    final var firstMapIndex = 0
    /// The coordinator while the store is open there; read without a lock, and never followed.
    private let openIn = Atomic<UInt>(0)
    /// The name of the type that the store was asked for by; set before it is opened.
    final var registeredType = ""
    private let lock = NSLock()
    private var location: URL?
    private var keptMetadata: [String: Any] = [:]

    init(
        coordinator: NSPersistentStoreCoordinator, configurationName: String?, url: URL?, options: [AnyHashable: Any]?,
        isReadOnly: Bool, references: ObjectReferences? = nil
    ) {
        persistentStoreCoordinator = coordinator
        modelLayout = coordinator.modelLayout
        self.configurationName = configurationName ?? NSManagedObjectModel.defaultConfigurationName
        location = url
        self.options = options
        self.isReadOnly = isReadOnly
        self.references = references
        super.init()
    }

    /// `NSSQLiteStoreType` or another; the name under which the class was registered.
    open var type: String { registeredType }

    /// Where the store is. Set it through the coordinator's `setURL(_:for:)`.
    public final var url: URL? {
        get { lock.withLock { location } }
        set { lock.withLock { location = newValue } }
    }

    /// The store's UUID, the host part of its object IDs. Constant once the store has been added to a coordinator.
    open var identifier: String! {
        get { metadata[NSStoreUUIDKey] as? String }
        set { lock.withLock { keptMetadata[NSStoreUUIDKey] = newValue } }
    }

    /// Version hashes, type, UUID and whatever else is kept with the store.
    open var metadata: [String: Any]! {
        get { lock.withLock { keptMetadata } }
        set { lock.withLock { keptMetadata = newValue ?? [:] } }
    }

    /// Called when the store was added to a coordinator.
    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

    /// Called when the store is about to be removed from a coordinator.
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    /// The metadata of the store at a URL, read without a model.
    ///
    /// - Throws: `CocoaError` 134091 unless the class overrides this.
    open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        throw CocoaError.coreData(
            .persistentStoreUnsupportedRequestType,
            "\(self) cannot tell the metadata of a file: override metadataForPersistentStore(with:)")
    }

    /// Replaces the metadata of the store at a URL, which is not open.
    ///
    /// - Throws: `CocoaError` 134091 unless the class overrides this.
    open class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        throw CocoaError.coreData(
            .persistentStoreUnsupportedRequestType,
            "\(self) cannot change the metadata of a file: override setMetadata(_:forPersistentStoreAt:)")
    }

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

    /// The key that an ID stands for in this store; nil for a temporary ID and one of another store. The ID may come
    /// from another coordinator that has the same store open.
    final func key(of id: NSManagedObjectID) -> Int64? {
        guard id.primaryKey > 0, id.storeIdentifier == identity.identifier else { return nil }
        if id.sharesKeys(with: identity) { return id.primaryKey }
        guard let references, let reference = id.reference, let layout = modelLayout.layout(for: id.entity) else {
            return nil
        }
        return references.key(for: reference, in: layout.entity)
    }

    // MARK: - What a store does

    /// The entity that a number in this store stands for.
    func layout(ofEntityNumber number: Int) -> EntityLayout? { nil }
    func entityNumber(of layout: EntityLayout) -> Int { 0 }
    /// Whether objects of this entity belong here.
    func holds(_ layout: EntityLayout) -> Bool { false }
    /// The folder of files that hold large values.
    var externalDataDirectory: URL? { nil }
    /// How early in a save of several stores this one writes: those that can take back what they have written come first.
    var savingOrder: Int { 0 }

    /// How rows are read and written.
    var operations: any StoreOperations {
        preconditionFailure("\(Self.self) has to override `operations`: a store must be able to fetch and save")
    }

    /// Gives new objects the permanent IDs by which a store knows them while it saves. A store that numbers its rows
    /// when it writes them needs none.
    func preparePermanentIDs(of objects: [NSManagedObject]) throws {}

    /// The key that the text of a URI stands for.
    func key(forURIText text: String, in layout: EntityLayout) -> Int64? {
        guard let key = Int64(text), key > 0 else { return nil }
        return key
    }

    func setMetadata(_ metadata: [String: Any]) throws {
        throw CocoaError.coreData(.persistentStoreUnsupportedRequestType, "The store type \(type) keeps no metadata")
    }

    /// Takes up another place. Returns false where the store cannot.
    func move(to url: URL) throws -> Bool { false }

    /// Lets go of files and connections.
    func close() {}
}

/// The store type of Core Data's SQLite format.
public let NSSQLiteStoreType = NSPersistentStore.StoreType.sqlite.rawValue
/// The store type of stores in memory.
public let NSInMemoryStoreType = NSPersistentStore.StoreType.inMemory.rawValue
/// The store type of files that are read and written as a whole; their inner format is this package's own.
public let NSBinaryStoreType = NSPersistentStore.StoreType.binary.rawValue
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

extension [AnyHashable: Any] {
    /// Whether an option is given and true.
    func isOn(_ key: String) -> Bool {
        (self[key] as? Bool) ?? (self[key] as? NSNumber)?.boolValue ?? (self[key] is NSDictionary)
    }
}

extension ModelLayout {
    /// The root entities that a store of a configuration holds.
    ///
    /// - Throws: `CocoaError` 134080 for a configuration that the model does not have.
    func heldRoots(configurationName: String?) throws -> Set<Int> {
        guard let configurationName, configurationName != NSManagedObjectModel.defaultConfigurationName else {
            return Set(layouts.map(\.rootIndex))
        }
        guard let entities = model.entities(forConfigurationName: configurationName) else {
            throw CocoaError.coreData(.persistentStoreOpen, "The model has no configuration '\(configurationName)'")
        }
        return Set(entities.compactMap { layout(for: $0)?.rootIndex })
    }
}

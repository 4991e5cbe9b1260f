import SQLite
import Synchronization

/// A store in Core Data's own SQLite format, in a file or in memory.
final class SQLiteStore: NSPersistentStore, StoreOperations, @unchecked Sendable {
    // Sendable: `schema`, `layoutsByNumber` and `pool` are constant after init; metadata are guarded by `lock`.

    let schema: StoreSchema
    let pool: ConnectionPool
    let searchIndexes: [SearchIndex]
    let history: HistoryTables?
    private let storeType: String
    private let storeIdentifier: String
    private let layoutsByNumber: [Int: EntityLayout]
    private let heldRoots: Set<Int>
    private let lock = NSLock()
    private var storedMetadata: [String: Any]
    /// The store whose rows this one holds in memory; nil where it stands for itself.
    ///
    /// It holds this store, and so outlives it.
    private unowned(unsafe) let facade: NSPersistentStore?
    let deferral = IndexDeferral()
    let plans = RowPlans()
    private let watcher = Mutex<StoreWatcher?>(nil)

    init(
        coordinator: NSPersistentStoreCoordinator, configurationName: String?, type: String, url: URL?,
        options: [AnyHashable: Any]?, facade: NSPersistentStore? = nil
    ) throws {
        self.facade = facade
        let options = options ?? [:]
        let model = coordinator.modelLayout
        let heldRoots = try model.heldRoots(configurationName: configurationName)
        let holds: (EntityLayout) -> Bool = { heldRoots.contains($0.rootIndex) }
        let opener = try StoreOpener(type: type, url: url, options: options)
        let writer = try opener.openFirst()
        let opened: OpenedStore
        let tracksHistory = options.isOn(NSPersistentHistoryTrackingKey)
        do {
            opened = try opener.translatingErrors {
                let opened = try OpenedStore(
                    writer, model: model, holds: holds, configuration: configurationName, opener: opener,
                    tracksHistory: tracksHistory)
                if !opener.isReadOnly, !opener.isInMemory { try opener.useWriteAheadLog(on: writer) }
                return opened
            }
        } catch {
            writer.close()
            throw error
        }
        schema = opened.schema
        storeIdentifier = opened.identifier
        storedMetadata = opened.metadata
        searchIndexes = opened.searchIndexes
        history = opened.history
        storeType = type
        self.heldRoots = heldRoots
        var byNumber: [Int: EntityLayout] = [:]
        for layout in model.layouts {
            if let mapping = opened.schema.mapping(of: layout) { byNumber[mapping.number] = layout }
        }
        layoutsByNumber = byNumber
        pool = ConnectionPool(
            mostReaders: type == NSInMemoryStoreType ? 0 : 4, writer: writer, open: opener.open(writes:))
        super.init(
            coordinator: coordinator, configurationName: configurationName, url: url, options: options,
            isReadOnly: opener.isReadOnly || (opened.history != nil && !tracksHistory))
        if options.isOn(NSPersistentStoreRemoteChangeNotificationPostOptionKey), !opener.isInMemory {
            let made = try StoreWatcher(path: opener.path, connection: opener.open(writes: false)) { [weak self] in
                self?.postRemoteChange()
            }
            watcher.withLock { $0 = made }
        }
    }

    /// The store that objects of its rows belong to.
    var owner: NSPersistentStore { facade ?? self }

    override var operations: any StoreOperations { self }
    override var type: String { storeType }
    override var identifier: String! {
        get { storeIdentifier }
        set {
            preconditionFailure("The UUID of a store cannot be changed once it is open; '\(newValue ?? "")' was given")
        }
    }
    override var metadata: [String: Any]! {
        get { lock.withLock { storedMetadata } }
        set {
            do {
                try setMetadata(newValue ?? [:])
            } catch {
                preconditionFailure("The metadata cannot be stored: \(error.localizedDescription)")
            }
        }
    }

    override func layout(ofEntityNumber number: Int) -> EntityLayout? { layoutsByNumber[number] }
    override func entityNumber(of layout: EntityLayout) -> Int { schema.mapping(of: layout)?.number ?? 0 }
    override func holds(_ layout: EntityLayout) -> Bool { heldRoots.contains(layout.rootIndex) }

    override var externalDataDirectory: URL? {
        guard let url, type == NSSQLiteStoreType else { return nil }
        return Self.externalDataDirectory(of: url)
    }

    static func externalDataDirectory(of url: URL) -> URL {
        let name = url.deletingPathExtension().lastPathComponent
        return url.deletingLastPathComponent()
            .appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA", isDirectory: true)
    }

    override func setMetadata(_ metadata: [String: Any]) throws {
        let complete = StoreMetadata.completed(metadata, from: self.metadata)
        try write { connection in
            try connection.transaction { try StoreMetadata.write(complete, identifier: storeIdentifier, connection) }
        }
        lock.withLock { storedMetadata = complete }
    }

    /// A store's metadata, read without a model.
    static func metadata(at url: URL, options: [AnyHashable: Any]? = nil) throws -> [String: Any] {
        try withConnection(to: url, options: options, writes: false) {
            try StoreMetadata.read($0, path: url.path)
        }
    }

    /// Replaces the metadata of a store that is not open here; what every store has stays.
    static func setMetadata(_ metadata: [String: Any], at url: URL, options: [AnyHashable: Any]?) throws {
        try withConnection(to: url, options: options, writes: true) { connection in
            try connection.transaction(.immediate) {
                let present = try StoreMetadata.read(connection, path: url.path)
                let complete = StoreMetadata.completed(metadata, from: present)
                try StoreMetadata.write(complete, identifier: present[NSStoreUUIDKey] as? String ?? "", connection)
            }
        }
    }

    /// Runs a block with a connection to a store's file, which must exist.
    ///
    /// - Throws: `CocoaError` 134010 for a store of another type, 134080 for no file; what SQLite reports.
    static func withConnection<T>(
        to url: URL, options: [AnyHashable: Any]?, writes: Bool, _ body: (Connection) throws -> T
    ) throws -> T {
        var options = options ?? [:]
        options[NSReadOnlyPersistentStoreOption] = !writes
        let opener = try StoreOpener(type: NSSQLiteStoreType, url: url, options: options)
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw CocoaError.coreData(.persistentStoreOpen, "There is no store at \(url.path)")
        }
        let connection = try opener.open(writes: writes)
        defer { connection.close() }
        return try opener.translatingErrors { try body(connection) }
    }

    override func move(to url: URL) throws -> Bool {
        guard type == NSSQLiteStoreType else { return false }
        let present: [String: Any] = metadata
        let found = try Self.metadata(at: url)
        guard found[NSStoreUUIDKey] as? String == storeIdentifier,
            found[NSStoreModelVersionHashesKey] as? [String: Data]
                == present[NSStoreModelVersionHashesKey] as? [String: Data]
        else { return false }
        let opener = try StoreOpener(type: type, url: url, options: options ?? [:])
        guard pool.reopen(with: opener.open(writes:)) else { return false }
        self.url = url
        return true
    }

    override func close() {
        watcher.withLock { $0 = nil }
        pool.close()
    }

    /// How many SQL statements the store has run since it was opened.
    package var statementCount: Int { pool.statementCount }

    // MARK: - Connections, with SQLite's errors translated

    func read<T>(_ body: (Connection) throws -> T) throws -> T {
        try translatingErrors { try pool.read(body) }
    }

    /// Reads in the state that the scope is pinned to, watched where the scope is.
    ///
    /// - Parameter count: How many rows have come.
    func read<T>(
        in scope: ReadScope, count: @escaping () -> Int = { 0 }, _ body: (Connection) throws -> T
    ) throws -> T {
        try translatingErrors {
            try pool.read(through: scope.generation?.reader(of: self)) { connection in
                guard let monitor = scope.monitor else { return try body(connection) }
                return try monitor.watch(connection, count: count) { try body(connection) }
            }
        }
    }

    func write<T>(_ body: (Connection) throws -> T) throws -> T {
        guard !isReadOnly else {
            throw CocoaError.coreData(
                .persistentStoreSave,
                "The store \(url?.lastPathComponent ?? "") was opened read-only: nothing was saved"
                    + (history == nil
                        ? "" : "; it keeps history, which takes the option NSPersistentHistoryTrackingKey")
            )
        }
        return try translatingErrors { try pool.write(body) }
    }

    func translatingErrors<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw CocoaError.store(error, path: url?.path)
        }
    }
}

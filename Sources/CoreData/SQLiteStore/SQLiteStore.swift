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
    let deferral = IndexDeferral()
    let plans = RowPlans()
    private let watcher = Mutex<StoreWatcher?>(nil)

    init(
        coordinator: NSPersistentStoreCoordinator, configurationName: String?, type: String, url: URL?,
        options: [AnyHashable: Any]?
    ) throws {
        let options = options ?? [:]
        let model = coordinator.modelLayout
        let heldRoots = try Self.heldRoots(of: model, configurationName: configurationName)
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

    /// The root entities whose tables the store has.
    private static func heldRoots(of model: ModelLayout, configurationName: String?) throws -> Set<Int> {
        guard let configurationName, configurationName != NSManagedObjectModel.defaultConfigurationName else {
            return Set(model.layouts.map(\.rootIndex))
        }
        guard let entities = model.model.entities(forConfigurationName: configurationName) else {
            throw CocoaError.coreData(
                .persistentStoreOpen, "The model has no configuration '\(configurationName)'")
        }
        return Set(entities.compactMap { model.layout(for: $0)?.rootIndex })
    }

    override var operations: any StoreOperations { self }
    override var type: String { storeType }
    override var identifier: String? { storeIdentifier }
    override var metadata: [String: Any] { lock.withLock { storedMetadata } }

    override func layout(ofEntityNumber number: Int) -> EntityLayout? { layoutsByNumber[number] }
    override func entityNumber(of layout: EntityLayout) -> Int { schema.mapping(of: layout)?.number ?? 0 }
    override func holds(_ layout: EntityLayout) -> Bool { heldRoots.contains(layout.rootIndex) }

    override var externalDataDirectory: URL? {
        guard let url, type == NSSQLiteStoreType else { return nil }
        let name = url.deletingPathExtension().lastPathComponent
        return url.deletingLastPathComponent()
            .appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA", isDirectory: true)
    }

    override func setMetadata(_ metadata: [String: Any]) throws {
        var complete = metadata
        for key in [NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey] where complete[key] == nil {
            complete[key] = self.metadata[key]
        }
        try write { connection in
            try connection.transaction { try StoreMetadata.write(complete, identifier: storeIdentifier, connection) }
        }
        lock.withLock { storedMetadata = complete }
    }

    /// A store's metadata, read without a model.
    static func metadata(at url: URL) throws -> [String: Any] {
        let opener = try StoreOpener(
            type: NSSQLiteStoreType, url: url, options: [NSReadOnlyPersistentStoreOption: true])
        let connection = try opener.open(writes: false)
        defer { connection.close() }
        return try opener.translatingErrors { try StoreMetadata.read(connection, path: url.path) }
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

extension [AnyHashable: Any] {
    /// Whether an option is given and true.
    fileprivate func isOn(_ key: String) -> Bool {
        (self[key] as? Bool) ?? (self[key] as? NSNumber)?.boolValue ?? (self[key] is NSDictionary)
    }
}

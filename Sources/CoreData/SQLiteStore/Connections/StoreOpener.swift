import SQLite

/// Opens connections to a store's database, all set up alike.
struct StoreOpener: @unchecked Sendable {
    // Sendable: constants; the pragmas hold property-list values.

    let path: String
    let isInMemory: Bool
    let isReadOnly: Bool
    private let timeout: Duration
    private let pragmas: [String: NSObject]

    /// - Throws: `CocoaError` 134080 for a URL that cannot be a store.
    init(type: String, url: URL?, options: [AnyHashable: Any]) throws {
        isInMemory = type == NSInMemoryStoreType
        isReadOnly = options[NSReadOnlyPersistentStoreOption] as? Bool ?? false
        let seconds = options[NSPersistentStoreTimeoutOption] as? TimeInterval ?? 5
        timeout = .milliseconds(Int64(min(max(seconds, 0), 86_400) * 1000))
        pragmas = options[NSSQLitePragmasOption] as? [String: NSObject] ?? [:]
        if isInMemory {
            path = ":memory:"
            return
        }
        guard let url, url.isFileURL else {
            throw CocoaError.coreData(.persistentStoreOpen, "A SQLite store needs a file URL")
        }
        path = url.path
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
            throw CocoaError.coreData(.persistentStoreOpen, "\(path) is a directory, not a store")
        }
        if let stored = StoreFileKind.type(ofFileAt: url), stored != NSSQLiteStoreType {
            throw CocoaError.typeMismatch(path: path, stored: stored, wanted: type)
        }
    }

    /// The connection that makes or checks the store.
    func openFirst() throws -> Connection { try open(writes: !isReadOnly) }

    func open(writes: Bool) throws -> Connection {
        try translatingErrors {
            if isInMemory { return try configured(Connection(path: path, mode: .memory, busyTimeout: timeout), true) }
            if writes {
                return try configured(Connection(path: path, mode: .readWriteCreate, busyTimeout: timeout), true)
            }
            do {
                return try openForReading()
            } catch let error as SQLiteError
                where error.primaryCode == SQLiteError.cantOpen || error.primaryCode == SQLiteError.readOnly
            {
                // A WAL database in a directory that cannot be written has no place for its shared memory.
                guard FileManager.default.fileExists(atPath: path) else { throw error }
                // What a program that died was writing has to be taken back first, which needs writing.
                guard !FileManager.default.fileExists(atPath: path + "-journal") else { throw error }
                guard FileManager.default.fileExists(atPath: path + "-wal") else {
                    return try configured(Connection(path: path, mode: .immutable, busyTimeout: timeout), false)
                }
                let connection = try Connection(path: path, mode: .unlocked, busyTimeout: timeout)
                _ = try connection.setPragma("locking_mode", to: .text("exclusive"))
                return try configured(connection, false)
            }
        }
    }

    /// A connection that only reads.
    ///
    /// One that cannot write makes the files of a write-ahead log and cannot take them away again, so where there are none
    /// yet the connection could write, but may not. It also takes back what a program has left half written.
    private func openForReading() throws -> Connection {
        let files = FileManager.default
        let leavesFiles =
            files.fileExists(atPath: path) && !files.fileExists(atPath: path + "-wal")
            && files.isWritableFile(atPath: path)
        let mode: OpenMode = leavesFiles ? .readWriteCreate : .readOnly
        let connection = try configured(Connection(path: path, mode: mode, busyTimeout: timeout), false)
        if leavesFiles { _ = try connection.setPragma("query_only", to: .integer(1)) }
        return connection
    }

    private func configured(_ connection: Connection, _ writes: Bool) throws -> Connection {
        try connection.harden()
        try StoreFunctions.register(on: connection)
        if writes, !isInMemory {
            if try connection.pragma("page_count") == .integer(0) {
                // Both can be set only before the first page is written.
                _ = try connection.setPragma("page_size", to: .integer(4096))
                _ = try connection.setPragma("auto_vacuum", to: .integer(2))
                try useWriteAheadLog(on: connection)
            }
            _ = try connection.setPragma("synchronous", to: .text("full"))
        }
        _ = try connection.setPragma("cache_size", to: .integer(-16_000))
        // Reading the schema now finds out whether this is a database at all.
        _ = try connection.pragma("schema_version")
        for (name, value) in pragmas {
            guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") }) else { continue }
            let text = (value as? NSNumber).map { SQLValue.integer($0.int64Value) } ?? .text("\(value)")
            _ = try connection.setPragma(name, to: text)
        }
        return connection
    }

    /// Switches a store's database to a write-ahead log. Since the database keeps that, it must first be known to be a
    /// store of ours: another program's stays as it is.
    func useWriteAheadLog(on connection: Connection) throws {
        _ = try connection.setPragma("journal_mode", to: .text("wal"))
    }

    func translatingErrors<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw CocoaError.store(error, path: path)
        }
    }
}

import CSQLite

/// The open database that a connection and its statements share.
///
/// It closes when the last of them goes away, so that a statement works to its end even where the compiler releases
/// the connection earlier.
@usableFromInline
final class DatabaseHandle {
    let pointer: OpaquePointer
    let path: String?
    let interrupter: Interrupter
    let cache = StatementCache()

    // The three below are read whenever a statement starts. They are used by one thread at a time, as is all of a
    // connection, and each access is one load or store: checking them for overlapping use would only cost time.
    @exclusivity(unchecked) @usableFromInline var isClosed = false
    @exclusivity(unchecked) @usableFromInline var statementCount = 0
    @exclusivity(unchecked) @usableFromInline var trace: ((String) -> Void)?

    /// Keeps the closure alive whose address SQLite holds.
    var progressHandler: ProgressHandler?
    /// How many savepoints `transaction` has open; names them.
    var savepointDepth = 0

    init(path: String, mode: OpenMode) throws {
        let isInMemory = if case .memory = mode { true } else { false }
        self.path = isInMemory ? nil : path
        guard isInMemory || (!path.isEmpty && !path.utf8.contains(0)) else {
            let fault = path.isEmpty ? "is empty" : "contains a zero byte"
            throw SQLiteError(code: SQLITE_CANTOPEN, message: "The path of the database \(fault)", path: path)
        }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(mode.fileName(path: path), &opened, mode.flags, nil)
        guard code == SQLITE_OK, let opened else {
            let error = SQLiteError(code: code, database: opened, sql: nil, path: self.path)
            sqlite3_close_v2(opened)
            throw error
        }
        pointer = opened
        interrupter = Interrupter(database: opened)
    }

    deinit {
        close()
    }

    /// Ends what is running, rolls back what is open, and gives up the file.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        cache.removeAll()
        // Statements that are still held would keep the file open, with its locks.
        var statement = sqlite3_next_stmt(pointer, nil)
        while statement != nil {
            sqlite3_reset(statement)
            statement = sqlite3_next_stmt(pointer, statement)
        }
        if sqlite3_get_autocommit(pointer) == 0 { sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil) }
        interrupter.invalidate()
        sqlite3_progress_handler(pointer, 0, nil, nil)
        progressHandler = nil
        trace = nil
        sqlite3_close_v2(pointer)
    }

    func check(_ code: Int32, sql: String? = nil) throws {
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, database: pointer, sql: sql, path: path)
        }
    }

    func checkOpen(sql: String? = nil) throws {
        guard !isClosed else { throw SQLiteError.closed(sql: sql, path: path) }
    }
}

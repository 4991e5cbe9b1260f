import CSQLite

/// One use of a prepared statement: bind, step, read columns, and again.
///
///     let statement = try connection.cachedStatement("SELECT ZNAME FROM ZPERSON WHERE Z_PK = ?1")
///     statement.bind(42, at: 1)
///     while try statement.step() { print(statement.string(0)) }
///
/// Parameters count from 1 and columns from 0, as in SQLite. Letting go of a statement resets it, so an abandoned loop
/// leaves no lock behind. It belongs to the queue of its connection.
package final class Statement {
    @usableFromInline
    enum Phase: UInt8 {
        /// Before the first row or after the last.
        case idle
        /// SQLite is running it, or it stands on a row.
        case stepping
        /// A value could not be bound: the next step reports it.
        case failed
    }

    @usableFromInline let handle: OpaquePointer
    @usableFromInline let database: DatabaseHandle

    // Each access is a single load or store by the one thread that uses the connection.
    @exclusivity(unchecked) @usableFromInline var phase = Phase.idle

    private let prepared: PreparedStatement
    private var bindingFailure: SQLiteError?

    init(_ prepared: PreparedStatement, database: DatabaseHandle) {
        prepared.isInUse = true
        self.prepared = prepared
        self.database = database
        handle = prepared.handle
    }

    deinit {
        if phase != .idle { sqlite3_reset(handle) }
        // The next user must find no old values, and static ones may point to memory that is gone.
        if prepared.parameterCount > 0 { sqlite3_clear_bindings(handle) }
        prepared.isInUse = false
    }

    /// The text, with its parameters as written.
    package var sql: String { prepared.sql }

    /// The highest parameter index.
    package var parameterCount: Int32 { prepared.parameterCount }

    /// The number of columns of each row; 0 for a statement that gives no rows.
    package var columnCount: Int32 { sqlite3_column_count(handle) }

    /// Whether the statement writes nothing to the database.
    package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

    /// Moves to the next row; starts the statement if it is not under way.
    ///
    /// After the last row the statement is reset, and another step starts it anew. After an error it is reset too, and
    /// can be run again as it is, for example after `SQLiteError.busy`.
    ///
    /// - Returns: True if there is a row to read.
    /// - Throws: `SQLiteError`; also for a value that could not be bound before.
    @inlinable
    package func step() throws -> Bool {
        if phase != .stepping || database.isClosed { try start() }
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        try finish(code)
        return false
    }

    /// Runs the statement to its end, passing over rows.
    ///
    /// - Throws: `SQLiteError`, as `step()`.
    @inlinable
    package func run() throws {
        while try step() {}
    }

    /// Ends the run, so that the statement can be bound and run anew. Bound values stay.
    @inlinable
    package func reset() {
        if phase != .idle { endRun() }
    }

    /// Sets every parameter to NULL.
    package func clearBindings() {
        bindingFailure = nil
        reset()
        sqlite3_clear_bindings(handle)
    }

    @usableFromInline
    func start() throws {
        guard !database.isClosed else {
            endRun()
            throw SQLiteError.closed(sql: sql, path: database.path)
        }
        if let failure = bindingFailure {
            bindingFailure = nil
            endRun()
            throw failure
        }
        phase = .stepping
        database.statementCount &+= 1
        if let trace = database.trace { trace(sql) }
    }

    /// Handles what `sqlite3_step` gives other than a row.
    @usableFromInline
    func finish(_ code: Int32) throws {
        guard code != SQLITE_DONE else { return endRun() }
        // The message has to be read first: resetting may replace it.
        let error = SQLiteError(
            code: code, steppingIn: database.pointer, sql: sql, path: database.path)
        endRun()
        throw error
    }

    @usableFromInline
    func endRun() {
        sqlite3_reset(handle)
        phase = bindingFailure == nil ? .idle : .failed
    }

    /// Remembers that a value could not be bound. `bind` itself does not throw, which keeps the loops that fill
    /// millions of rows short; nothing runs with a value missing, since the next step throws this.
    @usableFromInline
    func bindingFailed(_ code: Int32, at index: Int32) {
        guard bindingFailure == nil else { return }
        let reason =
            switch code {
            case SQLITE_RANGE: "there are \(parameterCount) parameters"
            case SQLITE_MISUSE: "the statement is running; reset it first"
            default: String(cString: sqlite3_errstr(code))
            }
        bindingFailure = SQLiteError(
            code: code, message: "Parameter \(index) could not be bound: \(reason)", sql: sql, path: database.path)
        phase = .failed
    }
}

@available(
    *, unavailable,
    message: "A statement belongs to its connection, which one queue or lock uses at a time; pass the values read"
)
extension Statement: @unchecked Sendable {}

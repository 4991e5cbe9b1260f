import CSQLite

/// An open database.
///
///     let connection = try Connection(path: "people.sqlite", mode: .readWriteCreate)
///     try connection.transaction {
///         try connection.execute("CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, body TEXT)")
///         let insert = try connection.cachedStatement("INSERT INTO note (body) VALUES (?1)")
///         insert.bind("hello", at: 1)
///         try insert.run()
///     }
///
/// A connection is used by one thread at a time, because SQLite's own mutex is off: it would cost a lock on each call
/// and still not keep one thread's statements out of another's transaction. Give each connection to one queue or lock.
/// Used from two threads at once it corrupts memory. Only an `Interrupter` may be used from other threads.
package final class Connection {
    let database: DatabaseHandle

    /// Opens a database.
    ///
    /// SQLite reads the file when it is first needed: a file that is no database fails at the first statement, with
    /// `SQLiteError.notADatabase`.
    ///
    /// - Parameters:
    ///   - path: The file, relative to the current directory if it does not start with a slash; any characters but
    ///     zero bytes.
    ///   - mode: How it is opened.
    ///   - busyTimeout: How long to wait for the locks of other connections.
    /// - Throws: `SQLiteError.cantOpen`.
    package init(path: String, mode: OpenMode, busyTimeout: Duration = .seconds(5)) throws {
        database = try DatabaseHandle(path: path, mode: mode)
        self.busyTimeout = busyTimeout
        applyBusyTimeout()
    }

    /// The database file; nil for a database in memory.
    package var path: String? { database.path }

    /// Whether `close()` has been called.
    package var isClosed: Bool { database.isClosed }

    /// Closes the database; an open transaction is rolled back, and running statements end. What is called afterwards
    /// throws `SQLiteError.misuse`.
    ///
    /// Letting go of the connection and its statements closes it too.
    package func close() {
        database.close()
    }

    /// How long a statement waits for the locks of other connections before it fails with `SQLiteError.busy`, to the
    /// millisecond; 0 does not wait.
    package var busyTimeout: Duration {
        didSet { applyBusyTimeout() }
    }

    private func applyBusyTimeout() {
        guard !isClosed else { return }
        let (seconds, attoseconds) = busyTimeout.components
        let milliseconds =
            min(max(seconds, 0), Int64(Int32.max / 1000) - 1) * 1000 + attoseconds / 1_000_000_000_000_000
        sqlite3_busy_timeout(database.pointer, Int32(max(milliseconds, 0)))
    }

    /// Whether the database cannot be written, by the mode or by the file's permissions.
    package var isReadOnly: Bool { !isClosed && sqlite3_db_readonly(database.pointer, "main") == 1 }

    /// Whether a transaction is open.
    package var inTransaction: Bool { !isClosed && sqlite3_get_autocommit(database.pointer) == 0 }

    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed, without those of its triggers.
    package var changes: Int64 { isClosed ? 0 : sqlite3_changes64(database.pointer) }

    /// The number of rows changed since the database was opened, with those of triggers.
    package var totalChanges: Int64 { isClosed ? 0 : sqlite3_total_changes64(database.pointer) }

    /// The row ID of the last row that this connection inserted; 0 before the first.
    package var lastInsertRowID: Int64 { isClosed ? 0 : sqlite3_last_insert_rowid(database.pointer) }

    /// How many statements have been started since the database was opened; one that is run again counts again.
    package var statementCount: Int { database.statementCount }

    /// Called with the text of each statement that starts, without values.
    package var trace: ((String) -> Void)? {
        get { database.trace }
        set { database.trace = newValue }
    }
}

@available(
    *, unavailable,
    message:
        "A connection is used by one thread at a time: give it to one queue or lock; interrupt it by its interrupter"
)
extension Connection: @unchecked Sendable {}

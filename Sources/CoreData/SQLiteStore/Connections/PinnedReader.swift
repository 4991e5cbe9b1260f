import SQLite

/// A connection whose transaction stays open, so that every read shows the database as the first one found it.
///
/// While it is open, SQLite cannot empty the write-ahead log, which grows with each save.
final class PinnedReader: @unchecked Sendable {
    // Sendable: `lock` guards everything that changes, the connection included.

    private let lock = NSRecursiveLock()
    private let open: () throws -> Connection
    private var connection: Connection?
    private var isClosed: Bool

    init(isClosed: Bool, open: @escaping () throws -> Connection) {
        self.isClosed = isClosed
        self.open = open
    }

    deinit { connection?.close() }

    /// Runs a block with the connection; one block at a time.
    ///
    /// - Throws: `CocoaError` 134070 when the store has been closed.
    func read<T>(_ body: (Connection) throws -> T) throws -> T {
        try lock.withLock {
            guard !isClosed else { throw ConnectionPool.closed }
            if let connection { return try body(connection) }
            let made = try open()
            do {
                try made.begin(.deferred)
                // The transaction takes its state with its first read.
                _ = try made.pragma("schema_version")
            } catch {
                made.close()
                throw error
            }
            connection = made
            return try body(made)
        }
    }

    /// Ends the transaction; waits for a read that is under way.
    func close() {
        lock.withLock {
            isClosed = true
            connection?.close()
            connection = nil
        }
    }

    var statementCount: Int { lock.withLock { connection?.statementCount ?? 0 } }
}

import CSQLite

/// When a transaction takes its locks.
package enum TransactionKind: String, Sendable {
    /// At the first read or write. A write may then fail with `SQLiteError.busySnapshot`, which waiting cannot help.
    case deferred = "DEFERRED"
    /// The lock for writing at once, so that only the beginning has to wait.
    case immediate = "IMMEDIATE"
    /// As immediate; outside WAL mode it also keeps out readers.
    case exclusive = "EXCLUSIVE"
}

extension Connection {
    /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
    ///
    /// Within another transaction it becomes a savepoint, and `kind` has no effect: a throw undoes just its own part.
    package func transaction<Result>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> Result
    ) throws -> Result {
        inTransaction ? try savepoint(body) : try outermostTransaction(kind, body)
    }

    /// Begins a transaction.
    ///
    /// - Throws: `SQLiteError`, also if one is open.
    package func begin(_ kind: TransactionKind = .immediate) throws {
        try cachedStatement("BEGIN \(kind.rawValue)").run()
    }

    /// Makes the changes of the open transaction permanent. If it throws, the transaction is still open.
    package func commit() throws {
        try cachedStatement("COMMIT").run()
    }

    /// Undoes the changes of the open transaction.
    ///
    /// SQLite ends a transaction itself after some errors (disk full, for example). Then nothing is left to do, and
    /// nothing is thrown.
    package func rollback() throws {
        try database.checkOpen()
        if inTransaction { try cachedStatement("ROLLBACK").run() }
    }

    private func outermostTransaction<Result>(
        _ kind: TransactionKind, _ body: () throws -> Result
    ) throws -> Result {
        try begin(kind)
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            // The first error tells the cause; one of the rollback would hide it.
            try? rollback()
            throw error
        }
    }

    private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        // Names of this type only: a savepoint that the caller opens by SQL must not be met by ours.
        let name = "nested_transaction_\(database.savepointDepth + 1)"
        try cachedStatement("SAVEPOINT \(name)").run()
        database.savepointDepth += 1
        defer { database.savepointDepth -= 1 }
        do {
            let result = try body()
            try cachedStatement("RELEASE \(name)").run()
            return result
        } catch {
            if inTransaction {
                try? cachedStatement("ROLLBACK TO \(name)").run()
                try? cachedStatement("RELEASE \(name)").run()
            }
            throw error
        }
    }
}

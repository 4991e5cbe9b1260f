import CSQLite
import Synchronization

/// Stops the work of a connection from any thread.
///
/// It does not keep the connection open, and does nothing once the connection has been closed.
package final class Interrupter: Sendable {
    /// The one use of a database from another thread that SQLite allows, `sqlite3_interrupt`, as long as the database
    /// is open: the mutex around it holds up `close()` meanwhile.
    private struct Target: @unchecked Sendable {
        var database: OpaquePointer?
    }

    private let target: Mutex<Target>

    init(database: OpaquePointer) {
        target = Mutex(Target(database: database))
    }

    /// Makes every running statement of the connection fail with `SQLiteError.interrupt`; a write transaction that
    /// it was part of may be rolled back. Statements that start later are not affected.
    package func interrupt() {
        target.withLock { target in
            if let database = target.database { sqlite3_interrupt(database) }
        }
    }

    func invalidate() {
        target.withLock { $0.database = nil }
    }
}

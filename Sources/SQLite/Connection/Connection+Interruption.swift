import CSQLite
import Synchronization

/// The closure behind SQLite's progress handler.
final class ProgressHandler {
    let shouldStop: () -> Bool

    init(shouldStop: @escaping () -> Bool) {
        self.shouldStop = shouldStop
    }
}

/// A flag that any thread raises to stop the statements of the connections in which it is installed.
///
/// Unlike `Interrupter.interrupt()` it also stops statements that start later, until it is lowered.
package final class InterruptFlag: Sendable {
    private let flag = Atomic(false)

    package init() {}

    /// Whether statements are to stop.
    package var isRaised: Bool { flag.load(ordering: .relaxed) }

    /// Stops statements.
    package func raise() { flag.store(true, ordering: .relaxed) }

    /// Lets statements run again.
    package func lower() { flag.store(false, ordering: .relaxed) }
}

extension Connection {
    /// Stops this connection's work from any thread: hand it over in place of the connection.
    package var interrupter: Interrupter { database.interrupter }

    /// Makes every running statement fail with `SQLiteError.interrupt`.
    ///
    /// SQLite allows this call from any thread while the connection is open; as a connection cannot be sent to another
    /// one, call it there through `interrupter`, which also knows when the connection has been closed.
    package func interrupt() {
        interrupter.interrupt()
    }

    /// Has a closure called while statements run, on their thread. It must not use the connection.
    ///
    /// A connection has one such handler; a new one replaces it.
    ///
    /// - Parameters:
    ///   - everyOps: The number of steps of SQLite's virtual machine between calls, at least 1. 1,000 steps take some
    ///     microseconds.
    ///   - shouldStop: Gives true to make the statement fail with `SQLiteError.interrupt`.
    package func setProgressHandler(everyOps: Int32, _ shouldStop: @escaping () -> Bool) {
        guard !isClosed else { return }
        let handler = ProgressHandler(shouldStop: shouldStop)
        sqlite3_progress_handler(
            database.pointer, max(everyOps, 1),
            { context in
                guard let context else { return 0 }
                return Unmanaged<ProgressHandler>.fromOpaque(context).takeUnretainedValue().shouldStop() ? 1 : 0
            }, Unmanaged.passUnretained(handler).toOpaque())
        database.progressHandler = handler
    }

    /// Takes the progress handler away.
    package func removeProgressHandler() {
        guard !isClosed else { return }
        sqlite3_progress_handler(database.pointer, 0, nil, nil)
        database.progressHandler = nil
    }

    /// Has statements stop while `flag` is raised. It takes the place of the progress handler.
    package func installInterruptFlag(_ flag: InterruptFlag, everyOps: Int32 = 1000) {
        setProgressHandler(everyOps: everyOps) { flag.isRaised }
    }
}

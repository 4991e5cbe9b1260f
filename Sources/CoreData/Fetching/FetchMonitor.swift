import SQLite

/// Watches a fetch that runs on another thread than the one that asked for it: passes on how far it is, and stops it.
final class FetchMonitor: Sendable {
    private let interruption = InterruptFlag()
    private let progress: Progress

    init(_ progress: Progress) {
        self.progress = progress
        progress.cancellationHandler = { [interruption] in interruption.raise() }
    }

    /// Stops the fetch.
    func cancel() { progress.cancel() }

    /// Whether the fetch is to stop, or has stopped. The progress is asked, too: its handler is called a little later.
    var isCancelled: Bool { interruption.isRaised || progress.isCancelled }

    /// - Throws: `CocoaError` 3072 when the fetch is to stop.
    func check() throws {
        if isCancelled { throw Self.cancelled }
    }

    /// Runs a statement that can be stopped.
    ///
    /// - Parameter count: How many rows have come; called on the statement's thread.
    /// - Throws: `CocoaError` 3072 when it was stopped.
    func watch<T>(_ connection: Connection, count: @escaping () -> Int, _ body: () throws -> T) throws -> T {
        try check()
        connection.setProgressHandler(everyOps: 2000) { [self] in
            report(count())
            return isCancelled
        }
        defer { connection.removeProgressHandler() }
        do {
            return try body()
        } catch let error as SQLiteError where error.primaryCode == SQLiteError.interrupt {
            throw Self.cancelled
        }
    }

    private func report(_ count: Int) {
        let count = Int64(count)
        // An estimate that was too low must not end the progress before the fetch has ended.
        if progress.totalUnitCount >= 0, count >= progress.totalUnitCount { progress.totalUnitCount = count + 1 }
        if count > progress.completedUnitCount { progress.completedUnitCount = count }
    }

    /// The fetch is over: what came is all.
    func finish(_ count: Int) {
        let count = Int64(max(count, 1))
        progress.totalUnitCount = count
        progress.completedUnitCount = count
    }

    private static var cancelled: CocoaError { .coreData(.userCancelled, "The fetch was cancelled") }
}

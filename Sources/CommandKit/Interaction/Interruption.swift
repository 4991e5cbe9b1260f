import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lets long work end cleanly on Ctrl-C or SIGTERM: it watches, polls, and stops at a good place. A second Ctrl-C ends
/// the program at once.
///
/// ```swift
/// try Interruption.watch {
///     for row in rows {
///         try Interruption.check()
///         …
///     }
/// }
/// ```
package enum Interruption {
    private static let requests = Atomic<Int>(0)
    private static let watchers = Mutex(Watchers())

    private struct Watchers {
        var count = 0
        var oldInterrupt = sigaction()
        var oldTerminate = sigaction()
    }

    /// Whether an end was asked for since watching began. Cheap enough to ask for every record.
    package static var isRequested: Bool { requests.load(ordering: .relaxed) > 0 }

    /// - Throws: `CommandError` (130) when an end was asked for.
    package static func check() throws {
        if isRequested { throw CommandError(.interrupted, "Interrupted") }
    }

    /// Watches while the work runs, then puts back what the signals did before.
    package static func watch<Result>(_ work: () throws -> Result) rethrows -> Result {
        start()
        defer { stop() }
        return try work()
    }

    /// Begins to watch. Calls nest; each needs its `stop()`.
    package static func start() {
        watchers.withLock { watchers in
            watchers.count += 1
            guard watchers.count == 1 else { return }
            // Also creates the counter before a handler can touch it.
            requests.store(0, ordering: .relaxed)
            var action = sigaction()
            sigemptyset(&action.sa_mask)
            // Reads and writes of others go on; our own waits use poll, which is interrupted all the same.
            action.sa_flags = SA_RESTART
            setHandler(of: &action) { _ in
                // Only what is safe in a signal handler: an atomic, and _exit.
                if Interruption.requests.add(1, ordering: .relaxed).oldValue > 0 {
                    _exit(ExitCode.interrupted.rawValue)
                }
            }
            sigaction(SIGINT, &action, &watchers.oldInterrupt)
            sigaction(SIGTERM, &action, &watchers.oldTerminate)
            // Whoever started the program may have left them blocked.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGINT)
            sigaddset(&signals, SIGTERM)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        }
    }

    package static func stop() {
        watchers.withLock { watchers in
            guard watchers.count > 0 else { return }
            watchers.count -= 1
            guard watchers.count == 0 else { return }
            sigaction(SIGINT, &watchers.oldInterrupt, nil)
            sigaction(SIGTERM, &watchers.oldTerminate, nil)
        }
    }

    private static func setHandler(of action: inout sigaction, _ handler: @escaping @convention(c) (Int32) -> Void) {
        #if canImport(Glibc)
            action.__sigaction_handler.sa_handler = handler
        #else
            action.__sigaction_u.__sa_handler = handler
        #endif
    }
}

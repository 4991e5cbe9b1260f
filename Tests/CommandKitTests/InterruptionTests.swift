import CommandKit
import Glibc
import Testing

@Suite(.serialized) struct InterruptionTests {
    @Test func interruptIsNoticed() async {
        await #expect(processExitsWith: .exitCode(7)) { try notice(SIGINT) }
    }

    @Test func terminateIsNoticed() async {
        await #expect(processExitsWith: .exitCode(7)) { try notice(SIGTERM) }
    }

    @Test func theSecondEndsTheProgram() async {
        await #expect(processExitsWith: .exitCode(130)) {
            Interruption.start()
            _ = send(SIGINT)
            _ = send(SIGINT)
            usleep(500_000)
        }
    }

    @Test func afterWatchingSignalsDoWhatTheyDid() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            Interruption.watch { Interruption.watch {} }
            _ = send(SIGTERM)
        }
    }
}

/// Ends with 7 when a signal is seen and nothing was seen before it.
private func notice(_ signal: Int32) throws {
    Interruption.start()
    guard !Interruption.isRequested else { exit(1) }
    guard send(signal) else { exit(2) }
    do {
        try Interruption.check()
    } catch let error as CommandError {
        exit(error.code == .interrupted ? 7 : 4)
    }
}

/// Sends a signal to the process, not to this thread, which blocks signals. Whether a request came of it.
private func send(_ signal: Int32) -> Bool {
    kill(getpid(), signal)
    for _ in 0..<500 {
        if Interruption.isRequested { return true }
        usleep(1000)
    }
    return false
}

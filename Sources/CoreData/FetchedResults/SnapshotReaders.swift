import Synchronization

/// Who reads a controller's snapshots.
final class SnapshotReaders: Sendable {
    typealias Stream = AsyncStream<NSDiffableDataSourceSnapshot<String, NSManagedObjectID>>

    private let continuations = Mutex<(last: Int, byNumber: [Int: Stream.Continuation])>((0, [:]))

    var areThere: Bool { continuations.withLock { !$0.byNumber.isEmpty } }

    /// A sequence for one reader, which begins with the current content.
    func makeStream(current: NSDiffableDataSourceSnapshotReference?) -> Stream {
        let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = continuations.withLock { state in
            state.last += 1
            state.byNumber[state.last] = continuation
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            self?.continuations.withLock { $0.byNumber[number] = nil }
        }
        if let current { continuation.yield(current) }
        return stream
    }

    func yield(_ snapshot: NSDiffableDataSourceSnapshotReference) {
        for continuation in continuations.withLock({ Array($0.byNumber.values) }) { continuation.yield(snapshot) }
    }

    /// Ends every sequence.
    func finish() {
        // Not under the lock: ending a sequence calls its termination handler.
        let all = continuations.withLock { state in
            defer { state.byNumber = [:] }
            return Array(state.byNumber.values)
        }
        for continuation in all { continuation.finish() }
    }
}

import Synchronization

/// Reads records and works out everything that needs no store, one batch ahead of whoever takes them: reading goes on
/// while the batch before is being written.
final class ImportFeed: @unchecked Sendable {
    // Sendable: `reader` and `maker` are used by blocks on `queue` only, one at a time.
    private let reader: ContactReader
    private var maker = DerivedValues.Maker()
    private let options: ImportOptions
    private let queue = DispatchQueue(label: "PersonManager.import")
    private let isReady = DispatchSemaphore(value: 0)
    private let ready = Mutex<Batch?>(nil)

    /// Records that are ready for the store, and what was met on the way.
    struct Batch: Sendable {
        /// Whether more can follow.
        enum Outcome: Sendable {
            case more, end, cancelled
            case failure(any Error)
        }

        var records: [ImportedRecord] = []
        var problems: [(problem: ImportProblem, rejected: RejectedRecord?)] = []
        var rejectsHeader: [UInt8]?
        var outcome = Outcome.more
    }

    /// Takes over a reader, which nobody else may use any more, and begins.
    init(_ reader: ContactReader, options: ImportOptions) {
        self.reader = reader
        self.options = options
        prepareNext()
    }

    /// The next batch. Must not be called again after one whose outcome is not `more`.
    func next() -> Batch {
        isReady.wait()
        let batch = ready.withLock { ready in
            defer { ready = nil }
            return ready ?? Batch(outcome: .end)
        }
        if case .more = batch.outcome { prepareNext() }
        return batch
    }

    private func prepareNext() {
        queue.async { [self] in
            let batch = makeBatch()
            ready.withLock { $0 = batch }
            isReady.signal()
        }
    }

    private func makeBatch() -> Batch {
        var batch = Batch()
        batch.records.reserveCapacity(options.batchSize)
        do {
            try fill(&batch)
        } catch {
            batch.outcome = .failure(error)
        }
        batch.rejectsHeader = reader.rejectsHeader
        return batch
    }

    private func fill(_ batch: inout Batch) throws {
        var count = 0
        while batch.records.count < options.batchSize {
            if count % 256 == 0, options.isCancelled?() ?? false {
                batch.outcome = .cancelled
                return
            }
            count += 1
            let item = try reader.next()
            for warning in reader.takeWarnings() {
                batch.problems.append((ImportProblem(warning), nil))
            }
            switch item {
            case nil:
                batch.outcome = .end
                return
            case .rejected(let rejected):
                batch.problems.append((ImportProblem(rejected), rejected))
            case .record(let record, let position):
                do throws(PersonError) {
                    batch.records.append(
                        try ImportedRecord(record, at: position, options: options, maker: &maker))
                } catch {
                    let rejected = RejectedRecord(
                        position: position, faultLine: position.line, key: error.key, reason: error.message,
                        rawText: reader.currentText)
                    batch.problems.append((ImportProblem(rejected), rejected))
                }
            }
        }
    }
}

extension ImportProblem {
    fileprivate init(_ warning: ContactWarning) {
        self.init(
            severity: .warning, file: warning.file, line: warning.line, key: warning.key, message: warning.message)
    }

    fileprivate init(_ rejected: RejectedRecord) {
        self.init(
            severity: .failure, file: rejected.position.file, line: rejected.faultLine, key: rejected.key,
            message: rejected.reason)
    }
}

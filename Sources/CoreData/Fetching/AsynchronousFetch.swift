/// One fetch whose rows are read on another thread, into objects of a context that nobody else has, and then taken over by
/// the context that asked.
final class AsynchronousFetch<ResultType>: @unchecked Sendable {
    // Sendable: handed from the context's queue to the thread that reads, and back to the queue.

    private let request: NSFetchRequest<ResultType>
    private let context: NSManagedObjectContext
    private let reader: NSManagedObjectContext
    private let monitor: FetchMonitor
    private let completion: (Result<[ResultType], any Error>) -> Void

    /// - Throws: `CocoaError` 134060 for a request that no store could run.
    init(
        _ request: NSFetchRequest<ResultType>, in context: NSManagedObjectContext, _ monitor: FetchMonitor,
        _ completion: @escaping (Result<[ResultType], any Error>) -> Void
    ) throws {
        _ = try FetchExecution(request, in: context)
        self.request = request
        self.context = context
        self.monitor = monitor
        self.completion = completion
        reader = NSManagedObjectContext(.privateQueue)
        reader.persistentStoreCoordinator = context.persistentStoreCoordinator
        reader.queryGenerationToken = context.queryGenerationToken
    }

    func start() {
        guard context.parent == nil else {
            return context.perform { self.finish { try self.context.fetch(self.request) } }
        }
        DispatchQueue.global(qos: .userInitiated).async { self.read() }
    }

    private func read() {
        let found = Result { () throws -> FetchExecution.Results in
            let execution = try FetchExecution(request, in: reader, monitor: monitor)
            if request.resultType == .managedObjectResultType { return .objects(try execution.fromStores()) }
            return try execution.run()
        }
        context.perform { self.finish { try self.results(found.get()) } }
    }

    /// What the context shows for what was found. On its queue.
    private func results(_ found: FetchExecution.Results) throws -> [ResultType] {
        let execution = try FetchExecution(request, in: context)
        switch found {
        case .objects(let objects):
            return try NSManagedObjectContext.typed(.objects(execution.objects(of: objects)))
        case .others where execution.overlays && request.resultType != .dictionaryResultType:
            // Which IDs there are, and how many, depends on the unsaved changes.
            return try context.fetch(request)
        case .others: return try NSManagedObjectContext.typed(found)
        }
    }

    private func finish(_ results: () throws -> [ResultType]) {
        let outcome = Result {
            try monitor.check()
            return try results()
        }
        if !monitor.isCancelled { monitor.finish((try? outcome.get().count) ?? 0) }
        completion(outcome)
    }
}

/// A fetch that does not hold up the context's queue while the store is read.
///
/// ```swift
/// let request = NSAsynchronousFetchRequest(fetchRequest: people) { result in
///     show(result.finalResult ?? [])
/// }
/// let result = try context.execute(request) as? NSPersistentStoreAsynchronousResult
/// result?.progress?.cancel()
/// ```
///
/// The rows are read on another thread; the context's queue only takes them over, and looks at its unsaved changes then.
/// The fetch of a context with a parent runs whole on its queue, since it goes through the parent.
///
/// While it runs, the progress counts the rows. It is a part of the progress that is current where the request is executed.
/// Cancelling it stops the statement that runs.
// A request belongs to one thread at a time, as every request does.
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest, @unchecked Sendable {
    /// What to fetch. Changes that are made after the request was executed have no effect on it.
    public private(set) var fetchRequest: NSFetchRequest<ResultType>

    /// Called on the context's queue when the fetch has ended, has failed or was cancelled.
    public private(set) var completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

    /// How many results there will be, roughly; 0 when nobody knows. It is the total of the progress until the fetch ends.
    open var estimatedResultCount = 0

    /// Makes an asynchronous request of a plain one.
    ///
    /// - Parameter completionBlock: Called once, on the context's queue.
    public init(
        fetchRequest: NSFetchRequest<ResultType>,
        completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        self.fetchRequest = fetchRequest
        self.completionBlock = completionBlock
        super.init()
    }

    /// Makes a request that names no entity, which fails when it is executed.
    public required convenience init() {
        self.init(fetchRequest: NSFetchRequest())
    }

    /// A copy of the request, with a copy of what it fetches.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        if let copy = copy as? NSAsynchronousFetchRequest<ResultType> {
            copy.fetchRequest = fetchRequest.ownCopy
            copy.completionBlock = completionBlock
            copy.estimatedResultCount = estimatedResultCount
        }
        return copy
    }
}

extension NSFetchRequest {
    fileprivate var ownCopy: NSFetchRequest<ResultType> { copy() as? NSFetchRequest<ResultType> ?? self }
}

/// What a request gives that goes on after `execute(_:)` has returned. Use it on the context's queue.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that executes the request.
    public let managedObjectContext: NSManagedObjectContext
    /// Why there is no result; `CocoaError` 3072 when the request was cancelled.
    public internal(set) var operationError: (any Error)?
    /// How far the request is; any thread may cancel it.
    public let progress: Progress?

    init(_ context: NSManagedObjectContext, _ progress: Progress) {
        managedObjectContext = context
        self.progress = progress
    }

    /// Stops the request; its completion block is called with an error.
    open func cancel() { progress?.cancel() }
}

/// What an asynchronous fetch gives. Use it on the context's queue.
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
    /// The request that was executed.
    public let fetchRequest: NSAsynchronousFetchRequest<ResultType>
    /// What was found; nil until the fetch has ended, and when it has failed.
    public internal(set) var finalResult: [ResultType]?

    init(
        _ request: NSAsynchronousFetchRequest<ResultType>, _ context: NSManagedObjectContext, _ progress: Progress
    ) {
        fetchRequest = request
        super.init(context, progress)
    }
}

extension NSAsynchronousFetchRequest: ExecutableRequest {
    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let progress = Progress(totalUnitCount: estimatedResultCount > 0 ? Int64(estimatedResultCount) : -1)
        let result = NSAsynchronousFetchResult(self, context, progress)
        let completion = completionBlock
        let fetch = try AsynchronousFetch(fetchRequest.ownCopy, in: context, FetchMonitor(progress)) { outcome in
            switch outcome {
            case .success(let results): result.finalResult = results
            case .failure(let error): result.operationError = error
            }
            completion?(result)
        }
        fetch.start()
        return result
    }
}

extension NSManagedObjectContext {
    /// Fetches without holding up the context's queue while the store is read, then runs a block with the results on the
    /// queue.
    ///
    /// ```swift
    /// let names = try await context.fetch(request) { people in people.map { $0.name } }
    /// ```
    ///
    /// - Parameter body: Gets what `fetch(_:)` would give; returns values or object IDs, since objects must stay on the
    ///   queue.
    /// - Throws: As `fetch(_:)`; `CocoaError` 3072 when the task is cancelled, which stops the statement that runs.
    /// - Complexity: as `fetch(_:)`.
    public func fetch<T, Value>(
        _ request: NSFetchRequest<T>, _ body: @escaping ([T]) throws -> Value
    ) async throws -> Value {
        let monitor = FetchMonitor(Progress.discreteProgress(totalUnitCount: -1))
        let fetch = UncheckedResult<NSFetchRequest<T>, any Error>(result: .success(request.ownCopy))
        let then = UncheckedResult<([T]) throws -> Value, any Error>(result: .success(body))
        let outcome: UncheckedResult<Value, any Error> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                perform {
                    let finish = { (results: Result<[T], any Error>) in
                        continuation.resume(
                            returning: UncheckedResult(
                                result: results.flatMap { results in
                                    Result { try then.result.get()(results) }
                                }))
                    }
                    do {
                        try AsynchronousFetch(fetch.result.get(), in: self, monitor, finish).start()
                    } catch {
                        finish(.failure(error))
                    }
                }
            }
        } onCancel: {
            monitor.cancel()
        }
        return try outcome.result.get()
    }
}

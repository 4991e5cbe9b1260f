import Synchronization

/// The contact book: people and groups in one store.
///
/// ```swift
/// let book = try PersonManager(storeURL: URL(fileURLWithPath: "people.sqlite"))
/// try book.insert(personID: "1", name: "Ada Lovelace", age: 36)
/// try book.update(personID: "1", with: ["tags": ["friend"]])
/// for record in try book.records(PersonQuery(terms: ["love"])) { print(record.name ?? "") }
/// ```
///
/// Every method may be called from any thread, but those that hand out ``Person`` objects: these belong to the main
/// thread. Everything else hands out ``ContactRecord`` values. Writes run one after the other, each as one transaction.
public final class PersonManager: Sendable {
    /// The book in the default store, which is opened when it is first used. See ``defaultStoreURL``.
    public static let shared = PersonManager(opening: defaultStoreURL, isReadOnly: false)

    /// The store's file; nil for a book in memory.
    public let storeURL: URL?
    private let isReadOnly: Bool
    private let timeout: Duration
    private let opened = Mutex<PersonStack?>(nil)
    private let lastFailure = Mutex<(any Error)?>(nil)
    /// Background writes, one at a time.
    let queue = DispatchQueue(label: "PersonManager.writes")

    /// How long a write waits for another program's unless something else is asked for.
    public static let defaultTimeout = Duration.seconds(30)

    private init(opening url: URL?, isReadOnly: Bool, timeout: Duration = defaultTimeout) {
        storeURL = url
        self.isReadOnly = isReadOnly
        self.timeout = timeout
    }

    /// Where the store was copied to before it was brought to this version of the book; nil when it was of this version.
    ///
    /// - Throws: ``PersonError`` with `cannotOpen`.
    public func backupURL() throws -> URL? { try stack().migration?.backup }

    /// Opens a book, making its store when there is none.
    ///
    /// A store of an older version is brought to this one, after it was copied: see ``backupURL()``. Without writing that
    /// cannot be done.
    ///
    /// - Parameters:
    ///   - storeURL: The store's file, in Core Data's SQLite format.
    ///   - isReadOnly: Whether the store is opened without ever writing to it.
    ///   - timeout: How long a write waits for another program's before it fails.
    /// - Throws: ``PersonError`` with `cannotOpen`; ``PersonError/underlying`` is Core Data's own error.
    public convenience init(
        storeURL: URL, isReadOnly: Bool = false, timeout: Duration = defaultTimeout
    ) throws {
        self.init(opening: storeURL, isReadOnly: isReadOnly, timeout: timeout)
        _ = try stack()
    }

    /// A book in memory, which is gone with the manager.
    ///
    /// - Throws: ``PersonError`` with `cannotOpen`.
    public static func inMemory() throws -> PersonManager {
        let manager = PersonManager(opening: nil, isReadOnly: false)
        _ = try manager.stack()
        return manager
    }

    /// `$PEOPLE_STORE`, else `$XDG_DATA_HOME/people/people.sqlite`, else `~/.local/share/people/people.sqlite`.
    public static var defaultStoreURL: URL {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["PEOPLE_STORE"], !path.isEmpty { return URL(fileURLWithPath: path) }
        let data: URL
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
            data = URL(fileURLWithPath: path, isDirectory: true)
        } else {
            data = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        }
        return data.appendingPathComponent("people/people.sqlite")
    }

    /// The context for the main thread, with the objects that ``readAllData()`` and ``searchData(withPersonID:)`` give.
    /// Saves of the background are merged into it.
    ///
    /// - Throws: ``PersonError`` with `cannotOpen`.
    public func viewContext() throws -> NSManagedObjectContext { try stack().viewContext }

    /// The opened store; opened now when it is the first use.
    func stack() throws -> PersonStack {
        try opened.withLock { opened in
            if let opened { return opened }
            do {
                let made = try PersonStack(url: storeURL, isReadOnly: isReadOnly, timeout: timeout)
                opened = made
                return made
            } catch {
                let place = storeURL.map { " at \($0.path)" } ?? ""
                throw PersonError(
                    .cannotOpen, "The contact book\(place) cannot be opened: \(error.localizedDescription)",
                    underlying: error)
            }
        }
    }

    /// Closes the store, and merges its log into its file. The next use opens it again; objects of the main thread's
    /// context are of no use any more.
    ///
    /// - Throws: What Core Data reports.
    public func close() throws {
        try queue.sync {
            guard
                let stack = opened.withLock({ stack in
                    defer { stack = nil }
                    return stack
                })
            else { return }
            try stack.coordinator.remove(stack.store)
        }
    }

    // MARK: - Working in a context

    /// Runs a block that writes, and saves. The block's changes are taken back when it or the save throws.
    ///
    /// - Returns: What the block returns.
    /// - Throws: What the block throws, or Core Data's error from the save.
    func write<T>(_ body: (NSManagedObjectContext) throws -> T) throws -> T {
        let stack = try stack()
        let result = try queue.sync {
            try stack.writer.performAndWait {
                // Whatever another process wrote meanwhile is read anew, and memory does not grow.
                stack.writer.reset()
                do {
                    let result = try body(stack.writer)
                    try stack.writer.save()
                    return UncheckedValue(result)
                } catch {
                    stack.writer.rollback()
                    throw error
                }
            }
        }
        return result.value
    }

    /// Runs a block that reads, in a context of its own.
    func read<T>(_ body: (NSManagedObjectContext) throws -> T) throws -> T {
        let context = try stack().makeContext()
        return try context.performAndWait { try UncheckedValue(body(context)) }.value
    }

    // MARK: - The background queue

    /// Runs a block that writes, later and one at a time, and saves by itself when it has changes.
    ///
    /// Objects must not leave the block.
    ///
    /// - Parameters:
    ///   - block: What to do. Its changes are taken back when it throws.
    ///   - completion: Called on the background queue with nil, or with the error of the block or of the save. Without
    ///     one an error is kept for ``save()``.
    public func enqueue(
        _ block: @escaping @Sendable (NSManagedObjectContext) throws -> Void,
        completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        queue.async { [self] in
            var failure: (any Error)?
            do {
                let stack = try stack()
                let context = stack.makeContext()
                PersonUpkeep.start(for: context)
                try context.performAndWait {
                    try block(context)
                    if context.hasChanges { try context.save() }
                }
            } catch {
                failure = error
            }
            if let completion { return completion(failure) }
            if let failure { lastFailure.withLock { $0 = failure } }
        }
    }

    /// Waits for the background writes that were enqueued so far, and saves what the main thread's context has changed.
    ///
    /// - Returns: True, also when there was nothing to save.
    /// - Throws: The first error of a background write since the last call, or of the save. The context keeps its
    ///   changes.
    @discardableResult
    public func save() throws -> Bool {
        let stack = try stack()
        queue.sync {}
        try stack.viewContext.performAndWait {
            if stack.viewContext.hasChanges { try stack.viewContext.save() }
        }
        let failure = lastFailure.withLock { failure in
            defer { failure = nil }
            return failure
        }
        if let failure { throw failure }
        return true
    }
}

/// Carries a result out of a queue that the caller waits for: nobody else holds it.
struct UncheckedValue<T>: @unchecked Sendable {
    let value: T
    init(_ value: T) { self.value = value }
}

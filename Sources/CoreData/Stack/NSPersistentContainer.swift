/// The whole stack in one object: model, coordinator, stores and a context for the main thread.
///
/// ```swift
/// let container = NSPersistentContainer(name: "PersonData", managedObjectModel: PersonData.model)
/// container.loadPersistentStores { description, error in
///     if let error { print(error.localizedDescription) }
/// }
/// let context = container.viewContext
/// ```
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    // Sendable: `persistentStoreDescriptions` is set before the stores are loaded; the rest is constant.

    /// The name of the model and, with the ending `.sqlite`, of the store.
    public let name: String
    /// The model.
    public var managedObjectModel: NSManagedObjectModel { persistentStoreCoordinator.managedObjectModel }
    /// The coordinator.
    public let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The context for the main thread.
    public let viewContext: NSManagedObjectContext
    /// The stores to load; one SQLite store in the default directory at first.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription]

    /// A container whose model is looked for by its name, beside the program and in the working directory, as
    /// `<name>.momd`, `.mom`, `.xcdatamodeld` or `.xcdatamodel`.
    ///
    /// Traps when there is no such model.
    public convenience init(name: String) {
        guard let model = NSManagedObjectModel.model(named: name) else {
            preconditionFailure(
                "No model named \(name) beside the program or in the working directory: pass it with "
                    + "init(name:managedObjectModel:)")
        }
        self.init(name: name, managedObjectModel: model)
    }

    /// A container for a model.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        viewContext = NSManagedObjectContext(.mainQueue)
        let url = Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
        persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        super.init()
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
    }

    /// Where stores go unless a description says otherwise: the user's application-support directory
    /// (`$XDG_DATA_HOME`, else `~/.local/share`), in a folder named after the program.
    open class func defaultDirectoryURL() -> URL {
        let environment = ProcessInfo.processInfo.environment
        let base: URL
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            base = URL(fileURLWithPath: data, isDirectory: true)
        } else {
            base = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        }
        return base.appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
    }

    /// Opens the stores, making those that do not exist, and calls the block once for each.
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            if let url = description.url, url.isFileURL, description.type != NSInMemoryStoreType,
                !description.isReadOnly
            {
                do {
                    try FileManager.default.createDirectory(
                        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                } catch {
                    block(description, error)
                    continue
                }
            }
            persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
        }
    }

    /// A new context with a private queue, on the container's coordinator.
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }

    /// Runs a block in a new background context, later.
    open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs a block in a new background context and waits without blocking the thread.
    ///
    /// - Throws: What the block throws.
    open func performBackgroundTask<T, Failure: Error>(
        _ block: @escaping (NSManagedObjectContext) throws(Failure) -> T
    ) async throws(Failure) -> T {
        let context = newBackgroundContext()
        return try await context.perform { () throws(Failure) -> T in try block(context) }
    }
}

import Synchronization

/// The model, coordinator and contexts of one contact book.
///
/// Sendable: both contexts are used inside their own `perform` only.
final class PersonStack: Sendable {
    let coordinator: NSPersistentStoreCoordinator
    /// For the main thread.
    let viewContext: NSManagedObjectContext
    /// Every write of the manager goes through this one, one at a time.
    let writer: NSManagedObjectContext
    let store: NSPersistentStore
    /// What was done to open a store of an older version; nil for one of this version.
    let migration: StoreMigration?

    /// Opens the store, making it and its directory when they do not exist.
    ///
    /// - Parameter url: The store's file; nil for a book in memory.
    init(url: URL?, isReadOnly: Bool, timeout: Duration) throws {
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: PersonModel.current)
        if let url, !isReadOnly {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        var options: [AnyHashable: Any] = [
            NSReadOnlyPersistentStoreOption: isReadOnly, NSPersistentStoreTimeoutOption: timeout / .seconds(1),
        ]
        var migration: StoreMigration?
        do {
            store = try coordinator.addPersistentStore(
                ofType: url == nil ? NSInMemoryStoreType : NSSQLiteStoreType, configurationName: nil, at: url,
                options: options)
        } catch let error as CocoaError where error.code == .persistentStoreIncompatibleVersionHash {
            guard let url, !isReadOnly, let older = try StoreMigration(of: url) else { throw error }
            try older.writeBackup(with: coordinator)
            migration = older
            options.merge(older.options) { _, new in new }
            store = try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        }
        self.migration = migration
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = coordinator
        viewContext.automaticallyMergesChangesFromParent = true
        writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        writer.persistentStoreCoordinator = coordinator
        for context in [viewContext, writer] { PersonUpkeep.start(for: context) }
    }

    /// A context for reading or for a background task, whose saves keep the derived values up to date.
    func makeContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }
}

/// Keeps what follows from other attributes up to date in every save of a context.
enum PersonUpkeep {
    /// Begins to look after a context, for as long as it lives.
    static func start(for context: NSManagedObjectContext) {
        let key = NSManagedObjectContext.willSaveObjectsNotification
        let token = NotificationCenter.default.addObserver(forName: key, object: context, queue: nil) { notification in
            guard let context = notification.object as? NSManagedObjectContext else { return }
            for object in context.insertedObjects { (object as? Person)?.bringUpToDate(isNew: true) }
            for object in context.updatedObjects { (object as? Person)?.bringUpToDate(isNew: false) }
        }
        context.userInfo[tokenKey] = ObserverToken(token)
    }

    private static let tokenKey = "PersonKit.upkeep"

    /// Ends the observation when the context goes away.
    private final class ObserverToken {
        private let token: any NSObjectProtocol
        init(_ token: any NSObjectProtocol) { self.token = token }
        deinit { NotificationCenter.default.removeObserver(token) }
    }
}

extension Person {
    /// Sets what follows from other attributes, touching only what differs.
    fileprivate func bringUpToDate(isNew: Bool) {
        let record = record()
        if name?.trimmedOfWhitespace.isEmpty ?? true, let derived = record.derivedName?.trimmedOfWhitespace {
            name = derived
        }
        if personID?.isEmpty ?? true { personID = UUID().uuidString }
        take(DerivedValues(of: record))
        let now = Date()
        if createdAt == nil { createdAt = now }
        if !isNew || updatedAt == nil { updatedAt = now }
        revision += 1
    }

    /// Takes derived values, touching only what differs.
    func take(_ derived: DerivedValues) {
        if sortKey != derived.sortKey { sortKey = derived.sortKey }
        if searchText != derived.searchText { searchText = derived.searchText }
        if monthDay != derived.monthDay { monthDay = derived.monthDay }
        if derivedVersion?.intValue != DerivedValues.version { derivedVersion = NSNumber(value: DerivedValues.version) }
    }
}

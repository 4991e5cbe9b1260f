/// Stands between contexts and stores: opens stores for a model, and passes fetches and saves on.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    // Sendable: `stores` and `removedStores` are guarded by `lock`; the rest is constant.

    /// The model, frozen.
    public let managedObjectModel: NSManagedObjectModel
    let modelLayout: ModelLayout
    /// A name for debugging.
    open var name: String?
    private let lock = NSLock()
    private var stores: [NSPersistentStore] = []
    /// Objects may still name a store that was removed.
    private var removedStores: [NSPersistentStore] = []
    private let queue = DispatchQueue(label: "NSPersistentStoreCoordinator")

    /// A coordinator for a model.
    ///
    /// Traps when the model has a mistake, and says which; `init(checking:)` throws instead.
    public convenience init(managedObjectModel model: NSManagedObjectModel) {
        do {
            try self.init(checking: model)
        } catch {
            preconditionFailure("The model cannot be used: \(error)")
        }
    }

    /// A coordinator for a model that comes from outside the program.
    ///
    /// - Throws: `ModelError` for the first mistake in the model.
    public init(checking model: NSManagedObjectModel) throws {
        managedObjectModel = model
        modelLayout = try ModelLayout.layout(of: model)
        super.init()
    }

    deinit { for store in stores { store.close() } }

    /// The stores that are open, in the order in which they were added.
    open var persistentStores: [NSPersistentStore] { lock.withLock { stores } }

    // MARK: - Stores

    /// Opens a store, or makes it where there is none.
    ///
    /// - Parameters:
    ///   - storeType: `NSSQLiteStoreType`, `NSBinaryStoreType`, `NSInMemoryStoreType` or one that was registered.
    ///   - configuration: The configuration of the model to use; nil for all entities.
    ///   - storeURL: Where it is; nil for a store in memory.
    ///   - options: `NSReadOnlyPersistentStoreOption` and its siblings.
    /// - Throws: `CocoaError` 134000 for an unknown type, 134010 for a store of another type, 134080 when it cannot be
    ///   opened or the model has no such configuration, 134100 when it was made with another model and options do not ask
    ///   for a migration, 134110, 134130, 134140 or 134190 when it cannot be migrated, 259 when it is no store at all,
    ///   134090 when it is locked for too long.
    @discardableResult
    open func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try migrateByStages(storeType, storeURL, options)
        let store = try openMigrated(storeType, configuration, storeURL, options)
        add(store)
        return store
    }

    /// Opens a store, migrated first where it was made with an older model and options ask for that.
    private func openMigrated(
        _ storeType: String, _ configuration: String?, _ storeURL: URL?, _ options: [AnyHashable: Any]?
    ) throws -> NSPersistentStore {
        do {
            return try open(storeType, configuration, storeURL, options)
        } catch let error as CocoaError where error.code == .persistentStoreIncompatibleVersionHash {
            guard let migration = AutomaticMigration(self, storeType, configuration, storeURL, options) else {
                throw error
            }
            try migration.run()
            return try open(storeType, configuration, storeURL, options)
        }
    }

    /// Opens a store that does not belong to the coordinator yet.
    func open(
        _ storeType: String, _ configuration: String?, _ storeURL: URL?, _ options: [AnyHashable: Any]?
    ) throws -> NSPersistentStore {
        if storeType == NSSQLiteStoreType || storeType == NSInMemoryStoreType {
            return try SQLiteStore(
                coordinator: self, configurationName: configuration, type: storeType, url: storeURL, options: options)
        }
        guard let storeClass = StoreClasses[storeType] else {
            throw CocoaError.coreData(
                .persistentStoreInvalidType,
                "There is no store type '\(storeType)'; use one of \(StoreClasses.types.joined(separator: ", ")), or "
                    + "register a class for it")
        }
        guard let storeURL else {
            throw CocoaError.coreData(.persistentStoreOpen, "A store of type \(storeType) needs a URL")
        }
        let store = storeClass.init(
            persistentStoreCoordinator: self, configurationName: configuration, at: storeURL, options: options)
        store.registeredType = storeType
        try store.open()
        return store
    }

    /// Makes an open store one of the coordinator's.
    func add(_ store: NSPersistentStore) {
        lock.withLock {
            store.firstMapIndex = (stores.count + removedStores.count) * modelLayout.rootCount
            // Made now, while only this thread has the store.
            store.identity.settle()
            stores.append(store)
            store.setOpen(in: self)
        }
        store.didAdd(to: self)
    }

    /// Opens a store, or makes it where there is none.
    ///
    /// - Throws: as `addPersistentStore(ofType:configurationName:at:options:)`.
    @discardableResult
    open func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(
            ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
    }

    /// Opens the store that a description describes and tells when it is done.
    open func addPersistentStore(
        with description: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        let open = AddStoreRequest(coordinator: self, description: description, completion: block)
        if description.shouldAddStoreAsynchronously {
            queue.async { open.run() }
        } else {
            open.run()
        }
    }

    /// Closes a store. Its objects in contexts keep their values but can read nothing more.
    ///
    /// - Throws: `CocoaError` 134060 for a store of another coordinator.
    open func remove(_ store: NSPersistentStore) throws {
        if persistentStores.contains(where: { $0 === store }) { store.willRemove(from: self) }
        let found = lock.withLock {
            guard let index = stores.firstIndex(where: { $0 === store }) else { return false }
            removedStores.append(stores.remove(at: index))
            store.setOpen(in: nil)
            return true
        }
        guard found else {
            throw CocoaError.coreData(.coreData, "The store does not belong to this coordinator")
        }
        store.close()
    }

    /// The store at a URL.
    open func persistentStore(for url: URL) -> NSPersistentStore? {
        persistentStores.first { $0.url?.standardizedFileURL == url.standardizedFileURL }
    }

    /// Where a store is; an empty path for a store in memory.
    open func url(for store: NSPersistentStore) -> URL { store.url ?? URL(fileURLWithPath: "/dev/null") }

    /// A store's metadata: version hashes, type, UUID and what the program keeps there.
    open func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

    /// Replaces what the program keeps in a store's metadata.
    ///
    /// Apple's framework writes metadata with the next save; here they are written at once.
    open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
        do {
            try store.setMetadata(metadata ?? [:])
        } catch {
            preconditionFailure("The metadata cannot be stored: \(error.localizedDescription)")
        }
    }

    // MARK: - Object IDs

    /// The ID that a URI names; nil when none of the coordinator's stores is meant.
    open func managedObjectID(forURIRepresentation uri: URL) -> NSManagedObjectID? {
        guard uri.scheme == "x-coredata", let host = uri.host, let store = store(withIdentifier: host) else {
            return nil
        }
        // Split before it is decoded: what a store calls its objects may hold a slash.
        let parts = uri.path(percentEncoded: true).split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        guard parts.count == 2, let layout = modelLayout[parts[0]], parts[1].hasPrefix("p"),
            let key = store.key(forURIText: String(parts[1].dropFirst()), in: layout)
        else { return nil }
        return NSManagedObjectID(entity: layout.entity, store: store, primaryKey: key)
    }

    func store(withIdentifier identifier: String?) -> NSPersistentStore? {
        guard let identifier else { return nil }
        return lock.withLock { stores.first { $0.identifier == identifier } }
    }

    /// IDs out of a notification's arrays and sets of IDs or URIs.
    func objectIDs(in values: Any?) -> [NSManagedObjectID] {
        let list: [Any]
        switch values {
        case let set as Set<AnyHashable>: list = set.map(\.base)
        case let array as [Any]: list = array
        case let set as NSSet: list = set.allObjects
        default: list = []
        }
        return list.compactMap { value in
            switch value {
            case let id as NSManagedObjectID: id
            case let uri as URL: managedObjectID(forURIRepresentation: uri)
            case let object as NSManagedObject: object.objectID
            default: nil
            }
        }
    }

    // MARK: - Passing on

    /// The stores that hold an entity.
    func stores(holding layout: EntityLayout) throws -> [NSPersistentStore] {
        let open = persistentStores
        if open.isEmpty {
            throw CocoaError.coreData(
                .persistentStoreOperation, "The coordinator has no store: add one before fetching or saving")
        }
        return open.filter { $0.holds(layout) }
    }

    /// Objects by the store that they are in or will go to.
    func grouped(_ objects: [NSManagedObject]) throws -> [(store: NSPersistentStore, objects: [NSManagedObject])] {
        var groups: [(store: NSPersistentStore, objects: [NSManagedObject])] = []
        for object in objects {
            let store: NSPersistentStore
            if let assigned = object.storeReference {
                store = assigned
            } else if let first = try stores(holding: object.layout).first {
                store = first
            } else {
                throw CocoaError.coreData(.persistentStoreOperation, "No open store holds \(object.layout.name)")
            }
            if let index = groups.firstIndex(where: { $0.store === store }) {
                groups[index].objects.append(object)
            } else {
                groups.append((store, [object]))
            }
        }
        return groups
    }

    /// Writes a context's changes.
    ///
    /// Several stores are written one inside the other's transaction, so that an error in any of them takes back what
    /// the others have written. Two cases are left: the commit of a SQLite store fails after the inner stores have
    /// committed (the disk has broken in that moment), and an incremental store is written before another incremental
    /// store fails; the latter is error 134040.
    ///
    /// - Parameter resolving: Has conflicts resolved, and returns what is to be written instead.
    func save(_ changes: StoreChanges, resolving: (SaveConflicts) throws -> StoreChanges) throws {
        let temporary = changes.inserted.lazy.filter { $0.flags.contains(.temporaryID) }.map { ($0, $0.primaryKey) }
        let keys = persistentStores.contains { $0.references != nil } ? Array(temporary) : []
        do {
            try place(changes.inserted)
            let stores = try stores(of: changes)
            // A single SQLite store sees it by itself.
            if persistentStores.count > 1 || !keys.isEmpty || stores.contains(where: { $0.references != nil }) {
                try changes.checkThatRelationshipsStayInStore()
            }
            try save(changes, into: stores[...], resolving: resolving)
        } catch {
            for (object, key) in keys where object.primaryKey != key { object.takeBackKey(key) }
            throw error
        }
    }

    private func save(
        _ changes: StoreChanges, into stores: ArraySlice<NSPersistentStore>,
        resolving: (SaveConflicts) throws -> StoreChanges
    ) throws {
        guard let store = stores.first else { return }
        var latest = changes
        try store.operations.save(changes.part(in: store)) { conflicts in
            latest = try resolving(conflicts)
            try place(latest.inserted)
            return latest.part(in: store)
        } completing: { _ in
            try save(latest, into: stores.dropFirst(), resolving: resolving)
        }
    }

    /// The stores that changed objects are in, also where one was removed and can only report that.
    private func stores(of changes: StoreChanges) throws -> [NSPersistentStore] {
        let all = [changes.inserted, changes.updated, changes.deleted].joined()
        guard let first = all.first?.storeReference, all.allSatisfy({ $0.storeReference === first }) else {
            // Always in the same order, so that two saves never wait for each other.
            return try grouped(Array(all)).map(\.store)
                .sorted { ($0.savingOrder, $0.firstMapIndex) < ($1.savingOrder, $1.firstMapIndex) }
        }
        return [first]
    }

    /// Says which store each new object goes to.
    private func place(_ objects: [NSManagedObject]) throws {
        let stores = persistentStores
        if stores.count == 1, let store = stores.first, objects.allSatisfy({ store.holds($0.layout) }) {
            for object in objects { object.storeReference = store }
            return try store.preparePermanentIDs(of: objects)
        }
        for (store, objects) in try grouped(objects) {
            for object in objects { object.storeReference = store }
            try store.preparePermanentIDs(of: objects)
        }
    }
}

/// One store to be opened, on whichever thread.
private struct AddStoreRequest: @unchecked Sendable {
    // Sendable: handed to one queue, which is the only one to run it.
    let coordinator: NSPersistentStoreCoordinator
    let description: NSPersistentStoreDescription
    let completion: (NSPersistentStoreDescription, (any Error)?) -> Void

    func run() {
        do {
            try coordinator.addPersistentStore(
                ofType: description.type, configurationName: description.configuration, at: description.url,
                options: description.options)
            completion(description, nil)
        } catch {
            completion(description, error)
        }
    }
}

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
    ///   - storeType: `NSSQLiteStoreType` or `NSInMemoryStoreType`.
    ///   - configuration: The configuration of the model to use; nil for all entities.
    ///   - storeURL: Where it is; nil for a store in memory.
    ///   - options: `NSReadOnlyPersistentStoreOption` and its siblings.
    /// - Throws: `CocoaError` 134000 for an unknown type, 134080 when it cannot be opened, 134100 when it was made with
    ///   another model, 259 when it is no database, 134090 when it is locked for too long.
    @discardableResult
    open func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        let store: NSPersistentStore
        switch storeType {
        case NSSQLiteStoreType, NSInMemoryStoreType:
            store = try SQLiteStore(
                coordinator: self, configurationName: configuration, type: storeType, url: storeURL, options: options)
        default:
            throw CocoaError.coreData(
                .persistentStoreInvalidType,
                "There is no store type '\(storeType)'; use NSSQLiteStoreType or NSInMemoryStoreType")
        }
        lock.withLock {
            store.firstMapIndex = (stores.count + removedStores.count) * modelLayout.rootCount
            // Made now, while only this thread has the store.
            _ = store.identity
            stores.append(store)
            store.setOpen(in: self)
        }
        return store
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

    /// A store's metadata, read without a model.
    ///
    /// - Throws: `CocoaError` 259 when it is no Core Data store.
    public class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try SQLiteStore.metadata(at: url)
    }

    // MARK: - Object IDs

    /// The ID that a URI names; nil when none of the coordinator's stores is meant.
    open func managedObjectID(forURIRepresentation uri: URL) -> NSManagedObjectID? {
        guard uri.scheme == "x-coredata", let host = uri.host, let store = store(withIdentifier: host) else {
            return nil
        }
        let parts = uri.pathComponents.filter { $0 != "/" }
        guard parts.count == 2, let layout = modelLayout[parts[0]], parts[1].hasPrefix("p"),
            let key = Int64(parts[1].dropFirst()), key > 0
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

    /// Writes a context's changes, store by store.
    ///
    /// - Parameter resolving: Has conflicts resolved, and returns what is to be written instead.
    func save(_ changes: StoreChanges, resolving: (SaveConflicts) throws -> StoreChanges) throws {
        try place(changes.inserted)
        for store in try stores(of: changes) {
            try store.operations.save(changes.part(in: store)) { conflicts in
                let resolved = try resolving(conflicts)
                try place(resolved.inserted)
                return resolved.part(in: store)
            }
        }
    }

    /// The stores that changed objects are in, also where one was removed and can only report that.
    private func stores(of changes: StoreChanges) throws -> [NSPersistentStore] {
        let all = [changes.inserted, changes.updated, changes.deleted].joined()
        guard let first = all.first?.storeReference, all.allSatisfy({ $0.storeReference === first }) else {
            return try grouped(Array(all)).map(\.store)
        }
        return [first]
    }

    /// Says which store each new object goes to.
    private func place(_ objects: [NSManagedObject]) throws {
        let stores = persistentStores
        if stores.count == 1, let store = stores.first, objects.allSatisfy({ store.holds($0.layout) }) {
            for object in objects { object.storeReference = store }
            return
        }
        for (store, objects) in try grouped(objects) {
            for object in objects { object.storeReference = store }
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

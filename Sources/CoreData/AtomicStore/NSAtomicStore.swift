/// A store that is read as a whole when it is opened and written as a whole by every save: a file of whatever format.
///
/// A subclass reads the file in `load()`, where it makes a node for each object, and writes all nodes in `save()`; what
/// it calls its objects is the reference object.
///
/// ```swift
/// final class NotesStore: NSAtomicStore {
///     override func load() throws {
///         guard FileManager.default.fileExists(atPath: url?.path ?? "") else { return }
///         for note in try readNotes() {
///             let node = NSAtomicStoreCacheNode(objectID: objectID(for: entity, withReferenceObject: note.id))
///             node.setValue(note.text, forKey: "text")
///             addCacheNodes([node])
///         }
///     }
///
///     override func save() throws { try write(cacheNodes()) }
///
///     override func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }
/// }
/// ```
///
/// Fetches do not walk the nodes: the rows are kept in memory as those of an in-memory store are, so that a predicate
/// means the same in every store. What is read from the nodes is what `load()` has added.
///
/// A save is written when `save()` has returned. If it throws, rows and nodes are as they were before.
open class NSAtomicStore: NSPersistentStore, RegisteredStore, @unchecked Sendable {
    // Sendable: `nodes` is guarded by `lock`, `rows` is set before the store is handed out.

    private let lock = NSLock()
    private var nodes: [NSManagedObjectID: NSAtomicStoreCacheNode] = [:]
    private var rows: AtomicStoreOperations?

    /// A store that is about to be opened. A subclass that overrides this calls `super` and reads nothing yet.
    ///
    /// Traps without a coordinator.
    public required init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        super.init(
            coordinator: Self.required(root), configurationName: name, url: url, options: options,
            isReadOnly: options?.isOn(NSReadOnlyPersistentStoreOption) ?? false, references: ObjectReferences())
    }

    // MARK: - For subclasses to override

    /// Reads the file and adds a node for each object; sets `metadata` to what the file keeps of it.
    ///
    /// Called once, when the store is added to a coordinator; also when there is no file yet.
    ///
    /// - Throws: Whatever keeps the store from being opened.
    open func load() throws {
        preconditionFailure("\(Self.self) has to override load()")
    }

    /// Writes `cacheNodes()` and `metadata` to `url`. A file that is written beside and then renamed is never half
    /// written.
    ///
    /// Called by every save, and when a new store is added.
    ///
    /// - Throws: Whatever keeps it from being written; the save is taken back then.
    open func save() throws {
        preconditionFailure("\(Self.self) has to override save()")
    }

    /// What the store is to call a new object: a number, a text, a UUID, or another value whose text no other object of
    /// its root entity has.
    open func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        preconditionFailure("\(Self.self) has to override newReferenceObject(for:)")
    }

    /// A node for a new object. Its values are set by `updateCacheNode(_:from:)` when all new nodes are there.
    open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
        NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    }

    /// Gives a node the values of the object that is being saved: all of them where the node has none, else what has
    /// changed.
    open func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
        let layout = managedObject.layout
        let takesAll = (node.propertyCache?.count ?? 0) == 0
        for slot in layout.keptAttributeSlots where takesAll || managedObject.state?.change(slot) != nil {
            let name = layout.properties.names[slot]
            node.setValue(managedObject.value(forKey: name), forKey: name)
        }
        for slot in layout.relationshipSlots where !layout.isTransient[slot] {
            let name = layout.properties.names[slot]
            if layout.kinds[slot] == .toMany {
                guard takesAll || (managedObject.state?.toMany(slot)?.hasChanges ?? false) else { continue }
                let state = managedObject.loadedToMany(slot)
                let members = state.list.filter { !$0.isDeleted }.compactMap { cacheNode(for: $0.objectID) }
                node.setValue(state.isOrdered ? NSOrderedSet(array: members) : NSSet(array: members), forKey: name)
            } else if takesAll || managedObject.state?.change(slot) != nil {
                node.setValue(managedObject.toOneObject(slot).flatMap { cacheNode(for: $0.objectID) }, forKey: name)
            }
        }
    }

    /// Called before nodes of deleted objects leave.
    open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

    // MARK: - Nodes

    /// Every node.
    ///
    /// - Complexity: O(n).
    open func cacheNodes() -> Set<NSAtomicStoreCacheNode> { lock.withLock { Set(nodes.values) } }

    /// Adds nodes, in `load()`.
    open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
        lock.withLock { for node in cacheNodes { nodes[node.objectID] = node } }
    }

    /// The node of an object; nil when the store has none.
    open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
        lock.withLock { nodes[objectID] }
    }

    /// The ID of the object that the store calls `data`.
    public final func objectID(for entity: NSEntityDescription, withReferenceObject data: Any) -> NSManagedObjectID {
        let key = references?.key(for: data, in: entity) ?? 0
        return NSManagedObjectID(entity: entity, store: self, primaryKey: key)
    }

    /// What the store calls the object.
    ///
    /// Traps for an ID of another store.
    public final func referenceObject(for objectID: NSManagedObjectID) -> Any {
        guard let reference = objectID.reference else {
            preconditionFailure("\(objectID) is not an ID of this store")
        }
        return reference
    }

    // MARK: - What a store does

    func open() throws {
        let held = try modelLayout.heldRoots(configurationName: configurationName)
        try load()
        let isNew = metadata[NSStoreUUIDKey] == nil
        try completeMetadata()
        identity.settle()
        guard let persistentStoreCoordinator else { return }
        let engine = try SQLiteStore(
            coordinator: persistentStoreCoordinator, configurationName: configurationName, type: NSInMemoryStoreType,
            url: nil, options: nil, facade: self)
        let rows = AtomicStoreOperations(engine: engine, store: self)
        self.rows = rows
        try fill(engine, holding: held)
        if isNew, !isReadOnly { try save() }
    }

    /// Makes rows of what `load()` has read.
    private func fill(_ engine: SQLiteStore, holding held: Set<Int>) throws {
        var objects = DetachedObjects(store: self)
        var byID: [NSManagedObjectID: NSManagedObject] = [:]
        let loaded = lock.withLock { nodes.values.sorted { $0.objectID.primaryKey < $1.objectID.primaryKey } }
        for node in loaded {
            guard let layout = modelLayout.layout(for: node.objectID.entity), held.contains(layout.rootIndex) else {
                throw CocoaError.coreData(
                    .fileReadCorruptFile,
                    "\(url?.path ?? "The store") holds a \(node.objectID.entity.name ?? "") that is not in its model")
            }
            byID[node.objectID] = objects.add(layout, key: node.objectID.primaryKey)
        }
        func object(_ value: Any) -> NSManagedObject? {
            switch value {
            case let node as NSAtomicStoreCacheNode: byID[node.objectID]
            case let id as NSManagedObjectID: byID[id]
            default: nil
            }
        }
        for node in loaded {
            guard let mine = byID[node.objectID] else { continue }
            for slot in mine.layout.keptAttributeSlots {
                try objects.setAttribute(
                    node.value(forKey: mine.layout.properties.names[slot]), at: slot, of: mine)
            }
            for slot in mine.layout.relationshipSlots where !mine.layout.isTransient[slot] {
                guard let value = node.value(forKey: mine.layout.properties.names[slot]) else { continue }
                if mine.layout.kinds[slot] == .toMany {
                    try objects.setMembers(
                        (CollectionElements.elements(of: value) ?? []).compactMap { $0.flatMap(object) }, at: slot,
                        of: mine)
                } else {
                    try objects.setTarget(object(value), at: slot, of: mine)
                }
            }
        }
        try objects.save(into: engine)
    }

    override var operations: any StoreOperations {
        guard let rows else { preconditionFailure("The store was not added to its coordinator") }
        return rows
    }

    override func layout(ofEntityNumber number: Int) -> EntityLayout? { rows?.engine.layout(ofEntityNumber: number) }
    override func entityNumber(of layout: EntityLayout) -> Int { rows?.engine.entityNumber(of: layout) ?? 0 }
    override func holds(_ layout: EntityLayout) -> Bool { rows?.engine.holds(layout) ?? false }

    override func preparePermanentIDs(of objects: [NSManagedObject]) throws {
        for object in objects where object.flags.contains(.temporaryID) {
            object.adoptKey(newKey(for: object), in: self)
        }
    }

    func newKey(for object: NSManagedObject) -> Int64 {
        references?.key(for: newReferenceObject(for: object), in: object.entity) ?? 0
    }

    override var savingOrder: Int { 1 }

    override func key(forURIText text: String, in layout: EntityLayout) -> Int64? {
        references?.knownKey(forText: text, in: layout.entity)
    }

    override func setMetadata(_ metadata: [String: Any]) throws {
        try checkIsWritable()
        let before = self.metadata
        self.metadata = StoreMetadata.completed(metadata, from: before ?? [:])
        do {
            try save()
        } catch {
            self.metadata = before
            throw error
        }
    }

    override func move(to url: URL) throws -> Bool {
        self.url = url
        return true
    }

    override func close() { rows?.engine.close() }

    // MARK: - Saving

    /// Nodes as they were before a save.
    struct NodesBefore {
        fileprivate let nodes: [NSManagedObjectID: NSAtomicStoreCacheNode]
        fileprivate var caches: [(node: NSAtomicStoreCacheNode, cache: NSMutableDictionary?)] = []
    }

    var nodesBefore: NodesBefore { NodesBefore(nodes: lock.withLock { nodes }) }

    /// Brings the nodes up to date with what is being saved.
    func updateNodes(_ changes: StoreChanges, keeping before: inout NodesBefore) {
        let removed = Set(changes.deleted.compactMap { cacheNode(for: $0.objectID) })
        if !removed.isEmpty { willRemoveCacheNodes(removed) }
        lock.withLock { for node in removed { nodes[node.objectID] = nil } }
        addCacheNodes(Set(changes.inserted.map(newCacheNode(for:))))
        for object in [changes.inserted, changes.updated].joined() {
            guard let node = cacheNode(for: object.objectID) else { continue }
            before.caches.append((node, node.propertyCache?.mutableCopy() as? NSMutableDictionary))
            updateCacheNode(node, from: object)
        }
    }

    func restoreNodes(_ before: NodesBefore) {
        for (node, cache) in before.caches.reversed() { node.propertyCache = cache }
        lock.withLock { nodes = before.nodes }
    }
}

/// A store that is asked for what is needed, when it is needed: a server, a database of another kind.
///
/// A subclass answers fetches and saves in `execute(_:with:)`, reads one object in `newValuesForObject(with:with:)` and
/// one relationship in `newValue(forRelationship:forObjectWith:with:)`. What it calls its objects is the reference
/// object.
///
/// ```swift
/// final class ServerStore: NSIncrementalStore {
///     override func loadMetadata() throws {
///         metadata = [NSStoreTypeKey: "Server", NSStoreUUIDKey: try server.identifier()]
///     }
///
///     override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
///         switch request {
///         case let fetch as NSFetchRequest<any NSFetchRequestResult>:
///             return try server.find(fetch).map { newObjectID(for: fetch.entity!, referenceObject: $0) }
///                 .map { context!.object(with: $0) }
///         case let save as NSSaveChangesRequest:
///             try server.write(save)
///             return []
///         default: throw CocoaError(.persistentStoreUnsupportedRequestType)
///         }
///     }
/// }
/// ```
///
/// **What a fetch returns** follows from the request's `resultType`: managed objects of the context, object IDs,
/// dictionaries, or one number in an array. Predicate, sort descriptors, limit and offset are the store's to obey;
/// unsaved changes of the context are put on top afterwards.
///
/// **Versions.** Contexts that have read an object before another context saved it get a merge conflict (133020, or what
/// their merge policy makes of it) without any help from the store. A store whose objects others change as well reports
/// it by another `version` in the node, or throws 133020 with `NSMergeConflict`s under
/// `NSPersistentStoreSaveConflictsErrorKey` from its save.
///
/// Batch requests, history, derived attributes that look at other objects, and uniqueness constraints are the SQLite
/// store's: 134091 for the first two, no effect for the others.
open class NSIncrementalStore: NSPersistentStore, RegisteredStore, @unchecked Sendable {
    // Sendable: `held` is set before the store is handed out, `adapter` is constant after that.

    private var held: Set<Int> = []
    private var adapter: IncrementalStoreOperations?

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

    /// Sets `metadata`, with the store's UUID under `NSStoreUUIDKey`.
    ///
    /// - Throws: Whatever keeps the store from being opened.
    open func loadMetadata() throws {
        preconditionFailure("\(Self.self) has to override loadMetadata()")
    }

    /// Answers a fetch (`NSFetchRequest<any NSFetchRequestResult>`) or a save (`NSSaveChangesRequest`).
    ///
    /// - Returns: An array, as the request's `resultType` says; an empty one for a save.
    /// - Throws: Whatever keeps the store from answering. A save that throws has written nothing.
    open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        preconditionFailure("\(Self.self) has to override execute(_:with:)")
    }

    /// Reads an object.
    ///
    /// - Throws: Any error where there is no such object; `CocoaError` 133000 says that it is gone.
    open func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        preconditionFailure("\(Self.self) has to override newValuesForObject(with:with:)")
    }

    /// Reads a relationship of an object.
    ///
    /// - Returns: An object ID or `NSNull` for a to-one relationship, an array of object IDs for a to-many relationship,
    ///   in order where it is ordered.
    /// - Throws: Whatever keeps it from being read.
    open func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        preconditionFailure("\(Self.self) has to override newValue(forRelationship:forObjectWith:with:)")
    }

    /// Names new objects.
    ///
    /// - Returns: Their IDs, made by `newObjectID(for:referenceObject:)`, in the objects' order.
    /// - Throws: Whatever keeps them from being named.
    open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        preconditionFailure("\(Self.self) has to override obtainPermanentIDs(for:)")
    }

    // MARK: - IDs

    /// The ID of the object that the store calls `data`: a number, a text, a UUID, or another value whose text no other
    /// object of its root entity has.
    public final func newObjectID(for entity: NSEntityDescription, referenceObject data: Any) -> NSManagedObjectID {
        let key = references?.key(for: data, in: entity) ?? 0
        return NSManagedObjectID(entity: entity, store: self, primaryKey: key)
    }

    /// What the store calls the object. A number or text, where the ID came from a URI.
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
        held = try modelLayout.heldRoots(configurationName: configurationName)
        try loadMetadata()
        guard metadata[NSStoreUUIDKey] is String else {
            throw CocoaError.coreData(
                .persistentStoreOpen, "\(Self.self).loadMetadata() has set no NSStoreUUIDKey: set `metadata` there")
        }
        try completeMetadata()
        identity.settle()
        adapter = IncrementalStoreOperations(store: self)
    }

    override var operations: any StoreOperations {
        guard let adapter else { preconditionFailure("The store was not added to its coordinator") }
        return adapter
    }

    override func layout(ofEntityNumber number: Int) -> EntityLayout? {
        modelLayout.layouts.indices.contains(number - 1) ? modelLayout.layouts[number - 1] : nil
    }
    override func entityNumber(of layout: EntityLayout) -> Int { layout.index + 1 }
    override func holds(_ layout: EntityLayout) -> Bool { held.contains(layout.rootIndex) }
    override var savingOrder: Int { 2 }

    override func preparePermanentIDs(of objects: [NSManagedObject]) throws {
        let new = objects.filter { $0.flags.contains(.temporaryID) }
        guard !new.isEmpty else { return }
        for (object, key) in zip(new, try operations.reserveKeys(for: new)) { object.adoptKey(key, in: self) }
    }

    override func key(forURIText text: String, in layout: EntityLayout) -> Int64? {
        if let known = references?.knownKey(forText: text, in: layout.entity) { return known }
        guard !text.isEmpty else { return nil }
        return references?.key(for: Int64(text).map { NSNumber(value: $0) as Any } ?? text, in: layout.entity)
    }

    override func setMetadata(_ metadata: [String: Any]) throws {
        self.metadata = StoreMetadata.completed(metadata, from: self.metadata)
    }
}

import Synchronization

/// A scratch pad of managed objects: fetches them, keeps one object for each row, and saves changes as one transaction.
///
/// ```swift
/// let context = container.viewContext
/// let person = Person(context: context)
/// person.name = "Ada"
/// try context.save()
/// ```
///
/// A context and its objects belong to its queue: use `perform` or `performAndWait` from anywhere else. A main-queue
/// context runs its blocks on the main thread.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    // Sendable: everything but `queue`, `concurrencyType` and `persistentStoreCoordinator`'s own lock is used on the
    // context's queue only; `perform` is how other threads get there.

    /// Which queue a context owns.
    public enum ConcurrencyType: Sendable {
        /// A private serial queue.
        case privateQueue
        /// The main thread.
        case mainQueue
    }

    /// Which queue the context owns.
    public let concurrencyType: ConcurrencyType
    let queue: DispatchQueue

    /// A name for debugging; also the context name in persistent history.
    open var name: String?
    /// Who writes; recorded in persistent history.
    open var transactionAuthor: String?
    /// Anything the program wants to keep with the context.
    public let userInfo = NSMutableDictionary()
    /// What a save does when somebody else changed a row; `NSErrorMergePolicy` at first.
    open var mergePolicy: NSMergePolicy = .error
    /// Whether an object whose row has gone reads as nil in every property (true, Apple's default) or is an error.
    open var shouldDeleteInaccessibleFaults = true
    /// Whether deletions reach related objects at `processPendingChanges` (true) or only at `save`.
    open var propagatesDeletesAtEndOfEvent = true
    /// Whether saves of other contexts on the same coordinator are merged into this one.
    open var automaticallyMergesChangesFromParent = false {
        didSet { automaticMerge = automaticallyMergesChangesFromParent ? AutomaticMerge(into: self) : nil }
    }
    private var automaticMerge: AutomaticMerge?

    /// What `undo()` takes back; nil, which costs nothing, unless set.
    open var undoManager: UndoManager?
    /// How old, in seconds, values in a row cache may be; -1 for any age. Rows are always read from the store here, so it
    /// has no effect.
    open var stalenessInterval: TimeInterval = -1
    /// Whether the context holds objects that nobody else holds and that have no changes.
    open var retainsRegisteredObjects = false {
        didSet { registered.retainsObjects = retainsRegisteredObjects }
    }

    /// Where the context's objects come from and are saved to.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        willSet { precondition(registered.isEmpty, "A context that has objects cannot change its coordinator") }
        didSet { registered.coordinator = persistentStoreCoordinator }
    }

    /// The context that this one reads through and saves into; nil where it has a coordinator of its own.
    ///
    /// A save of this context goes one level up and writes nothing to a store. Set it before the context has objects.
    open var parent: NSManagedObjectContext? {
        willSet { precondition(registered.isEmpty, "A context that has objects cannot change its parent") }
        didSet { persistentStoreCoordinator = parent?.persistentStoreCoordinator }
    }

    /// The state of the stores that the context is pinned to; nil while it sees the latest one.
    ///
    /// Give it to `setQueryGenerationFrom(_:)` of another context to have that one see the same.
    public internal(set) var queryGenerationToken: NSQueryGenerationToken?

    /// Objects with temporary IDs that the parent knows too: they get their permanent ones from it.
    var temporaryInParent: ContiguousArray<NSManagedObject> = []
    var registered = ObjectRegistry()
    var pending = PendingChanges()
    /// Errors met where no error could be thrown (a property read); the next fetch or save throws the first.
    private var notedErrors: [any Error] = []
    /// Whether saves leave out the checks of the model's rules: a migration makes them when all is there.
    var savesUnchecked = false
    /// How many objects have got permanent keys so far: children look again when it has changed.
    var adoptionCount = 0
    /// The parent's `adoptionCount` when this context looked last.
    var adoptionsSeen = 0
    /// From temporary keys that a caller has seen to the permanent ones.
    var permanentKeys: [Int64: (store: NSPersistentStore, key: Int64)] = [:]

    /// A context without a coordinator; set `persistentStoreCoordinator` before use.
    public init(_ type: ConcurrencyType) {
        concurrencyType = type
        queue = type == .mainQueue ? .main : DispatchQueue(label: "NSManagedObjectContext")
        super.init()
    }

    /// A context without a coordinator; set `persistentStoreCoordinator` before use.
    public convenience init(concurrencyType: NSManagedObjectContextConcurrencyType) {
        self.init(concurrencyType == .mainQueueConcurrencyType ? .mainQueue : .privateQueue)
    }

    deinit { registered.detachAll() }

    /// The model's layouts; nil before a coordinator is set.
    var modelLayout: ModelLayout? { persistentStoreCoordinator?.modelLayout }

    func requireCoordinator() throws -> NSPersistentStoreCoordinator {
        if let persistentStoreCoordinator { return persistentStoreCoordinator }
        throw CocoaError.coreData(.coreData, "The context has no persistent store coordinator: set one before using it")
    }

    // MARK: - Objects

    /// Every object that the context holds.
    ///
    /// - Complexity: O(n).
    public var registeredObjects: Set<NSManagedObject> {
        var objects: Set<NSManagedObject> = []
        registered.forEach { objects.insert($0) }
        return objects
    }

    /// The object with this ID if the context has it; never asks the store.
    public func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        guard let place = place(of: objectID) else { return nil }
        return registered.object(key: place.key, rootIndex: place.layout.rootIndex, store: place.store)
    }

    /// The object with this ID, as a fault when the context does not have it yet. Does not ask the store whether the
    /// row exists; `existingObject(with:)` does.
    ///
    /// Traps when the ID's entity is not in this context's model.
    ///
    /// - Complexity: O(1); runs no SQL.
    public func object(with objectID: NSManagedObjectID) -> NSManagedObject {
        guard let object = knownObject(with: objectID) else {
            preconditionFailure(
                "\(objectID.entity.name ?? "This entity") is not in the model of the context's coordinator: use an ID "
                    + "of one of its stores")
        }
        return object
    }

    /// As `object(with:)`; nil for an ID of no open store.
    func knownObject(with objectID: NSManagedObjectID) -> NSManagedObject? {
        place(of: objectID).map { object(key: $0.key, layout: $0.layout, store: $0.store) }
    }

    /// The object with this ID, read from the store when the context does not have its values.
    ///
    /// - Throws: `CocoaError` 133000 when there is no such row.
    /// - Complexity: runs at most one SQL statement.
    public func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        let missing = missingRow(objectID)
        guard let place = place(of: objectID) else { throw missing }
        if place.key < 0, parent == nil {
            guard let object = registered.object(key: place.key, rootIndex: place.layout.rootIndex, store: place.store)
            else { throw missing }
            return object
        }
        let object = object(key: place.key, layout: place.layout, store: place.store)
        // Not through `fulfill` of the object: its row may be missing, which is this method's own error.
        if object.isFault { try fulfill([object]) }
        if object.flags.contains(.inaccessible) || object.isDeleted || (object.isFault && object.row == nil) {
            throw missing
        }
        try object.fulfill()
        return object
    }

    /// The error of an object without a row (133000).
    func missingRow(_ objectID: NSManagedObjectID) -> CocoaError {
        CocoaError.coreData(
            .managedObjectReferentialIntegrity,
            "There is no \(objectID.entity.name ?? "object") with the ID \(objectID.uriRepresentation().absoluteString)",
            [NSAffectedObjectsErrorKey: [objectID]])
    }

    /// Where an ID's row is, with temporary IDs followed to the permanent ones.
    private func place(of id: NSManagedObjectID) -> (key: Int64, layout: EntityLayout, store: NSPersistentStore?)? {
        guard let layout = layout(of: id.entity) else { return nil }
        if id.primaryKey < 0 {
            if let permanent = permanentKeys[id.primaryKey] { return (permanent.key, layout, permanent.store) }
            return (id.primaryKey, layout, nil)
        }
        guard let persistentStoreCoordinator else { return nil }
        if let store = id.persistentStore, store.isOpen(in: persistentStoreCoordinator) {
            return (id.primaryKey, layout, store)
        }
        // The ID may come from another coordinator on the same file.
        guard let store = persistentStoreCoordinator.store(withIdentifier: id.storeIdentifier),
            let key = store.key(of: id)
        else { return nil }
        return (key, layout, store)
    }

    /// The layout of an entity in this context's model, whichever copy of the model the entity is from.
    private func layout(of entity: NSEntityDescription) -> EntityLayout? {
        guard let modelLayout else { return nil }
        if let cached = entity.layoutCache {
            let layout = unsafeDowncast(cached, to: EntityLayout.self)
            if layout.index < modelLayout.layouts.count, modelLayout.layouts[layout.index] === layout { return layout }
        }
        return modelLayout.layout(for: entity)
    }

    /// The one object of a row, made as a fault when it is not there.
    func object(key: Int64, layout: EntityLayout, store: NSPersistentStore?) -> NSManagedObject {
        if let known = registered.object(key: key, rootIndex: layout.rootIndex, store: store) { return known }
        let object = makeObject(layout: layout, key: key, store: store)
        registered.insert(object)
        return object
    }

    /// A fault that is not registered yet.
    @inline(__always)
    func makeObject(layout: EntityLayout, key: Int64, store: NSPersistentStore?) -> NSManagedObject {
        let object = layout.objectClass.init(entity: layout.entity, insertInto: nil)
        object.contextReference = self
        object.storeReference = store
        object.primaryKey = key
        object.flags = key < 0 ? [.fault, .temporaryID] : .fault
        return object
    }

    // MARK: - Errors

    /// Keeps an error that came up where none can be thrown, for the next call that can.
    func note(_ error: any Error) { notedErrors.append(error) }

    /// - Throws: the first error that was noted since the last call.
    package func throwNotedError() throws {
        guard let first = notedErrors.first else { return }
        notedErrors.removeAll()
        throw first
    }
}

/// Apple's older names for the kinds of queue.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// A private serial queue.
    case privateQueueConcurrencyType = 1
    /// The main thread.
    case mainQueueConcurrencyType = 2
}

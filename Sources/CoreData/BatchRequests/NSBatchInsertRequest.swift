/// What the result of a batch insertion is.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// Whether it succeeded.
    case statusOnly = 0
    /// The IDs of the new rows, and of those that were updated in their place.
    case objectIDs = 1
    /// How many rows there are of both.
    case count = 2
}

/// Inserts many rows at once, without objects and past every context.
///
/// ```swift
/// let request = NSBatchInsertRequest(entityName: "Person", objects: [["name": "Ada"], ["name": "Grace"]])
/// request.resultType = .objectIDs
/// let result = try context.execute(request) as? NSBatchInsertResult
/// let changes = [NSInsertedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [container.viewContext])
/// ```
///
/// Default values apply, and required attributes must have a value; other rules of the model are not checked. Where a
/// uniqueness constraint finds a row, the context's merge policy decides: the property-object-trump and overwrite
/// policies update that row with the values given, store-trump and rollback pass over the new one, and the error policy
/// fails. The whole batch is one transaction.
open class NSBatchInsertRequest: NSPersistentStoreRequest, @unchecked Sendable {
    // Sendable as its superclass: one thread at a time.

    private var givenEntityName = ""
    /// The entity of the rows; nil when the request was made with a name.
    open private(set) var entity: NSEntityDescription?
    /// The name of the entity of the rows.
    open var entityName: String { entity?.name ?? givenEntityName }
    /// One dictionary for each row: values of attributes, and objects or object IDs of to-one relationships, by name.
    open var objectsToInsert: [[String: Any]]?
    /// Fills one row's dictionary each time it is called, until it returns true; that last dictionary is not used.
    open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
    /// Sets the properties of one row's object each time it is called, until it returns true; that last object is not
    /// used. It is always the same object, in no context.
    open var managedObjectHandler: ((NSManagedObject) -> Bool)?
    /// What the result is; only whether it succeeded at first.
    open var resultType = NSBatchInsertRequestResultType.statusOnly

    /// A request without an entity; use another initializer.
    public required init() { super.init() }

    /// Inserts a row for each dictionary.
    public convenience init(entityName: String, objects dictionaries: [[String: Any]]) {
        self.init()
        givenEntityName = entityName
        objectsToInsert = dictionaries
    }

    /// Inserts a row for each dictionary.
    public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
        self.init()
        self.entity = entity
        objectsToInsert = dictionaries
    }

    /// Inserts a row for each dictionary that the handler fills, until it returns true.
    public convenience init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
        self.init()
        givenEntityName = entityName
        dictionaryHandler = handler
    }

    /// Inserts a row for each dictionary that the handler fills, until it returns true.
    public convenience init(
        entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init()
        self.entity = entity
        dictionaryHandler = handler
    }

    /// Inserts a row for each time that the handler sets an object's properties, until it returns true.
    public convenience init(
        entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init()
        givenEntityName = entityName
        managedObjectHandler = handler
    }

    /// Inserts a row for each time that the handler sets an object's properties, until it returns true.
    public convenience init(
        entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init()
        self.entity = entity
        managedObjectHandler = handler
    }

    open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        if let copy = copy as? NSBatchInsertRequest {
            copy.givenEntityName = givenEntityName
            copy.entity = entity
            copy.objectsToInsert = objectsToInsert
            copy.dictionaryHandler = dictionaryHandler
            copy.managedObjectHandler = managedObjectHandler
            copy.resultType = resultType
        }
        return copy
    }
}

extension NSBatchInsertRequest: ExecutableRequest {
    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let layout = try context.layout(ofEntityNamed: entityName)
        guard !layout.entity.isAbstract else {
            throw CocoaError.coreData(.coreData, "\(layout.name) is abstract: insert rows of one of its subentities")
        }
        guard let store = try context.stores(for: self, holding: layout).first else {
            throw CocoaError.coreData(.persistentStoreOperation, "No open store holds \(layout.name)")
        }
        let insertion = BatchInsertion(
            layout: layout, rows: rows(layout), policy: context.mergePolicy.mergeType,
            wantsIDs: resultType == .objectIDs)
        return NSBatchInsertResult(
            try store.operations.insert(insertion, origin: context.transactionOrigin), resultType)
    }

    /// The rows, one with each call; nil after the last.
    private func rows(_ layout: EntityLayout) -> BatchInsertion.Rows {
        if let managedObjectHandler {
            let object = layout.objectClass.init(entity: layout.entity, insertInto: nil)
            return .objects(object, stops: managedObjectHandler)
        }
        if let dictionaryHandler { return .filled(stops: dictionaryHandler) }
        return .dictionaries(objectsToInsert ?? [])
    }
}

/// Rows for a store to insert.
struct BatchInsertion {
    enum Rows {
        case dictionaries([[String: Any]])
        case filled(stops: (NSMutableDictionary) -> Bool)
        case objects(NSManagedObject, stops: (NSManagedObject) -> Bool)
    }

    let layout: EntityLayout
    let rows: Rows
    /// What happens where a uniqueness constraint finds a row.
    let policy: NSMergePolicyType
    let wantsIDs: Bool
}

/// What the result of a batch deletion is.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// Whether it succeeded.
    case resultTypeStatusOnly = 0
    /// The IDs of the rows that were deleted.
    case resultTypeObjectIDs = 1
    /// How many rows were deleted.
    case resultTypeCount = 2
}

/// Deletes many rows at once, without objects and past every context.
///
/// ```swift
/// let people = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
/// people.predicate = NSPredicate(format: "lastSeen < %@", limit as NSDate)
/// let request = NSBatchDeleteRequest(fetchRequest: people)
/// request.resultType = .resultTypeObjectIDs
/// let result = try context.execute(request) as? NSBatchDeleteResult
/// let changes = [NSDeletedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [container.viewContext])
/// ```
///
/// Cascading relationships delete what they lead to, all the others are nullified on the other side, in SQL. A rule
/// that denies is not asked. It fails, and changes nothing, when a row that stays would lose a relationship that it must
/// have.
open class NSBatchDeleteRequest: NSPersistentStoreRequest, @unchecked Sendable {
    // Sendable as its superclass: one thread at a time.

    private var givenRequest: AnyFetchRequest?
    private var objectIDs: [NSManagedObjectID] = []
    /// What the result is; only whether it succeeded at first.
    open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

    /// A request that deletes nothing; use another initializer.
    public required init() { super.init() }

    /// Deletes the rows that a fetch would find; its limit, offset and order count.
    public convenience init<Result>(fetchRequest: NSFetchRequest<Result>) {
        self.init()
        givenRequest = fetchRequest.copy() as? AnyFetchRequest
    }

    /// Deletes the rows with these IDs; those that are gone already do not matter.
    public convenience init(objectIDs: [NSManagedObjectID]) {
        self.init()
        self.objectIDs = objectIDs
    }

    /// The fetch that finds what is to be deleted; one for the IDs where they were given.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        if let givenRequest {
            request.takeValues(from: givenRequest)
        } else if let first = objectIDs.first {
            request.entity = first.entity.rootEntity
            request.predicate = NSPredicate(format: "SELF IN %@", argumentArray: [objectIDs])
        }
        return request
    }

    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        if let copy = copy as? NSBatchDeleteRequest {
            copy.givenRequest = givenRequest
            copy.objectIDs = objectIDs
            copy.resultType = resultType
        }
        return copy
    }
}

extension NSBatchDeleteRequest: ExecutableRequest {
    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        var outcome = BatchOutcome()
        for (store, queries) in try work(context) {
            let deletion = BatchDeletion(queries: queries, wantsIDs: resultType == .resultTypeObjectIDs)
            outcome = outcome + (try store.operations.delete(deletion, origin: context.transactionOrigin))
        }
        return NSBatchDeleteResult(outcome, resultType)
    }

    private func work(_ context: NSManagedObjectContext) throws -> [(NSPersistentStore, [RowQuery])] {
        guard let givenRequest else { return try workOnIDs(context) }
        let layout = try context.layout(ofEntityNamed: givenRequest.entityName ?? "")
        var query = RowQuery(layout: layout)
        query.predicate = givenRequest.predicate.map { predicateNode(of: $0) }
        query.includesSubentities = givenRequest.includesSubentities
        query.sort = try (givenRequest.sortDescriptors ?? []).map { try SortKey($0) }
        query.limit = givenRequest.fetchLimit
        query.offset = givenRequest.fetchOffset
        return try context.stores(for: self, holding: layout).map { ($0, [query]) }
    }

    private func workOnIDs(_ context: NSManagedObjectContext) throws -> [(NSPersistentStore, [RowQuery])] {
        let coordinator = try context.requireCoordinator()
        let permanent = objectIDs.filter { !$0.isTemporaryID }
        return try Dictionary(grouping: permanent) { $0.storeIdentifier ?? "" }.compactMap { identifier, ids in
            guard let store = coordinator.store(withIdentifier: identifier) else { return nil }
            let queries = try Dictionary(grouping: ids) { $0.entity.rootEntity.name ?? "" }.map { name, ids in
                RowQuery(layout: try context.layout(ofEntityNamed: name), keys: ids.map(\.primaryKey))
            }
            return (store, queries)
        }
    }
}

/// Rows for a store to delete.
struct BatchDeletion {
    let queries: [RowQuery]
    let wantsIDs: Bool
}

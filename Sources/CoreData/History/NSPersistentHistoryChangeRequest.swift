/// What the result of a history request is.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// Whether it succeeded.
    case statusOnly = 0
    /// The IDs of the objects that were changed.
    case objectIDs = 1
    /// How many transactions there are.
    case count = 2
    /// Transactions without their changes.
    case transactionsOnly = 3
    /// All changes in one array.
    case changesOnly = 4
    /// Transactions with their changes.
    case transactionsAndChanges = 5
}

/// Reads the history of stores, or deletes its older part.
///
/// ```swift
/// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
///     context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
///     lastToken = transaction.token
/// }
/// ```
///
/// A store keeps history when it is opened with `NSPersistentHistoryTrackingKey`.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest, @unchecked Sendable {
    // Sendable as its superclass: one thread at a time.

    /// Which part of history is meant, counted from a place in it.
    enum Limit {
        case token(NSPersistentHistoryToken?)
        case date(Date)
    }

    private(set) var limit = Limit.token(nil)
    private(set) var deletes = false
    /// What the result is; transactions with their changes at first, or whether it succeeded for a deletion.
    open var resultType = NSPersistentHistoryResultType.transactionsAndChanges
    /// The place that the request counts from.
    open var token: NSPersistentHistoryToken? {
        if case .token(let token) = limit { return token }
        return nil
    }
    /// Which transactions; see `NSPersistentHistoryTransaction.fetchRequest`. Its predicate and limit count.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

    /// A request for all of history.
    public required init() { super.init() }

    private func with(_ limit: Limit, deletes: Bool = false) -> Self {
        self.limit = limit
        self.deletes = deletes
        if deletes { resultType = .statusOnly }
        return self
    }

    /// Everything after a place in history; all of it for nil.
    open class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self { Self().with(.token(token)) }
    /// Everything after a transaction; all of it for nil.
    open class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
        Self().with(.token(transaction?.token))
    }
    /// Everything after a point in time.
    open class func fetchHistory(after date: Date) -> Self { Self().with(.date(date)) }
    /// The transactions that a request finds.
    open class func fetchHistory(withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>) -> Self {
        let request = Self()
        request.fetchRequest = fetchRequest
        return request
    }
    /// Deletes the transactions before that of a token; none for nil.
    open class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
        Self().with(.token(token), deletes: true)
    }
    /// Deletes the transactions before another; none for nil.
    open class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
        Self().with(.token(transaction?.token), deletes: true)
    }
    /// Deletes the transactions before a point in time.
    open class func deleteHistory(before date: Date) -> Self { Self().with(.date(date), deletes: true) }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        if let copy = copy as? NSPersistentHistoryChangeRequest {
            copy.limit = limit
            copy.deletes = deletes
            copy.resultType = resultType
            copy.fetchRequest = fetchRequest
        }
        return copy
    }
}

/// What a history request gives back.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
    /// Transactions, changes, object IDs, a number or `true`, as `resultType` says.
    public let result: Any?
    /// What `result` is.
    public let resultType: NSPersistentHistoryResultType

    init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
        self.result = result
        self.resultType = resultType
    }
}

extension NSPersistentHistoryChangeRequest: ExecutableRequest {
    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let stores = try context.requireCoordinator().persistentStores.filter { store in
            affectedStores?.contains { $0 === store } ?? true
        }
        let tracked = stores.filter { $0.operations.keepsHistory }
        guard !tracked.isEmpty else {
            throw CocoaError.coreData(
                .persistentStoreUnsupportedRequestType,
                "No store keeps history: add it with the option NSPersistentHistoryTrackingKey")
        }
        if deletes {
            var count = 0
            for store in tracked { count += try store.operations.deleteHistory(before: limit) }
            return NSPersistentHistoryResult(resultType == .count ? count : true, resultType)
        }
        var transactions: [NSPersistentHistoryTransaction] = []
        for store in tracked {
            transactions += try store.operations.history(
                after: limit, includesChanges: resultType != .transactionsOnly && resultType != .count)
        }
        if let predicate = fetchRequest?.predicate {
            let compiled = try CompiledPredicate(predicateNode(of: predicate))
            transactions = try transactions.filter { try compiled.evaluate(with: $0) }
        }
        if let most = fetchRequest?.fetchLimit, most > 0 { transactions = Array(transactions.prefix(most)) }
        if tracked.count > 1 { transactions.sort { $0.timestamp < $1.timestamp } }
        return NSPersistentHistoryResult(result(transactions), resultType)
    }

    private func result(_ transactions: [NSPersistentHistoryTransaction]) -> Any {
        let changes = transactions.flatMap { $0.changes ?? [] }
        switch resultType {
        case .statusOnly: return true
        case .objectIDs: return changes.map(\.changedObjectID)
        case .count: return transactions.count
        case .transactionsOnly, .transactionsAndChanges: return transactions
        case .changesOnly: return changes
        }
    }
}

extension NSPersistentStoreCoordinator {
    /// The present end of the history of stores, all of them for nil; nil when none of them keeps history.
    public func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
        let wanted = stores?.compactMap { $0 as? NSPersistentStore } ?? persistentStores
        var numbers: [String: Int64] = [:]
        for store in wanted where store.operations.keepsHistory {
            guard let identifier = store.identifier, let number = try? store.operations.lastTransactionNumber() else {
                continue
            }
            numbers[identifier] = number
        }
        return numbers.isEmpty ? nil : NSPersistentHistoryToken(numbers)
    }
}

/// Option: `true` has the store keep history. A store that has begun to keep it is read-only without the option, so that
/// no change is missing.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// Option: `true` has `NSPersistentStoreRemoteChange` posted when the store is written, by whichever process.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey = "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// User info of `NSPersistentStoreRemoteChange`: the store's URL.
public let NSPersistentStoreURLKey = "storeURL"
/// User info of `NSPersistentStoreRemoteChange`: the place in history behind the change.
public let NSPersistentHistoryTokenKey = "historyToken"

extension Notification.Name {
    /// A store was written, by this process or another; the object is its coordinator. User info holds the store's UUID,
    /// its URL and, where it keeps history, a token.
    ///
    /// It is posted on a thread of the framework's. Several writes in a row may be one notification.
    public static let NSPersistentStoreRemoteChange = Notification.Name("NSPersistentStoreRemoteChangeNotification")
}

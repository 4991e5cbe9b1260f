/// One save, or one batch request, as a store's history has it.
open class NSPersistentHistoryTransaction: NSObject, NSCopying {
    /// When it was committed.
    public let timestamp: Date
    /// What it changed; nil when the request asked for transactions only.
    public internal(set) var changes: [NSPersistentHistoryChange]?
    /// Its number; later transactions of a store have higher ones.
    public let transactionNumber: Int64
    /// The UUID of the store.
    public let storeID: String
    /// The program that wrote: its bundle identifier, or its name where it has none.
    public let bundleID: String
    /// The process that wrote.
    public let processID: String
    /// The `name` of the context that wrote.
    public let contextName: String?
    /// The `transactionAuthor` of the context that wrote.
    public let author: String?

    init(
        number: Int64, timestamp: Date, storeID: String, bundleID: String, processID: String, contextName: String?,
        author: String?
    ) {
        transactionNumber = number
        self.timestamp = timestamp
        self.storeID = storeID
        self.bundleID = bundleID
        self.processID = processID
        self.contextName = contextName
        self.author = author
    }

    /// The place in history right behind this transaction.
    open var token: NSPersistentHistoryToken { NSPersistentHistoryToken([storeID: transactionNumber]) }

    /// The transaction as a save notification, for `NSManagedObjectContext.mergeChanges(fromContextDidSave:)`.
    open func objectIDNotification() -> Notification {
        var ids: [NSPersistentHistoryChangeType: Set<NSManagedObjectID>] = [:]
        for change in changes ?? [] { ids[change.changeType, default: []].insert(change.changedObjectID) }
        var userInfo: [AnyHashable: Any] = [:]
        userInfo[NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue] = ids[.insert]
        userInfo[NSManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue] = ids[.update]
        userInfo[NSManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue] = ids[.delete]
        return Notification(name: NSManagedObjectContext.didSaveObjectIDsNotification, object: nil, userInfo: userInfo)
    }

    /// A request for transactions, whose predicate may name `author`, `bundleID`, `contextName`, `processID`,
    /// `timestamp` and `transactionNumber`; give it to `NSPersistentHistoryChangeRequest.fetchHistory(withFetch:)`.
    public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        NSFetchRequest<any NSFetchRequestResult>(entityName: "Transaction")
    }

    /// The transaction itself: it cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSPersistentHistoryTransaction: KeyValueReadable {
    private static let keys: Set = [
        "author", "bundleID", "contextName", "processID", "timestamp", "transactionNumber",
    ]

    /// Whether a predicate over transactions may name the key.
    public func hasValue(forKey key: String) -> Bool { Self.keys.contains(key) }

    /// The value of one of the keys that a predicate over transactions may name.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "author": author
        case "bundleID": bundleID
        case "contextName": contextName
        case "processID": processID
        case "timestamp": timestamp
        case "transactionNumber": transactionNumber
        default: nil
        }
    }
}

/// What happened to an object.
public enum NSPersistentHistoryChangeType: Int, Sendable {
    /// It was inserted.
    case insert = 0
    /// It was changed.
    case update = 1
    /// It was deleted.
    case delete = 2
}

/// What one transaction did to one object.
open class NSPersistentHistoryChange: NSObject, NSCopying {
    /// Its number; unique in the store.
    public let changeID: Int64
    /// The object.
    public let changedObjectID: NSManagedObjectID
    /// What happened to it.
    public let changeType: NSPersistentHistoryChangeType
    /// What is left of a deleted object: the values of its attributes that `preservesValueInHistoryOnDeletion`.
    public let tombstone: [AnyHashable: Any]?
    /// The properties that an update has changed.
    public let updatedProperties: Set<NSPropertyDescription>?
    /// The transaction that the change is a part of.
    public internal(set) weak var transaction: NSPersistentHistoryTransaction?

    init(
        id: Int64, objectID: NSManagedObjectID, type: NSPersistentHistoryChangeType, tombstone: [AnyHashable: Any]?,
        updatedProperties: Set<NSPropertyDescription>?
    ) {
        changeID = id
        changedObjectID = objectID
        changeType = type
        self.tombstone = tombstone
        self.updatedProperties = updatedProperties
    }

    /// The change itself: it cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

import Foundation

/// The kinds of requests to a store, with Apple's numbers.
public enum NSPersistentStoreRequestType: UInt, Sendable, Hashable {
    /// An `NSFetchRequest`.
    case fetchRequestType = 1
    /// A save of a context's changes.
    case saveRequestType = 2
    /// An insertion that passes over contexts.
    case batchInsertRequestType = 5
    /// An update that passes over contexts.
    case batchUpdateRequestType = 6
    /// A deletion that passes over contexts.
    case batchDeleteRequestType = 7
}

/// A request to one or more stores: to fetch, to save, or to change many objects at once.
// A request belongs to one thread at a time. It is sendable only as part of a frozen model, where it is immutable.
open class NSPersistentStoreRequest: NSObject, NSCopying, @unchecked Sendable {
    /// Makes a request to every store.
    public required override init() {}

    /// The kind of the request.
    open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    /// The stores that are asked, `nil` for all. `CoreData` gives them their type.
    package var affectedStoreObjects: [AnyObject]?

    /// A copy of the request.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Swift.type(of: self).init()
        copy.affectedStoreObjects = affectedStoreObjects
        return copy
    }
}

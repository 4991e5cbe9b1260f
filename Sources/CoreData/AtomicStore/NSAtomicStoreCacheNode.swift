/// One object of an atomic store, in memory.
///
/// A to-one relationship's value is another node, a to-many relationship's a set of nodes (an ordered set where the
/// relationship is ordered); an attribute's is what the object's property holds.
open class NSAtomicStoreCacheNode: NSObject, KeyValueReadable {
    /// The object that the node holds the values of.
    public let objectID: NSManagedObjectID
    /// The values by name; nil before the first is set.
    open var propertyCache: NSMutableDictionary?

    /// A node without values.
    ///
    /// - Parameter moid: An ID that the store has given out by `objectID(for:withReferenceObject:)`.
    public init(objectID moid: NSManagedObjectID) {
        objectID = moid
        super.init()
    }

    /// The value of a property; nil when it has none.
    open func value(forKey key: String) -> Any? { propertyCache?[key] }

    /// Sets the value of a property; nil takes it away.
    open func setValue(_ value: Any?, forKey key: String) {
        let cache = propertyCache ?? NSMutableDictionary()
        propertyCache = cache
        if let value { cache[key] = value } else { cache.removeObject(forKey: key) }
    }
}

/// The values of one object, as an incremental store has read them.
open class NSIncrementalStoreNode: NSObject {
    /// The object.
    public let objectID: NSManagedObjectID
    private(set) var values: [String: Any]
    /// Counts the object's changes, where the store counts them.
    open private(set) var version: UInt64

    /// A node.
    ///
    /// - Parameters:
    ///   - values: By property name: what an attribute's property holds, the object ID of a to-one relationship's object.
    ///     A value that is left out is nil; a to-one relationship that is left out is asked for when it is read.
    ///   - version: Another number than before when somebody else has changed the object.
    public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
        self.objectID = objectID
        self.values = values
        self.version = version
    }

    /// Replaces the values.
    open func update(withValues values: [String: Any], version: UInt64) {
        self.values = values
        self.version = version
    }

    /// The value of a property: an object ID for a to-one relationship, `NSNull` for one without an object.
    open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }
}

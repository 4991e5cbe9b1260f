import Foundation

/// What a fetch can return: a managed object, an object ID, a dictionary or a number.
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSDictionary: NSFetchRequestResult {}

extension NSNumber: NSFetchRequestResult {}

/// What the results of a fetch are, with Apple's numbers.
public struct NSFetchRequestResultType: OptionSet, Hashable, Sendable {
    /// The number in model files.
    public let rawValue: UInt

    /// Makes a result type from its number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Managed objects.
    public static let managedObjectResultType: NSFetchRequestResultType = []
    /// Object IDs.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// Dictionaries of values.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// One number: how many there are.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}

/// A request for the objects of an entity that satisfy a predicate, in some order.
///
///     let request = NSFetchRequest<Person>(entityName: "Person")
///     request.predicate = NSPredicate(format: "age > 30")
///     request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
///     let people = try context.fetch(request)
///
/// `ResultType` is not limited to `NSFetchRequestResult`, as it is with Apple, since without Objective-C the type
/// `any NSFetchRequestResult` does not conform to itself; templates need it.
// A request belongs to one thread at a time. It is sendable only as part of a frozen model, where it is immutable.
open class NSFetchRequest<ResultType>: AnyFetchRequest, @unchecked Sendable {
    /// Makes a request that names no entity yet.
    public required init() {
        super.init()
    }

    /// Makes a request for the objects of the entity with a name.
    public convenience init(entityName: String) {
        self.init()
        setEntityName(entityName)
    }
}

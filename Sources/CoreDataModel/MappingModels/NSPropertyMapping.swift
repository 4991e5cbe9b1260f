import Foundation

/// How one property of a destination object gets its value.
///
/// The expression may use the variables `$source`, `$destination`, `$manager`, `$entityMapping` and `$entityPolicy`:
///
/// ```swift
/// NSPropertyMapping(name: "fullName", valueExpression: NSExpression(format: "$source.name"))
/// NSPropertyMapping(
///     name: "groups",
///     valueExpression: NSExpression(
///         format: "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', "
///             + "'GroupToGroup', $source.groups)"))
/// ```
open class NSPropertyMapping: NSObject {
    /// The name of the destination's property.
    open var name: String?
    /// Where its value comes from; nil to leave it alone.
    open var valueExpression: NSExpression?
    /// Notes for the policy.
    open var userInfo: [AnyHashable: Any]?

    /// Makes a mapping without a name.
    public required override init() {}

    /// Makes a mapping for a property.
    public convenience init(name: String, valueExpression: NSExpression?) {
        self.init()
        self.name = name
        self.valueExpression = valueExpression
    }
}

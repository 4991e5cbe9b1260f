import Foundation

/// What an entity mapping does, with the numbers of compiled mapping models.
public enum NSEntityMappingType: UInt, Sendable, Hashable, CaseIterable {
    /// Nothing is said: the policy decides, which by itself maps what there is to map.
    case undefinedEntityMappingType = 0
    /// A policy of the program's own makes the objects.
    case customEntityMappingType = 1
    /// The entity is new: nothing is made from source objects.
    case addEntityMappingType = 2
    /// The entity is gone: its objects are left behind.
    case removeEntityMappingType = 3
    /// The entity is as it was.
    case copyEntityMappingType = 4
    /// The entity has changed.
    case transformEntityMappingType = 5
}

/// How the objects of one entity become objects of another.
///
/// ```swift
/// let people = NSEntityMapping()
/// people.name = "PersonToPerson"
/// people.mappingType = .transformEntityMappingType
/// people.sourceEntityName = "Person"
/// people.destinationEntityName = "Person"
/// people.attributeMappings = [NSPropertyMapping(name: "name", valueExpression: NSExpression(format: "$source.name"))]
/// ```
open class NSEntityMapping: NSObject {
    /// The mapping's name, unique in its mapping model; value expressions refer to it.
    open var name: String!
    /// What the mapping does.
    open var mappingType = NSEntityMappingType.undefinedEntityMappingType

    /// The entity that is read; nil for a new one.
    open var sourceEntityName: String?
    /// The source entity's version hash; nil to take it as it is.
    open var sourceEntityVersionHash: Data?
    /// The entity that is made; nil for one that is gone.
    open var destinationEntityName: String?
    /// The destination entity's version hash; nil to take it as it is.
    open var destinationEntityVersionHash: Data?

    /// How attributes get their values. An attribute without a mapping keeps its default value.
    open var attributeMappings: [NSPropertyMapping]?
    /// How relationships get their objects.
    open var relationshipMappings: [NSPropertyMapping]?

    /// Which source objects are mapped: `FETCH(…)`, or an expression with a collection of objects. Nil for all objects of
    /// the source entity, without those of its subentities.
    open var sourceExpression: NSExpression?

    /// Notes for the policy.
    open var userInfo: [AnyHashable: Any]?

    /// The name of a subclass of `NSEntityMigrationPolicy` that does the work; nil for that class itself.
    open var entityMigrationPolicyClassName: String?

    /// Makes a mapping without a name.
    public required override init() {}

    /// "PersonToPerson", as messages name it.
    package var label: String {
        name ?? [sourceEntityName, destinationEntityName].compactMap { $0 }.joined(separator: "To")
    }
}

extension NSEntityMapping: KeyValueReadable {
    /// What `$entityMapping.name` and its siblings read.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "name": name
        case "sourceEntityName": sourceEntityName
        case "destinationEntityName": destinationEntityName
        case "mappingType": mappingType.rawValue
        case "userInfo": userInfo
        case "entityMigrationPolicyClassName": entityMigrationPolicyClassName
        default: nil
        }
    }

    /// Whether `$entityMapping` has such a key.
    public func hasValue(forKey key: String) -> Bool {
        [
            "name", "sourceEntityName", "destinationEntityName", "mappingType", "userInfo",
            "entityMigrationPolicyClassName",
        ].contains(key)
    }
}

import CommandKit
import CoreData
import CoreDataModel

/// A column of a listing: a key path from the objects that are listed, `name`, `parent.name`, `items.@count`.
struct SelectedColumn {
    let title: String
    private let keys: [String]
    /// The type of the attribute at the end.
    private let type: NSAttributeType?
    /// The relationships on the way, to be read with the objects themselves.
    let relationshipPath: String?

    var isNumeric: Bool {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .decimalAttributeType,
            .doubleAttributeType, .floatAttributeType:
            true
        default: keys.last?.hasPrefix("@") ?? false
        }
    }

    /// - Throws: `CommandError` (2) for a key that the entity and its subentities do not have.
    init(_ path: String, of entity: NSEntityDescription) throws {
        title = path
        keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var current: NSEntityDescription? = entity
        var type: NSAttributeType?
        var relationships: [String] = []
        for (index, key) in keys.enumerated() {
            if key.hasPrefix("@"), index > 0 {
                guard CollectionOperator(rawValue: key) != nil else { throw Self.unknown(key, path, []) }
                type = nil
                continue
            }
            guard let here = current else { throw Self.unknown(key, path, []) }
            switch Self.property(key, of: here) {
            case let attribute as NSAttributeDescription:
                type = attribute.attributeType
                current = nil
            case let relationship as NSRelationshipDescription:
                current = relationship.destinationEntity
                relationships.append(key)
            default: throw Self.unknown(key, path, Self.propertyNames(of: here))
            }
        }
        // A count or an average is no value of the attribute's own type.
        self.type = keys.contains(where: { $0.hasPrefix("@") && $0 != "@min" && $0 != "@max" }) ? nil : type
        relationshipPath = relationships.isEmpty ? nil : relationships.joined(separator: ".")
    }

    /// A property of an entity or of one of its subentities: listings hold both.
    private static func property(_ key: String, of entity: NSEntityDescription) -> NSPropertyDescription? {
        entity.allSubentities.lazy.compactMap { $0.propertiesByName[key] }.first
    }

    private static func propertyNames(of entity: NSEntityDescription) -> [String] {
        entity.allSubentities.flatMap { $0.propertiesByName.keys }
    }

    private static func unknown(_ key: String, _ path: String, _ names: [String]) -> CommandError {
        var message = "'\(path.escapedControls)': there is no property '\(key.escapedControls)'"
        if let nearest = Spelling.nearest(to: key, among: names) { message += ". Did you mean '\(nearest)'?" }
        return CommandError(.usage, message, hint: "'coredata model STORE' lists the properties")
    }

    /// The attributes and to-one relationships of an entity and its subentities.
    static func all(of entity: NSEntityDescription) throws -> [SelectedColumn] {
        var names: [String] = []
        for entity in entity.allSubentities {
            let own = entity.properties.filter { property in
                property is NSAttributeDescription
                    || (property as? NSRelationshipDescription).map { !$0.isToMany } ?? false
            }
            names += own.filter { !$0.isTransient && !names.contains($0.name) }.map(\.name).sorted()
        }
        return try names.map { try SelectedColumn($0, of: entity) }
    }

    /// The value for an object; null for a key that is another subentity's.
    func value(of object: NSManagedObject) throws -> ShownValue {
        if keys.count == 1 {
            guard object.entity.propertiesByName[keys[0]] != nil else { return .null }
            return ShownValue(try object.tryValue(forKey: keys[0]), type: type)
        }
        guard object.entity.propertiesByName[keys[0]] != nil else { return .null }
        return ShownValue(try KeyValueCoding.value(of: object, keys: keys[...]), type: type)
    }
}

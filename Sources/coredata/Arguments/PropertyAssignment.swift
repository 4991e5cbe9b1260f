import CommandKit
import CoreData

/// `key=value` on the command line, read as the type that the model says.
enum PropertyAssignment {
    /// Sets a property of an object to what a text stands for.
    ///
    /// - Throws: `CommandError` (2) for an unknown key, (65) for a text that is no value of the property.
    static func apply(_ assignment: KeyValue, to object: NSManagedObject, in store: OpenStore) throws {
        let property = try property(assignment.key, of: object)
        let value: Any?
        guard !property.isTransient else { throw wrong(property, "is transient: it is in no store") }
        switch property {
        case is NSDerivedAttributeDescription: throw wrong(property, "is derived from other values")
        case let attribute as NSAttributeDescription: value = try self.value(assignment.value, for: attribute)
        case let relationship as NSRelationshipDescription:
            value = try target(assignment.value, for: relationship, in: store)
        default: throw wrong(property, "cannot be set")
        }
        try object.trySetValue(value, forKey: property.name)
    }

    /// Takes a property's value away.
    static func clear(_ key: String, of object: NSManagedObject) throws {
        let property = try property(key, of: object)
        let isToMany = (property as? NSRelationshipDescription)?.isToMany ?? false
        try object.trySetValue(isToMany ? NSSet() : nil, forKey: property.name)
    }

    private static func property(_ key: String, of object: NSManagedObject) throws -> NSPropertyDescription {
        if let property = object.entity.propertiesByName[key] { return property }
        let names = Array(object.entity.propertiesByName.keys)
        var message = "\(object.entity.name ?? "") has no property '\(key.escapedControls)'"
        if let nearest = Spelling.nearest(to: key, among: names) { message += ". Did you mean '\(nearest)'?" }
        throw CommandError(.usage, message)
    }

    // MARK: - Attributes

    private static func value(_ text: String, for attribute: NSAttributeDescription) throws -> Any? {
        switch attribute.attributeType {
        case .stringAttributeType: return text
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            guard let number = Int64(text) else { throw wrong(attribute, "needs a whole number") }
            return NSNumber(value: number)
        case .doubleAttributeType, .floatAttributeType:
            guard let number = Double(text), number.isFinite else { throw wrong(attribute, "needs a number") }
            return NSNumber(value: number)
        case .decimalAttributeType:
            guard Double(text) != nil, let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
            else { throw wrong(attribute, "needs a decimal number") }
            return NSDecimalNumber(decimal: number)
        case .booleanAttributeType:
            guard let flag = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false][text]
            else { throw wrong(attribute, "needs true or false") }
            return NSNumber(value: flag)
        case .dateAttributeType: return try date(text, for: attribute)
        case .UUIDAttributeType:
            guard let uuid = UUID(uuidString: text) else { throw wrong(attribute, "needs a UUID") }
            return uuid
        case .URIAttributeType:
            guard let url = URL(string: text) else { throw wrong(attribute, "needs a URL") }
            return url
        case .binaryDataAttributeType: return try bytes(text, for: attribute)
        case .transformableAttributeType: return try plainValue(text, for: attribute)
        case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType:
            throw wrong(attribute, "is of a type that cannot be set here")
        }
    }

    private static func date(_ text: String, for attribute: NSAttributeDescription) throws -> Date {
        guard isReal(text) else { throw wrong(attribute, "needs a date of the calendar") }
        let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let day = Date.ISO8601FormatStyle().year().month().day()
        for style in [Date.ISO8601FormatStyle(), fraction, day] {
            if let date = try? style.parse(text) { return date }
        }
        throw wrong(attribute, "needs a date such as 2026-01-31 or 2026-01-31T12:00:00Z")
    }

    /// Whether day and time exist: a parser takes the thirtieth of February for the second of March.
    private static func isReal(_ text: String) -> Bool {
        let day = Date.ISO8601FormatStyle().year().month().day()
        let date = String(text.prefix(10))
        guard let parsed = try? day.parse(date) else { return true }
        let time = text.dropFirst(11).prefix(8).split(separator: ":").map { Int($0) ?? 99 }
        return day.format(parsed) == date && zip(time, [23, 59, 60]).allSatisfy { $0 <= $1 }
    }

    private static func bytes(_ text: String, for attribute: NSAttributeDescription) throws -> Data {
        guard text.hasPrefix("@") else { throw wrong(attribute, "holds bytes: name the file that has them, as @FILE") }
        do {
            return try Data(contentsOf: URL(fileURLWithPath: String(text.dropFirst())))
        } catch {
            throw CommandError(.missingInput, "The file cannot be read", file: String(text.dropFirst()))
        }
    }

    private static func plainValue(_ text: String, for attribute: NSAttributeDescription) throws -> Any {
        if let name = DecodedTransformable.transformerName(of: attribute),
            name != NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
        {
            throw wrong(attribute, "is stored by \(name), a transformer of the program that made the store")
        }
        guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) else {
            throw wrong(attribute, "needs JSON, such as [\"a\",\"b\"]")
        }
        return value
    }

    // MARK: - Relationships

    private static func target(
        _ text: String, for relationship: NSRelationshipDescription, in store: OpenStore
    ) throws -> Any? {
        let objects = try text.split(separator: ",").map { reference in
            let object = try store.object(String(reference))
            if let wanted = relationship.destinationEntity, !object.entity.isKindOf(entity: wanted) {
                throw wrong(relationship, "leads to \(wanted.name ?? ""), not to \(object.entity.name ?? "")")
            }
            return object
        }
        if relationship.isToMany {
            return relationship.isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects)
        }
        guard objects.count <= 1 else { throw wrong(relationship, "leads to one object only") }
        return objects.first
    }

    private static func wrong(_ property: NSPropertyDescription, _ what: String) -> CommandError {
        CommandError(.badInput, "\(property.entity?.name ?? "").\(property.name) \(what)")
    }
}

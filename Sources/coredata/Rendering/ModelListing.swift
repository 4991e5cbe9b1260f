import CommandKit
import CoreData
import CoreDataModel

/// A model for people to read, and as JSON.
struct ModelListing {
    private let model: NSManagedObjectModel
    private let entities: [NSEntityDescription]

    init(_ model: NSManagedObjectModel) {
        self.model = model
        entities = model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
    }

    // MARK: - Text

    var text: String {
        entities.map(text(of:)).joined(separator: "\n")
    }

    private func text(of entity: NSEntityDescription) -> String {
        var head = entity.name ?? ""
        if let superentity = entity.superentity { head += ": \(superentity.name ?? "")" }
        if entity.isAbstract { head += " (abstract)" }
        let own = properties(of: entity)
        let width = own.map(\.name.displayWidth).max() ?? 0
        var lines = own.map { "  \($0.name.padded(to: width, alignment: .left))  \(words(for: $0))" }
        for constraint in entity.uniquenessConstraintNames {
            lines.append("  unique: \(constraint.joined(separator: ", "))")
        }
        for index in entity.indexes {
            lines.append("  index \(index.name): \(index.elements.compactMap(\.propertyName).joined(separator: ", "))")
        }
        return ([head] + lines).map { $0.escapedControls + "\n" }.joined()
    }

    private func properties(of entity: NSEntityDescription) -> [NSPropertyDescription] {
        entity.properties.filter { $0.entity === entity }.sorted { $0.name < $1.name }
    }

    private func words(for property: NSPropertyDescription) -> String {
        var words: [String] = []
        switch property {
        case let attribute as NSAttributeDescription:
            words.append(attribute.attributeType.title)
            if attribute is NSDerivedAttributeDescription { words.append("derived") }
            if let name = attribute.valueTransformerName { words.append("by \(name)") }
            if attribute.defaultValue != nil {
                words.append("default \(ShownValue(attribute.defaultValue, type: attribute.attributeType).text)")
            }
        case let relationship as NSRelationshipDescription:
            let arrow = relationship.isToMany ? "→→" : "→"
            words.append("\(arrow) \(relationship.destinationEntityName ?? "?")")
            if let inverse = relationship.inverseRelationshipName { words.append("inverse \(inverse)") }
            if relationship.isToMany, relationship.isOrdered { words.append("ordered") }
            words.append("on delete \(name(of: relationship.deleteRule))")
        default: words.append("fetched property")
        }
        if !property.isOptional { words.append("required") }
        if property.isTransient { words.append("transient") }
        return words.joined(separator: ", ")
    }

    private func name(of rule: NSDeleteRule) -> String {
        switch rule {
        case .noActionDeleteRule: "no action"
        case .nullifyDeleteRule: "nullify"
        case .cascadeDeleteRule: "cascade"
        case .denyDeleteRule: "deny"
        }
    }

    // MARK: - JSON

    var json: String {
        ShownValue.object([
            ("versionIdentifiers", .array(model.versionIdentifiers.map { ShownValue($0.base) })),
            ("versionChecksum", .string(model.versionChecksum)),
            ("entities", .array(entities.map(value(of:)))),
        ]).json
    }

    private func value(of entity: NSEntityDescription) -> ShownValue {
        .object([
            ("name", ShownValue(entity.name)),
            ("superentity", ShownValue(entity.superentity?.name)),
            ("isAbstract", .bool(entity.isAbstract)),
            ("versionHash", .string(entity.versionHash.base64EncodedString())),
            ("properties", .array(properties(of: entity).map(value(of:)))),
            (
                "uniquenessConstraints",
                .array(entity.uniquenessConstraintNames.map { .array($0.map { .string($0) }) })
            ),
        ])
    }

    private func value(of property: NSPropertyDescription) -> ShownValue {
        var entries: [(key: String, value: ShownValue)] = [
            ("name", .string(property.name)), ("isOptional", .bool(property.isOptional)),
            ("isTransient", .bool(property.isTransient)),
        ]
        switch property {
        case let attribute as NSAttributeDescription:
            entries.append(("type", .string(attribute.attributeType.title)))
            entries.append(("defaultValue", ShownValue(attribute.defaultValue, type: attribute.attributeType)))
            entries.append(("valueTransformerName", ShownValue(attribute.valueTransformerName)))
        case let relationship as NSRelationshipDescription:
            entries.append(("destination", ShownValue(relationship.destinationEntityName)))
            entries.append(("inverse", ShownValue(relationship.inverseRelationshipName)))
            entries.append(("isToMany", .bool(relationship.isToMany)))
            entries.append(("isOrdered", .bool(relationship.isOrdered)))
            entries.append(("deleteRule", .string(name(of: relationship.deleteRule))))
        default: entries.append(("type", .string("Fetched property")))
        }
        return .object(entries)
    }
}

import CoreDataModel
import Foundation

extension GeneratedModel {
    /// The body of an entity's function. Only what differs from a new description is set.
    func write(_ entity: NSEntityDescription, to source: inout SwiftSource) {
        source.line("let entity = NSEntityDescription()")
        source.line("entity.name = \(SwiftSource.literal(entity.name ?? ""))")
        switch classes.origin(of: entity) {
        case .none: break
        case .generated, .extended:
            // Not NSStringFromClass, which on Linux takes five milliseconds the first time.
            source.line("entity.managedObjectClassName = String(reflecting: \(classes.reference(to: entity)).self)")
        case .manual:
            let name = SwiftSource.literal(
                isInThisModule(entity) ? classes.bareName(of: entity) : entity.representedClassName ?? "")
            source.line("entity.managedObjectClassName = \(isInThisModule(entity) ? "className(\(name))" : name)")
        }
        if entity.isAbstract { source.line("entity.isAbstract = true") }
        if let name = entity.givenRenamingIdentifier {
            source.line("entity.renamingIdentifier = \(SwiftSource.literal(name))")
        }
        if let modifier = entity.versionHashModifier {
            source.line("entity.versionHashModifier = \(SwiftSource.literal(modifier))")
        }
        write(userInfo: entity.userInfo, of: "entity", to: &source)
        var names: [String] = []
        for (number, property) in sorted(entity.ownProperties).enumerated() {
            // A number keeps the local name legal and free of clashes whatever the property is called.
            let name = "p\(number)"
            names.append(name)
            write(property, as: name, to: &source)
        }
        source.list("entity.properties = ", names)
        write(tuples: entity.uniquenessConstraintNames, of: "entity.uniquenessConstraints", to: &source)
        write(tuples: entity.compoundIndexNames, of: "entity.compoundIndexes", to: &source)
        source.line("return entity")
    }

    private func write(tuples: [[String]], of place: String, to source: inout SwiftSource) {
        guard !tuples.isEmpty else { return }
        source.list("\(place) = ", tuples.map { "[\($0.map(SwiftSource.literal).joined(separator: ", "))]" })
    }

    private func write(userInfo: [AnyHashable: Any]?, of place: String, to source: inout SwiftSource) {
        guard let userInfo, !userInfo.isEmpty else { return }
        let entries = userInfo.map { (key: "\($0.key.base)", value: "\($0.value)") }.sorted { $0.key < $1.key }
        source.list(
            "\(place).userInfo = ",
            entries.map { "\(SwiftSource.literal($0.key)): \(SwiftSource.literal($0.value))" })
    }

    private func write(_ property: NSPropertyDescription, as name: String, to source: inout SwiftSource) {
        source.line("let \(name) = \(kind(of: property))()")
        source.line("\(name).name = \(SwiftSource.literal(property.name))")
        if !property.isOptional { source.line("\(name).isOptional = false") }
        if property.isTransient { source.line("\(name).isTransient = true") }
        if property.isIndexed { source.line("\(name).isIndexed = true") }
        if property.isIndexedBySpotlight { source.line("\(name).isIndexedBySpotlight = true") }
        if property.isStoredInExternalRecord { source.line("\(name).isStoredInExternalRecord = true") }
        if let identifier = property.givenRenamingIdentifier {
            source.line("\(name).renamingIdentifier = \(SwiftSource.literal(identifier))")
        }
        if let modifier = property.versionHashModifier {
            source.line("\(name).versionHashModifier = \(SwiftSource.literal(modifier))")
        }
        write(userInfo: property.userInfo, of: name, to: &source)
        switch property {
        case let attribute as NSAttributeDescription: write(attribute, as: name, to: &source)
        case let relationship as NSRelationshipDescription: write(relationship, as: name, to: &source)
        default: break
        }
    }

    private func kind(of property: NSPropertyDescription) -> String {
        switch property {
        case is NSCompositeAttributeDescription: "NSCompositeAttributeDescription"
        case is NSDerivedAttributeDescription: "NSDerivedAttributeDescription"
        case is NSAttributeDescription: "NSAttributeDescription"
        case is NSRelationshipDescription: "NSRelationshipDescription"
        default: "NSFetchedPropertyDescription"
        }
    }

    private func write(_ relationship: NSRelationshipDescription, as name: String, to source: inout SwiftSource) {
        if relationship.maxCount != 0 { source.line("\(name).maxCount = \(relationship.maxCount)") }
        if relationship.minCount != 0 { source.line("\(name).minCount = \(relationship.minCount)") }
        if relationship.isOrdered { source.line("\(name).isOrdered = true") }
        if relationship.deleteRule != .nullifyDeleteRule {
            source.line("\(name).deleteRule = .\(relationship.deleteRule)")
        }
    }

    private func write(_ attribute: NSAttributeDescription, as name: String, to source: inout SwiftSource) {
        if !(attribute is NSCompositeAttributeDescription) {
            source.line("\(name).attributeType = .\(attribute.attributeType)")
        }
        if let className = attribute.givenValueClassName {
            source.line("\(name).attributeValueClassName = \(SwiftSource.literal(className))")
        }
        if let transformer = attribute.valueTransformerName {
            source.line("\(name).valueTransformerName = \(SwiftSource.literal(transformer))")
        }
        if attribute.allowsExternalBinaryDataStorage {
            source.line("\(name).allowsExternalBinaryDataStorage = true")
        }
        if attribute.preservesValueInHistoryOnDeletion {
            source.line("\(name).preservesValueInHistoryOnDeletion = true")
        }
        if attribute.allowsCloudEncryption { source.line("\(name).allowsCloudEncryption = true") }
        if let value = attribute.defaultValue.flatMap(ValueLiteral.init) {
            source.line("\(name).defaultValue = \(value.text)")
        }
        writeLimits(of: attribute, as: name, to: &source)
        if let derived = attribute as? NSDerivedAttributeDescription, let text = derived.derivationExpressionText {
            source.line("\(name).setDerivationExpression(format: \(SwiftSource.literal(text)))")
        }
        if let composite = attribute as? NSCompositeAttributeDescription {
            var names: [String] = []
            for (number, element) in composite.elements.enumerated() {
                let elementName = "\(name)_\(number)"
                names.append(elementName)
                write(element as NSPropertyDescription, as: elementName, to: &source)
            }
            source.list("\(name).elements = ", names)
        }
    }

    private func writeLimits(of attribute: NSAttributeDescription, as name: String, to source: inout SwiftSource) {
        if attribute.minValue != nil || attribute.maxValue != nil {
            let low = ValueLiteral(attribute.minValue)?.text ?? "nil"
            let high = ValueLiteral(attribute.maxValue)?.text ?? "nil"
            source.line("\(name).setLimits(minimum: \(low), maximum: \(high))")
        }
        if attribute.minLength != nil || attribute.maxLength != nil {
            let low = attribute.minLength.map(String.init) ?? "nil"
            let high = attribute.maxLength.map(String.init) ?? "nil"
            source.line("\(name).setLengthLimits(minimum: \(low), maximum: \(high))")
        }
        if let pattern = attribute.regularExpression {
            source.line("\(name).setRegularExpression(\(SwiftSource.literal(pattern)))")
        }
    }
}

import CoreDataModel
import Foundation

/// Everything that a model says, one line for each fact, so that two models can be compared and a difference shown.
struct ModelFacts {
    private(set) var lines: Set<String> = []
    /// Whether facts count that only sources hold: what is for Xcode's code generator and for sync services.
    private let withSourceFacts: Bool

    init(_ model: NSManagedObjectModel, withSourceFacts: Bool = true) {
        self.withSourceFacts = withSourceFacts
        for entity in model.entities { add(entity) }
        for name in model.configurations {
            let members = (model.entities(forConfigurationName: name) ?? []).compactMap(\.name).sorted()
            lines.insert("configuration \(name): \(members)")
        }
        for (name, request) in model.fetchRequestTemplatesByName { add(request, "template \(name)") }
        let identifiers = model.versionIdentifiers.map { "\($0.base)" }.filter { !$0.isEmpty }.sorted()
        lines.insert("identifiers \(identifiers)")
    }

    func difference(from other: ModelFacts) -> [String] {
        lines.subtracting(other.lines).sorted().map { "- \($0)" }
            + other.lines.subtracting(lines).sorted().map { "+ \($0)" }
    }

    private mutating func add(_ entity: NSEntityDescription) {
        let place = entity.name ?? "?"
        func text(_ value: Any?) -> String { Self.text(value) }
        lines.insert("\(place) class \(entity.managedObjectClassName ?? "")")
        lines.insert("\(place) abstract \(entity.isAbstract)")
        lines.insert("\(place) parent \(text(entity.superentity?.name))")
        lines.insert("\(place) subentities \(entity.subentities.compactMap(\.name).sorted())")
        lines.insert("\(place) renamed \(text(entity.renamingIdentifier))")
        lines.insert("\(place) modifier \(text(entity.versionHashModifier))")
        lines.insert("\(place) info \(text(entity.userInfo))")
        lines.insert("\(place) unique \(entity.uniquenessConstraintNames)")
        lines.insert("\(place) compound \(entity.compoundIndexNames)")
        lines.insert("\(place) hash \(entity.versionHash.hex)")
        if withSourceFacts {
            lines.insert("\(place) codegen \(entity.codeGeneration) syncable \(entity.isSyncable)")
            lines.insert("\(place) represented \(text(entity.representedClassName))")
        }
        for index in entity.indexes {
            let elements = index.elements.map { element in
                let expression = element.property as? NSExpressionDescription
                return "\(text(element.propertyName)) \(element.collationType) \(element.isAscending) "
                    + "\(text(expression?.expressionText)) \(text(expression?.expressionResultType.rawValue))"
            }
            lines.insert(
                "\(place) index \(index.name) \(elements) where \(text(index.partialIndexPredicate?.formatText))")
        }
        for property in entity.ownProperties { add(property, "\(place).\(property.name)") }
    }

    private mutating func add(_ property: NSPropertyDescription, _ place: String) {
        func text(_ value: Any?) -> String { Self.text(value) }
        lines.insert("\(place) is \(type(of: property))")
        lines.insert("\(place) optional \(property.isOptional) transient \(property.isTransient)")
        lines.insert("\(place) indexed \(property.isIndexed) spotlight \(property.isIndexedBySpotlight)")
        lines.insert("\(place) truth file \(property.isStoredInExternalRecord)")
        lines.insert("\(place) renamed \(text(property.renamingIdentifier))")
        lines.insert("\(place) modifier \(text(property.versionHashModifier))")
        lines.insert("\(place) info \(text(property.userInfo))")
        for (predicate, warning) in zip(property.validationPredicates, property.validationWarnings) {
            lines.insert("\(place) validates \(predicate.formatText): \(warning)")
        }
        if withSourceFacts { lines.insert("\(place) syncable \(property.isSyncable)") }
        switch property {
        case let attribute as NSAttributeDescription: add(attribute, place)
        case let relationship as NSRelationshipDescription:
            lines.insert(
                "\(place) to \(text(relationship.destinationEntity?.name)) inverse "
                    + "\(text(relationship.inverseRelationship?.name)) \(relationship.minCount)…\(relationship.maxCount) "
                    + "ordered \(relationship.isOrdered) delete \(relationship.deleteRule)")
        case let fetched as NSFetchedPropertyDescription:
            if let request = fetched.fetchRequest { add(request, place) }
        default: break
        }
    }

    private mutating func add(_ attribute: NSAttributeDescription, _ place: String) {
        func text(_ value: Any?) -> String { Self.text(value) }
        lines.insert("\(place) type \(attribute.attributeType) of \(text(attribute.attributeValueClassName))")
        lines.insert("\(place) default \(text(attribute.defaultValue))")
        lines.insert("\(place) transformer \(text(attribute.valueTransformerName))")
        lines.insert("\(place) external \(attribute.allowsExternalBinaryDataStorage)")
        lines.insert("\(place) preserved \(attribute.preservesValueInHistoryOnDeletion)")
        lines.insert("\(place) encrypted \(attribute.allowsCloudEncryption)")
        lines.insert("\(place) limits \(text(attribute.minValue)) \(text(attribute.maxValue))")
        lines.insert("\(place) length \(text(attribute.minLength)) \(text(attribute.maxLength))")
        lines.insert("\(place) pattern \(text(attribute.regularExpression))")
        if withSourceFacts {
            lines.insert("\(place) scalar \(text(attribute.usesScalarValueType)) \(text(attribute.customClassName))")
        }
        if let derived = attribute as? NSDerivedAttributeDescription {
            lines.insert("\(place) derived by \(text(derived.derivationExpression?.formatText))")
        }
        if let composite = attribute as? NSCompositeAttributeDescription {
            if withSourceFacts { lines.insert("\(place) composite \(text(composite.compositeName))") }
            for element in composite.elements { add(element as NSPropertyDescription, "\(place).\(element.name)") }
        }
    }

    private mutating func add(_ request: AnyFetchRequest, _ place: String) {
        lines.insert("\(place) fetches \(Self.text(request.entityName)) \(Self.text(request.predicate?.formatText))")
        lines.insert("\(place) sorts \(Self.text(request.sortDescriptors?.map { "\($0)" }))")
        lines.insert(
            "\(place) limit \(request.fetchLimit) offset \(request.fetchOffset) batch \(request.fetchBatchSize) result "
                + "\(request.resultType.rawValue) \(request.includesSubentities) \(request.includesPropertyValues) "
                + "\(request.returnsObjectsAsFaults) \(request.includesPendingChanges) "
                + "\(request.returnsDistinctResults)")
        lines.insert("\(place) values \(Self.text(request.propertiesToFetch))")
        lines.insert("\(place) groups \(Self.text(request.propertiesToGroupBy))")
        lines.insert("\(place) having \(Self.text(request.havingPredicate?.formatText))")
        lines.insert("\(place) prefetches \(Self.text(request.relationshipKeyPathsForPrefetching))")
    }

    private static func text(_ value: Any?) -> String {
        switch value {
        case nil: "none"
        case let entries as [AnyHashable: Any]: entries.map { "\($0.key)=\($0.value)" }.sorted().description
        case let value?: "\(value)"
        }
    }
}

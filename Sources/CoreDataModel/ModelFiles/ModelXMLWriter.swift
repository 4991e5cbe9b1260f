import Foundation

/// Writes a model as the XML that Xcode saves (`Model.xcdatamodel/contents`).
///
/// Everything that the format can say is written; what only code or a compiled model can have is not: predicates of
/// validation that are no limits, sort descriptors, default values of transformable attributes.
struct ModelXMLWriter {
    private let model: NSManagedObjectModel
    private var xml = XMLText()
    /// The composites that attributes use, by name, in the order in which they are found.
    private var composites: [(name: String, elements: [NSAttributeDescription])] = []

    /// The XML of a model.
    static func data(of model: NSManagedObjectModel) -> Data {
        var writer = ModelXMLWriter(model: model)
        writer.write()
        return Data(writer.xml.text.utf8)
    }

    private init(model: NSManagedObjectModel) {
        self.model = model
    }

    private mutating func write() {
        let identifiers = model.versionIdentifiers.map { "\($0.base)" }.sorted()
        let head: [(name: String, value: String?)] = [
            ("type", "com.apple.IDECoreDataModeler.DataModel"), ("documentVersion", "1.0"),
            ("lastSavedToolsVersion", "22758"), ("systemVersion", "23E224"), ("minimumToolsVersion", "Automatic"),
            ("sourceLanguage", "Swift"),
            ("userDefinedModelVersionIdentifier", identifiers.isEmpty ? nil : identifiers.joined(separator: ", ")),
        ]
        // The content needs the writer, which the text is part of: it is made on a copy of its own.
        var text = XMLText()
        text.element("model", head) { text in
            for entity in model.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) { write(entity, &text) }
            // Composites in composites are found while the first are written.
            var written = 0
            while written < composites.count {
                let composite = composites[written]
                text.element("composite", [("name", composite.name)]) { text in
                    for element in composite.elements { write(element, &text) }
                }
                written += 1
            }
            for (name, request) in model.fetchRequestTemplatesByName.sorted(by: { $0.key < $1.key }) {
                Self.write(request, name: name, &text)
            }
            for name in model.configurations {
                text.element("configuration", [("name", name)]) { text in
                    for member in model.entityNames(forConfigurationName: name) {
                        text.element("memberEntity", [("name", member)])
                    }
                }
            }
        }
        xml = text
    }

    // MARK: Entities

    private mutating func write(_ entity: NSEntityDescription, _ text: inout XMLText) {
        let className = entity.managedObjectClassName == "NSManagedObject" ? nil : entity.managedObjectClassName
        let codeGeneration = entity.codeGeneration == .manual ? nil : entity.codeGeneration.rawValue
        let attributes: [(name: String, value: String?)] = [
            ("name", entity.name), ("representedClassName", entity.representedClassName ?? className),
            ("isAbstract", Self.flag(entity.isAbstract)), ("parentEntity", entity.superentity?.name),
            ("elementID", entity.givenRenamingIdentifier), ("versionHashModifier", entity.versionHashModifier),
            ("syncable", Self.flag(entity.isSyncable)), ("codeGenerationType", codeGeneration),
        ]
        text.element("entity", attributes) { text in
            for property in entity.ownProperties { write(property, &text) }
            for index in entity.indexes { Self.write(index, &text) }
            Self.write(
                entity.uniquenessConstraintNames, "uniquenessConstraints", "uniquenessConstraint", "constraint", &text)
            Self.write(entity.compoundIndexNames, "compoundIndexes", "compoundIndex", "index", &text)
            Self.write(entity.userInfo, &text)
        }
    }

    private static func write(
        _ tuples: [[String]], _ list: String, _ tuple: String, _ item: String, _ text: inout XMLText
    ) {
        guard !tuples.isEmpty else { return }
        text.element(list) { text in
            for names in tuples {
                text.element(tuple) { text in
                    for name in names { text.element(item, [("value", name)]) }
                }
            }
        }
    }

    private static func write(_ userInfo: [AnyHashable: Any]?, _ text: inout XMLText) {
        guard let userInfo else { return }
        text.element("userInfo") { text in
            for (key, value) in userInfo.map({ ("\($0.key.base)", "\($0.value)") }).sorted(by: { $0 < $1 }) {
                text.element("entry", [("key", key), ("value", value)])
            }
        }
    }

    private static func write(_ index: NSFetchIndexDescription, _ text: inout XMLText) {
        let predicate = index.predicateFormatText ?? index.partialIndexPredicate?.formatText
        text.element("fetchIndex", [("name", index.name), ("partialIndexPredicate", predicate)]) { text in
            for element in index.elements {
                var attributes: [(name: String, value: String?)] = [("property", element.propertyName)]
                if let expression = element.property as? NSExpressionDescription {
                    attributes += [
                        ("expression", expression.expressionText ?? expression.expression?.formatText),
                        ("expressionType", expression.expressionResultType.sourceTitle),
                    ]
                }
                attributes += [
                    ("type", element.collationType == .rTree ? "RTree" : "Binary"),
                    ("order", element.isAscending ? "ascending" : "descending"),
                ]
                text.element("fetchIndexElement", attributes)
            }
        }
    }

    // MARK: Properties

    private mutating func write(_ property: NSPropertyDescription, _ text: inout XMLText) {
        let kind: String
        var attributes: [(name: String, value: String?)] = [
            ("name", property.name), ("optional", Self.flag(property.isOptional)),
            ("transient", Self.flag(property.isTransient)), ("indexed", Self.flag(property.isIndexed)),
        ]
        var request: AnyFetchRequest?
        switch property {
        case let attribute as NSAttributeDescription:
            kind = "attribute"
            attributes += attribute.sourceFacts
            if let composite = attribute as? NSCompositeAttributeDescription {
                attributes.append(("composite", name(of: composite)))
            }
        case let relationship as NSRelationshipDescription:
            kind = "relationship"
            attributes += relationship.sourceFacts
        case let fetched as NSFetchedPropertyDescription:
            kind = "fetchedProperty"
            request = fetched.fetchRequest
        default: return
        }
        attributes += [
            ("spotlightIndexingEnabled", Self.flag(property.isIndexedBySpotlight)),
            ("storedInTruthFile", Self.flag(property.isStoredInExternalRecord)),
            ("elementID", property.givenRenamingIdentifier), ("versionHashModifier", property.versionHashModifier),
            ("syncable", Self.flag(property.isSyncable)),
        ]
        text.element(kind, attributes) { text in
            if let request { Self.write(request, name: "fetchedPropertyFetchRequest", &text) }
            Self.write(property.userInfo, &text)
        }
    }

    /// The name under which a composite is defined once; nil where it has no elements and no name.
    private mutating func name(of composite: NSCompositeAttributeDescription) -> String? {
        if composite.compositeName == nil, composite.elements.isEmpty { return nil }
        let base = composite.compositeName ?? composite.name
        if composite.compositeName != nil, composites.contains(where: { $0.name == base }) { return base }
        var name = base
        var number = 1
        while composites.contains(where: { $0.name == name }) {
            number += 1
            name = "\(base)\(number)"
        }
        composites.append((name, composite.elements))
        return name
    }

    private static func write(_ request: AnyFetchRequest, name: String, _ text: inout XMLText) {
        func unless(_ value: Bool, _ initial: Bool) -> String? { value == initial ? nil : value ? "YES" : "NO" }
        func number(_ value: Int) -> String? { value == 0 ? nil : String(value) }
        let attributes: [(name: String, value: String?)] = [
            ("name", name), ("entity", request.entityName),
            ("predicateString", request.predicateFormatText ?? request.predicate?.formatText),
            ("fetchLimit", number(request.fetchLimit)), ("fetchBatchSize", number(request.fetchBatchSize)),
            ("resultType", number(Int(request.resultType.rawValue))),
            ("includeSubentities", unless(request.includesSubentities, true)),
            ("includePropertyValues", unless(request.includesPropertyValues, true)),
            ("includesPendingChanges", unless(request.includesPendingChanges, true)),
            ("returnObjectsAsFaults", unless(request.returnsObjectsAsFaults, true)),
            ("returnDistinctResults", unless(request.returnsDistinctResults, false)),
        ]
        text.element("fetchRequest", attributes)
    }

    static func flag(_ isSet: Bool) -> String? { isSet ? "YES" : nil }
}

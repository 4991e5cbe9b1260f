import Foundation

/// Reads a model from the XML that Xcode saves (`Model.xcdatamodel/contents`).
struct ModelXMLReader {
    /// The file's path, for errors.
    let file: String
    /// The composites that the file defines, by name.
    private(set) var composites: [String: ModelElement] = [:]

    /// Reads the model in `data`.
    ///
    /// - Throws: `ModelError` with the file and the line.
    static func read(_ data: Data, file: String) throws -> NSManagedObjectModel {
        let root = try ModelElement.parse(data, file: file)
        var reader = ModelXMLReader(file: file)
        return try reader.readModel(root)
    }

    private init(file: String) {
        self.file = file
    }

    private mutating func readModel(_ root: ModelElement) throws -> NSManagedObjectModel {
        guard root.name == "model" else {
            throw mistake("is <\(root.name)>, not a Core Data model", at: root)
        }
        composites = Dictionary(
            root.children(named: "composite").compactMap { element in element.text("name").map { ($0, element) } },
            uniquingKeysWith: { first, _ in first })
        let model = NSManagedObjectModel()
        if let identifier = root["userDefinedModelVersionIdentifier"] {
            model.versionIdentifiers = [identifier]
        }
        model.entities = try readEntities(root)
        for element in root.children(named: "configuration") {
            let names = try element.children(named: "memberEntity").map { try required("name", of: $0) }
            model.setEntityNames(names, forConfigurationName: try required("name", of: element))
        }
        let entities = model.entitiesByName
        for element in root.children(named: "fetchRequest") {
            let request = try readFetchRequest(element)
            request.resolveEntity(in: entities)
            model.setFetchRequestTemplate(request, forName: try required("name", of: element))
        }
        for entity in model.entities {
            for case let property as NSFetchedPropertyDescription in entity.ownProperties {
                property.fetchRequest?.resolveEntity(in: entities)
            }
        }
        return model
    }

    // MARK: Entities

    private func readEntities(_ root: ModelElement) throws -> [NSEntityDescription] {
        let elements = root.children(named: "entity")
        var byName: [String: (entity: NSEntityDescription, element: ModelElement)] = [:]
        var entities: [NSEntityDescription] = []
        for element in elements {
            let entity = try readEntity(element)
            guard let name = entity.name, byName.updateValue((entity, element), forKey: name) == nil else {
                throw mistake(.duplicateName, "is the name of two entities", at: element, entity: entity.name)
            }
            entities.append(entity)
        }
        var subentities: [String: [NSEntityDescription]] = [:]
        for (entity, element) in zip(entities, elements) {
            guard let parent = element.text("parentEntity") else { continue }
            guard byName[parent] != nil else {
                throw mistake(
                    .unknownSuperentity, "has the parent entity \(parent), which the model lacks", at: element,
                    entity: entity.name)
            }
            try checkAncestors(of: element, among: byName.mapValues(\.element))
            subentities[parent, default: []].append(entity)
        }
        for (parent, children) in subentities {
            byName[parent]?.entity.subentities = children
        }
        return entities
    }

    private func checkAncestors(of element: ModelElement, among elements: [String: ModelElement]) throws {
        var seen: Set<String> = []
        var next: ModelElement? = element
        while let current = next, let name = current.text("name") {
            guard seen.insert(name).inserted else {
                throw mistake(
                    .inheritanceCycle, "is its own superentity, directly or through others", at: element,
                    entity: element["name"])
            }
            next = current.text("parentEntity").flatMap { elements[$0] }
        }
    }

    private func readEntity(_ element: ModelElement) throws -> NSEntityDescription {
        let entity = NSEntityDescription()
        let name = try required("name", of: element)
        entity.name = name
        if let className = element.text("representedClassName") {
            entity.representedClassName = className
            // A leading dot stands for the module that contains the model.
            entity.managedObjectClassName = className.hasPrefix(".") ? String(className.dropFirst()) : className
        }
        entity.isAbstract = element.flag("isAbstract") ?? false
        entity.renamingIdentifier = element.text("elementID")
        entity.versionHashModifier = element.text("versionHashModifier")
        entity.isSyncable = element.flag("syncable") ?? false
        if let text = element.text("codeGenerationType") {
            guard let codeGeneration = NSEntityDescription.CodeGeneration(rawValue: text) else {
                throw mistake(
                    .malformedFile, "has an unknown codeGenerationType, \(text)", at: element, entity: name)
            }
            entity.codeGeneration = codeGeneration
        }
        entity.userInfo = try readUserInfo(element)
        entity.properties = try element.children.compactMap { try readProperty($0, entity: name) }
        entity.uniquenessConstraints = try readTuples(
            element, list: "uniquenessConstraints", tuple: "uniquenessConstraint", item: "constraint")
        entity.compoundIndexes = try readTuples(
            element, list: "compoundIndexes", tuple: "compoundIndex", item: "index")
        entity.indexes = try element.children(named: "fetchIndex").map(readFetchIndex)
        return entity
    }

    private func readProperty(_ element: ModelElement, entity: String) throws -> NSPropertyDescription? {
        let property: NSPropertyDescription
        switch element.name {
        case "attribute": property = try readAttribute(element, entity: entity)
        case "relationship": property = try readRelationship(element, entity: entity)
        case "fetchedProperty": property = try readFetchedProperty(element)
        default: return nil
        }
        try readCommonFacts(of: property, from: element)
        return property
    }

    /// What every property can have.
    func readCommonFacts(of property: NSPropertyDescription, from element: ModelElement) throws {
        property.name = try required("name", of: element)
        property.isOptional = element.flag("optional") ?? false
        property.isTransient = element.flag("transient") ?? false
        property.isIndexed = element.flag("indexed") ?? false
        property.isIndexedBySpotlight = element.flag("spotlightIndexingEnabled") ?? false
        property.isStoredInExternalRecord = element.flag("storedInTruthFile") ?? false
        property.isSyncable = element.flag("syncable") ?? false
        property.renamingIdentifier = element.text("elementID")
        property.versionHashModifier = element.text("versionHashModifier")
        property.userInfo = try readUserInfo(element)
    }

    private func readUserInfo(_ element: ModelElement) throws -> [AnyHashable: Any]? {
        guard let userInfo = element.children(named: "userInfo").first else { return nil }
        var entries: [AnyHashable: Any] = [:]
        for entry in userInfo.children(named: "entry") {
            guard let key = entry["key"] else { throw mistake("has <entry> without key", at: entry) }
            entries[key] = entry["value"] ?? ""
        }
        return entries
    }

    private func readTuples(_ element: ModelElement, list: String, tuple: String, item: String) throws -> [[String]] {
        try element.children(named: list).flatMap { $0.children(named: tuple) }.map { tuple in
            try tuple.children(named: item).map { try required("value", of: $0) }
        }
    }

    private func readFetchIndex(_ element: ModelElement) throws -> NSFetchIndexDescription {
        let elements = try element.children(named: "fetchIndexElement").map { element in
            let type: NSFetchIndexElementType = element["type"]?.lowercased() == "rtree" ? .rTree : .binary
            let description: NSFetchIndexElementDescription
            if let expression = element.text("expression") {
                let property = NSExpressionDescription()
                property.expressionText = expression
                property.name = element.text("property") ?? expression
                if let title = element.text("expressionType") {
                    property.expressionResultType = try attributeType(title, at: element)
                }
                description = NSFetchIndexElementDescription(property: property, collationType: type)
            } else {
                description = NSFetchIndexElementDescription(
                    propertyName: try required("property", of: element), collationType: type)
            }
            description.isAscending = element["order"] != "descending"
            return description
        }
        let index = NSFetchIndexDescription(name: try required("name", of: element), elements: elements)
        index.predicateFormatText = element.text("partialIndexPredicate")
        return index
    }

    // MARK: Errors

    /// The text of an attribute that must be there.
    func required(_ attribute: String, of element: ModelElement) throws -> String {
        guard let text = element.text(attribute) else {
            throw mistake("has <\(element.name)> without \(attribute)", at: element)
        }
        return text
    }

    /// A mistake in the file's form.
    func mistake(_ message: String, at element: ModelElement) -> ModelError {
        ModelError(.malformedFile, "The file \(message)", file: file, line: element.line)
    }

    /// A mistake in what the file says.
    func mistake(
        _ code: ModelError.Code, _ message: String, at element: ModelElement, entity: String?, property: String? = nil
    ) -> ModelError {
        ModelError(code, message, entity: entity, property: property, file: file, line: element.line)
    }
}

import Foundation

/// Reads a model from the keyed archive of a compiled model (`.mom`), which a store's model cache holds too.
struct CompiledModelReader {
    /// What errors call the file.
    let file: String

    /// Reads the model in `data`.
    ///
    /// - Throws: `ModelError` with code `malformedFile`, naming the entity and property where the mistake is.
    static func read(_ data: Data, file: String) throws -> NSManagedObjectModel {
        let reader = CompiledModelReader(file: file)
        do {
            return try reader.readModel(ArchiveGraph(data).root)
        } catch let error as KeyedArchiveError {
            throw reader.mistake("is no compiled model that can be read: \(error)")
        }
    }

    private func readModel(_ root: ArchiveNode) throws -> NSManagedObjectModel {
        guard root.isKind(of: "NSManagedObjectModel") else {
            throw mistake("is an archive of \(root.className ?? "nothing"), not a compiled model")
        }
        let archived = try archivedEntities(root)
        let model = NSManagedObjectModel()
        model.entities = try readEntities(archived)
        if let identifiers = try root["NSVersionIdentifiers"]?.propertyValue() as? Set<AnyHashable> {
            model.versionIdentifiers = identifiers
        }
        for (name, members) in root["NSConfigurations"]?.dictionary ?? [:] {
            // Members are the entities themselves, in no order.
            let names = (members.array ?? []).compactMap { $0["NSEntityName"]?.string ?? $0.string }
            model.setEntityNames(names.sorted(), forConfigurationName: name)
        }
        let entities = model.entitiesByName
        for (name, node) in root["NSFetchRequestTemplates"]?.dictionary ?? [:] {
            let request = try inPlace("The fetch request \(name)") { try readFetchRequest(node) }
            request.resolveEntity(in: entities)
            model.setFetchRequestTemplate(request, forName: name)
        }
        for entity in model.entities {
            for case let property as NSFetchedPropertyDescription in entity.ownProperties {
                property.fetchRequest?.resolveEntity(in: entities)
            }
        }
        return model
    }

    // MARK: Entities

    /// An entity as archived, with its name and the names that lead up its hierarchy.
    private struct ArchivedEntity {
        let name: String
        let node: ArchiveNode
        let parent: String?
    }

    private func archivedEntities(_ root: ArchiveNode) throws -> [String: ArchivedEntity] {
        guard let nodes = root["NSEntities"]?.dictionary else { throw mistake("lists no entities") }
        var found: [String: ArchivedEntity] = [:]
        for (key, node) in nodes {
            let name = node["NSEntityName"]?.string ?? key
            let parent = node["NSSuperentity"]?["NSEntityName"]?.string
            found[name] = ArchivedEntity(name: name, node: node, parent: parent)
        }
        for entity in found.values {
            var seen: Set<String> = [entity.name]
            var next = entity.parent
            while let name = next {
                guard let above = found[name] else {
                    throw mistake("\(name), the parent of \(entity.name), is missing")
                }
                guard seen.insert(name).inserted else {
                    throw ModelError(
                        .inheritanceCycle, "is its own superentity, directly or through others", entity: entity.name,
                        file: file)
                }
                next = above.parent
            }
        }
        return found
    }

    private func readEntities(_ archived: [String: ArchivedEntity]) throws -> [NSEntityDescription] {
        let names = archived.keys.sorted()
        var entities: [String: NSEntityDescription] = [:]
        for name in names {
            guard let entity = archived[name] else { continue }
            var inherited: Set<String> = []
            var next = entity.parent.flatMap { archived[$0] }
            while let above = next {
                inherited.formUnion(above.node["NSProperties"]?.dictionary?.keys ?? [:].keys)
                next = above.parent.flatMap { archived[$0] }
            }
            entities[name] = try inPlace("", entity: name) {
                try readEntity(entity.node, name: name, inherited: inherited)
            }
        }
        for name in names {
            entities[name]?.subentities = names.filter { archived[$0]?.parent == name }.compactMap { entities[$0] }
        }
        return names.compactMap { entities[$0] }
    }

    private func readEntity(
        _ node: ArchiveNode, name: String, inherited: Set<String>
    ) throws -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        if let className = node["NSClassNameForEntity"]?.string {
            entity.managedObjectClassName = className
            if className != "NSManagedObject" { entity.representedClassName = className }
        }
        entity.isAbstract = node["NSIsAbstract"]?.bool ?? false
        entity.versionHashModifier = node["NSVersionHashModifier"]?.string
        entity.renamingIdentifier = renaming(node, name)
        entity.userInfo = try userInfo(node)
        var properties: [NSPropertyDescription] = []
        // Subentities hold copies of, or references to, the properties that they inherit.
        let own = (node["NSProperties"]?.dictionary ?? [:]).filter { !inherited.contains($0.key) }
        for (key, archived) in own.sorted(by: { $0.key < $1.key }) {
            properties.append(
                try inPlace("", entity: name, property: key) {
                    try readProperty(archived["NSUnderlyingProperty"] ?? archived, key: key)
                })
        }
        entity.properties = properties
        entity.uniquenessConstraints = tuples(node["NSUniqueTuples"])
        entity.indexes = try (node["NSFetchIndexDescriptions"]?.array ?? []).map(readFetchIndex)
        // The compiler writes fetch indexes in the older form too.
        let known = Set(entity.indexes.compactMap(\.compoundForm))
        entity.compoundIndexes = tuples(node["NSCompoundIndexes"]).filter { !known.contains($0) }
        return entity
    }

    /// Lists of property names; old archives hold the properties themselves.
    private func tuples(_ node: ArchiveNode?) -> [[String]] {
        let lists = (node?.array ?? []).map { tuple in
            (tuple.array ?? []).compactMap { $0.string ?? $0["NSPropertyName"]?.string }
        }
        return lists.filter { !$0.isEmpty }
    }

    private func readFetchIndex(_ node: ArchiveNode) throws -> NSFetchIndexDescription {
        let elements = try (node["NSIndexElements"]?.array ?? []).map { element in
            let type = element["NSFetchIndexElementType"]?.int.flatMap { UInt(exactly: $0) }
            guard let type = NSFetchIndexElementType(rawValue: type ?? 0) else {
                throw mistake("has an index element of an unknown type")
            }
            let description: NSFetchIndexElementDescription
            if let expression = expressionDescription(in: element) {
                description = NSFetchIndexElementDescription(
                    property: try readExpressionDescription(expression), collationType: type)
            } else if let name = element["NSPropertyName"]?.string {
                description = NSFetchIndexElementDescription(propertyName: name, collationType: type)
            } else {
                throw mistake("has an index element without a property")
            }
            description.isAscending = element["NSAscending"]?.bool ?? true
            return description
        }
        let index = NSFetchIndexDescription(name: node["NSIndexName"]?.string ?? "", elements: elements)
        index.predicateFormatText = try node["NSPartialIndexPredicate"].map {
            try ArchivedPredicate.predicate($0).formatText
        }
        return index
    }

    private func expressionDescription(in element: ArchiveNode) -> ArchiveNode? {
        element.fieldNames.lazy.compactMap { element[$0] }.first { $0.isKind(of: "NSExpressionDescription") }
    }

    // MARK: What entities and properties share

    func renaming(_ node: ArchiveNode, _ name: String) -> String? {
        node["NSRenamingIdentifier"]?.string.flatMap { $0 == name ? nil : $0 }
    }

    /// The user info; nil where there are no entries, since compilers write an empty dictionary then.
    func userInfo(_ node: ArchiveNode) throws -> [AnyHashable: Any]? {
        guard let value = try node["NSUserInfo"]?.propertyValue() as? [String: Any], !value.isEmpty else { return nil }
        return value
    }

    // MARK: Errors

    func mistake(_ message: String) -> ModelError {
        ModelError(.malformedFile, "The file \(message)", file: file)
    }

    /// Adds the place to an error of the archive.
    private func inPlace<Result>(
        _ what: String, entity: String? = nil, property: String? = nil, _ read: () throws -> Result
    ) throws -> Result {
        do {
            return try read()
        } catch let error as KeyedArchiveError {
            let subject = what.isEmpty ? "" : "\(what) "
            throw ModelError(
                .malformedFile, "\(subject)cannot be read from the compiled model: \(error)", entity: entity,
                property: property, file: file)
        }
    }
}

extension NSFetchIndexDescription {
    /// The index as a compound index, the form used before; nil where it cannot be one.
    var compoundForm: [String]? {
        let names = elements.map { $0.property is NSExpressionDescription ? nil : $0.propertyName }
        guard names.count > 1, !names.contains(nil), elements.allSatisfy({ $0.collationType == .binary }) else {
            return nil
        }
        return names.compactMap { $0 }
    }
}

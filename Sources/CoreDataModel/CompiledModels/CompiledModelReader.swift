import Foundation

/// Reads a model from the keyed archive that Xcode compiles it to (`.mom`), and that stores hold of their own model.
///
/// The classes in the archive are only looked at by their names: nothing of them is made.
struct CompiledModelReader {
    /// The file's path, for errors.
    let file: String
    /// The entities that are being read, by their numbers in the archive.
    private var entities: [Int: (entity: NSEntityDescription, node: ArchiveNode)] = [:]
    private var order: [Int] = []

    /// Reads the model in `data`.
    ///
    /// - Throws: `ModelError` with code `malformedFile`, or one for a mistake in what the archive says.
    static func read(_ data: Data, file: String) throws -> NSManagedObjectModel {
        do {
            let root = try ArchiveGraph(data).root
            var reader = CompiledModelReader(file: file)
            return try reader.readModel(root)
        } catch let error as KeyedArchiveError {
            throw ModelError(.malformedFile, "The file is no compiled model: \(error)", file: file)
        }
    }

    private init(file: String) { self.file = file }

    private mutating func readModel(_ root: ArchiveNode) throws -> NSManagedObjectModel {
        guard root.className == "NSManagedObjectModel", let archived = root["NSEntities"]?.dictionary else {
            throw mistake("The file holds \(root.className ?? "no object"), not a Core Data model")
        }
        for (name, node) in archived { try addEntity(name, node) }
        try connectSubentities()
        for number in order { try readProperties(of: number) }
        let model = NSManagedObjectModel()
        model.entities = order.compactMap { entities[$0]?.entity }.filter { $0.superentity == nil }
        model.versionIdentifiers = Set(
            (root["NSVersionIdentifiers"]?.array ?? []).compactMap { $0.plainValue as? AnyHashable })
        for (name, members) in root["NSConfigurations"]?.dictionary ?? [] {
            let names = (members.array ?? []).compactMap { $0["NSEntityName"]?.string }
            model.setEntityNames(names.sorted(), forConfigurationName: name)
        }
        try readRequests(root, into: model)
        return model
    }

    private func readRequests(_ root: ArchiveNode, into model: NSManagedObjectModel) throws {
        let byName = model.entitiesByName
        for (name, node) in root["NSFetchRequestTemplates"]?.dictionary ?? [] {
            let request = try readFetchRequest(node)
            request.resolveEntity(in: byName)
            model.setFetchRequestTemplate(request, forName: name)
        }
        for entity in model.entities {
            for case let property as NSFetchedPropertyDescription in entity.ownProperties {
                property.fetchRequest?.resolveEntity(in: byName)
            }
        }
    }

    // MARK: - Entities

    private mutating func addEntity(_ name: String, _ node: ArchiveNode) throws {
        guard let number = node.uid, node.className == "NSEntityDescription" else {
            throw mistake("The entity \(name) is missing in the archive")
        }
        guard entities[number] == nil else { return }
        let entity = NSEntityDescription()
        entity.name = node["NSEntityName"]?.string ?? name
        if let className = node["NSClassNameForEntity"]?.string {
            entity.managedObjectClassName = className
            if className != "NSManagedObject" { entity.representedClassName = className }
        }
        entity.isAbstract = node["NSIsAbstract"]?.bool ?? false
        entity.versionHashModifier = node["NSVersionHashModifier"]?.string
        if let identifier = node["NSRenamingIdentifier"]?.string, identifier != entity.name {
            entity.renamingIdentifier = identifier
        }
        entity.userInfo = userInfo(node)
        entities[number] = (entity, node)
        order.append(number)
    }

    private func connectSubentities() throws {
        for number in order {
            guard let (entity, node) = entities[number] else { continue }
            // A cycle would have no end.
            var ancestors: Set<Int> = [number]
            var next = node["NSSuperentity"]
            while let above = next {
                guard let uid = above.uid, ancestors.insert(uid).inserted else {
                    throw ModelError(
                        .inheritanceCycle, "is its own superentity, directly or through others", entity: entity.name,
                        file: file)
                }
                next = above["NSSuperentity"]
            }
        }
        for number in order {
            guard let (entity, _) = entities[number] else { continue }
            let subentities = order.compactMap { entities[$0] }
                .filter { $0.node["NSSuperentity"]?.uid == number }.map(\.entity)
            if !subentities.isEmpty { entity.subentities = subentities }
        }
    }

    private func readProperties(of number: Int) throws {
        guard let (entity, node) = entities[number] else { return }
        let inherited = inheritedNames(of: node)
        var properties: [NSPropertyDescription] = []
        for (name, archived) in node["NSProperties"]?.dictionary ?? [] where !inherited.contains(name) {
            let source =
                archived.className == "_NSPropertyDescriptionProxy" ? archived["NSUnderlyingProperty"] : archived
            guard let source else { continue }
            if let property = try readProperty(source, entity: entity.name ?? "") { properties.append(property) }
        }
        entity.properties = properties
        entity.uniquenessConstraints = tuples(node["NSUniqueTuples"])
        entity.indexes = try (node["NSFetchIndexDescriptions"]?.array ?? []).map(readFetchIndex)
        // An archive repeats its fetch indexes in the older form.
        let indexed = Set(entity.indexes.map { $0.elements.compactMap(\.propertyName) })
        entity.compoundIndexes = tuples(node["NSCompoundIndexes"]).filter { !indexed.contains($0) }
    }

    /// An entity holds its superentities' properties too.
    private func inheritedNames(of node: ArchiveNode) -> Set<String> {
        var names: Set<String> = []
        var next = node["NSSuperentity"]
        while let above = next {
            names.formUnion((above["NSProperties"]?.dictionary ?? []).map(\.key))
            next = above["NSSuperentity"]
        }
        return names
    }

    /// Lists of properties, which are named or stand there themselves.
    private func tuples(_ node: ArchiveNode?) -> [[String]] {
        (node?.array ?? []).map { tuple in
            (tuple.array ?? []).compactMap { $0.string ?? $0["NSPropertyName"]?.string }
        }.filter { !$0.isEmpty }
    }

    private func readFetchIndex(_ node: ArchiveNode) throws -> NSFetchIndexDescription {
        let elements = try (node["NSIndexElements"]?.array ?? []).map { element in
            let type: NSFetchIndexElementType = element["NSFetchIndexElementType"]?.int == 1 ? .rTree : .binary
            let description: NSFetchIndexElementDescription
            if let computed = (element["NSProperty"] ?? element["NSIndexedProperty"]),
                computed.className == "NSExpressionDescription"
            {
                let property = NSExpressionDescription()
                property.name = computed["NSPropertyName"]?.string ?? ""
                property.expression = try computed["NSExpression"].map(ArchivedPredicate.expression)
                property.expressionText = property.expression?.formatText
                description = NSFetchIndexElementDescription(property: property, collationType: type)
            } else {
                description = NSFetchIndexElementDescription(
                    propertyName: element["NSPropertyName"]?.string ?? "", collationType: type)
            }
            description.isAscending = element["NSAscending"]?.bool ?? true
            return description
        }
        let index = NSFetchIndexDescription(name: node["NSIndexName"]?.string ?? "", elements: elements)
        index.partialIndexPredicate = try node["NSPartialIndexPredicate"].map(ArchivedPredicate.predicate)
        return index
    }

    // MARK: - Parts

    func userInfo(_ node: ArchiveNode) -> [AnyHashable: Any]? {
        guard let entries = node["NSUserInfo"]?.dictionary, !entries.isEmpty else { return nil }
        return Dictionary(
            entries.compactMap { entry in entry.value.plainValue.map { (AnyHashable(entry.key), $0) } },
            uniquingKeysWith: { _, last in last })
    }

    func mistake(_ message: String) -> ModelError { ModelError(.malformedFile, message, file: file) }
}

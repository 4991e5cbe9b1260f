import Foundation

/// Writes a model as the keyed archive that Apple's framework loads it from: the contents of a `.mom`, and what a store
/// holds of its own model.
///
/// The objects, their classes and fields are those that Xcode's compiler and Apple's stores show.
package struct CompiledModelWriter {
    var writer = ArchiveGraphWriter()
    private let model: NSManagedObjectModel
    private var entities: [ObjectIdentifier: Int] = [:]
    private var properties: [ObjectIdentifier: Int] = [:]
    private let root: Int

    /// - Throws: `ModelError` for a predicate or default value that no archive can hold.
    package static func data(of model: NSManagedObjectModel) throws -> Data {
        var writer = CompiledModelWriter(model)
        try writer.addModel()
        return writer.writer.data(root: writer.root)
    }

    private init(_ model: NSManagedObjectModel) {
        self.model = model
        root = writer.reserve()
        for entity in Self.sorted(model.entities) {
            entities[ObjectIdentifier(entity)] = writer.reserve()
            for property in entity.ownProperties { properties[ObjectIdentifier(property)] = writer.reserve() }
        }
    }

    private static func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
        entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
    }

    // MARK: - The model

    private mutating func addModel() throws {
        let sorted = Self.sorted(model.entities)
        for entity in sorted { try addEntity(entity) }
        let byName = writer.dictionary(sorted.map { (key: $0.name ?? "", value: number(of: $0)) })
        let identifiers = model.versionIdentifiers.compactMap { writer.plainValue($0.base) }
        let versions = writer.set(identifiers)
        let requests = try addRequests()
        guard !model.configurations.isEmpty else {
            writer.fill(
                root, ["NSManagedObjectModel"],
                [
                    "NSEntities": .object(byName), "NSFetchRequestTemplates": requests,
                    "NSVersionIdentifiers": .object(versions),
                ])
            return
        }
        var configurations: [(key: String, value: Int)] = []
        for name in model.configurations {
            let members = model.entities(forConfigurationName: name) ?? []
            configurations.append((name, writer.set(Self.sorted(members).map(number(of:)))))
        }
        let configured = writer.dictionary(configurations)
        writer.fill(
            root, ["NSManagedObjectModel"],
            [
                "NSEntities": .object(byName), "NSFetchRequestTemplates": requests,
                "NSVersionIdentifiers": .object(versions), "NSConfigurations": .object(configured),
            ])
    }

    private mutating func addRequests() throws -> ArchiveGraphWriter.Field {
        let templates = model.fetchRequestTemplatesByName.sorted { $0.key < $1.key }
        if templates.isEmpty { return .null }
        var entries: [(key: String, value: Int)] = []
        for (name, request) in templates { entries.append((name, try addFetchRequest(request, of: nil))) }
        return .object(writer.dictionary(entries))
    }

    func number(of entity: NSEntityDescription) -> Int { entities[ObjectIdentifier(entity)] ?? 0 }

    func number(of property: NSPropertyDescription) -> Int? { properties[ObjectIdentifier(property)] }

    func entity(named name: String?) -> NSEntityDescription? { name.flatMap { model.entitiesByName[$0] } }

    // MARK: - Entities

    private mutating func addEntity(_ entity: NSEntityDescription) throws {
        let own = entity.ownProperties.sorted { $0.name < $1.name }
        for property in own { try addProperty(property, of: entity) }
        let properties = writer.dictionary(own.map { (key: $0.name, value: number(of: $0) ?? 0) })
        let subentities = writer.dictionary(
            Self.sorted(entity.subentities).map { (key: $0.name ?? "", value: number(of: $0)) })
        let name = writer.field(entity.name)
        let className = writer.field(entity.managedObjectClassName)
        let identifier = writer.field(entity.renamingIdentifier)
        let modifier = writer.field(entity.versionHashModifier)
        let userInfo = try addUserInfo(entity.userInfo, of: entity.name ?? "")
        let superentity = entity.superentity.map { ArchiveGraphWriter.Field.object(number(of: $0)) } ?? .null
        let tuples = addTuples(entity.uniquenessConstraintNames)
        let compound = addTuples(entity.compoundIndexNames)
        let indexes = try addIndexes(entity)
        var fields: [(String, ArchiveGraphWriter.Field)] = [
            ("NSEntityName", name), ("NSClassNameForEntity", className), ("NSManagedObjectModel", .object(root)),
            ("NSProperties", .object(properties)), ("NSSubentities", .object(subentities)),
            ("NSSuperentity", superentity), ("NSRenamingIdentifier", identifier),
            ("NSVersionHashModifier", modifier), ("NSUserInfo", .object(userInfo)),
        ]
        if entity.isAbstract { fields.append(("NSIsAbstract", .bool(true))) }
        if let tuples { fields.append(("NSUniqueTuples", .object(tuples))) }
        if let compound { fields.append(("NSCompoundIndexes", .object(compound))) }
        if let indexes { fields.append(("NSFetchIndexDescriptions", .object(indexes))) }
        writer.fill(number(of: entity), ["NSEntityDescription"], fields)
    }

    private mutating func addTuples(_ tuples: [[String]]) -> Int? {
        if tuples.isEmpty { return nil }
        var members: [Int] = []
        for tuple in tuples {
            let names = tuple.map { writer.string($0) }
            members.append(writer.array(names, isMutable: true))
        }
        return writer.array(members, isMutable: true)
    }

    private mutating func addIndexes(_ entity: NSEntityDescription) throws -> Int? {
        if entity.indexes.isEmpty { return nil }
        var members: [Int] = []
        for index in entity.indexes {
            let number = writer.reserve()
            var elements: [Int] = []
            for element in index.elements { elements.append(try addElement(element, of: number, entity)) }
            let array = writer.array(elements)
            let predicate = try index.partialIndexPredicate.map { try addPredicate($0, of: entity.name ?? "") }
            let name = writer.field(index.name)
            writer.fill(
                number, ["NSFetchIndexDescription"],
                [
                    "NSIndexName": name, "NSIndexElements": .object(array),
                    "NSPartialIndexPredicate": predicate.map { .object($0) } ?? .null,
                    "NSEntity": .object(self.number(of: entity)),
                ])
            members.append(number)
        }
        return writer.array(members, isMutable: true)
    }

    private mutating func addElement(
        _ element: NSFetchIndexElementDescription, of index: Int, _ entity: NSEntityDescription
    ) throws -> Int {
        let name = writer.field(element.propertyName)
        var fields: [(String, ArchiveGraphWriter.Field)] = [
            ("NSPropertyName", name), ("NSFetchIndexElementType", .int(Int(element.collationType.rawValue))),
            ("NSFetchIndexDescription", .object(index)), ("NSAscending", .bool(element.isAscending)),
        ]
        if let computed = element.property as? NSExpressionDescription {
            let expression = try computed.expression ?? computed.expressionText.map { try NSExpression(parsing: $0) }
            if let expression {
                let number = try addExpression(expression, of: entity.name ?? "")
                let description = writer.add(
                    ["NSExpressionDescription", "NSPropertyDescription"],
                    [
                        "NSPropertyName": name, "NSExpression": .object(number),
                        "NSExpressionResultType": .int(Int(computed.expressionResultType.rawValue)),
                    ])
                fields.append(("NSProperty", .object(description)))
            }
        }
        return writer.add(["NSFetchIndexElementDescription"], fields)
    }

    // MARK: - Parts

    mutating func addUserInfo(_ userInfo: [AnyHashable: Any]?, of owner: String) throws -> Int {
        let entries = (userInfo ?? [:]).map { (key: "\($0.key.base)", value: $0.value) }.sorted { $0.key < $1.key }
        var members: [(key: String, value: Int)] = []
        for entry in entries {
            guard let value = writer.plainValue(entry.value) else {
                throw unwritable("a user info value under \(entry.key) is no plain value", owner)
            }
            members.append((entry.key, value))
        }
        return writer.dictionary(members, isMutable: false)
    }

    mutating func addPredicate(_ predicate: NSPredicate, of owner: String) throws -> Int {
        guard let node = predicate.ownTree?.node else { throw unwritable("a predicate was not made of text", owner) }
        return try translating(owner) { try ArchivedPredicateWriter.add(node, to: &$0) }
    }

    mutating func addExpression(_ expression: NSExpression, of owner: String) throws -> Int {
        try translating(owner) { try ArchivedPredicateWriter.add(expression.node, to: &$0) }
    }

    private mutating func translating(_ owner: String, _ body: (inout ArchiveGraphWriter) throws -> Int) throws -> Int {
        do {
            return try body(&writer)
        } catch let error as ArchivedPredicateWriter.Unwritable {
            throw unwritable(error.reason, owner)
        }
    }

    func unwritable(_ reason: String, _ owner: String) -> ModelError {
        ModelError(.badPredicate, "cannot be written into a compiled model: \(reason)", entity: owner)
    }
}

import Foundation

/// Writes a model as the keyed archive of Apple's classes that a compiled model is.
///
/// An entity lists its own properties; those of its superentities it inherits, as in files of Apple's compiler.
struct CompiledModelWriter {
    /// What the archive is for.
    enum Form {
        /// A `.mom`.
        case file
        /// A store's model cache, whose entities are in a dictionary of known keys.
        case storeCache
    }

    typealias Field = KeyedArchiveWriter.Field

    private let model: NSManagedObjectModel
    private let form: Form
    var archive = KeyedArchiveWriter(allowed: ArchiveClassList(classes: [NSObject.self]))
    private var entityUIDs: [ObjectIdentifier: Int] = [:]
    private var propertyUIDs: [ObjectIdentifier: Int] = [:]

    /// The archive of a model.
    ///
    /// - Throws: `ModelError` with code `unsupportedFile` for something that no compiled model can hold, such as a block
    ///   predicate, naming entity and property.
    static func data(of model: NSManagedObjectModel, form: Form) throws -> Data {
        var writer = CompiledModelWriter(model: model, form: form)
        return try writer.write()
    }

    private init(model: NSManagedObjectModel, form: Form) {
        self.model = model
        self.form = form
    }

    private mutating func write() throws -> Data {
        let root = archive.reserve()
        let entities = model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
        // Everything that others refer to has its number before the first is written.
        for entity in entities {
            entityUIDs[ObjectIdentifier(entity)] = archive.reserve()
            for property in entity.ownProperties { propertyUIDs[ObjectIdentifier(property)] = archive.reserve() }
        }
        for entity in entities { try write(entity, model: root) }
        let identifiers = model.versionIdentifiers.map(\.base)
            .sorted { "\($0)" < "\($1)" }
        var fields: [(key: String, field: Field)] = [
            ("NSEntities", .object(try addEntityList(entities))),
            ("NSVersionIdentifiers", .object(try addValues(.set, identifiers))),
            ("NSFetchRequestTemplates", .object(try addTemplates())),
        ]
        if !model.configurations.isEmpty {
            fields.append(("NSConfigurations", .object(try addConfigurations())))
        }
        archive.fill(root, ["NSManagedObjectModel", "NSObject"], fields)
        return archive.finish(root: root)
    }

    // MARK: The model's parts

    private mutating func addEntityList(_ entities: [NSEntityDescription]) throws -> Int {
        let entries = entities.map { (key: $0.name ?? "", uid: uid(of: $0)) }
        guard form == .storeCache else { return try archive.addDictionary(.mutableDictionary, entries) }
        let keys = archive.addCollection(.array, uids: try entries.map { try archive.add($0.key) })
        let mapping = archive.addObject(
            ["NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy", "NSObject"],
            [("length", .integer(entries.count)), ("keys", .object(keys)), ("version", .integer(1))])
        return archive.addObject(
            ["NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary", "NSObject"],
            [
                ("searchMapping", .object(mapping)),
                ("values", .object(archive.addCollection(.array, uids: entries.map(\.uid)))),
                ("emptyToken", .object(try archive.add("__empty_slot_token_4c24_98dc_ac1e_b773__"))),
                ("version", .integer(1)),
            ])
    }

    private mutating func addTemplates() throws -> Int {
        let templates = model.fetchRequestTemplatesByName.sorted { $0.key < $1.key }
        guard !templates.isEmpty else { return 0 }
        var entries: [(key: String, uid: Int)] = []
        for (name, request) in templates {
            let uid = try inPlace(message: "The fetch request \(name)") { try $0.add(request: request) }
            entries.append((name, uid))
        }
        return try archive.addDictionary(.mutableDictionary, entries)
    }

    private mutating func addConfigurations() throws -> Int {
        var entries: [(key: String, uid: Int)] = []
        for name in model.configurations {
            let members = (model.entities(forConfigurationName: name) ?? []).map(uid(of:))
            entries.append((name, archive.addCollection(.set, uids: members)))
        }
        return try archive.addDictionary(.mutableDictionary, entries)
    }

    // MARK: Entities

    private mutating func write(_ entity: NSEntityDescription, model root: Int) throws {
        let name = entity.name ?? ""
        let className = entity.managedObjectClassName == "NSManagedObject" ? nil : entity.managedObjectClassName
        var fields: [(key: String, field: Field)] = [
            ("NSEntityName", .object(try archive.add(name))),
            ("NSClassNameForEntity", .object(try add(className))),
            ("NSManagedObjectModel", .object(root)),
            ("NSRenamingIdentifier", .object(try add(entity.renamingIdentifier))),
            ("NSSuperentity", .object(entity.superentity.map(uid(of:)) ?? 0)),
            ("NSVersionHashModifier", .object(try add(entity.versionHashModifier))),
            ("NSUserInfo", .object(try inPlace(entity) { try $0.addUserInfo(entity.userInfo ?? [:]) })),
        ]
        if entity.isAbstract { fields.append(("NSIsAbstract", .bool(true))) }
        let subentities = entity.subentities.map { (key: $0.name ?? "", uid: uid(of: $0)) }
        fields.append(("NSSubentities", .object(try archive.addDictionary(.mutableDictionary, subentities))))
        var properties: [(key: String, uid: Int)] = []
        for property in entity.ownProperties {
            try inPlace(entity, property) { try $0.write(property) }
            properties.append((property.name, uid(of: property)))
        }
        fields.append(("NSProperties", .object(try archive.addDictionary(.mutableDictionary, properties))))
        if !entity.uniquenessConstraints.isEmpty {
            fields.append(("NSUniqueTuples", .object(try addTuples(entity.uniquenessConstraintNames))))
        }
        // As the compiler does it, for frameworks that know no fetch indexes.
        let compound = entity.compoundIndexNames + entity.indexes.compactMap(\.compoundForm)
        if !compound.isEmpty {
            fields.append(("NSCompoundIndexes", .object(try addTuples(compound))))
        }
        if !entity.indexes.isEmpty {
            let indexes = try inPlace(entity) { writer in
                try entity.indexes.map { try writer.add(index: $0, of: entity) }
            }
            fields.append(("NSFetchIndexDescriptions", .object(archive.addCollection(.mutableArray, uids: indexes))))
        }
        archive.fill(uid(of: entity), ["NSEntityDescription", "NSObject"], fields)
    }

    private mutating func addTuples(_ tuples: [[String]]) throws -> Int {
        var lists: [Int] = []
        for tuple in tuples { lists.append(try addValues(.mutableArray, tuple)) }
        return archive.addCollection(.mutableArray, uids: lists)
    }

    private mutating func add(index: NSFetchIndexDescription, of entity: NSEntityDescription) throws -> Int {
        let uid = archive.reserve()
        var elements: [Int] = []
        for element in index.elements {
            var fields: [(key: String, field: Field)] = [
                ("NSPropertyName", .object(try add(element.propertyName))),
                ("NSFetchIndexElementType", .integer(Int(element.collationType.rawValue))),
                ("NSAscending", .bool(element.isAscending)), ("NSFetchIndexDescription", .object(uid)),
            ]
            if let expression = element.property as? NSExpressionDescription {
                fields.append(("NSProperty", .object(try add(expression: expression))))
            }
            elements.append(archive.addObject(["NSFetchIndexElementDescription", "NSObject"], fields))
        }
        let predicate = try index.partialIndexPredicate.map { try archive.add(predicate: predicateNode(of: $0)) }
        archive.fill(
            uid, ["NSFetchIndexDescription", "NSObject"],
            [
                ("NSIndexName", .object(try archive.add(index.name))),
                ("NSEntity", .object(self.uid(of: entity))),
                ("NSPartialIndexPredicate", .object(predicate ?? 0)),
                ("NSIndexElements", .object(archive.addCollection(.array, uids: elements))),
            ])
        return uid
    }

    // MARK: Values

    func uid(of entity: NSEntityDescription) -> Int { entityUIDs[ObjectIdentifier(entity)] ?? 0 }

    /// 0, which is nil, for a property of another model.
    func uid(of property: NSPropertyDescription) -> Int { propertyUIDs[ObjectIdentifier(property)] ?? 0 }

    mutating func add(_ text: String?) throws -> Int { try text.map { try archive.add($0) } ?? 0 }

    /// Adds a value of Foundation's.
    mutating func addValue(_ value: Any) throws -> Int {
        do {
            return try archive.add(value)
        } catch is KeyedArchiveWriter.ForeignValue {
            throw KeyedArchiveError.corrupt("a value of type \(type(of: value)) cannot be archived")
        }
    }

    mutating func addValues(_ archiveClass: ArchiveClass, _ values: [Any]) throws -> Int {
        archive.addCollection(archiveClass, uids: try values.map { try addValue($0) })
    }

    /// User info, in the order of its keys.
    mutating func addUserInfo(_ userInfo: [AnyHashable: Any]) throws -> Int {
        var entries: [String: Any] = [:]
        for (key, value) in userInfo { entries["\(key.base)"] = value }
        return try addValue(entries)
    }

    /// Adds the place to an error of the archive.
    private mutating func inPlace<Result>(
        _ entity: NSEntityDescription? = nil, _ property: NSPropertyDescription? = nil, message: String? = nil,
        _ write: (inout CompiledModelWriter) throws -> Result
    ) throws -> Result {
        do {
            return try write(&self)
        } catch let error as KeyedArchiveError {
            throw ModelError(
                .unsupportedFile, "\(message.map { $0 + " " } ?? "")cannot be compiled: \(error)",
                entity: entity?.name, property: property?.name)
        }
    }
}

import SQLite
import Testing

@testable import CoreData

/// Short forms for the two versions of a model.
enum Version {
    static func attribute(
        _ name: String, _ type: NSAttributeType = .stringAttributeType, optional: Bool = true,
        default value: Any? = nil,
        was identifier: String? = nil, _ change: (NSAttributeDescription) -> Void = { _ in }
    ) -> NSPropertyDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = optional
        attribute.defaultValue = value
        attribute.renamingIdentifier = identifier
        change(attribute)
        return attribute
    }

    static func toOne(
        _ name: String, _ destination: String, inverse: String? = nil, optional: Bool = true,
        was identifier: String? = nil
    ) -> NSPropertyDescription {
        let relationship = toMany(name, destination, inverse: inverse, was: identifier)
        (relationship as? NSRelationshipDescription)?.maxCount = 1
        relationship.isOptional = optional
        return relationship
    }

    static func toMany(
        _ name: String, _ destination: String, inverse: String? = nil, ordered: Bool = false,
        was identifier: String? = nil
    ) -> NSPropertyDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntityName = destination
        relationship.inverseRelationshipName = inverse
        relationship.isOrdered = ordered
        relationship.renamingIdentifier = identifier
        return relationship
    }

    static func entity(
        _ name: String, _ properties: [NSPropertyDescription] = [], _ subentities: [NSEntityDescription] = [],
        was identifier: String? = nil, _ change: (NSEntityDescription) -> Void = { _ in }
    ) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = properties
        entity.subentities = subentities
        entity.renamingIdentifier = identifier
        change(entity)
        return entity
    }

    static func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }
}

/// A store that goes through versions of a model.
final class MigratingStore {
    let directory = TestStack.makeDirectory()
    var url: URL { directory.appendingPathComponent("company.sqlite") }
    private var versions: [NSManagedObjectModel]
    private let options: [AnyHashable: Any]

    /// Makes the store with its first version, filled by a block.
    init(
        _ model: NSManagedObjectModel, options: [AnyHashable: Any] = [:], fill: (TestStack) throws -> Void = { _ in }
    ) throws {
        versions = [model]
        self.options = options
        let stack = try TestStack(model: model, directory: directory, options: options)
        try fill(stack)
        try stack.context.save()
        try Self.close(stack)
    }

    /// A store that is there already.
    init(copyOf store: URL, _ model: NSManagedObjectModel) throws {
        versions = [model]
        options = [:]
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(contentsOf: store).write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    static func close(_ stack: TestStack) throws {
        for store in stack.coordinator.persistentStores { try stack.coordinator.remove(store) }
    }

    var migrating: [AnyHashable: Any] {
        options.merging([
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
            PersistentStoreModelVersionsOption: versions,
        ]) { _, new in new }
    }

    /// Opens the store with another version, and checks that it looks as one made with it does.
    func migrate(
        to model: NSManagedObjectModel, isLikeNew: Bool = true, _ check: (TestStack) throws -> Void = { _ in }
    ) throws {
        let stack = try TestStack(model: model, directory: directory, options: migrating)
        #expect(try stack.rows("PRAGMA integrity_check") == [[.text("ok")]])
        if isLikeNew { try expectLikeNew(stack, model) }
        try check(stack)
        try Self.close(stack)
        versions.append(model)
        // What was migrated is not migrated again.
        try Self.close(try TestStack(model: model, directory: directory, options: options))
    }

    /// Opens the store with a version that it cannot be migrated to, and checks that it stays byte for byte.
    func refuse(_ model: NSManagedObjectModel, options: [AnyHashable: Any]? = nil) throws -> NSError {
        let before = try contents()
        let error = caught { _ = try TestStack(model: model, directory: directory, options: options ?? migrating) }
        let after = try contents()
        #expect(Set(after.keys) == Set(before.keys))
        #expect(after.allSatisfy { before[$0.key] == $0.value })
        let old = try #require(versions.last)
        try Self.close(try TestStack(model: old, directory: directory, options: self.options))
        return try #require(error)
    }

    /// Every file in the store's directory.
    func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory.path) {
            let file = directory.appendingPathComponent(path)
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory)
            if !isDirectory.boolValue { contents[path] = try Data(contentsOf: file) }
        }
        return contents
    }

    private func expectLikeNew(_ stack: TestStack, _ model: NSManagedObjectModel) throws {
        let fresh = try TestStack(model: try #require(model.copy() as? NSManagedObjectModel), options: options)
        #expect(try Self.shape(of: stack) == Self.shape(of: fresh))
    }

    /// Tables with their columns, names of indexes and triggers, numbers of entities: what does not depend on rows.
    private static func shape(of stack: TestStack) throws -> [String: Set<[SQLValue]>] {
        var shape: [String: Set<[SQLValue]>] = [:]
        for case .text(let table) in try stack.rows("SELECT name FROM sqlite_master WHERE type = 'table'").map({ $0[0] }
        ) {
            let name = SQLValue.text(table).literal
            shape[table] = Set(try stack.rows("SELECT name, type, pk FROM pragma_table_info(\(name))"))
        }
        shape["indexes"] = Set(
            try stack.rows(
                "SELECT name, replace(sql, '\"', '') FROM sqlite_master WHERE type = 'index' AND sql NOT NULL"))
        shape["triggers"] = Set(try stack.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"))
        shape["entities"] = Set(try stack.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY"))
        return shape
    }
}

import SQLite
import Testing

@testable import CoreData

/// Stores that Apple's framework wrote, opened with their models.
@Suite(.enabled(if: SampleStores.root != nil, "PEOPLE_CASES is not set"))
struct SampleStoreTests {
    init() { ValueTransformer.setValueTransformer(ColorsTransformer(), forName: "ColorsTransformer") }

    private func open(_ sample: SampleStores.Sample) throws -> TestStack {
        ValueTransformer.setValueTransformer(ColorsTransformer(), forName: "ColorsTransformer")
        return try TestStack(model: try SampleStores.model(sample), directory: try SampleStores.copy(sample))
    }

    /// Every entity has as many objects as the file has rows of its number, and every value is the column's.
    @Test(arguments: SampleStores.all) func countsAndValues(_ sample: SampleStores.Sample) throws {
        let stack = try open(sample)
        defer { try? FileManager.default.removeItem(at: stack.directory) }
        try checkCountsAndValues(stack)
    }

    /// The same for every store that there is, with the model that the store itself holds.
    @Test(arguments: SampleStores.stores) func countsAndValuesByTheOwnModel(_ path: String) throws {
        let directory = try SampleStores.copy(path)
        defer { try? FileManager.default.removeItem(at: directory) }
        let url = directory.appendingPathComponent("company.sqlite")
        let hasModel = try TestStack.rows("SELECT 1 FROM sqlite_master WHERE name = 'Z_MODELCACHE'", at: url) != []
        guard hasModel else {
            #expect(code { _ = try NSManagedObjectModel(cachedInStoreAt: url) } == 134130)
            return
        }
        let model = try NSManagedObjectModel(cachedInStoreAt: url)
        SampleStores.registerTransformers(of: model)
        let stack = try TestStack(model: model, directory: directory)
        try checkCountsAndValues(stack)
        try checkMembers(stack)
        #expect(
            stack.store.metadata[NSStoreModelVersionHashesKey] as? [String: Data]
                == stack.coordinator.managedObjectModel.entityVersionHashesByName)
    }

    /// To-many relationships have as many members as rows point back.
    private func checkMembers(_ stack: TestStack) throws {
        for entity in stack.coordinator.managedObjectModel.entities {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
            request.includesSubentities = false
            for object in try stack.context.fetch(request) {
                for relationship in entity.relationshipsByName.values where relationship.isToMany {
                    guard let inverse = relationship.inverseRelationship, !inverse.isToMany else { continue }
                    let table = "Z" + (relationship.destinationEntity?.rootEntity.name ?? "").uppercased()
                    let rows = try stack.rows(
                        "SELECT COUNT(*) FROM \(table) WHERE Z\(inverse.name.uppercased()) = \(object.primaryKey)")
                    let members = object.value(forKey: relationship.name) as? Set<NSManagedObject>
                    #expect(rows == [[.integer(Int64(members?.count ?? -1))]], "\(relationship.name)")
                }
            }
        }
    }

    private func checkCountsAndValues(_ stack: TestStack) throws {
        for entity in stack.coordinator.managedObjectModel.entities {
            let name = try #require(entity.name)
            let table = "Z" + (entity.rootEntity.name ?? "").uppercased()
            // A migration may have left the name that an entity had before it was renamed.
            let names = "'\(name)', '\(entity.renamingIdentifier ?? name)'"
            let number = "(SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME IN (\(names)))"
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            request.includesSubentities = false
            let objects = try stack.context.fetch(request)
            let count = try stack.rows("SELECT COUNT(*) FROM \(table) WHERE Z_ENT = \(number)")
            #expect(count == [[.integer(Int64(objects.count))]], "\(name)")
            #expect(try stack.context.count(for: request) == objects.count)

            let keys = entity.properties.filter { property in
                !property.isTransient && (property as? NSRelationshipDescription)?.isToMany != true
                    && !(property is NSFetchedPropertyDescription)
            }.map(\.name)
            let columns = keys.map { "Z" + $0.uppercased() }.joined(separator: ", ")
            let rows = try stack.rows("SELECT Z_PK, \(columns) FROM \(table) WHERE Z_ENT = \(number) ORDER BY Z_PK")
            let sorted = objects.sorted { $0.primaryKey < $1.primaryKey }
            for (object, row) in zip(sorted, rows) {
                #expect(row[0] == .integer(object.primaryKey))
                for (key, column) in zip(keys, row.dropFirst()) {
                    #expect(columnShows(object.value(forKey: key), column), "\(name).\(key) \(object.objectID)")
                }
            }
            try stack.context.fetch(NSFetchRequest<NSManagedObject>(entityName: name)).forEach {
                #expect(!$0.isDeleted)
            }
        }
    }

    /// A store that we make from a sample's model has the sample's tables, columns, types and indexes.
    @Test(arguments: SampleStores.all) func sameSchema(_ sample: SampleStores.Sample) throws {
        let directory = try SampleStores.copy(sample)
        defer { try? FileManager.default.removeItem(at: directory) }
        let theirs = directory.appendingPathComponent("company.sqlite")
        let ours = try TestStack(model: try SampleStores.model(sample))
        let columns =
            "SELECT m.name, c.name, c.type, c.pk FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' "
            + "AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, 2"
        #expect(try ours.rows(columns) == TestStack.rows(columns, at: theirs))
        guard sample.isFresh else { return }
        let statements = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        let (made, found) = (try ours.rows(statements), try TestStack.rows(statements, at: theirs))
        #expect(made.difference(from: found).isEmpty, "\(made.difference(from: found))")
        let numbers = "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT"
        #expect(try ours.rows(numbers) == TestStack.rows(numbers, at: theirs))
    }

    /// A store made from the model in a store has the same tables, columns and types; and, where the file was not migrated
    /// and is none of an old framework (which wrote unique constraints into its tables), the same statements.
    @Test(arguments: SampleStores.stores) func sameSchemaByTheOwnModel(_ path: String) throws {
        let directory = try SampleStores.copy(path)
        defer { try? FileManager.default.removeItem(at: directory) }
        let theirs = directory.appendingPathComponent("company.sqlite")
        guard let model = try? NSManagedObjectModel(cachedInStoreAt: theirs) else { return }
        let ours = try TestStack(model: model)
        // History keeps tables of its own, whose names begin with an A.
        let columns =
            "SELECT m.name, c.name, c.type, c.pk FROM sqlite_master m, pragma_table_info(m.name) c "
            + "WHERE m.type = 'table' AND m.name LIKE 'Z%' ORDER BY 1, 2"
        #expect(try ours.rows(columns) == TestStack.rows(columns, at: theirs))
        let all = try TestStack.rows("SELECT sql FROM sqlite_master ORDER BY rowid", at: theirs)
            .compactMap { $0[0].text }
        let isOld = all.contains { $0.contains("CONSTRAINT") }
        guard !isOld, let first = all.first, !first.contains("Z_PRIMARYKEY") else { return }
        let statements =
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name LIKE 'Z%' ORDER BY name"
        let difference = try ours.rows(statements).difference(from: TestStack.rows(statements, at: theirs))
        #expect(difference.isEmpty, "\(difference)")
        let numbers = "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
        #expect(try ours.rows(numbers) == TestStack.rows(numbers, at: theirs))
        // A framework may add keys of its own; those that every sample has are in ours.
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: theirs)
        let expected = [
            "NSStoreModelVersionHashes", "NSStoreModelVersionHashesVersion", "NSStoreModelVersionIdentifiers",
            "NSStoreType", "NSPersistenceFrameworkVersion", "_NSAutoVacuumLevel", NSStoreUUIDKey,
        ]
        for key in expected {
            #expect(metadata[key] != nil && ours.store.metadata[key] != nil, "\(key)")
        }
    }

    /// Changing one object changes its row, and its Z_OPT, and nothing else in the file.
    @Test(arguments: SampleStores.all) func changesOneRow(_ sample: SampleStores.Sample) throws {
        let stack = try open(sample)
        defer { try? FileManager.default.removeItem(at: stack.directory) }
        let root = try #require(
            stack.coordinator.managedObjectModel.entities.first { entity in
                entity.superentity == nil && entity.attributesByName.values.contains(where: isChangeable)
                    && (try? stack.context.count(for: NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")))
                        ?? 0
                        > 0
            })
        let object = try #require(try stack.fetch(root.name ?? "").first)
        let attribute = try #require(
            root.attributesByName.values.filter(isChangeable).min { $0.name < $1.name })
        let table = "Z" + (root.name ?? "").uppercased()
        let column = "Z" + attribute.name.uppercased()
        var before = try TestStack.contents(of: stack.url)
        let version = try stack.rows("SELECT Z_OPT FROM \(table) WHERE Z_PK = \(object.primaryKey)")[0][0]
        object.setValue(
            attribute.attributeType == .stringAttributeType ? "changed" : Date(timeIntervalSinceReferenceDate: 1.5),
            forKey: attribute.name)
        try stack.context.save()
        var after = try TestStack.contents(of: stack.url)
        let changed = try stack.rows("SELECT Z_OPT, \(column) FROM \(table) WHERE Z_PK = \(object.primaryKey)")[0]
        #expect(changed[0].int64 == (version.int64 ?? 0) + 1)
        #expect(changed[1] == (attribute.attributeType == .stringAttributeType ? .text("changed") : .real(1.5)))
        // Put the row back: all the rest is as before.
        let place = try #require(before[table]?.firstIndex { $0[0] == .integer(object.primaryKey) })
        before[table]?.remove(at: place)
        after[table]?.remove(at: place)
        #expect(before == after)
    }

    private func isChangeable(_ attribute: NSAttributeDescription) -> Bool {
        attribute.attributeType == .stringAttributeType || attribute.attributeType == .dateAttributeType
    }

    /// Insertions take up where the other framework left off.
    @Test(arguments: SampleStores.all) func insertsBehindTheHighestKey(_ sample: SampleStores.Sample) throws {
        let stack = try open(sample)
        defer { try? FileManager.default.removeItem(at: stack.directory) }
        let entity = try #require(
            stack.coordinator.managedObjectModel.entities.first { entity in
                entity.superentity == nil && !entity.isAbstract
                    && entity.relationshipsByName.values.allSatisfy { $0.isOptional || !$0.isToMany }
            })
        let name = try #require(entity.name)
        let highest = try stack.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)'")[0][0].int64 ?? 0
        let object = stack.insert(name)
        for attribute in entity.attributesByName.values where !attribute.isOptional && attribute.defaultValue == nil {
            object.setValue(
                attribute.attributeType == .dateAttributeType ? Date() as Any : UUID().uuidString,
                forKey: attribute.name)
        }
        for relationship in entity.relationshipsByName.values where !relationship.isOptional {
            let related = try #require(try stack.fetch(relationship.destinationEntity?.name ?? "").first)
            object.setValue(relationship.isToMany ? NSSet(object: related) : related, forKey: relationship.name)
        }
        if let code = entity.attributesByName["numericISO3166Code"] { object.setValue(9999, forKey: code.name) }
        try stack.context.save()
        #expect(object.primaryKey == highest + 1)
        #expect(
            try stack.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)'") == [[.integer(highest + 1)]])
        #expect(try stack.rows("PRAGMA integrity_check") == [[.text("ok")]])
    }
}

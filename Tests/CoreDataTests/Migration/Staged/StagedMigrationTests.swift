import CoreData
import Testing

/// Migrations by stages. The versions: a name; a note more; the note required with a default; a mood more.
struct StagedMigrationTests {
    private static func version(_ number: Int) -> NSManagedObjectModel {
        let item = CompanyModel.entity("Item")
        item.properties = [CompanyModel.attribute("name", .stringAttributeType)]
        if number >= 2 { item.properties.append(CompanyModel.attribute("note", .stringAttributeType)) }
        if number >= 3 {
            let note = item.attributesByName["note"]
            note?.isOptional = false
            note?.defaultValue = "none"
        }
        if number >= 4 { item.properties.append(CompanyModel.attribute("mood", .integer16AttributeType)) }
        let model = NSManagedObjectModel()
        model.entities = [item]
        return model
    }

    private static func checksum(_ number: Int) -> String { version(number).versionChecksum }

    private static func reference(_ number: Int) -> NSManagedObjectModelReference {
        NSManagedObjectModelReference(model: version(number), versionChecksum: checksum(number))
    }

    /// A store of a version with three items.
    private final class Store {
        let directory = TestStack.makeDirectory()
        var url: URL { directory.appendingPathComponent("items.sqlite") }

        init(_ number: Int) throws {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let context = try open(number, [:])
            for name in ["a", "b", "c"] {
                NSEntityDescription.insertNewObject(forEntityName: "Item", into: context).setValue(name, forKey: "name")
            }
            try context.save()
            try close(context)
        }

        deinit { try? FileManager.default.removeItem(at: directory) }

        func open(_ number: Int, _ options: [AnyHashable: Any]) throws -> NSManagedObjectContext {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: version(number))
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            return context
        }

        func open(_ number: Int, stages: [NSMigrationStage]) throws -> NSManagedObjectContext {
            try open(
                number,
                [
                    NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager(stages),
                    PersistentStoreModelVersionsOption: [version(1)],
                ])
        }

        func close(_ context: NSManagedObjectContext) throws {
            let coordinator = try #require(context.persistentStoreCoordinator)
            for store in coordinator.persistentStores { try coordinator.remove(store) }
        }

        var bytes: Data { get throws { try Data(contentsOf: url) } }
    }

    /// Apple's framework takes stages that only infer together and fails; here they go one after the other.
    @Test func lightweightStagesOnly() throws {
        let store = try Store(1)
        let context = try store.open(
            3,
            stages: [
                NSLightweightMigrationStage(models: [Self.reference(1), Self.reference(2)]),
                NSLightweightMigrationStage(models: [Self.reference(3)]),
            ])
        let items = try context.fetch(TestStack.request("Item", sort: ["name"]))
        #expect(items.map { $0.string("name") } == ["a", "b", "c"])
        #expect(items.map { $0.string("note") } == ["none", "none", "none"])
    }

    /// The work before and after a step sees the store as it is then.
    @Test func customStages() throws {
        let store = try Store(1)
        let stage = NSCustomMigrationStage(migratingFrom: Self.reference(2), to: Self.reference(3))
        var calls: [String] = []
        stage.willMigrateHandler = { manager, current in
            #expect(current === stage)
            let context = try #require(manager.container).newBackgroundContext()
            try context.performAndWait {
                let items = try context.fetch(TestStack.request("Item", sort: ["name"]))
                calls.append("will \(items.map { $0.string("note") })")
                items[0].setValue("first", forKey: "note")
                try context.save()
            }
        }
        stage.didMigrateHandler = { manager, _ in
            let context = try #require(manager.container).newBackgroundContext()
            try context.performAndWait {
                let items = try context.fetch(TestStack.request("Item", sort: ["name"]))
                calls.append("did \(items.map { $0.string("note") })")
            }
        }
        let context = try store.open(
            4,
            stages: [
                NSLightweightMigrationStage([Self.checksum(1)]), stage, NSLightweightMigrationStage([Self.checksum(4)]),
            ])
        #expect(calls == [#"will ["nil", "nil", "nil"]"#, #"did ["first", "none", "none"]"#])
        let items = try context.fetch(TestStack.request("Item", sort: ["name"]))
        #expect(items.map { $0.string("note") } == ["first", "none", "none"])
        #expect(items[0].value(forKey: "mood") == nil)
        let files = try FileManager.default.contentsOfDirectory(atPath: store.directory.path)
        #expect(files.filter { !$0.hasPrefix("items.sqlite") } == [])
        try store.close(context)
        // Nothing is left to do.
        calls.removeAll()
        _ = try store.open(4, stages: [NSLightweightMigrationStage([Self.checksum(1)]), stage])
        #expect(calls == [])
    }

    @Test(arguments: ["will", "did"]) func aHandlerThatFails(_ which: String) throws {
        let store = try Store(2)
        let before = try store.bytes
        let stage = NSCustomMigrationStage(migratingFrom: Self.reference(2), to: Self.reference(3))
        let fail: NSCustomMigrationStage.Handler = { _, _ in throw PolicyFailure(place: which) }
        if which == "will" { stage.willMigrateHandler = fail } else { stage.didMigrateHandler = fail }
        #expect(throws: PolicyFailure(place: which)) { try store.open(3, stages: [stage]) }
        #expect(try store.bytes == before)
        let files = try FileManager.default.contentsOfDirectory(atPath: store.directory.path)
        #expect(files.filter { !$0.hasPrefix("items.sqlite") } == [])
        #expect(try store.open(2, [:]).count(for: TestStack.request("Item")) == 3)
    }

    @Test func wrongStages() throws {
        let twice = [NSLightweightMigrationStage([Self.checksum(1), Self.checksum(2), Self.checksum(1)])]
        #expect(code { _ = try Store(1).open(3, stages: twice) } == 134110)
        let forward = [NSLightweightMigrationStage((1...4).map(Self.checksum))]
        #expect(code { _ = try Store(4).open(2, stages: forward) } == 134506)
        let unknown = [NSLightweightMigrationStage([Self.checksum(2), Self.checksum(3)])]
        #expect(code { _ = try Store(1).open(3, stages: unknown) } == 134505)
        let wrong = NSManagedObjectModelReference(model: Self.version(2), versionChecksum: Self.checksum(3))
        let stage = NSCustomMigrationStage(migratingFrom: Self.reference(1), to: wrong)
        #expect(code { _ = try Store(1).open(4, stages: [stage]) } == 134504)
        let file = NSManagedObjectModelReference(
            fileURL: URL(fileURLWithPath: "/nonexistent.mom"), versionChecksum: Self.checksum(3))
        #expect(
            code {
                _ = try Store(2).open(
                    4, stages: [NSCustomMigrationStage(migratingFrom: Self.reference(2), to: file)])
            } == 134504)
    }
}

import CoreData
import Testing

/// Migrations by mapping models that were built in code.
struct MappingMigrationTests {
    @Test(arguments: [5, 2_345]) func valuesAndRelationships(count: Int) throws {
        let store = try StaffStore(count)
        let before = try store.bytes
        let manager = store.manager()
        try store.migrate(StaffVersions.mapping(), manager)
        #expect(manager.migrationProgress == 1)
        #expect(try store.bytes == before)

        let context = try store.migrated()
        let employees = try context.fetch(TestStack.request("Employee"))
        #expect(employees.map { $0.string("fullName") } == store.people.map(\.name))
        #expect(employees.map { $0.value(forKey: "age") as? Double } == store.people.map { Double($0.age) })
        #expect(Set(employees.map { $0.string("grade") }) == ["junior"])
        #expect(employees[1].value(forKey: "photo") as? Data == Data(repeating: 1, count: 200_000))
        let teams = try context.fetch(TestStack.request("Team", sort: ["title"]))
        #expect(teams.map { $0.string("title") } == ["DEPT 0", "DEPT 1"])
        for (number, team) in teams.enumerated() {
            let expected = store.people.indices.filter { $0 % 2 == number }.map { store.people[$0].name }
            #expect(team.objects("members").map { $0.string("fullName") } == expected)
        }
        #expect(employees[3].object("team")?.string("title") == "DEPT 1")
        #expect(try context.count(for: TestStack.request("Badge")) == 0)
        #expect(context.persistentStoreCoordinator?.persistentStores[0].metadata["app"] as? String == "kept")
    }

    @Test func onlyThoseThatThePredicateSelects() throws {
        let store = try StaffStore()
        let mapping = StaffVersions.mapping()
        mapping.entityMappingsByName["PersonToEmployee"]?.sourceExpression = NSExpression(
            format:
                "FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'Person', 'age > 22'), "
                + "$manager.sourceContext, NO)")
        try store.migrate(mapping)
        let context = try store.migrated()
        let names = try context.fetch(TestStack.request("Employee")).map { $0.string("fullName") }
        #expect(names.sorted() == ["Person 3", "Person 4"])
    }

    /// An entity mapping without a hash takes the entities as they are; one with a wrong hash is for other models.
    @Test(arguments: [
        ("hash", "was made for another version of Person"), ("source", "the source model does not have"),
        ("destination", "the destination model does not have"), ("twice", "Two entity mappings"),
        ("property", "maps a property that Employee does not have"), ("key", "has an expression without a value"),
        ("type", "cannot take its value"), ("function", "has an expression without a value"),
        ("relationship", "takes objects of the destination"),
    ]) func mistakesInTheMapping(kind: String, message: String) throws {
        let store = try StaffStore()
        let before = try store.bytes
        let mapping = StaffVersions.mapping()
        let people = mapping.entityMappings[0]
        switch kind {
        case "hash": people.sourceEntityVersionHash = Data(count: 32)
        case "source": people.sourceEntityName = "Nobody"
        case "destination": people.destinationEntityName = "Nobody"
        case "twice": mapping.entityMappings.append(people)
        case "property": people.attributeMappings = [StaffVersions.property("nothing", "1")]
        case "key": people.attributeMappings = [StaffVersions.property("fullName", "$source.nothing")]
        case "type": people.attributeMappings = [StaffVersions.property("fullName", "1")]
        case "function":
            people.attributeMappings = [StaffVersions.property("fullName", "FUNCTION($manager, 'a:b:', 1, 2)")]
        default: people.relationshipMappings = [StaffVersions.property("team", "$source.depart")]
        }
        let error = try #require(caught { try store.migrate(mapping) })
        #expect(error.code == 134110)
        #expect(error.localizedDescription.contains(message), "\(error.localizedDescription)")
        #expect(try store.bytes == before)
        #expect(!(try store.files.contains("new.sqlite")))
    }

    @Test func aRowThatBreaksTheNewModelLeavesNothingBehind() throws {
        let store = try StaffStore(1_500, unnamed: 1_400)
        let before = try store.bytes
        let error = try #require(caught { try store.migrate() })
        #expect(error.code == 134110)
        let reason = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(reason.code == 1570)
        #expect(error.localizedDescription.contains("Employee.fullName"))
        #expect(try store.bytes == before)
        #expect(try store.files.filter { $0.hasPrefix("new") || $0.hasPrefix(".new") } == [])
    }

    @Test func storesThatCannotBeReadOrWritten() throws {
        let store = try StaffStore()
        let manager = store.manager()
        #expect(
            code {
                try manager.migrateStore(
                    from: store.url, sourceType: NSSQLiteStoreType, with: nil, toDestinationURL: store.newURL,
                    destinationType: NSSQLiteStoreType)
            } == 134140)
        #expect(
            code {
                try manager.migrateStore(
                    from: store.directory.appendingPathComponent("none.sqlite"), type: .sqlite,
                    mapping: StaffVersions.mapping(), to: store.newURL, type: .sqlite)
            } == 134150)
        #expect(
            code {
                try manager.migrateStore(
                    from: store.url, type: .sqlite, mapping: StaffVersions.mapping(), to: store.url, type: .sqlite)
            } == 134160)
        // Another model than the store's.
        let wrong = NSMigrationManager(
            sourceModel: StaffVersions.second(), destinationModel: StaffVersions.second())
        #expect(code { try store.migrate(StaffVersions.mapping(), wrong) } == 134150)
        // A manager that has failed can be used again.
        try store.migrate(StaffVersions.mapping(), manager)
        #expect(code { try store.migrate(StaffVersions.mapping(), manager) } == 134160)
    }

    @Test func intoAnotherTypeOfStore() throws {
        let store = try StaffStore()
        let url = store.directory.appendingPathComponent("new.binary")
        try store.manager().migrateStore(
            from: store.url, type: .sqlite, mapping: StaffVersions.mapping(), to: url, type: .binary)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: StaffVersions.second())
        try coordinator.addPersistentStore(ofType: NSBinaryStoreType, configurationName: nil, at: url)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let teams = try context.fetch(TestStack.request("Team", sort: ["title"]))
        #expect(teams.map { $0.objects("members").count } == [3, 2])
    }
}

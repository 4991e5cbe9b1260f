import Testing

@testable import CoreData

/// Several stores under one coordinator.
@Suite struct SeveralStoresTests {
    /// A stack with two stores, of which every kind may be.
    private func stack(_ kind: StoreKind) throws -> (TestStack, NSPersistentStore, NSPersistentStore) {
        let stack = try TestStack()
        let second = try stack.coordinator.addPersistentStore(
            ofType: kind.type, configurationName: nil, at: kind == .memory ? nil : stack.directory.appendingPathComponent("second"))
        return (stack, stack.anyStore, second)
    }

    private func insert(_ name: String, _ stack: TestStack, _ store: NSPersistentStore) -> NSManagedObject {
        let object = stack.insert("Employee", ["name": name])
        stack.context.assign(object, to: store)
        return object
    }

    @Test(arguments: StoreKind.allCases) func fetches(_ kind: StoreKind) throws {
        let (stack, first, second) = try stack(kind)
        let objects = "abcdef".enumerated().map { index, letter in
            insert("\(letter)", stack, index.isMultiple(of: 2) ? first : second)
        }
        try stack.context.save()
        #expect(objects.map { $0.objectID.persistentStore === first } == [true, false, true, false, true, false])
        let context = stack.makeContext()
        let request = TestStack.request(sort: ["name"])
        func names() throws -> String { try context.fetch(request).map { $0.string("name") }.joined() }
        #expect(try names() == "abcdef" && context.count(for: request) == 6)
        (request.fetchLimit, request.fetchOffset) = (2, 1)
        #expect(try names() == "bc" && context.count(for: request) == 2)
        request.affectedStores = [second]
        #expect(try names() == "df" && context.count(for: request) == 2)
        request.affectedStores = nil
        let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Employee")
        dictionaries.resultType = .dictionaryResultType
        dictionaries.propertiesToFetch = ["name"]
        dictionaries.sortDescriptors = request.sortDescriptors
        (dictionaries.fetchLimit, dictionaries.fetchOffset) = (3, 2)
        #expect(try context.fetch(dictionaries).map { $0["name"] as? String } == ["c", "d", "e"])
        dictionaries.returnsDistinctResults = true
        #expect(code { _ = try context.fetch(dictionaries) } == 134091)
    }

    @Test("I6 A relationship cannot lead to another store", arguments: StoreKind.allCases)
    func crossStore(_ kind: StoreKind) throws {
        let (stack, first, second) = try stack(kind)
        for relationship in ["depart", "projects"] {
            let employee = insert("a", stack, second)
            let other = stack.insert(relationship == "depart" ? "Department" : "Project")
            stack.context.assign(other, to: first)
            employee.setValue(relationship == "depart" ? other : NSSet(object: other) as NSObject, forKey: relationship)
            let error = try #require(caught { try stack.context.save() })
            #expect(error.code == 133010 && error.localizedDescription.contains("store"))
            #expect(try stack.fetch(in: stack.makeContext()).isEmpty)
            stack.context.rollback()
        }
    }

    /// One store's failure takes back what the other has written.
    @Test(arguments: [StoreKind.sqlite, .binary, .atomic]) func oneTransaction(_ kind: StoreKind) throws {
        let (stack, first, second) = try stack(kind)
        let server = try #require(
            try stack.coordinator.addPersistentStore(
                ofType: StoreKind.incremental.type, configurationName: nil,
                at: stack.directory.appendingPathComponent("server")))
        for (name, store) in [("a", first), ("b", second), ("c", server)] { _ = insert(name, stack, store) }
        Server.at(try #require(server.url)).nextError = CocoaError(.fileWriteNoPermission)
        #expect(code { try stack.context.save() } == CocoaError.Code.fileWriteNoPermission.rawValue)
        #expect(try stack.names(in: stack.makeContext()) == [])
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["a", "b", "c"])
    }

    /// An incremental store cannot take back what it has written.
    @Test func incompleteSave() throws {
        let (stack, _, second) = try stack(.incremental)
        let third = try stack.coordinator.addPersistentStore(
            ofType: StoreKind.incremental.type, configurationName: nil,
            at: stack.directory.appendingPathComponent("third"))
        _ = insert("b", stack, second)
        _ = insert("c", stack, third)
        Server.at(try #require(third.url)).nextError = CocoaError(.fileWriteNoPermission)
        let error = try #require(caught { try stack.context.save() })
        #expect(error.code == 134040 && error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [second])
    }

    @Test(arguments: StoreKind.allCases) func configurations(_ kind: StoreKind) throws {
        let model = CompanyModel.make()
        let people = ["Employee", "Manager", "Department", "Project"].compactMap { model.entitiesByName[$0] }
        let note = CompanyModel.entity("Note")
        note.properties = [CompanyModel.attribute("text", .stringAttributeType)]
        model.entities = people + [note]
        model.setEntities(people, forConfigurationName: "People")
        model.setEntities([note], forConfigurationName: "Notes")
        let directory = TestStack.makeDirectory()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        func add(_ configuration: String) throws -> NSPersistentStore {
            try coordinator.addPersistentStore(
                ofType: kind.type, configurationName: configuration,
                at: kind == .memory ? nil : directory.appendingPathComponent(configuration))
        }
        let stores = (try add("People"), try add("Notes"))
        #expect(code { _ = try add("Nothing") } == 134080)
        #expect(stores.1.configurationName == "Notes")
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let made = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
        let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
        employee.setValue("a", forKey: "name")
        try context.save()
        #expect(made.objectID.persistentStore === stores.1 && employee.objectID.persistentStore === stores.0)
        context.reset()
        #expect(try context.count(for: TestStack.request("Note")) == 1)
        #expect(try context.count(for: TestStack.request("Employee")) == 1)
    }

    @Test func containerLoadsEveryType() throws {
        let directory = TestStack.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let container = NSPersistentContainer(name: "Company", managedObjectModel: CompanyModel.make())
        container.persistentStoreDescriptions = StoreKind.allCases.map { kind in
            let description = NSPersistentStoreDescription(url: directory.appendingPathComponent("new/\(kind.rawValue)"))
            description.type = kind.type
            return description
        }
        var errors: [any Error] = []
        container.loadPersistentStores { _, error in errors += error.map { [$0] } ?? [] }
        #expect(errors.isEmpty)
        #expect(container.persistentStoreCoordinator.persistentStores.map(\.type) == StoreKind.allCases.map(\.type))
    }
}

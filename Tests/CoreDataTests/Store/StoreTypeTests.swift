import Testing

@testable import CoreData

/// What every kind of store does with its file, its IDs and its metadata.
@Suite struct StoreTypeTests {
    /// An object with a value of every kind and relationships of every kind.
    private func fill(_ stack: TestStack) throws -> NSManagedObject {
        let department = stack.insert("Department", ["name": "d"])
        let steps = ["s1", "s2", "s3"].map { stack.insert("Project", ["title": $0]) }
        let project = stack.insert("Project", ["title": "p", "steps": NSOrderedSet(array: steps.reversed())])
        let values: [String: Any?] = [
            "name": "Ädä 王", "height": 1.75, "age": 41, "code": nil, "tags": ["a", "b"],
            "photo": Data(repeating: 2, count: 200_000), "salary": NSDecimalNumber(string: "12.5"), "level": 7,
            "birthday": Date(timeIntervalSinceReferenceDate: -0.25), "active": true, "token": UUID(),
            "site": URL(string: "https://example.com/?q=1"), "depart": department, "projects": NSSet(object: project),
        ]
        let manager = stack.insert("Manager", values)
        stack.insert("Employee", ["name": "b", "depart": department])
        try stack.context.save()
        return manager
    }

    private func check(_ context: NSManagedObjectContext, like manager: NSManagedObject) throws {
        let found = try #require(try context.fetch(TestStack.request("Employee", "level == 7")).first)
        #expect(found.entity.name == "Manager")
        for name in found.entity.attributesByName.keys where name != "tags" {
            #expect(found.value(forKey: name) as? NSObject == manager.value(forKey: name) as? NSObject, "\(name)")
        }
        #expect(found.value(forKey: "tags") as? [String] == ["a", "b"])
        #expect(found.object("depart")?.names("employees") == ["b", "Ädä 王"])
        let project = try #require(found.objects("projects").first)
        #expect(project.objects("steps").map { $0.string("title") } == ["s3", "s2", "s1"])
        #expect(project.objects("members") == [found])
    }

    @Test(arguments: StoreKind.lasting) func openedAgain(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let manager = try fill(stack)
        let again = try stack.another()
        try check(again.context, like: manager)
        #expect(again.anyStore.identifier == stack.anyStore.identifier)
        let manager2 = try #require(again.fetch("Manager").first)
        again.context.delete(manager2)
        try again.context.save()
        let third = try stack.another()
        #expect(try third.names() == ["b"])
        #expect(try third.fetch("Department").first?.names("employees") == ["b"])
    }

    /// An ID as text leads to the same object in every process.
    @Test(arguments: StoreKind.lasting) func uris(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let employees = try stack.insertEmployees("a", "b", "c")
        stack.context.delete(employees[0])
        try stack.context.save()
        let again = try stack.another()
        for employee in employees.dropFirst() {
            let uri = employee.objectID.uriRepresentation()
            let id = try #require(again.coordinator.managedObjectID(forURIRepresentation: uri))
            #expect(again.context.object(with: id).string("name") == employee.string("name"))
            #expect(id.uriRepresentation() == uri)
            // An ID of the other coordinator, as it is.
            #expect(try again.context.existingObject(with: employee.objectID).string("name") == employee.string("name"))
        }
        try again.insertEmployees("d")
        let new = try #require(again.fetch("Employee", "name == 'd'").first)
        let uris = employees.map { $0.objectID.uriRepresentation() }
        #expect(!uris.contains(new.objectID.uriRepresentation()), "an ID is never given out twice")
    }

    @Test(arguments: [StoreKind.sqlite, .binary, .atomic]) func readOnly(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        try stack.insertEmployees("a")
        let reader = try stack.another(options: [NSReadOnlyPersistentStoreOption: true])
        #expect(try reader.names() == ["a"])
        reader.insert("Employee", ["name": "b"])
        #expect(code { try reader.context.save() } == 134030)
    }

    @Test func typeMismatch() throws {
        let binary = try TestStack(.binary)
        let sqlite = try TestStack(.sqlite)
        func open(_ type: String, _ stack: TestStack) -> Int? {
            code {
                try NSPersistentStoreCoordinator(managedObjectModel: CompanyModel.make()).addPersistentStore(
                    ofType: type, configurationName: nil, at: stack.url)
            }
        }
        #expect(open(NSSQLiteStoreType, binary) == 134010)
        #expect(open(NSBinaryStoreType, sqlite) == 134010)
        #expect(open("Nothing", sqlite) == 134000)
    }

    @Test(arguments: [StoreKind.binary, .atomic]) func anotherModel(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        try stack.insertEmployees("a")
        #expect(code { _ = try stack.another(model: GraphModel.make()) } == 134100)
    }

    @Test func damagedBinaryFile() throws {
        let stack = try TestStack(.binary)
        try stack.insertEmployees("a")
        let whole = try Data(contentsOf: stack.url)
        for count in stride(from: 9, to: whole.count, by: 37) {
            try whole.prefix(count).write(to: stack.url)
            #expect(code { _ = try stack.another() } == 259)
        }
        try Data("text".utf8).write(to: stack.url)
        #expect(code { _ = try stack.another() } == 259)
    }

    @Test(arguments: [StoreKind.sqlite, .binary]) func metadata(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        try stack.insertEmployees("a")
        let identifier = try #require(stack.anyStore.identifier)
        stack.coordinator.setMetadata(["note": "x"], for: stack.anyStore)
        typealias Coordinator = NSPersistentStoreCoordinator
        let type = NSPersistentStore.StoreType(rawValue: kind.type)
        let read = try Coordinator.metadataForPersistentStore(type: type, at: stack.url)
        #expect(read["note"] as? String == "x" && read[NSStoreUUIDKey] as? String == identifier)
        #expect(read[NSStoreTypeKey] as? String == kind.type && read[NSStoreModelVersionHashesKey] != nil)
        try stack.coordinator.remove(stack.anyStore)
        try Coordinator.setMetadata(["note": "y"], type: type, at: stack.url)
        let again = try stack.another()
        #expect(again.anyStore.metadata["note"] as? String == "y" && again.anyStore.identifier == identifier)
        #expect(try again.names() == ["a"])
    }

    /// A save that cannot be written takes back rows and nodes.
    @Test func atomicStoreThatCannotWrite() throws {
        let stack = try TestStack(.atomic)
        let a = try stack.insertEmployees("a")[0]
        let before = try Data(contentsOf: stack.url)
        let store = try #require(stack.anyStore as? TextStore)
        #expect(stack.coordinator.setURL(stack.directory.appendingPathComponent("missing/x"), for: store))
        a.setValue("b", forKey: "name")
        stack.insert("Employee", ["name": "c"])
        #expect(code { try stack.context.save() } != nil)
        #expect(store.cacheNodes().compactMap { $0.value(forKey: "name") as? String } == ["a"])
        #expect(try stack.names(in: stack.makeContext()) == ["a"])
        #expect(try Data(contentsOf: stack.url) == before)
        #expect(stack.coordinator.setURL(stack.url, for: store))
        try stack.context.save()
        #expect(try stack.another().names() == ["b", "c"])
    }

    /// What the server refuses is not saved; what others have changed there is a conflict when the server says so.
    @Test func incrementalStoreErrors() throws {
        let stack = try TestStack(.incremental)
        let a = try stack.insertEmployees("a")[0]
        let server = Server.at(stack.url)
        server.nextError = CocoaError(.fileWriteNoPermission)
        a.setValue("b", forKey: "name")
        #expect(code { try stack.context.save() } == CocoaError.Code.fileWriteNoPermission.rawValue)
        #expect(a.hasChanges)
        try stack.context.save()
        a.setValue("c", forKey: "name")
        server.nextError = CocoaError(
            .managedObjectMerge,
            userInfo: [
                NSPersistentStoreSaveConflictsErrorKey: [
                    NSMergeConflict(
                        source: a, newVersion: 3, oldVersion: 2, cachedSnapshot: nil, persistedSnapshot: nil)
                ]
            ])
        #expect(code { try stack.context.save() } == 133020)
        stack.context.mergePolicy = .mergeByPropertyObjectTrump
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["c"])
    }

    @Test(arguments: [StoreKind.binary, .incremental]) func unsupported(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        try stack.insertEmployees("a")
        let delete = NSBatchDeleteRequest(fetchRequest: TestStack.request())
        #expect(code { try stack.context.execute(delete) } == 134091)
        #expect(try stack.names() == ["a"])
    }
}

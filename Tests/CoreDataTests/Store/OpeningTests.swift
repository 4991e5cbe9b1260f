import SQLite
import Testing

@testable import CoreData

/// Opening a store, and the errors when it cannot be opened.
@Suite struct OpeningTests {
    private func directory() throws -> URL {
        let directory = TestStack.makeDirectory()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory
    }

    private func open(
        _ url: URL, _ model: NSManagedObjectModel = CompanyModel.make(), _ options: [AnyHashable: Any]? = nil
    )
        -> NSError?
    {
        caught {
            try NSPersistentStoreCoordinator(managedObjectModel: model).addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        }
    }

    @Test func notADatabase() throws {
        let directory = try directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let url = directory.appendingPathComponent("x.sqlite")
        let text = Data("This is no database, but a text that is long enough to look like one. ".utf8)
        try Data((0..<20).flatMap { _ in text }).write(to: url)
        let error = try #require(open(url))
        #expect(error.code == 259 && error.localizedDescription.contains(url.path))
        #expect(try Data(contentsOf: url).starts(with: text), "the file is left alone")
        #expect(
            code { _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url) }
                == 259)
    }

    @Test func databaseOfAnotherProgram() throws {
        let directory = try directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let url = directory.appendingPathComponent("x.sqlite")
        let connection = try Connection(path: url.path, mode: .readWriteCreate)
        try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        connection.close()
        #expect(open(url)?.code == 134020)
        #expect(try TestStack.rows("SELECT a FROM t", at: url) == [[.integer(1)]])
    }

    @Test func wrongModel() throws {
        let stack = try TestStack()
        let error = try #require(open(stack.url, GraphModel.make()))
        #expect(error.code == 134100)
        #expect(error.localizedDescription.contains("Node") && error.userInfo["metadata"] is [String: Any])
        let changed = CompanyModel.make()
        changed.entitiesByName["Project"]?.properties += [CompanyModel.attribute("more", .stringAttributeType)]
        let other = try #require(open(stack.url, changed))
        #expect(other.code == 134100 && other.localizedDescription.contains("Project"))
    }

    @Test func directoryInItsPlace() throws {
        let directory = try directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        #expect(open(directory)?.code == 134080)
        #expect(open(directory.appendingPathComponent("missing/x.sqlite"))?.code == 134080)
        #expect(open(try #require(URL(string: "https://example.com/x.sqlite")))?.code == 134080)
    }

    @Test func unknownType() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: CompanyModel.make())
        #expect(
            code { try coordinator.addPersistentStore(ofType: "XML", configurationName: nil, at: nil) } == 134000)
    }

    @Test func missingColumn() throws {
        let stack = try TestStack()
        try stack.execute("ALTER TABLE ZPROJECT RENAME COLUMN ZTITLE TO OTHER")
        let error = try #require(open(stack.url))
        #expect(error.code == 134020 && error.localizedDescription.contains("ZTITLE"))
    }

    @Test func damagedMetadata() throws {
        let stack = try TestStack()
        try stack.execute("UPDATE Z_METADATA SET Z_PLIST = x'00'")
        #expect(open(stack.url)?.code == 259)
        try stack.execute("UPDATE Z_METADATA SET Z_PLIST = NULL")
        #expect(open(stack.url)?.code == 134100)
    }

    @Test func readOnly() throws {
        let stack = try TestStack()
        try stack.insertEmployees("a")
        let reader = try stack.another(options: [NSReadOnlyPersistentStoreOption: true])
        #expect(try reader.names() == ["a"] && reader.store.isReadOnly)
        reader.insert("Employee", ["name": "b"])
        #expect(code { try reader.context.save() } == 134030)
        #expect(try stack.names(in: stack.makeContext()) == ["a"])
        let missing = stack.directory.appendingPathComponent("missing.sqlite")
        #expect(open(missing, CompanyModel.make(), [NSReadOnlyPersistentStoreOption: true]) != nil)
        #expect(!FileManager.default.fileExists(atPath: missing.path))
    }

    /// A closed store opened for reading is byte for byte as before.
    @Test func readingWritesNothing() throws {
        let stack = try TestStack()
        try stack.insertEmployees("a")
        try stack.coordinator.remove(stack.store)
        let before = try Data(contentsOf: stack.url)
        do {
            let reader = try stack.another(options: [NSReadOnlyPersistentStoreOption: true])
            #expect(try reader.names() == ["a"])
            try reader.coordinator.remove(reader.store)
        }
        #expect(try Data(contentsOf: stack.url) == before)
    }

    /// A directory that cannot be written is no obstacle to reading.
    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func readOnlyDirectory() throws {
        let stack = try TestStack()
        try stack.insertEmployees("a")
        try stack.coordinator.remove(stack.store)
        func setPermissions(_ bits: Int) throws {
            try FileManager.default.setAttributes([.posixPermissions: bits], ofItemAtPath: stack.directory.path)
        }
        try setPermissions(0o555)
        defer { try? setPermissions(0o755) }
        #expect(try stack.another(options: [NSReadOnlyPersistentStoreOption: true]).names() == ["a"])
        #expect(open(stack.url) != nil)
    }

    @Test func lockedStore() throws {
        let stack = try TestStack(options: [NSPersistentStoreTimeoutOption: 0.05])
        let other = try Connection(path: stack.url.path, mode: .readWrite)
        try other.begin(.immediate)
        let employee = stack.insert("Employee", ["name": "a"])
        let error = try #require(caught { try stack.context.save() })
        #expect(error.code == 134090 && error.localizedDescription.contains("in use"))
        #expect(employee.isInserted && employee.objectID.isTemporaryID)
        #expect(try stack.names(in: stack.makeContext()) == [], "reading goes on")
        try other.rollback()
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["a"])
    }

    @Test func removedStore() throws {
        let stack = try TestStack()
        let employees = try stack.insertEmployees("a", "b")
        stack.context.refresh(employees[1], mergeChanges: false)
        let store = stack.store
        try stack.coordinator.remove(store)
        #expect(employees[0].string("name") == "a", "what was read stays")
        #expect(employees[1].value(forKey: "name") == nil)
        #expect(code { _ = try stack.fetch() } != nil)
        #expect(code { _ = try stack.fetch() } == 134070, "no store is left")
        #expect(code { try stack.coordinator.remove(store) } == 134060)
        #expect(employees[0].objectID.uriRepresentation().host == store.identifier)
        try stack.coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: stack.url)
        #expect(try stack.names(in: stack.makeContext()) == ["a", "b"])
    }

    @Test func noStoreAtAll() throws {
        let context = NSManagedObjectContext(.privateQueue)
        #expect(code { _ = try context.fetch(TestStack.request()) } == 134060)
        context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: CompanyModel.make())
        #expect(code { _ = try context.fetch(TestStack.request()) } == 134070)
    }

    /// Two stores under one coordinator: objects stay in theirs, a fetch goes to both.
    @Test func twoStores() throws {
        let stack = try TestStack()
        try stack.insertEmployees("a", "c")
        let other = stack.directory.appendingPathComponent("other.sqlite")
        let maker = NSPersistentStoreCoordinator(managedObjectModel: CompanyModel.make())
        try maker.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: other)
        let makerContext = NSManagedObjectContext(.privateQueue)
        makerContext.persistentStoreCoordinator = maker
        let b = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: makerContext)
        b.setValue("b", forKey: "name")
        try makerContext.save()

        try stack.coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: other)
        let context = stack.makeContext()
        let all = try stack.fetch(sort: ["name"], in: context)
        #expect(all.map { $0.string("name") } == ["a", "b", "c"])
        #expect(try context.count(for: TestStack.request()) == 3)
        let request = TestStack.request(sort: ["name"])
        request.fetchOffset = 1
        request.fetchLimit = 1
        #expect(try context.fetch(request).map { $0.string("name") } == ["b"])
        all[1].setValue("x", forKey: "name")
        all[0].setValue("y", forKey: "name")
        try context.save()
        #expect(try TestStack.rows("SELECT ZNAME FROM ZEMPLOYEE", at: other) == [[.text("x")]])
        #expect(try stack.rows("SELECT ZNAME FROM ZEMPLOYEE ORDER BY 1") == [[.text("c")], [.text("y")]])
        request.fetchOffset = 0
        request.fetchLimit = 0
        request.affectedStores = [stack.coordinator.persistentStores[1]]
        #expect(try context.fetch(request).map { $0.string("name") } == ["x"])
    }

    @Test func container() throws {
        let directory = try directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let container = NSPersistentContainer(name: "Company", managedObjectModel: CompanyModel.make())
        #expect(container.persistentStoreDescriptions.first?.url?.lastPathComponent == "Company.sqlite")
        let url = directory.appendingPathComponent("deep/down/x.sqlite")
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        var loaded: [URL?] = []
        container.loadPersistentStores { description, error in
            #expect(error == nil)
            loaded.append(description.url)
        }
        #expect(loaded == [url] && container.persistentStoreCoordinator.persistentStore(for: url) != nil)
        #expect(container.viewContext.concurrencyType == .mainQueue)
        #expect(container.newBackgroundContext().persistentStoreCoordinator === container.persistentStoreCoordinator)
    }
}

import SQLite
import Testing

@testable import CoreData

/// Stores that change their place or type, and are replaced or destroyed.
@Suite struct MovingTests {
    private static let kinds = [StoreKind.sqlite, .memory, .binary, .atomic]

    private func fill(_ stack: TestStack) throws {
        let project = stack.insert("Project", ["title": "p"])
        for name in ["a", "b"] {
            stack.insert(
                "Employee",
                ["name": name, "photo": Data(repeating: 1, count: 150_000), "projects": NSSet(object: project)])
        }
        try stack.context.save()
    }

    private func check(_ context: NSManagedObjectContext) throws {
        let found = try context.fetch(TestStack.request(sort: ["name"]))
        #expect(found.map { $0.string("name") } == ["a", "b"])
        #expect(found.map { $0.value(forKey: "photo") as? Data } == Array(repeating: Data(repeating: 1, count: 150_000), count: 2))
        #expect(found.first?.objects("projects").first?.names("members") == ["a", "b"])
    }

    @Test(arguments: kinds, kinds) func migration(_ source: StoreKind, _ target: StoreKind) throws {
        let stack = try TestStack(source)
        try fill(stack)
        let old = stack.anyStore
        let url = stack.directory.appendingPathComponent("new.\(target.fileExtension)")
        let new = try stack.coordinator.migratePersistentStore(old, to: url, withType: target.type)
        #expect(new.type == target.type && stack.coordinator.persistentStores == [new])
        let context = stack.makeContext()
        try check(context)
        let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
        employee.setValue("c", forKey: "name")
        try context.save()
        if source != .memory {
            #expect(try stack.another().names() == ["a", "b"], "the old store is as it was")
        }
        if target != .memory {
            let again = NSPersistentStoreCoordinator(managedObjectModel: CompanyModel.make())
            try again.addPersistentStore(ofType: target.type, configurationName: nil, at: url)
            let reader = NSManagedObjectContext(.privateQueue)
            reader.persistentStoreCoordinator = again
            #expect(try reader.count(for: TestStack.request()) == 3)
        }
    }

    @Test func migrationThatFails() throws {
        let stack = try TestStack()
        try fill(stack)
        let store = stack.anyStore
        let taken = stack.directory.appendingPathComponent("taken")
        try Data("x".utf8).write(to: taken)
        #expect(
            code { try stack.coordinator.migratePersistentStore(store, to: taken, type: .binary) }
                == CocoaError.Code.fileWriteFileExists.rawValue)
        let missing = stack.directory.appendingPathComponent("missing/x")
        for type in [NSPersistentStore.StoreType.sqlite, .binary, .init(rawValue: "Nothing")] {
            #expect(code { try stack.coordinator.migratePersistentStore(store, to: missing, type: type) } != nil)
        }
        #expect(try Data(contentsOf: taken) == Data("x".utf8))
        #expect(stack.coordinator.persistentStores == [store])
        try check(stack.makeContext())
    }

    @Test func destruction() throws {
        for kind in [StoreKind.sqlite, .binary] {
            let stack = try TestStack(kind)
            try fill(stack)
            try stack.coordinator.remove(stack.anyStore)
            let type = NSPersistentStore.StoreType(rawValue: kind.type)
            try stack.coordinator.destroyPersistentStore(at: stack.url, type: type)
            #expect(try FileManager.default.contentsOfDirectory(atPath: stack.directory.path) == [])
            try stack.coordinator.destroyPersistentStore(at: stack.url, type: type)
        }
    }

    /// What is still in the log comes along, and so do the files of large values.
    @Test func replacementOfASQLiteStore() throws {
        let source = try TestStack()
        try fill(source)
        let target = try TestStack()
        target.insert("Employee", ["name": "old", "photo": Data(repeating: 9, count: 150_000)])
        try target.context.save()
        let directory = try #require(target.store.externalDataDirectory)
        try target.coordinator.remove(target.store)
        try target.coordinator.replacePersistentStore(
            at: target.url, withPersistentStoreFrom: source.url, type: .sqlite)
        try check(try target.another().context)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 2)
        try check(source.makeContext())
    }

    @Test func replacementOfADamagedStore() throws {
        let source = try TestStack()
        try fill(source)
        let url = source.directory.appendingPathComponent("damaged.sqlite")
        try Data(repeating: 7, count: 9000).write(to: url)
        try source.coordinator.replacePersistentStore(at: url, withPersistentStoreFrom: source.url, type: .sqlite)
        let again = NSPersistentStoreCoordinator(managedObjectModel: CompanyModel.make())
        try again.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    }

    @Test(arguments: [StoreKind.sqlite, .binary]) func replacementByNothing(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        try fill(stack)
        let type = NSPersistentStore.StoreType(rawValue: kind.type)
        let bad = stack.directory.appendingPathComponent("bad")
        #expect(
            code {
                try stack.coordinator.replacePersistentStore(
                    at: stack.url, withPersistentStoreFrom: bad, type: type)
            } != nil)
        try Data("x".utf8).write(to: bad)
        #expect(
            code {
                try stack.coordinator.replacePersistentStore(
                    at: stack.url, withPersistentStoreFrom: bad, type: type)
            } == 259)
        try check(try stack.another().context)
    }

    @Test func anotherPlace() throws {
        let stack = try TestStack()
        try stack.insertEmployees("a")
        let url = stack.directory.appendingPathComponent("moved.sqlite")
        #expect(!stack.coordinator.setURL(url, for: stack.store), "there is no store to go on with")
        try stack.coordinator.replacePersistentStore(at: url, withPersistentStoreFrom: stack.url, type: .sqlite)
        #expect(stack.coordinator.setURL(url, for: stack.store))
        try stack.insertEmployees("b")
        #expect(try stack.rows("SELECT ZNAME FROM ZEMPLOYEE") == [["a"]])
        #expect(try TestStack.rows("SELECT ZNAME FROM ZEMPLOYEE ORDER BY 1", at: url) == [["a"], ["b"]])
    }
}

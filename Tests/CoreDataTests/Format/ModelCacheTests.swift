import SQLite
import Testing

@testable import CoreData

/// A store holds the model that it was made with.
@Suite struct ModelCacheTests {
    private func files(_ directory: URL) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            contents[name] = try Data(contentsOf: directory.appendingPathComponent(name))
        }
        return contents
    }

    private func copy(_ stack: TestStack, _ endings: String...) throws -> URL {
        let directory = stack.directory.appendingPathComponent("copy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let target = directory.appendingPathComponent("store.sqlite")
        for ending in endings {
            try Data(contentsOf: URL(fileURLWithPath: stack.url.path + ending))
                .write(to: URL(fileURLWithPath: target.path + ending))
        }
        return target
    }

    @Test(arguments: [CompanyModel.make, ZooModel.make]) func newStoreHoldsItsModel(
        _ make: @Sendable () -> NSManagedObjectModel
    ) throws {
        let stack = try TestStack(model: make())
        let model = try NSManagedObjectModel(cachedInStoreAt: stack.url)
        #expect(model.entityVersionHashesByName == stack.coordinator.managedObjectModel.entityVersionHashesByName)
        let again = try stack.another(model: model)
        #expect(again.coordinator.persistentStores.count == 1)
        for entity in stack.coordinator.managedObjectModel.entities {
            let read = try #require(model.entitiesByName[entity.name ?? ""])
            #expect(Set(read.propertiesByName.keys) == Set(entity.propertiesByName.keys))
            #expect(read.uniquenessConstraintNames == entity.uniquenessConstraintNames)
            #expect(read.indexes.map(\.name) == entity.indexes.map(\.name))
        }
    }

    @Test func readingWritesNothing() throws {
        let stack = try TestStack()
        try stack.insertEmployees("a")
        // With a log that nobody else has open, and without any.
        let withLog = try copy(stack, "", "-wal")
        try stack.store.write { _ = try $0.checkpoint(.full) }
        let alone = try copy(stack, "")
        for url in [withLog, alone] {
            let directory = url.deletingLastPathComponent()
            let before = try files(directory)
            #expect(try NSManagedObjectModel(cachedInStoreAt: url).entitiesByName["Employee"] != nil)
            #expect(try files(directory) == before)
        }
    }

    @Test func storeInMemoryKeepsNone() throws {
        let stack = try TestStack(.memory)
        let count = try stack.store.read { connection in
            let statement = try connection.prepare("SELECT COUNT(*) FROM Z_MODELCACHE")
            return try statement.step() ? statement.int64(0) : -1
        }
        #expect(count == 0)
    }

    @Test(
        arguments: [
            ("DELETE FROM Z_MODELCACHE", 134130), ("DROP TABLE Z_MODELCACHE", 134130),
            ("UPDATE Z_MODELCACHE SET Z_CONTENT = NULL", 134130),
            ("UPDATE Z_MODELCACHE SET Z_CONTENT = x'00FF00FF'", 259),
            ("UPDATE Z_MODELCACHE SET Z_CONTENT = substr(Z_CONTENT, 1, 200)", 259),
            ("UPDATE Z_MODELCACHE SET Z_CONTENT = 'text'", 259),
            // An empty block of DEFLATE: sound, but no archive.
            ("UPDATE Z_MODELCACHE SET Z_CONTENT = x'0300'", 259),
        ])
    func damage(_ sql: String, _ expected: Int) throws {
        let stack = try TestStack()
        try stack.execute(sql)
        #expect(code { _ = try NSManagedObjectModel(cachedInStoreAt: stack.url) } == expected)
        // The store itself needs no cache.
        #expect(try stack.another().fetch().isEmpty)
    }

    @Test func archiveThatUnfoldsWithoutEndIsRefused() throws {
        let bomb = try #require(RawDeflate.compressed(Data(count: ModelCache.largest + 1)))
        #expect(bomb.count < 200_000)
        #expect(RawDeflate.decompressed(bomb, limit: ModelCache.largest) == nil)
        let whole = try #require(RawDeflate.compressed(Data(count: 1000)))
        #expect(RawDeflate.decompressed(whole, limit: 1000) == Data(count: 1000))
        #expect(RawDeflate.decompressed(whole, limit: 999) == nil)
    }

    /// A migration in place can leave the name in Z_PRIMARYKEY that an entity had before it was renamed.
    @Test func nameFromBeforeTheEntityWasRenamed() throws {
        let stack = try TestStack()
        try stack.insertEmployees("a", "b")
        try stack.execute("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Worker' WHERE Z_NAME = 'Employee'")
        let model = CompanyModel.make()
        model.entitiesByName["Employee"]?.renamingIdentifier = "Worker"
        let again = try stack.another(model: model)
        #expect(try again.fetch().count == 2)
        #expect(try again.insertEmployees("c").first?.primaryKey == 3)
    }

    @Test func noStore() throws {
        let stack = try TestStack()
        #expect(
            code { _ = try NSManagedObjectModel(cachedInStoreAt: stack.directory.appendingPathComponent("none")) }
                == 134080)
        let text = stack.directory.appendingPathComponent("text.sqlite")
        try Data(repeating: 65, count: 4096).write(to: text)
        #expect(code { _ = try NSManagedObjectModel(cachedInStoreAt: text) } != nil)
    }

    /// A model that no archive can hold is no reason to refuse the store.
    @Test func modelWithABlockPredicate() throws {
        let model = CompanyModel.make()
        let name = try #require(model.entitiesByName["Employee"]?.propertiesByName["name"])
        name.setValidationPredicates([NSPredicate(block: { _, _ in true })], withValidationWarnings: ["never"])
        let stack = try TestStack(model: model)
        #expect(try stack.rows("SELECT COUNT(*) FROM Z_MODELCACHE") == [[.integer(0)]])
    }
}

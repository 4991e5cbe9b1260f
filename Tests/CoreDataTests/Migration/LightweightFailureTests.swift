import SQLite
import Testing

@testable import CoreData

/// What cannot be migrated stays as it was, and the error says why.
@Suite struct LightweightFailureTests {
    private typealias V = Version

    private static func person(_ properties: NSPropertyDescription...) -> NSManagedObjectModel {
        V.model(V.entity("Person", properties))
    }

    private static func store() throws -> MigratingStore {
        try MigratingStore(person(V.attribute("name"), V.attribute("age", .integer16AttributeType))) { stack in
            for name in ["Ada", "Ada"] { stack.insert("Person", ["name": name, "age": 1]) }
        }
    }

    private static var newer: NSManagedObjectModel {
        person(V.attribute("name"), V.attribute("age", .integer16AttributeType), V.attribute("note"))
    }

    @Test func withoutTheOptionsAStoreIsRefused() throws {
        let error = try Self.store().refuse(Self.newer, options: [:])
        #expect(error.code == 134100)
    }

    @Test func withoutInferenceAMappingModelIsNeeded() throws {
        let store = try Self.store()
        var options = store.migrating
        options[NSInferMappingModelAutomaticallyOption] = false
        let error = try store.refuse(Self.newer, options: options)
        #expect(error.code == 134140)
        #expect(error.localizedDescription.contains("mapping model"))
    }

    @Test func withoutTheOlderModelNothingIsDone() throws {
        let store = try Self.store()
        try TestStack.execute("DELETE FROM Z_MODELCACHE", at: store.url)
        var options = store.migrating
        options[PersistentStoreModelVersionsOption] = nil
        let error = try store.refuse(Self.newer, options: options)
        #expect(error.code == 134130)
        #expect(error.localizedDescription.contains("Person"))
    }

    @Test func aChangeOfTypeIsNotInferred() throws {
        let error = try Self.store().refuse(Self.person(V.attribute("name"), V.attribute("age")))
        #expect(error.code == 134190)
        #expect(error.localizedDescription.contains("Person.age"))
        #expect(error.localizedDescription.contains("mapping model"))
    }

    @Test func aReadOnlyStoreIsNotMigrated() throws {
        let store = try Self.store()
        var options = store.migrating
        options[NSReadOnlyPersistentStoreOption] = true
        let before = try Data(contentsOf: store.url)
        let found = code { _ = try TestStack(model: Self.newer, directory: store.directory, options: options) }
        #expect(found == 134100)
        #expect(try Data(contentsOf: store.url) == before)
    }

    /// Rows that break the new rules: all or nothing.
    @Test func equalValuesBreakANewConstraint() throws {
        let new = Self.newer
        new.entitiesByName["Person"]?.uniquenessConstraints = [["name"]]
        let store = try Self.store()
        let error = try store.refuse(new)
        #expect(error.code == 134110)
        #expect(error.localizedDescription.contains("Person is to be unique by (name)"))
        #expect(!error.localizedDescription.contains("Ada"))
    }

    @Test func anErrorInTheLastStepTakesAllBack() throws {
        let store = try Self.store()
        try TestStack.execute(
            "CREATE TRIGGER last BEFORE INSERT ON Z_METADATA BEGIN SELECT RAISE(ABORT, 'no'); END", at: store.url)
        _ = try store.refuse(Self.newer)
        try TestStack.execute("DROP TRIGGER last", at: store.url)
        try store.migrate(to: Self.newer)
    }

    @Test func aFullDiskTakesAllBack() throws {
        let model = Self.person(V.attribute("name"), V.attribute("age", .integer16AttributeType))
        let store = try MigratingStore(model) { stack in
            for index in 0..<2000 {
                stack.insert("Person", ["name": String(repeating: "n", count: 100), "age": index % 9])
            }
        }
        let new = Self.person(
            V.attribute("name", optional: false, default: ""), V.attribute("age", .integer16AttributeType),
            V.attribute("text", default: String(repeating: "t", count: 500)))
        var options = store.migrating
        let pages = Int64(try Data(contentsOf: store.url).count / 4096)
        options[NSSQLitePragmasOption] = ["max_page_count": NSNumber(value: pages + 8)]
        let error = try store.refuse(new, options: options)
        #expect(error.code == CocoaError.Code.fileWriteOutOfSpace.rawValue)
        try store.migrate(to: new) { stack in
            let count = try stack.fetch("Person").count
            #expect(count == 2000)
        }
    }

    /// Values that broke the model's rules before are no reason to refuse, and stay as they are.
    @Test func rowsThatWereInvalidBeforeStay() throws {
        let old = { Self.person(V.attribute("name", optional: false), V.attribute("age", .integer16AttributeType)) }
        let store = try MigratingStore(old()) { $0.insert("Person", ["name": "Ada"]) }
        try TestStack.execute("UPDATE ZPERSON SET ZNAME = NULL", at: store.url)
        let new = Self.person(
            V.attribute("name", optional: false), V.attribute("age", .integer16AttributeType), V.attribute("note"))
        try store.migrate(to: new) { stack in
            let names = try stack.fetch("Person").map { $0.value(forKey: "name") as? String }
            #expect(names == [nil])
        }
    }

    /// Two programs come at once: one migrates, the other finds the work done.
    @Test func twoMigrateAtOnce() async throws {
        let store = try Self.store()
        let (directory, options) = (store.directory, UncheckedOptions(values: store.migrating))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let stack = try TestStack(model: Self.newer, directory: directory, options: options.values)
                    let count = try stack.fetch("Person").count
                    #expect(count == 2)
                }
            }
            try await group.waitForAll()
        }
    }

    private struct UncheckedOptions: @unchecked Sendable {
        // Sendable: frozen models and numbers.
        let values: [AnyHashable: Any]
    }
}

extension TestStack {
    /// Runs SQL on a file, as another program would.
    static func execute(_ sql: String, at url: URL) throws {
        let connection = try Connection(path: url.path, mode: .readWrite)
        defer { connection.close() }
        try connection.execute(sql)
    }
}

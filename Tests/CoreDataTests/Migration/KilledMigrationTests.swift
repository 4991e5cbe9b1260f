import SQLite
import Testing

@testable import CoreData

/// A program that is killed while it migrates leaves the old store, or the new one, whole.
@Suite(.serialized) struct KilledMigrationTests {
    private typealias V = Version

    static func model(_ version: Int) -> NSManagedObjectModel {
        let more = version == 1 ? [] : [V.attribute("note", default: String(repeating: "n", count: 50))]
        return V.model(
            V.entity(
                version == 1 ? "Person" : "Human", [V.attribute("name")] + more, was: version == 1 ? nil : "Person"))
    }

    @Test(arguments: [0, 2, 5, 10, 20, 40, 80, 160]) func killed(milliseconds: Int) async throws {
        let store = try MigratingStore(Self.model(1)) { $0.insert("Person", ["name": "Ada"]) }
        try TestStack.execute(
            "INSERT INTO ZPERSON (Z_ENT, Z_OPT, ZNAME) "
                + "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT 1, 1, 'n' || i FROM n",
            at: store.url)
        let before = try Data(contentsOf: store.url)
        setenv("COREDATA_KILLED_STORE", store.directory.path, 1)
        setenv("COREDATA_KILLED_MS", "\(milliseconds)", 1)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let environment = ProcessInfo.processInfo.environment
            let directory = URL(fileURLWithPath: environment["COREDATA_KILLED_STORE"] ?? "")
            let milliseconds = environment["COREDATA_KILLED_MS"].flatMap(UInt32.init) ?? 10
            let options: [AnyHashable: Any] = [
                NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
                PersistentStoreModelVersionsOption: [KilledMigrationTests.model(1)],
            ]
            Thread.detachNewThread {
                usleep(milliseconds * 1000)
                kill(getpid(), SIGKILL)
            }
            _ = try TestStack(model: KilledMigrationTests.model(2), directory: directory, options: options)
            sleep(10)
        }
        let hashes =
            try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)[
                NSStoreModelVersionHashesKey] as? [String: Data]
        let isMigrated = hashes?["Human"] != nil
        if !isMigrated { #expect(try Data(contentsOf: store.url) == before) }
        let version = isMigrated ? 2 : 1
        let stack = try TestStack(model: Self.model(version), directory: store.directory)
        #expect(try stack.rows("PRAGMA integrity_check") == [[.text("ok")]])
        let count = try stack.context.count(for: TestStack.request(isMigrated ? "Human" : "Person"))
        #expect(count == 100_001)
        try MigratingStore.close(stack)
        #expect(try store.contents().keys.sorted() == ["company.sqlite"])
        // And it can be migrated afterwards.
        if !isMigrated { try store.migrate(to: Self.model(2)) }
    }
}

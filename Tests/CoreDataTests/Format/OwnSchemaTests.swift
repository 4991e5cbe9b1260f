import SQLite
import Testing

@testable import CoreData

/// A new store made from the model of another program's store, beside that store.
@Suite(.enabled(if: SampleStores.root != nil, "PEOPLE_CASES is not set"), .serialized)
struct OwnSchemaTests {
    /// Why a store's file differs from a new one of the same model.
    private enum Age: CustomStringConvertible {
        /// A framework that writes what today's writes.
        case current
        /// Frameworks before 2017 sorted relationships and attributes otherwise, made table constraints of uniqueness
        /// constraints, and named indexes by columns.
        case old(framework: Int)
        /// A migration adds columns at the end and keeps or changes numbers, after the tables of books.
        case migrated

        var description: String {
            switch self {
            case .current: "is new"
            case .old(let framework): "was written by framework \(framework)"
            case .migrated: "was migrated"
            }
        }

        init(storeAt url: URL, metadata: [String: Any]) throws {
            let framework = metadata["NSPersistenceFrameworkVersion"] as? Int ?? 0
            let tables = try TestStack.rows("SELECT name FROM sqlite_master WHERE type = 'table'", at: url)
                .compactMap { $0[0].text }
            // A new store has its books after the entities' tables.
            if let books = tables.firstIndex(of: "Z_PRIMARYKEY"),
                tables[books...].contains(where: { $0.hasPrefix("Z") && !$0.hasPrefix("Z_") })
            {
                self = .migrated
            } else {
                self = framework < 866 ? .old(framework: framework) : .current
            }
        }
    }

    private struct Pair {
        let theirs: URL
        let ours: TestStack
        let age: Age
        let theirMetadata: [String: Any]

        func rows(_ sql: String) throws -> (ours: [[SQLValue]], theirs: [[SQLValue]]) {
            (try ours.rows(sql), try TestStack.rows(sql, at: theirs))
        }
    }

    /// Makes the new store, with history where the other has it.
    private func withPair(_ store: SampleStores.Store, _ body: (Pair) throws -> Void) throws {
        let directory = try SampleStores.copy(storeAt: store.url)
        defer { try? FileManager.default.removeItem(at: directory) }
        let url = directory.appendingPathComponent("company.sqlite")
        guard let model = try SampleStores.model(ofStoreAt: url) else {
            print("skipped \(store.url.lastPathComponent): it holds no model, and there is no source of it")
            return
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: url, options: nil)
        let history = try TestStack.rows("SELECT 1 FROM sqlite_master WHERE name = 'ATRANSACTION'", at: url)
        let ours = try TestStack(model: model, options: [NSPersistentHistoryTrackingKey: !history.isEmpty])
        try body(Pair(theirs: url, ours: ours, age: try Age(storeAt: url, metadata: metadata), theirMetadata: metadata))
    }

    @Test(arguments: SampleStores.everyStore) func tablesAndColumns(_ store: SampleStores.Store) throws {
        try withPair(store) { pair in
            let (made, found) = try pair.rows(
                "SELECT m.name, c.name, c.type, c.pk FROM sqlite_master m, pragma_table_info(m.name) c "
                    + "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, 2")
            #expect(made.difference(from: found).isEmpty, "\(made.difference(from: found))")
            guard case .current = pair.age else {
                print("\(store.url.lastPathComponent) \(pair.age): the order of its columns is not compared")
                return
            }
            let tables = "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY rowid"
            let (statements, theirs) = try pair.rows(tables)
            #expect(statements == theirs, "\(statements.difference(from: theirs))")
        }
    }

    /// Old frameworks have another name for the same index: then what is indexed is compared, in which order.
    @Test(arguments: SampleStores.everyStore) func indexes(_ store: SampleStores.Store) throws {
        try withPair(store) { pair in
            let (made, found) = try pair.rows(
                """
                SELECT m.name, i."unique", (SELECT group_concat(name, ',') FROM pragma_index_info(i.name)) AS columns
                FROM sqlite_master m, pragma_index_list(m.name) i
                WHERE m.type = 'table' AND i.origin <> 'pk' ORDER BY 1, 2, 3
                """)
            #expect(made.difference(from: found).isEmpty, "\(made.difference(from: found))")
            guard case .current = pair.age else { return }
            let (statements, theirs) = try pair.rows(
                "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
            #expect(statements == theirs, "\(statements.difference(from: theirs))")
        }
    }

    @Test(arguments: SampleStores.everyStore) func triggers(_ store: SampleStores.Store) throws {
        try withPair(store) { pair in
            let (made, found) = try pair.rows(
                "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
            #expect(made.map { $0[0] } == found.map { $0[0] })
            // The same text has the same effect.
            #expect(made == found, "\(made.difference(from: found))")
        }
    }

    @Test(arguments: SampleStores.everyStore) func numbersOfEntities(_ store: SampleStores.Store) throws {
        try withPair(store) { pair in
            guard case .current = pair.age else {
                print("\(store.url.lastPathComponent) \(pair.age): its numbers are not compared")
                return
            }
            let (made, found) = try pair.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
            #expect(made == found)
        }
    }

    @Test(arguments: SampleStores.everyStore) func metadata(_ store: SampleStores.Store) throws {
        try withPair(store) { pair in
            let framework = pair.theirMetadata["NSPersistenceFrameworkVersion"] as? Int ?? 0
            let made = pair.ours.coordinator.metadata(for: pair.ours.anyStore)
            var keys = Set(made.keys)
            // Keys that newer frameworks brought.
            if framework < 970 { keys.remove("NSStoreModelVersionHashesDigest") }
            if framework < 1344 { keys.remove("NSStoreModelVersionChecksumKey") }
            // The program's own keys do not begin as the framework's.
            let found = pair.theirMetadata.filter { $0.key.hasPrefix("NS") || $0.key.hasPrefix("_NS") }
            #expect(Set(found.keys) == keys)
            for (key, value) in found {
                guard !["NSPersistenceFrameworkVersion", NSStoreUUIDKey].contains(key) else { continue }
                if dependsOnHashes(key), hasUncertainHashes(pair.ours.coordinator.managedObjectModel) { continue }
                let ours = try #require(made[key], "\(key)")
                #expect(NSDictionary(dictionary: [key: ours]) == NSDictionary(dictionary: [key: value]), "\(key)")
            }
        }
    }

    private func dependsOnHashes(_ key: String) -> Bool {
        [NSStoreModelVersionHashesKey, "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey"]
            .contains(key)
    }

    /// How the framework hashes derived attributes is not known.
    private func hasUncertainHashes(_ model: NSManagedObjectModel) -> Bool {
        model.entities.contains { !$0.hasExactVersionHash }
    }
}

import SQLite
import Testing

@testable import CoreData

/// What a new store says about itself in Z_METADATA.
@Suite struct MetadataTests {
    @Test func keysAndHashes() throws {
        let stack = try TestStack(model: ZooModel.make())
        let row = try #require(try stack.rows("SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA").first)
        #expect(row[0] == .integer(1))
        let uuid = try #require(row[1].text)
        #expect(UUID(uuidString: uuid) != nil)
        let plist = try #require(
            try PropertyListSerialization.propertyList(from: Data(row[2].blob ?? []), format: nil) as? [String: Any])
        #expect(
            Set(plist.keys) == [
                "NSStoreType", "NSStoreModelVersionHashes", "NSStoreModelVersionHashesVersion",
                "NSStoreModelVersionIdentifiers", "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey",
                "NSPersistenceFrameworkVersion", "_NSAutoVacuumLevel",
            ])
        #expect(plist["NSStoreType"] as? String == "SQLite")
        #expect(plist["NSStoreModelVersionHashesVersion"] as? Int == 3)
        #expect(plist["_NSAutoVacuumLevel"] as? String == "2")
        #expect(plist["NSStoreModelVersionIdentifiers"] as? [String] == ["zoo 1"])
        let model = stack.coordinator.managedObjectModel
        #expect(plist["NSStoreModelVersionHashes"] as? [String: Data] == model.entityVersionHashesByName)
        #expect(plist["NSStoreModelVersionHashesDigest"] as? String == model.versionHashesDigest)
        #expect(plist["NSStoreModelVersionChecksumKey"] as? String == model.versionChecksum)
        #expect(stack.store.identifier == uuid)
        #expect(stack.store.metadata[NSStoreUUIDKey] as? String == uuid)
    }

    /// A program's own keys come back, and those of the framework stay.
    @Test func ownKeys() throws {
        let stack = try TestStack()
        var metadata = stack.coordinator.metadata(for: stack.store)
        metadata["session"] = "kept"
        stack.coordinator.setMetadata(metadata, for: stack.store)
        let again = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: stack.url)
        #expect(again["session"] as? String == "kept")
        #expect(again[NSStoreUUIDKey] as? String == stack.store.identifier)
        #expect(again[NSStoreModelVersionHashesKey] as? [String: Data] != nil)
    }

    /// Saves leave metadata alone that this framework does not know.
    @Test func unknownKeysSurviveSaves() throws {
        let stack = try TestStack()
        stack.coordinator.setMetadata(["com.example.token": Data([1, 2])], for: stack.store)
        try stack.insertEmployees("a")
        let again = try stack.another()
        #expect(again.store.metadata["com.example.token"] as? Data == Data([1, 2]))
    }
}

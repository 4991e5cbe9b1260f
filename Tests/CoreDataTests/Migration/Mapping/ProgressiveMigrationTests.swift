import CoreData
import Testing

struct ProgressiveMigrationTests {
    @Test func externalFilesComeAlong() throws {
        let store = try StaffStore()
        let migration = ProgressiveMigration(
            models: [StaffVersions.first(), StaffVersions.second()], mappingModels: [StaffVersions.hashedMapping()])
        #expect(try migration.migrateStore(at: store.url) == 1)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: StaffVersions.second())
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: store.url)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let employees = try context.fetch(TestStack.request("Employee", sort: ["fullName"]))
        #expect(employees[1].value(forKey: "photo") as? Data == Data(repeating: 1, count: 200_000))
        let external = store.directory.appendingPathComponent(".old_SUPPORT/_EXTERNAL_DATA")
        #expect(try FileManager.default.contentsOfDirectory(atPath: external.path).count == 2)
    }

    @Test func missingVersionsAndMappings() throws {
        let store = try StaffStore()
        let before = try store.bytes
        #expect(
            code { try ProgressiveMigration(models: [StaffVersions.second()]).migrateStore(at: store.url) } == 134130)
        // Nothing tells that people have become employees, but that is an addition and a removal: it can be inferred. A
        // type cannot.
        let changed = StaffVersions.first()
        changed.entitiesByName["Person"]?.attributesByName["age"]?.attributeType = .stringAttributeType
        let migration = ProgressiveMigration(models: [StaffVersions.first(), changed])
        let error = try #require(caught { try migration.migrateStore(at: store.url) })
        #expect(error.code == 134140)
        #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 134190)
        #expect(try store.bytes == before)
    }

    /// A step that fails leaves the store as the step before has left it, and nothing beside it.
    @Test func aStepThatFails() throws {
        let store = try StaffStore(10, unnamed: 3)
        let before = try store.bytes
        let migration = ProgressiveMigration(
            models: [StaffVersions.first(), StaffVersions.second()], mappingModels: [StaffVersions.hashedMapping()])
        #expect(code { try migration.migrateStore(at: store.url) } == 134110)
        #expect(try store.bytes == before)
        #expect(try store.files.filter { !$0.hasPrefix("old.sqlite") } == [".old_SUPPORT"])
    }
}

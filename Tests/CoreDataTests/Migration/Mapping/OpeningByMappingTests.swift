import CoreData
import Testing

/// Opening an older store with the options to migrate it, where there is a mapping model.
struct OpeningByMappingTests {
    private func options(_ mapping: NSMappingModel?) -> [AnyHashable: Any] {
        [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
            PersistentStoreModelVersionsOption: [StaffVersions.first()],
            PersistentStoreMappingModelsOption: mapping.map { [$0] } ?? [],
        ]
    }

    private func open(_ store: StaffStore, _ options: [AnyHashable: Any]) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: StaffVersions.second())
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url, options: options)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// The mapping model comes before inference, which would drop everybody here.
    @Test func mappingModelFirst() throws {
        let store = try StaffStore()
        let context = try open(store, options(StaffVersions.hashedMapping()))
        let employees = try context.fetch(TestStack.request("Employee", sort: ["fullName"]))
        #expect(employees.map { $0.string("fullName") } == store.people.map(\.name))
        #expect(employees[0].value(forKey: "photo") as? Data == Data(repeating: 0, count: 200_000))
        #expect(context.persistentStoreCoordinator?.persistentStores[0].metadata["app"] as? String == "kept")
        #expect(try store.files.filter { !$0.hasPrefix("old.sqlite") } == [".old_SUPPORT"])
    }

    @Test func aMappingModelForOthersIsPassedOver() throws {
        let mapping = StaffVersions.hashedMapping()
        mapping.entityMappings[0].sourceEntityVersionHash = Data(count: 32)
        let store = try StaffStore()
        #expect(try open(store, options(mapping)).count(for: TestStack.request("Employee")) == 0)
    }

    @Test func aFailureLeavesTheStore() throws {
        let store = try StaffStore(10, unnamed: 3)
        let before = try store.bytes
        #expect(code { _ = try open(store, options(StaffVersions.hashedMapping())) } == 134110)
        #expect(try store.bytes == before)
        #expect(try store.files.filter { !$0.hasPrefix("old.sqlite") } == [".old_SUPPORT"])
    }

    /// Stores that are no databases go object by object also where the mapping is inferred.
    @Test func aBinaryStore() throws {
        let url = TestStack.makeDirectory().appendingPathComponent("items.binary")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        func model(_ withNote: Bool) -> NSManagedObjectModel {
            let item = CompanyModel.entity("Item")
            item.properties = [CompanyModel.attribute("name", .stringAttributeType)]
            if withNote { item.properties.append(CompanyModel.attribute("note", .stringAttributeType)) }
            let model = NSManagedObjectModel()
            model.entities = [item]
            return model
        }
        func open(_ model: NSManagedObjectModel, _ options: [AnyHashable: Any]) throws -> NSManagedObjectContext {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.addPersistentStore(
                ofType: NSBinaryStoreType, configurationName: nil, at: url, options: options)
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            return context
        }
        let old = try open(model(false), [:])
        NSEntityDescription.insertNewObject(forEntityName: "Item", into: old).setValue("a", forKey: "name")
        try old.save()
        let context = try open(
            model(true),
            [
                NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
                PersistentStoreModelVersionsOption: [model(false)],
            ])
        #expect(try context.fetch(TestStack.request("Item")).map { $0.string("name") } == ["a"])
    }
}

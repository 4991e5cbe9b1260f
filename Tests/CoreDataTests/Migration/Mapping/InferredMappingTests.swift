import CoreData
import Testing

struct InferredMappingTests {
    @Test func whatCannotBeInferred() throws {
        let source = StaffVersions.first()
        let destination = StaffVersions.first()
        let age = try #require(destination.entitiesByName["Person"]?.attributesByName["age"])
        age.attributeType = .stringAttributeType
        let error = try #require(
            caught {
                _ = try NSMappingModel.inferredMappingModel(forSourceModel: source, destinationModel: destination)
            })
        #expect(error.code == 134190)
        #expect(error.localizedDescription.contains("Person.age"))
    }

    /// Renamed entities and properties, a default value for what was missing, a new entity, one that is gone.
    @Test func valuesAndRelationships() throws {
        let store = try StaffStore(3, unnamed: 1)
        let model = StaffVersions.first()
        let person = try #require(model.entitiesByName["Person"])
        let department = try #require(model.entitiesByName["Department"])
        person.name = "Human"
        person.renamingIdentifier = "Person"
        let name = try #require(person.attributesByName["name"])
        name.name = "title"
        name.renamingIdentifier = "name"
        name.isOptional = false
        name.defaultValue = "nobody"
        department.renamingIdentifier = "Department"
        department.name = "Section"
        let relationship = try #require(department.relationshipsByName["people"])
        relationship.name = "humans"
        relationship.renamingIdentifier = "people"
        person.properties.append(CompanyModel.attribute("note", .stringAttributeType))
        model.entities.append(CompanyModel.entity("Extra"))

        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: StaffVersions.first(), destinationModel: model)
        #expect(mapping.entityMappings.map(\.mappingType).filter { $0 == .addEntityMappingType }.count == 1)
        try NSMigrationManager(sourceModel: StaffVersions.first(), destinationModel: model).migrateStore(
            from: store.url, type: .sqlite, mapping: mapping, to: store.newURL, type: .sqlite)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: store.newURL)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let sections = try context.fetch(TestStack.request("Section", sort: ["name"]))
        #expect(
            sections.map { $0.objects("humans").map { $0.string("title") } } == [["Person 0", "Person 2"], ["nobody"]])
    }

    @Test func anEntityThatIsGone() throws {
        let store = try StaffStore(3)
        let model = NSManagedObjectModel()
        let department = CompanyModel.entity("Department")
        department.properties = [CompanyModel.attribute("name", .stringAttributeType)]
        model.entities = [department]
        let migration = ProgressiveMigration(models: [StaffVersions.first(), model])
        #expect(try migration.migrateStore(at: store.url) == 1)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: store.url)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        #expect(try context.count(for: TestStack.request("Department")) == 2)
        #expect(try store.files.filter { !$0.hasPrefix("old.sqlite") && $0 != ".old_SUPPORT" } == [])
    }
}

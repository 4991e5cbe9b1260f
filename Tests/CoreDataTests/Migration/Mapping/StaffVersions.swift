import CoreData
import Testing

/// Two versions of a model: people of departments become employees of teams, and every employee may have badges.
enum StaffVersions {
    static func first() -> NSManagedObjectModel {
        let person = CompanyModel.entity("Person")
        let department = CompanyModel.entity("Department")
        let name = CompanyModel.attribute("name", .stringAttributeType)
        let depart = CompanyModel.relationship("depart", to: department, isToMany: false)
        let people = CompanyModel.relationship("people", to: person, isToMany: true)
        people.isOrdered = true
        depart.inverseRelationship = people
        people.inverseRelationship = depart
        let photo = CompanyModel.attribute("photo", .binaryDataAttributeType)
        photo.allowsExternalBinaryDataStorage = true
        person.properties = [name, CompanyModel.attribute("age", .integer16AttributeType), photo, depart]
        department.properties = [CompanyModel.attribute("name", .stringAttributeType), people]
        let model = NSManagedObjectModel()
        model.entities = [person, department]
        return model
    }

    static func second() -> NSManagedObjectModel {
        let employee = CompanyModel.entity("Employee")
        let team = CompanyModel.entity("Team")
        let badge = CompanyModel.entity("Badge")
        let name = CompanyModel.attribute("fullName", .stringAttributeType)
        name.isOptional = false
        let grade = CompanyModel.attribute("grade", .stringAttributeType)
        grade.defaultValue = "junior"
        let photo = CompanyModel.attribute("photo", .binaryDataAttributeType)
        photo.allowsExternalBinaryDataStorage = true
        let inTeam = CompanyModel.relationship("team", to: team, isToMany: false)
        let members = CompanyModel.relationship("members", to: employee, isToMany: true)
        members.isOrdered = true
        inTeam.inverseRelationship = members
        members.inverseRelationship = inTeam
        let badges = CompanyModel.relationship("badges", to: badge, isToMany: true)
        let owner = CompanyModel.relationship("owner", to: employee, isToMany: false)
        badges.inverseRelationship = owner
        owner.inverseRelationship = badges
        employee.properties = [
            name, grade, CompanyModel.attribute("age", .doubleAttributeType), photo, inTeam, badges,
        ]
        team.properties = [CompanyModel.attribute("title", .stringAttributeType), members]
        badge.properties = [CompanyModel.attribute("number", .integer64AttributeType), owner]
        let model = NSManagedObjectModel()
        model.entities = [employee, team, badge]
        return model
    }

    static func mapping() -> NSMappingModel {
        let people = NSEntityMapping()
        people.name = "PersonToEmployee"
        people.mappingType = .transformEntityMappingType
        people.sourceEntityName = "Person"
        people.destinationEntityName = "Employee"
        people.attributeMappings = [
            property("fullName", "$source.name"), property("age", "$source.age * 1"),
            property("photo", "$source.photo"), NSPropertyMapping(name: "grade", valueExpression: nil),
        ]
        people.relationshipMappings = [
            property(
                "team",
                "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', 'DepartmentToTeam', "
                    + "$source.depart)")
        ]
        let teams = NSEntityMapping()
        teams.name = "DepartmentToTeam"
        teams.mappingType = .transformEntityMappingType
        teams.sourceEntityName = "Department"
        teams.destinationEntityName = "Team"
        teams.attributeMappings = [property("title", "uppercase:($source.name)")]
        teams.relationshipMappings = [
            property(
                "members",
                "FUNCTION($manager, 'destinationInstancesForSourceRelationshipNamed:sourceInstances:', 'people', "
                    + "$source.people)")
        ]
        let badges = NSEntityMapping()
        badges.name = "Badge"
        badges.mappingType = .addEntityMappingType
        badges.destinationEntityName = "Badge"
        let model = NSMappingModel()
        model.entityMappings = [people, teams, badges]
        return model
    }

    /// The mapping with the hashes that say which models it is for.
    static func hashedMapping() -> NSMappingModel {
        let mapping = mapping()
        let (source, destination) = (first(), second())
        for entity in mapping.entityMappings {
            entity.sourceEntityVersionHash = entity.sourceEntityName.flatMap {
                source.entityVersionHashesByName[$0]
            }
            entity.destinationEntityVersionHash = entity.destinationEntityName.flatMap {
                destination.entityVersionHashesByName[$0]
            }
        }
        return mapping
    }

    static func property(_ name: String, _ format: String) -> NSPropertyMapping {
        NSPropertyMapping(name: name, valueExpression: NSExpression(format: format))
    }
}

/// A store of the first version in a directory of its own, and a place for the second.
final class StaffStore {
    let directory = TestStack.makeDirectory()
    var url: URL { directory.appendingPathComponent("old.sqlite") }
    var newURL: URL { directory.appendingPathComponent("new.sqlite") }
    /// The name and age of everybody, in order.
    let people: [(name: String, age: Int)]

    init(_ count: Int = 5, unnamed: Int? = nil) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        people = (0..<count).map { ("Person \($0)", 20 + $0 % 50) }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: StaffVersions.first())
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
        coordinator.setMetadata(["app": "kept"], for: store)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let departments = (0..<2).map { number in
                let department = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
                department.setValue("dept \(number)", forKey: "name")
                return department
            }
            for (index, person) in people.enumerated() {
                let object = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
                object.setValue(index == unnamed ? nil : person.name, forKey: "name")
                object.setValue(person.age, forKey: "age")
                if index < 2 { object.setValue(Data(repeating: UInt8(index), count: 200_000), forKey: "photo") }
                object.setValue(departments[index % 2], forKey: "depart")
            }
            try context.save()
        }
        try coordinator.remove(store)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    var bytes: Data { get throws { try Data(contentsOf: url) } }

    func manager() -> NSMigrationManager {
        NSMigrationManager(sourceModel: StaffVersions.first(), destinationModel: StaffVersions.second())
    }

    func migrate(_ mapping: NSMappingModel = StaffVersions.mapping(), _ manager: NSMigrationManager? = nil) throws {
        try (manager ?? self.manager()).migrateStore(
            from: url, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
    }

    /// A context on the migrated store.
    func migrated() throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: StaffVersions.second())
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: newURL, options: nil)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Whatever is in the directory.
    var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() } }
}

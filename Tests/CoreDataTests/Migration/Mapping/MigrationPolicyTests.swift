import CoreData
import Testing

/// Notes which of its methods are called, and gives every employee a badge.
final class BadgePolicy: NSEntityMigrationPolicy {
    private func note(_ name: String, _ mapping: NSEntityMapping, _ manager: NSMigrationManager) {
        let log = manager.userInfo?["log"] as? NSMutableArray
        log?.add("\(name) \(mapping.name ?? "")")
        if manager.currentEntityMapping !== mapping { log?.add("another mapping is current") }
    }

    private func fail(_ name: String, _ manager: NSMigrationManager) throws {
        if manager.userInfo?["failIn"] as? String == name { throw PolicyFailure(place: name) }
        if manager.userInfo?["cancelIn"] as? String == name {
            manager.cancelMigrationWithError(PolicyFailure(place: name))
        }
    }

    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
        note("begin", mapping, manager)
        try fail("begin", manager)
    }

    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        note("create", mapping, manager)
        try fail("create", manager)
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let employee = try #require(
            manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance]).first)
        #expect(
            manager.sourceInstances(forEntityMappingName: mapping.name, destinationInstances: [employee])
                == [sInstance])
        let badge = NSEntityDescription.insertNewObject(forEntityName: "Badge", into: manager.destinationContext)
        badge.setValue(sInstance.value(forKey: "age"), forKey: "number")
        badge.setValue(employee, forKey: "owner")
    }

    override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        note("endInstances", mapping, manager)
        try fail("endInstances", manager)
    }

    override func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        note("relate", mapping, manager)
        try fail("relate", manager)
        try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
    }

    override func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        note("endRelationships", mapping, manager)
        try fail("endRelationships", manager)
    }

    override func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        note("validate", mapping, manager)
        try fail("validate", manager)
    }

    override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        note("end", mapping, manager)
        try fail("end", manager)
    }

    override func value(forFunction name: String, arguments: [Any?]) throws -> Any? {
        guard name == "gradeForAge:of:", let age = arguments[0] as? Int, let person = arguments[1] as? NSManagedObject
        else { return try super.value(forFunction: name, arguments: arguments) }
        return "\(person.string("name")) at \(age)"
    }
}

struct PolicyFailure: Error, Equatable {
    let place: String
}

struct MigrationPolicyTests {
    static let hooks = ["begin", "create", "endInstances", "relate", "endRelationships", "validate", "end"]

    private func mapping(policy: String) -> NSMappingModel {
        let mapping = StaffVersions.mapping()
        mapping.entityMappings[0].entityMigrationPolicyClassName = policy
        mapping.entityMappings[0].mappingType = .customEntityMappingType
        return mapping
    }

    private static let ownName = String(reflecting: BadgePolicy.self)

    @Test func everyHookInOrder() throws {
        let store = try StaffStore(2)
        let manager = store.manager()
        let log = NSMutableArray()
        manager.userInfo = ["log": log]
        let mapping = mapping(policy: Self.ownName)
        mapping.entityMappings[1].entityMigrationPolicyClassName = Self.ownName
        mapping.entityMappings[1].mappingType = .removeEntityMappingType
        mapping.entityMappings[1].sourceExpression = NSExpression(forAggregate: [])
        try store.migrate(mapping, manager)
        let (people, teams) = ("PersonToEmployee", "DepartmentToTeam")
        #expect(
            log.compactMap { $0 as? String } == [
                "begin \(people)", "create \(people)", "create \(people)", "endInstances \(people)",
                "begin \(teams)", "endInstances \(teams)",
                "relate \(people)", "relate \(people)", "endRelationships \(people)", "endRelationships \(teams)",
                "validate \(people)", "end \(people)", "validate \(teams)", "end \(teams)",
            ])
        let context = try store.migrated()
        let badges = try context.fetch(TestStack.request("Badge", sort: ["number"]))
        #expect(badges.map { $0.object("owner")?.string("fullName") } == ["Person 0", "Person 1"])
    }

    @Test(arguments: hooks) func anErrorInAHook(_ hook: String) throws {
        let store = try StaffStore(1_200)
        let before = try store.bytes
        let manager = store.manager()
        manager.userInfo = ["failIn": hook]
        let error = try #require(caught { try store.migrate(mapping(policy: Self.ownName), manager) })
        #expect(error.code == 134170)
        #expect(error.userInfo[NSUnderlyingErrorKey] as? PolicyFailure == PolicyFailure(place: hook))
        #expect(try store.bytes == before)
        #expect(try store.files.filter { $0.hasPrefix("new") || $0.hasPrefix(".new") } == [])
    }

    @Test(arguments: hooks) func cancellation(_ hook: String) throws {
        let store = try StaffStore(1_200)
        let before = try store.bytes
        let manager = store.manager()
        manager.userInfo = ["cancelIn": hook]
        let error = try #require(caught { try store.migrate(mapping(policy: Self.ownName), manager) })
        #expect(error.code == 134120)
        #expect(error.userInfo[NSUnderlyingErrorKey] as? PolicyFailure == PolicyFailure(place: hook))
        #expect(try store.bytes == before)
        #expect(try store.files.filter { $0.hasPrefix("new") || $0.hasPrefix(".new") } == [])
        #expect(manager.migrationProgress < 1)
    }

    @Test func valuesFromThePolicy() throws {
        let store = try StaffStore(2)
        let mapping = mapping(policy: Self.ownName)
        mapping.entityMappings[0].attributeMappings?[3].valueExpression = NSExpression(
            format: "FUNCTION($entityPolicy, 'gradeForAge:of:', $source.age, $source)")
        try store.migrate(mapping)
        let context = try store.migrated()
        let grades = try context.fetch(TestStack.request("Employee", sort: ["age"])).map { $0.string("grade") }
        #expect(grades == ["Person 0 at 20", "Person 1 at 21"])

        mapping.entityMappings[0].attributeMappings?[3].valueExpression = NSExpression(
            format: "FUNCTION($entityPolicy, 'unknown:', $source.age)")
        let other = try StaffStore(2)
        let error = try #require(caught { try other.migrate(mapping) })
        #expect(error.code == 134170)
        #expect(error.localizedDescription.contains("unknown:"))
    }

    /// A name from a Mac has another module: the last part finds a class that was registered.
    @Test func namesOfPolicies() throws {
        let error = try #require(caught { try StaffStore(1).migrate(mapping(policy: "Staff.SomeUnknownPolicy")) })
        #expect(error.code == 134170)
        #expect(error.localizedDescription.contains("Staff.SomeUnknownPolicy"))
        NSEntityMigrationPolicy.register(BadgePolicy.self, forName: "Elsewhere.RenamedBadgePolicy")
        for name in ["Elsewhere.RenamedBadgePolicy", "RenamedBadgePolicy", "Staff.RenamedBadgePolicy"] {
            let store = try StaffStore(1)
            try store.migrate(mapping(policy: name))
            #expect(try store.migrated().count(for: TestStack.request("Badge")) == 1, "\(name)")
        }
    }
}

import SQLite
import Testing

@testable import CoreData

/// Attributes and entities that come, go and change their names.
@Suite struct LightweightAttributeTests {
    private typealias V = Version

    private static func people(_ properties: NSPropertyDescription...) -> NSManagedObjectModel {
        V.model(V.entity("Person", properties))
    }

    private static func fill(_ stack: TestStack) {
        stack.insert("Person", ["name": "Ada", "age": 36])
        stack.insert("Person", ["name": "Ben"])
    }

    @Test func newAttributesAreNilOrHaveTheirDefault() throws {
        let store = try MigratingStore(Self.people(V.attribute("name")), fill: { $0.insert("Person", ["name": "Ada"]) })
        let new = Self.people(
            V.attribute("name"), V.attribute("note"), V.attribute("size", .integer32AttributeType, default: 7),
            V.attribute("kind", optional: false, default: "friend"),
            V.attribute(
                "id", .UUIDAttributeType, optional: false,
                default: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
            V.attribute("born", .dateAttributeType, default: Date(timeIntervalSinceReferenceDate: 5)),
            V.attribute("price", .decimalAttributeType, default: NSDecimalNumber(string: "1.5")))
        try store.migrate(to: new) { stack in
            let person = try #require(try stack.fetch("Person").first)
            #expect(person.value(forKey: "name") as? String == "Ada")
            #expect(person.value(forKey: "note") == nil)
            #expect(person.value(forKey: "size") as? Int == 7)
            #expect(person.value(forKey: "kind") as? String == "friend")
            #expect((person.value(forKey: "id") as? UUID)?.uuid.15 == 16)
            #expect(person.value(forKey: "born") as? Date == Date(timeIntervalSinceReferenceDate: 5))
            #expect(person.value(forKey: "price") as? NSDecimalNumber == NSDecimalNumber(string: "1.5"))
            stack.insert("Person", ["name": "Eve"])
            try stack.context.save()
            #expect(Set(try stack.fetch("Person").map(\.objectID)).count == 2)
        }
    }

    @Test func aRequiredAttributeTakesItsDefaultWhereThereWasNone() throws {
        let old = Self.people(V.attribute("name"), V.attribute("age", .integer16AttributeType))
        let store = try MigratingStore(old, fill: Self.fill)
        let new = Self.people(
            V.attribute("name"), V.attribute("age", .integer16AttributeType, optional: false, default: 1))
        try store.migrate(to: new) { stack in
            let found1 = try stack.fetch("Person", sort: ["name"]).map { $0.value(forKey: "age") as? Int }
            #expect(found1 == [36, 1])
        }
    }

    @Test(arguments: [true, false]) func aRequiredAttributeWithoutValuesIsRefused(isNew: Bool) throws {
        let age = V.attribute("age", .integer16AttributeType)
        let store = try MigratingStore(Self.people(V.attribute("name"), age), fill: Self.fill)
        let new =
            isNew
            ? Self.people(
                V.attribute("name"), V.attribute("age", .integer16AttributeType), V.attribute("mail", optional: false))
            : Self.people(V.attribute("name"), V.attribute("age", .integer16AttributeType, optional: false))
        let error = try store.refuse(new)
        #expect(error.code == 134110)
        let name = isNew ? "mail" : "age"
        #expect(error.localizedDescription.contains("Person.\(name)"))
        #expect(error.localizedDescription.contains("missing attribute values on mandatory destination attribute"))
        #expect(error.localizedDescription.contains("default value"))
        #expect(error.userInfo["attribute"] as? String == name)
    }

    @Test func aRequiredAttributeIsNoMatterWithoutObjects() throws {
        let store = try MigratingStore(Self.people(V.attribute("name")))
        try store.migrate(to: Self.people(V.attribute("name"), V.attribute("mail", optional: false)))
    }

    @Test func attributesGo() throws {
        let all = ["name", "a", "b", "c"].map { V.attribute($0) }
        for kept in [["name", "a", "b"], ["name"]] {
            let store = try MigratingStore(
                V.model(V.entity("Person", all.compactMap { $0.copy() as? NSPropertyDescription }))
            ) {
                $0.insert("Person", ["name": "Ada", "a": "1", "b": "2", "c": "3"])
            }
            try store.migrate(to: V.model(V.entity("Person", kept.map { V.attribute($0) }))) { stack in
                let person = try #require(try stack.fetch("Person").first)
                #expect(
                    kept.dropFirst().map { person.value(forKey: $0) as? String }
                        == kept.dropFirst().indices.map { "\($0)" })
            }
        }
    }

    /// One version after the other, and from the first to the last at once.
    @Test(arguments: [[1, 2, 3], [3], [2, 3], [1, 3]]) func renamesHoldOverVersions(steps: [Int]) throws {
        func version(_ number: Int) -> NSManagedObjectModel {
            let name = ["name", "title", "label", "heading"][number]
            let entity = ["Person", "Human", "Human", "Being"][number]
            return V.model(
                V.entity(
                    entity,
                    [V.attribute(name, was: number == 0 ? nil : "name"), V.toMany("pets", "Pet", inverse: "owner")],
                    was: number == 0 ? nil : "Person"),
                V.entity("Pet", [V.attribute("name"), V.toOne("owner", entity, inverse: "pets")]))
        }
        let store = try MigratingStore(version(0)) { stack in
            let ada = stack.insert("Person", ["name": "Ada"])
            for name in ["Rex", "Tom"] { stack.insert("Pet", ["name": name, "owner": ada]) }
        }
        for step in steps { try store.migrate(to: version(step)) }
        let last = version(3)
        let stack = try TestStack(model: last, directory: store.directory)
        let being = try #require(try stack.fetch("Being").first)
        #expect(being.string("heading") == "Ada")
        #expect(being.names("pets") == ["Rex", "Tom"])
        #expect(being.objectID.primaryKey == 1)
    }

    @Test func namesAreSwapped() throws {
        let old = V.model(
            V.entity("A", [V.attribute("x"), V.attribute("y")]), V.entity("B", [V.attribute("x")]))
        let store = try MigratingStore(old) { stack in
            stack.insert("A", ["x": "ax", "y": "ay"])
            stack.insert("B", ["x": "bx"])
        }
        let new = V.model(
            V.entity("A", [V.attribute("x")], was: "B"),
            V.entity("B", [V.attribute("x", was: "y"), V.attribute("y", was: "x")], was: "A"))
        try store.migrate(to: new) { stack in
            let found1 = try stack.fetch("A").map { $0.string("x") }
            #expect(found1 == ["bx"])
            let found2 = try stack.fetch("B").map { [$0.string("x"), $0.string("y")] }
            #expect(found2 == [["ay", "ax"]])
        }
    }

    /// A new name that an attribute which goes had.
    @Test func aNameIsUsedAgain() throws {
        let store = try MigratingStore(Self.people(V.attribute("name"), V.attribute("nick"))) {
            $0.insert("Person", ["name": "Ada", "nick": "A"])
        }
        let new = Self.people(V.attribute("name", was: "nick"), V.attribute("age", .integer16AttributeType))
        try store.migrate(to: new) { stack in
            let found = try stack.fetch("Person").map { $0.string("name") }
            #expect(found == ["A"])
        }
    }

    /// Entities are numbered by name, so new ones move the numbers of others.
    @Test func entitiesComeAndGo() throws {
        func pets() -> [NSEntityDescription] {
            [V.entity("Cat", [V.attribute("lives", .integer16AttributeType)]), V.entity("Dog")]
        }
        let old = V.model(
            V.entity(
                "Person",
                [
                    V.attribute("name"), V.toOne("pet", "Pet", inverse: "owner"),
                    V.toMany("things", "Zebra", inverse: "owners"),
                ]),
            V.entity("Pet", [V.attribute("name"), V.toOne("owner", "Person", inverse: "pet")], pets()),
            V.entity("Zebra", [V.attribute("name"), V.toMany("owners", "Person", inverse: "things")]),
            V.entity("Gone", [V.attribute("a")]))
        let store = try MigratingStore(old, options: [NSPersistentHistoryTrackingKey: true]) { stack in
            let cat = stack.insert("Cat", ["name": "Tom", "lives": 7])
            stack.insert("Dog", ["name": "Rex"])
            stack.insert("Gone", ["a": "x"])
            let zebra = stack.insert("Zebra", ["name": "Z"])
            stack.insert("Person", ["name": "Ada", "pet": cat, "things": NSSet(object: zebra)])
        }
        let new = V.model(
            V.entity("Aardvark", [V.attribute("name")]),
            V.entity(
                "Person",
                [
                    V.attribute("name"), V.toOne("pet", "Pet", inverse: "owner"),
                    V.toMany("things", "Zebra", inverse: "owners"),
                ]),
            V.entity(
                "Pet", [V.attribute("name"), V.toOne("owner", "Person", inverse: "pet")], [V.entity("Bird")] + pets()),
            V.entity("Zebra", [V.attribute("name"), V.toMany("owners", "Person", inverse: "things")]))
        try store.migrate(to: new) { stack in
            let person = try #require(try stack.fetch("Person").first)
            #expect(person.object("pet")?.entity.name == "Cat")
            #expect(person.object("pet")?.value(forKey: "lives") as? Int == 7)
            #expect(person.names("things") == ["Z"])
            let found1 = try stack.fetch("Dog").map { $0.string("name") }
            #expect(found1 == ["Rex"])
            let isEmpty2 = try stack.rows("SELECT 1 FROM sqlite_master WHERE name = 'ZGONE'").isEmpty
            #expect(isEmpty2)
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = try stack.context.execute(request) as? NSPersistentHistoryResult
            let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
            let changed = transactions.flatMap { $0.changes ?? [] }.map { $0.changedObjectID.entity.name ?? "" }
            #expect(changed.sorted() == ["Cat", "Dog", "Person", "Zebra"])
        }
    }
}

import SQLite
import Testing

@testable import CoreData

/// Entities that take another place in their hierarchy, and properties that move along it.
@Suite struct LightweightHierarchyTests {
    private typealias V = Version

    private static func fill(_ stack: TestStack) {
        stack.insert("Employee", ["name": "Ada", "desk": "A1"])
        stack.insert("Guest", ["name": "Ben"])
        stack.insert("Person", ["name": "Eve"])
    }

    private static func model(
        person: [String], employee: [String], guest: [String] = []
    ) -> NSManagedObjectModel {
        V.model(
            V.entity(
                "Person", person.map { V.attribute($0) },
                [
                    V.entity("Employee", employee.map { V.attribute($0) }),
                    V.entity("Guest", guest.map { V.attribute($0) }),
                ]))
    }

    @Test func attributesMoveUpAndDown() throws {
        let store = try MigratingStore(Self.model(person: ["name"], employee: ["desk"]), fill: Self.fill)
        try store.migrate(to: Self.model(person: ["name", "desk"], employee: [])) { stack in
            let desks = try stack.fetch("Person", sort: ["name"]).map { $0.value(forKey: "desk") as? String }
            #expect(desks == ["A1", nil, nil])
            for person in try stack.fetch("Person") { person.setValue("B" + person.string("name"), forKey: "desk") }
            try stack.context.save()
        }
        try store.migrate(to: Self.model(person: ["name"], employee: ["desk"])) { stack in
            let desks = try stack.fetch("Employee").map { $0.string("desk") }
            #expect(desks == ["BAda"])
            let columns = try stack.rows("SELECT ZDESK FROM ZPERSON WHERE ZDESK NOT NULL")
            #expect(columns == [[.text("BAda")]])
        }
    }

    /// Two siblings have an attribute of one name, in two columns; both become the parent's.
    @Test func siblingsAttributesBecomeOne() throws {
        let old = Self.model(person: ["name"], employee: ["code"], guest: ["code"])
        let store = try MigratingStore(old) { stack in
            stack.insert("Employee", ["name": "Ada", "code": "e"])
            stack.insert("Guest", ["name": "Ben", "code": "g"])
        }
        try store.migrate(to: Self.model(person: ["name", "code"], employee: [])) { stack in
            let codes = try stack.fetch("Person", sort: ["name"]).map { $0.string("code") }
            #expect(codes == ["e", "g"])
        }
        try store.migrate(to: Self.model(person: ["name"], employee: ["code"], guest: ["code"])) { stack in
            let codes =
                try stack.fetch("Employee").map { $0.string("code") } + stack.fetch("Guest").map { $0.string("code") }
            #expect(codes == ["e", "g"])
        }
    }

    @Test func aParentIsPutIn() throws {
        let store = try MigratingStore(Self.model(person: ["name"], employee: ["desk"]), fill: Self.fill)
        let new = V.model(
            V.entity(
                "Being", [V.attribute("name")],
                [
                    V.entity("Person", [], [V.entity("Employee", [V.attribute("desk")]), V.entity("Guest")]),
                    V.entity("Robot"),
                ]))
        try store.migrate(to: new) { stack in
            let names = try stack.fetch("Being", sort: ["name"]).map { "\($0.entity.name ?? "") \($0.string("name"))" }
            #expect(names == ["Employee Ada", "Guest Ben", "Person Eve"])
            stack.insert("Robot", ["name": "R2"])
            try stack.context.save()
            let count = try stack.fetch("Being").count
            #expect(count == 4)
        }
    }

    @Test func entitiesLeaveTheirHierarchy() throws {
        let old = V.model(
            V.entity(
                "Person", [V.attribute("name"), V.toOne("house", "House", inverse: "people")],
                [V.entity("Employee", [V.attribute("desk")]), V.entity("Guest")]),
            V.entity("House", [V.attribute("name"), V.toMany("people", "Person", inverse: "house")]))
        let store = try MigratingStore(old) { stack in
            Self.fill(stack)
            let house = stack.insert("House", ["name": "H"])
            house.setValue(NSSet(array: try stack.fetch("Person")), forKey: "people")
        }
        let new = V.model(
            V.entity(
                "Person", [V.attribute("name"), V.toOne("house", "House", inverse: "people")], [V.entity("Guest")]),
            V.entity("Employee", [V.attribute("name"), V.attribute("desk")]),
            V.entity("House", [V.attribute("name"), V.toMany("people", "Person", inverse: "house")]))
        try store.migrate(to: new) { stack in
            let employees = try stack.fetch("Employee").map { "\($0.string("name")) \($0.string("desk"))" }
            #expect(employees == ["Ada A1"])
            let people = try #require(try stack.fetch("House").first).names("people")
            #expect(people == ["Ben", "Eve"])
            stack.insert("Employee", ["name": "New"])
            stack.insert("Guest", ["name": "New"])
            try stack.context.save()
            let keys = try stack.fetch("Employee").map(\.primaryKey) + stack.fetch("Person").map(\.primaryKey)
            #expect(keys.count == 5)
        }
    }

    @Test func aParentIsTakenAway() throws {
        let store = try MigratingStore(Self.model(person: ["name"], employee: ["desk"])) { stack in
            stack.insert("Employee", ["name": "Ada", "desk": "A1"])
            stack.insert("Guest", ["name": "Ben"])
        }
        let new = V.model(
            V.entity("Employee", [V.attribute("name"), V.attribute("desk")]), V.entity("Guest", [V.attribute("name")]))
        try store.migrate(to: new) { stack in
            let names =
                try stack.fetch("Employee").map { $0.string("name") } + stack.fetch("Guest").map { $0.string("name") }
            #expect(names == ["Ada", "Ben"])
        }
    }

    @Test func hierarchiesAreNotMerged() throws {
        let old = V.model(V.entity("Cat", [V.attribute("name")]), V.entity("Dog", [V.attribute("name")]))
        let store = try MigratingStore(old, fill: { $0.insert("Cat", ["name": "Tom"]) })
        let error = try store.refuse(
            V.model(V.entity("Pet", [V.attribute("name")], [V.entity("Cat"), V.entity("Dog")])))
        #expect(error.code == 134190)
        #expect(error.localizedDescription.contains("Pet"))
    }

    @Test func anEntityWithObjectsCannotBecomeAbstract() throws {
        let old = Self.model(person: ["name"], employee: [])
        let new = Self.model(person: ["name"], employee: [])
        new.entitiesByName["Person"]?.isAbstract = true
        let store = try MigratingStore(old, fill: { $0.insert("Person", ["name": "Eve"]) })
        let error = try store.refuse(new)
        #expect(error.code == 134110)
        #expect(error.localizedDescription.contains("Person is abstract"))
        let other = try MigratingStore(Self.model(person: ["name"], employee: [])) {
            $0.insert("Guest", ["name": "Ben"])
        }
        let copy = try #require(new.copy() as? NSManagedObjectModel)
        try other.migrate(to: copy)
    }
}

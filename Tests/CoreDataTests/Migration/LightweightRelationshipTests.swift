import SQLite
import Testing

@testable import CoreData

/// Relationships that are kept in another place in the new version.
@Suite struct LightweightRelationshipTests {
    private typealias V = Version

    private static func model(_ owner: NSPropertyDescription?, _ pets: NSPropertyDescription?) -> NSManagedObjectModel {
        V.model(
            V.entity("Person", [V.attribute("name"), pets].compactMap { $0 }),
            V.entity("Pet", [V.attribute("name"), owner].compactMap { $0 }))
    }

    private static func owned(_ pets: String...) -> (TestStack) -> Void {
        { stack in
            let ada = stack.insert("Person", ["name": "Ada"])
            stack.insert("Person", ["name": "Ben"])
            for name in pets { stack.insert("Pet", ["name": name, "owner": ada]) }
        }
    }

    private static func person(_ stack: TestStack, _ name: String = "Ada") throws -> NSManagedObject {
        try #require(try stack.fetch("Person", "name == %@", [name]).first)
    }

    @Test(arguments: [false, true]) func toOneBecomesManyToMany(isOrdered: Bool) throws {
        let old = Self.model(V.toOne("owner", "Person", inverse: "pets"), V.toMany("pets", "Pet", inverse: "owner"))
        let store = try MigratingStore(old, fill: Self.owned("Rex", "Tom"))
        let new = Self.model(
            V.toMany("owners", "Person", inverse: "pets", was: "owner"),
            V.toMany("pets", "Pet", inverse: "owners", ordered: isOrdered))
        try store.migrate(to: new) { stack in
            let found1 = try Self.person(stack).names("pets")
            #expect(found1 == ["Rex", "Tom"])
            let rex = try #require(try stack.fetch("Pet", "name == 'Rex'").first)
            rex.add(try Self.person(stack, "Ben"), to: "owners")
            try stack.context.save()
            #expect(rex.names("owners") == ["Ada", "Ben"])
        }
    }

    @Test func toOneWithoutInverseGetsOne() throws {
        let old = Self.model(V.toOne("owner", "Person"), nil)
        let store = try MigratingStore(old, fill: Self.owned("Rex", "Tom"))
        let new = Self.model(V.toOne("owner", "Person", inverse: "pets"), V.toMany("pets", "Pet", inverse: "owner"))
        try store.migrate(to: new) { stack in
            let found = try Self.person(stack).names("pets")
            #expect(found == ["Rex", "Tom"])
        }
    }

    @Test func inverseGoes() throws {
        let pair = {
            Self.model(V.toOne("owner", "Person", inverse: "pets"), V.toMany("pets", "Pet", inverse: "owner"))
        }
        let without = Self.model(nil, V.toMany("pets", "Pet"))
        let store = try MigratingStore(pair(), fill: Self.owned("Rex", "Tom"))
        try store.migrate(to: without) { stack in
            let found = try Self.person(stack).names("pets")
            #expect(found == ["Rex", "Tom"])
        }
        try store.migrate(to: pair()) { stack in
            let found1 = try Self.person(stack).names("pets")
            #expect(found1 == ["Rex", "Tom"])
            let found2 = try stack.fetch("Pet").map { $0.object("owner")?.string("name") }
            #expect(found2 == ["Ada", "Ada"])
        }
    }

    /// To-one from the person's side, to-many now: the key moves to the pets' table.
    @Test func toOneBecomesToManyFromTheOtherSide() throws {
        let old = Self.model(nil, V.toOne("pets", "Pet"))
        for inverse in [nil, "owner"] {
            let store = try MigratingStore(try #require(old.copy() as? NSManagedObjectModel)) { stack in
                stack.insert("Person", ["name": "Ada", "pets": stack.insert("Pet", ["name": "Rex"])])
                stack.insert("Pet", ["name": "Tom"])
            }
            let new = Self.model(
                inverse.map { V.toOne($0, "Person", inverse: "pets") }, V.toMany("pets", "Pet", inverse: inverse))
            try store.migrate(to: new) { stack in
                let found = try Self.person(stack).names("pets")
                #expect(found == ["Rex"])
            }
        }
    }

    @Test func sharedObjectsCannotGetOneOwner() throws {
        let store = try MigratingStore(Self.model(nil, V.toOne("pets", "Pet"))) { stack in
            let rex = stack.insert("Pet", ["name": "Rex"])
            for name in ["Ada", "Ben"] { stack.insert("Person", ["name": name, "pets": rex]) }
        }
        let new = Self.model(V.toOne("owner", "Person", inverse: "pets"), V.toMany("pets", "Pet", inverse: "owner"))
        let error = try store.refuse(new)
        #expect(error.code == 134110)
        #expect(error.localizedDescription.contains("Person.pets"))
    }

    @Test func orderComesAndGoes() throws {
        func version(_ isOrdered: Bool) -> NSManagedObjectModel {
            Self.model(
                V.toOne("owner", "Person", inverse: "pets"),
                V.toMany("pets", "Pet", inverse: "owner", ordered: isOrdered))
        }
        let store = try MigratingStore(version(false), fill: Self.owned("Rex", "Tom", "Kim"))
        try store.migrate(to: version(true)) { stack in
            let ada = try Self.person(stack)
            #expect(ada.names("pets").sorted() == ["Kim", "Rex", "Tom"])
            ada.setValue(
                NSOrderedSet(array: ada.objects("pets").sorted { $0.string("name") > $1.string("name") }),
                forKey: "pets")
            try stack.context.save()
        }
        let renamed = Self.model(
            V.toOne("owner", "Person", inverse: "animals"),
            V.toMany("animals", "Pet", inverse: "owner", ordered: true, was: "pets"))
        try store.migrate(to: renamed) { stack in
            let found = try Self.person(stack).names("animals")
            #expect(found == ["Tom", "Rex", "Kim"])
        }
        try store.migrate(to: version(false)) { stack in
            let found = try Self.person(stack).names("pets")
            #expect(found == ["Kim", "Rex", "Tom"])
        }
    }

    @Test func orderOfManyToManyIsKept() throws {
        func version(_ name: String, _ isOrdered: Bool) -> NSManagedObjectModel {
            Self.model(
                V.toMany("owners", "Person", inverse: name),
                V.toMany(name, "Pet", inverse: "owners", ordered: isOrdered, was: "pets"))
        }
        let store = try MigratingStore(version("pets", true)) { stack in
            let pets = ["Tom", "Kim", "Rex"].map { stack.insert("Pet", ["name": $0]) }
            stack.insert("Person", ["name": "Ada", "pets": NSOrderedSet(array: pets)])
            stack.insert("Person", ["name": "Ben", "pets": NSOrderedSet(array: pets.reversed())])
        }
        try store.migrate(to: version("animals", true)) { stack in
            let found1 = try Self.person(stack).names("animals")
            #expect(found1 == ["Tom", "Kim", "Rex"])
            let found2 = try Self.person(stack, "Ben").names("animals")
            #expect(found2 == ["Rex", "Kim", "Tom"])
        }
        try store.migrate(to: version("pets", false)) { stack in
            let found = try Self.person(stack).names("pets")
            #expect(found == ["Kim", "Rex", "Tom"])
        }
    }

    @Test func rowsOfAJoinGoWithTheirObjects() throws {
        func version(_ subentities: [String], _ relationship: Bool = true) -> NSManagedObjectModel {
            V.model(
                V.entity(
                    "Person", [V.attribute("name")] + (relationship ? [V.toMany("pets", "Pet", inverse: "owners")] : [])
                ),
                V.entity(
                    "Pet",
                    [V.attribute("name")] + (relationship ? [V.toMany("owners", "Person", inverse: "pets")] : []),
                    subentities.map { V.entity($0) }))
        }
        let store = try MigratingStore(version(["Cat", "Dog"])) { stack in
            let pets = [stack.insert("Cat", ["name": "Tom"]), stack.insert("Dog", ["name": "Rex"])]
            stack.insert("Person", ["name": "Ada", "pets": NSSet(array: pets)])
        }
        try store.migrate(to: version(["Dog"])) { stack in
            let found1 = try Self.person(stack).names("pets")
            #expect(found1 == ["Rex"])
            let found2 = try stack.rows("SELECT COUNT(*) FROM Z_1PETS")
            #expect(found2 == [[.integer(1)]])
        }
        try store.migrate(to: version(["Dog"], false)) { stack in
            let isEmpty1 = try stack.rows("SELECT 1 FROM sqlite_master WHERE name LIKE 'Z\\_1%' ESCAPE '\\'").isEmpty
            #expect(isEmpty1)
        }
    }

    @Test func referencesToObjectsThatGoAreForgotten() throws {
        func version(_ subentities: [String], optional: Bool = true) -> NSManagedObjectModel {
            V.model(
                V.entity("Person", [V.attribute("name"), V.toOne("pet", "Pet", optional: optional)]),
                V.entity("Pet", [V.attribute("name")], subentities.map { V.entity($0) }))
        }
        let store = try MigratingStore(version(["Cat", "Dog"], optional: false)) { stack in
            stack.insert("Person", ["name": "Ada", "pet": stack.insert("Cat", ["name": "Tom"])])
            stack.insert("Person", ["name": "Ben", "pet": stack.insert("Dog", ["name": "Rex"])])
        }
        let error = try store.refuse(version(["Dog"], optional: false))
        #expect(error.code == 134110)
        #expect(error.localizedDescription.contains("Person.pet"))
        try store.migrate(to: version(["Dog"])) { stack in
            let found1 = try Self.person(stack).object("pet")
            #expect(found1 == nil)
            let found2 = try Self.person(stack, "Ben").object("pet")?.entity.name
            #expect(found2 == "Dog")
        }
        // The destination has no subentities any more, so that the column with its number goes.
        try store.migrate(to: version([])) { stack in
            let found = try Self.person(stack, "Ben").object("pet")
            #expect(found == nil)
        }
    }
}

import SQLite
import Testing

@testable import CoreData

/// What lies around the rows: metadata, indexes, files, search, triggers, what others keep in a store.
@Suite struct LightweightSurroundingsTests {
    private typealias V = Version

    private static func person(_ properties: NSPropertyDescription...) -> NSManagedObjectModel {
        V.model(V.entity("Person", properties))
    }

    /// An index needs no migration; a hash modifier forces one that has nothing to do.
    @Test func anIndexIsNoChangeAndAModifierIsATrivialOne() throws {
        let store = try MigratingStore(Self.person(V.attribute("name")), fill: { $0.insert("Person", ["name": "Ada"]) })
        let indexed = Self.person(V.attribute("name"))
        indexed.entitiesByName["Person"]?.indexes = [
            NSFetchIndexDescription(
                name: "byName",
                elements: [
                    NSFetchIndexElementDescription(
                        property: try #require(indexed.entitiesByName["Person"]?.propertiesByName["name"]),
                        collationType: .binary)
                ])
        ]
        try MigratingStore.close(try TestStack(model: indexed, directory: store.directory))
        let modified = try #require(indexed.copy() as? NSManagedObjectModel)
        modified.entitiesByName["Person"]?.versionHashModifier = "2"
        try store.migrate(to: modified) { stack in
            let names = try stack.fetch("Person").map { $0.string("name") }
            #expect(names == ["Ada"])
        }
    }

    @Test func metadataOfTheProgramStay() throws {
        let old = Self.person(V.attribute("name"))
        let new = Self.person(V.attribute("name"), V.attribute("note"))
        new.versionIdentifiers = ["2.0"]
        var identifier = ""
        let store = try MigratingStore(old) { stack in
            var metadata: [String: Any] = stack.store.metadata
            metadata["ours"] = "kept"
            stack.coordinator.setMetadata(metadata, for: stack.store)
            identifier = stack.store.identifier
        }
        try store.migrate(to: new) { stack in
            let metadata: [String: Any] = stack.store.metadata
            #expect(metadata["ours"] as? String == "kept")
            #expect(metadata[NSStoreModelVersionIdentifiersKey] as? [String] == ["2.0"])
            #expect(metadata["NSStoreModelVersionHashesDigest"] as? String == new.versionHashesDigest)
            #expect(stack.store.identifier == identifier)
        }
    }

    /// Tables and columns of somebody else stay, whether the table is altered or made anew.
    @Test(arguments: [["name"], ["a", "b", "c"]]) func whatOthersKeepStays(gone: [String]) throws {
        let names = ["name", "a", "b", "c"]
        let store = try MigratingStore(V.model(V.entity("Person", names.map { V.attribute($0) }))) {
            $0.insert("Person", ["name": "Ada", "a": "1"])
        }
        try TestStack.execute(
            "CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1); ALTER TABLE ZPERSON ADD COLUMN theirs TEXT; "
                + "UPDATE ZPERSON SET theirs = 'mine'", at: store.url)
        let new = V.model(
            V.entity("Person", names.filter { !gone.contains($0) }.map { V.attribute($0) } + [V.attribute("note")]))
        try store.migrate(to: new, isLikeNew: false) { stack in
            let found1 = try stack.rows("SELECT x FROM theirs")
            #expect(found1 == [[.integer(1)]])
            let found2 = try stack.rows("SELECT theirs FROM ZPERSON")
            #expect(found2 == [[.text("mine")]])
        }
    }

    @Test func constraintsComeAndGo() throws {
        func version(_ constraints: [[String]]) -> NSManagedObjectModel {
            let model = Self.person(V.attribute("name"), V.attribute("code"))
            model.entitiesByName["Person"]?.uniquenessConstraints = constraints
            return model
        }
        let store = try MigratingStore(version([["name"]])) { $0.insert("Person", ["name": "Ada", "code": "1"]) }
        try store.migrate(to: version([["name", "code"]])) { stack in
            stack.insert("Person", ["name": "Ada", "code": "2"])
            try stack.context.save()
        }
        try store.migrate(to: version([])) { stack in
            stack.insert("Person", ["name": "Ada", "code": "2"])
            try stack.context.save()
        }
    }

    private static let large = Data(repeating: 7, count: 300_000)

    private static func photo(isExternal: Bool?, name: String = "photo") -> NSManagedObjectModel {
        let photo = isExternal.map { isExternal in
            V.attribute(name, .binaryDataAttributeType, was: name == "photo" ? nil : "photo") {
                $0.allowsExternalBinaryDataStorage = isExternal
            }
        }
        return V.model(V.entity("Person", [V.attribute("name"), photo].compactMap { $0 }))
    }

    @Test func largeValuesMoveIntoAndOutOfFiles() throws {
        let store = try MigratingStore(Self.photo(isExternal: true)) { stack in
            stack.insert("Person", ["name": "Ada", "photo": Self.large])
            stack.insert("Person", ["name": "Ben", "photo": Data([1, 2, 0, 3])])
            stack.insert("Person", ["name": "Eve"])
        }
        let files = { try store.contents().keys.filter { $0.contains("_EXTERNAL_DATA") }.count }
        let check: (TestStack, String) throws -> Void = { stack, key in
            let values = try stack.fetch("Person", sort: ["name"]).map { $0.value(forKey: key) as? Data }
            #expect(values == [Self.large, Data([1, 2, 0, 3]), nil])
        }
        #expect(try files() == 1)
        // A rename leaves the files alone.
        try store.migrate(to: Self.photo(isExternal: true, name: "picture")) { try check($0, "picture") }
        #expect(try files() == 1)
        try store.migrate(to: Self.photo(isExternal: false)) { try check($0, "photo") }
        #expect(try files() == 0)
        try store.migrate(to: Self.photo(isExternal: true)) { try check($0, "photo") }
        try store.migrate(to: Self.photo(isExternal: nil))
        #expect(try files() == 0)
    }

    @Test func filesGoWithTheirEntity() throws {
        let store = try MigratingStore(Self.photo(isExternal: true)) { $0.insert("Person", ["photo": Self.large]) }
        try store.migrate(to: V.model(V.entity("Pet")))
        #expect(try store.contents().keys.filter { $0.contains("_EXTERNAL_DATA") }.isEmpty)
    }

    /// The search index stays where its table does, and is made anew elsewhere.
    @Test(arguments: ["note", "kept", "renamed", "gone"]) func searchesFindTheSame(change: String) throws {
        func note(_ entity: String, _ name: String, _ more: [NSPropertyDescription] = []) -> NSManagedObjectModel {
            let text = V.attribute(name, was: name == "text" ? nil : "text")
            text.userInfo = ["searchIndex": "YES"]
            return V.model(V.entity(entity, [text] + more, was: entity == "Note" ? nil : "Note"))
        }
        let store = try MigratingStore(note("Note", "text", [V.attribute("x"), V.attribute("y")])) { stack in
            for text in ["hello world", "other"] { stack.insert("Note", ["text": text]) }
        }
        let new =
            switch change {
            case "note": note("Paper", "text", [V.attribute("x"), V.attribute("y")])
            case "kept": note("Note", "text", [V.attribute("x"), V.attribute("z")])
            case "renamed": note("Note", "body", [V.attribute("x"), V.attribute("y")])
            default: note("Note", "text", [])
            }
        try store.migrate(to: new) { stack in
            let (entity, key) = (change == "note" ? "Paper" : "Note", change == "renamed" ? "body" : "text")
            stack.insert(entity, [key: "hello again"])
            try stack.context.save()
            let found = try stack.fetch(entity, "%K CONTAINS[cd] 'ello'", [key], sort: [key]).map { $0.string(key) }
            #expect(found == ["hello again", "hello world"])
        }
    }

    @Test func derivedAttributesAreKept() throws {
        func version(_ pets: String, count: String?) -> NSManagedObjectModel {
            let derived = count.map { name in
                let derived = NSDerivedAttributeDescription()
                derived.name = name
                derived.attributeType = .integer64AttributeType
                derived.setDerivationExpression(format: "\(pets).@count")
                return derived
            }
            return V.model(
                V.entity(
                    "Person",
                    [V.attribute("name"), V.toMany(pets, "Pet", inverse: "owner", was: "pets"), derived].compactMap {
                        $0
                    }),
                V.entity("Pet", [V.toOne("owner", "Person", inverse: pets)]))
        }
        let store = try MigratingStore(version("pets", count: nil)) { stack in
            let ada = stack.insert("Person", ["name": "Ada"])
            for _ in 0..<3 { stack.insert("Pet", ["owner": ada]) }
        }
        for (pets, name) in [("pets", "petCount"), ("animals", "petCount"), ("animals", "number")] {
            try store.migrate(to: version(pets, count: name)) { stack in
                let ada = try #require(try stack.fetch("Person").first)
                let before = ada.value(forKey: name) as? Int
                let pet = stack.insert("Pet", ["owner": ada])
                try stack.context.save()
                stack.context.refresh(ada, mergeChanges: false)
                #expect(ada.value(forKey: name) as? Int == before.map { $0 + 1 })
                stack.context.delete(pet)
                try stack.context.save()
            }
        }
        try store.migrate(to: version("pets", count: nil))
    }

    @Test func derivedTextsAreMade() throws {
        let store = try MigratingStore(Self.person(V.attribute("name"))) { stack in
            for name in ["Jürgen", nil] { stack.insert("Person", ["name": name]) }
        }
        let folded = NSDerivedAttributeDescription()
        folded.name = "folded"
        folded.attributeType = .stringAttributeType
        folded.setDerivationExpression(format: "canonical:(title)")
        try store.migrate(to: Self.person(V.attribute("title", was: "name"), folded)) { stack in
            let texts = try stack.fetch("Person", sort: ["title"]).map { $0.value(forKey: "folded") as? String }
            #expect(texts == [nil, "jurgen"])
        }
    }

    @Test func historyFollowsItsProperties() throws {
        let old = Self.person(V.attribute("b"), V.attribute("c"), V.attribute("d"))
        let store = try MigratingStore(old, options: [NSPersistentHistoryTrackingKey: true]) { stack in
            let person = stack.insert("Person", ["b": "1", "c": "1"])
            try stack.context.save()
            person.setValue("2", forKey: "c")
        }
        let new = Self.person(V.attribute("a"), V.attribute("e", was: "c"), V.attribute("d"))
        try store.migrate(to: new) { stack in
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = try stack.context.execute(request) as? NSPersistentHistoryResult
            let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
            let updates = transactions.flatMap { $0.changes ?? [] }.filter { $0.changeType == .update }
            #expect(updates.map { ($0.updatedProperties ?? []).map(\.name) } == [["e"]])
        }
    }
}

import Foundation
import PersonKit
import Testing

@Suite struct UpdateTests {
    private func book() throws -> PersonManager {
        let book = try PersonManager.inMemory()
        try book.insert(personID: "1", name: "Ada", age: 36, photo: "a.jpg")
        return book
    }

    static let refused: [(String, (any Sendable)?, PersonError.Code, String)] = [
        ("agee", 37, .unknownKey, "Did you mean 'age'?"), ("Name", "x", .unknownKey, "Did you mean 'name'?"),
        ("zzzzzzzz", "x", .unknownKey, "custom.zzzzzzzz"), ("age", "37", .wrongType, "Person.age takes a whole number"),
        ("age", 37.5, .wrongType, "whole number"), ("age", true, .wrongType, "whole number"),
        ("age", 40_000, .outOfRange, "Integer 16"), ("age", -1, .outOfRange, "Integer 16"),
        ("age", Int64.max, .outOfRange, "Integer 16"), ("name", 5, .wrongType, "Person.name takes a text, not Int"),
        ("name", "  ", .nameMissing, "no name"), ("name", nil, .nameMissing, "no name"),
        ("personID", "2", .readOnlyKey, "cannot be changed"), ("sortKey", "x", .readOnlyKey, "kept by"),
        ("tags", "x", .wrongType, "list of texts"), ("emails", [1], .wrongType, "list of texts"),
        ("birthday", "1985-02-30", .outOfRange, "no such day"), ("birthMonth", 13, .outOfRange, "no such day"),
        ("kind", "robot", .invalidValue, "person, organization, group"),
        ("custom", ["x": Date()] as [String: any Sendable], .wrongType, "custom.x"),
        ("note", String(repeating: "x", count: 2 << 20), .tooLong, "note"),
    ]

    @Test(arguments: refused.indices) func nothingChanges(_ index: Int) throws {
        let (key, value, code, message) = Self.refused[index]
        let book = try book()
        let before = try book.person(withID: "1")
        // Keys before and after the bad one.
        let values: [String: Any?] = ["aaa": nil, "gender": "f", "timezone": "Europe/London", key: value]
        let error = #expect(throws: PersonError.self) {
            try book.update(personID: "1", with: values.filter { $0.key != "aaa" })
        }
        #expect(error?.code == code)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(try book.person(withID: "1") == before)
    }

    @Test func everyKey() throws {
        let book = try book()
        let full = RoundTripTests.full("1")
        var values: [String: Any?] = [:]
        for key in ["age", "note", "organization", "role"] { values[key] = key == "age" ? 40 : "x" }
        values["emails"] = full.emails
        values["birthday"] = "--02-29"
        values["custom.Shoe size"] = 43
        values["groups"] = ["B", "A"]
        values["personID"] = "1"
        let record = try book.update(personID: "1", with: values)
        #expect(record.age == 40)
        #expect(record.emails == full.emails)
        #expect(record.birthday == PartialDate(month: 2, day: 29))
        #expect(record.custom == ["Shoe size": 43])
        #expect(record.groups == ["A", "B"])
        let cleared = try book.update(
            personID: "1", with: ["age": nil, "emails": NSNull(), "custom.Shoe size": nil, "groups": [String]()])
        #expect(cleared.age == nil)
        #expect(cleared.emails.isEmpty)
        #expect(cleared.custom.isEmpty)
        #expect(cleared.groups.isEmpty)
        #expect(cleared.role == "x")
    }

    @Test func insertion() throws {
        let book = try book()
        let error = #expect(throws: PersonError.self) { try book.insert(personID: "1", name: "Bob") }
        #expect(error?.code == .duplicateID)
        #expect(error?.personID == "1")
        #expect(error?.message.contains("1") == true)
        let record = try book.insert(personID: "1", name: "Ada L.", upsert: true)
        #expect(record.name == "Ada L.")
        #expect(record.age == 36)
        #expect(#expect(throws: PersonError.self) { try book.insert(personID: " ", name: "x") }?.code == .invalidValue)
        #expect(#expect(throws: PersonError.self) { try book.insert(personID: "2", name: " ") }?.code == .nameMissing)
        #expect(#expect(throws: PersonError.self) { try book.delete(personID: "3") }?.code == .notFound)
        #expect(#expect(throws: PersonError.self) { try book.update(personID: "3", with: [:]) }?.code == .notFound)
        #expect(try book.count() == 1)
    }

    static let derivedNames: [(ContactRecord, String)] = {
        var parts = ContactRecord()
        parts.givenName = "Ada"
        parts.familyName = "Lovelace"
        var familyFirst = parts
        familyFirst.nameOrder = "family-first"
        var company = ContactRecord()
        company.organization = "Acme"
        var mail = ContactRecord(name: "  ")
        mail.emails = [Labeled("ada@example.org")]
        return [(parts, "Ada Lovelace"), (familyFirst, "Lovelace Ada"), (company, "Acme"), (mail, "ada@example.org")]
    }()

    @Test(arguments: derivedNames) func derivedName(_ record: ContactRecord, _ name: String) throws {
        let book = try PersonManager.inMemory()
        let stored = try book.insert(record)
        #expect(stored.name == name)
        #expect(stored.personID?.isEmpty == false)
    }

    @Test func nameFollowsParts() throws {
        let book = try PersonManager.inMemory()
        var record = ContactRecord(personID: "1")
        record.givenName = "Ada"
        record.familyName = "Byron"
        try book.insert(record)
        #expect(try book.update(personID: "1", with: ["familyName": "Lovelace"]).name == "Ada Lovelace")
        #expect(try book.names("lovel") == ["Ada Lovelace"])
        #expect(try book.names("byron") == [])
    }

    @Test func backgroundQueue() async throws {
        let book = try PersonManager.inMemory()
        for number in 0..<20 {
            book.enqueue { context in
                let person = Person(context: context)
                person.personID = "\(number)"
                person.givenName = "Person"
                person.familyName = "\(number)"
            }
        }
        #expect(try await book.save())
        #expect(try await book.count() == 20)
        #expect(try await book.person(withID: "7")?.name == "Person 7")
        #expect(try await book.search(["person"], limit: 5).count == 5)
        book.enqueue { context in
            let person = Person(context: context)
            person.personID = "7"
            person.name = "twice"
        }
        await #expect(throws: (any Error).self) { try await book.save() }
        #expect(try await book.save())
        #expect(try await book.count() == 20)
    }

    @Test func manyAtOnce() async throws {
        let directory = try TemporaryDirectory()
        let url = directory.file("people.sqlite")
        _ = try PersonManager(storeURL: url)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    // Each with a connection of its own, as commands have.
                    let book = try PersonManager(storeURL: url)
                    try await book.insert(ContactRecord(personID: "\(number)", name: "Person \(number)"))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await PersonManager(storeURL: url).count() == 40)
    }

    @Test func pages() throws {
        let book = try PersonManager.inMemory()
        for number in 0..<15 { try book.insert(personID: "\(number)", name: "P\(number % 3)", age: number) }
        var query = PersonQuery(predicate: NSPredicate(format: "age >= 0"))
        query.sort = .age
        query.limit = 6
        var counts: [Int] = []
        for offset in [0, 6, 12, 18] {
            query.offset = offset
            counts.append(try book.records(query).count)
        }
        #expect(counts == [6, 6, 3, 0])
        query.offset = 0
        query.isReversed = true
        #expect(try book.records(query).compactMap(\.age) == [14, 13, 12, 11, 10, 9])
        #expect(try book.count(matching: NSPredicate(format: "age > 9")) == 5)
        query.sort = .name
        query.isReversed = false
        query.limit = 2
        #expect(try book.records(query).compactMap(\.personID) == ["0", "12"])
    }
}

import SQLite
import Testing

@testable import CoreData

/// How values look in the file: what `sqlite3` shows for one attribute of each type, and that it reads back equal.
@Suite struct ValueEncodingTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let key: String
        let value: @Sendable () -> Any
        let stored: SQLValue
        var testDescription: String { "\(key): \(stored)" }

        init(_ key: String, _ value: @autoclosure @escaping @Sendable () -> Any, _ stored: SQLValue) {
            self.key = key
            self.value = value
            self.stored = stored
        }
    }

    static let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255))

    static let cases: [Case] = [
        Case("int16", Int16.min, .integer(-32768)),
        Case("int16", 7, .integer(7)),
        Case("int32", Int32.max, .integer(2_147_483_647)),
        Case("int64", Int64.min, .integer(.min)),
        Case("flag", true, .integer(1)),
        Case("flag", NSNumber(value: false), .integer(0)),
        Case("real", 0.1, .real(0.1)),
        Case("real", 3, .real(3)),
        Case("single", Float(0.1), .real(Double(Float(0.1)))),
        Case("day", Date(timeIntervalSinceReferenceDate: 0.25), .real(0.25)),
        Case("day", Date(timeIntervalSinceReferenceDate: -86400), .real(-86400)),
        Case("price", NSDecimalNumber(string: "12.34"), .real(12.34)),
        Case("price", NSDecimalNumber(string: "0.1"), .real(0.1)),
        Case("price", NSDecimalNumber(string: "-3.3333333333"), .real(-3.3333333333)),
        Case("price", Decimal(string: "1000000.01")!, .real(1_000_000.01)),
        Case("text", "", .text("")),
        Case("text", "王小明 é e\u{301} 🧑‍🚀", .text("王小明 é e\u{301} 🧑‍🚀")),
        Case("text", "a\u{0}b", .text("a\u{0}b")),
        Case("site", URL(string: "https://example.com/a?q=1#f")!, .text("https://example.com/a?q=1#f")),
        Case("token", uuid, .blob([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255])),
        Case("bytes", Data(), .blob([])),
        Case("bytes", Data([0, 1, 255]), .blob([0, 1, 255])),
    ]

    @Test(arguments: cases) func storedForm(_ example: Case) throws {
        let stack = try TestStack(model: ZooModel.make())
        let column = "Z" + example.key.uppercased()
        stack.insert("Tag", [example.key: example.value()])
        try stack.context.save()
        let row = try stack.rows("SELECT Z_ENT, Z_OPT, \(column) FROM ZTAG")
        #expect(row.first.map { Array($0.prefix(2)) } == [.integer(6), .integer(1)])
        // A REAL column keeps a whole number as one; both are the same number.
        #expect(
            row.first?[2] == example.stored || row.first?[2].double == example.stored.double && row[0][2].double != nil)

        let read = try #require(try stack.another(model: ZooModel.make()).fetch("Tag").first)
        #expect(isEqual(read.value(forKey: example.key), example.value()), "\(read.value(forKey: example.key) as Any)")
    }

    private func isEqual(_ a: Any?, _ b: Any) -> Bool {
        if let a = a as? NSNumber, let b = b as? NSNumber { return a.compare(b) == .orderedSame }
        if let a = a as? NSDecimalNumber, let b = b as? Decimal { return a.decimalValue == b }
        guard let a = a as? AnyHashable, let b = b as? AnyHashable else { return false }
        return a == b
    }

    /// nil is NULL in every column; an attribute without a default is nil.
    @Test func nilIsNull() throws {
        let stack = try TestStack(model: ZooModel.make())
        stack.insert("Tag")
        try stack.context.save()
        let row = try #require(try stack.rows("SELECT * FROM ZTAG").first)
        #expect(row.dropFirst(3).allSatisfy { $0 == .null })
        let read = try #require(try stack.another(model: ZooModel.make()).fetch("Tag").first)
        for key in read.entity.attributesByName.keys { #expect(read.value(forKey: key) == nil, "\(key)") }
    }

    /// A transformable's column holds the transformer's output and nothing else; nil and no bytes are nil.
    @Test func transformable() throws {
        let stack = try TestStack(model: ZooModel.make())
        let tag = stack.insert("Tag", ["value": ["a", "b"]])
        try stack.context.save()
        let blob = try #require(try stack.rows("SELECT ZVALUE FROM ZTAG").first?[0].blob)
        #expect(blob.starts(with: Array("bplist00".utf8)))
        try stack.execute("UPDATE ZTAG SET ZVALUE = x''")
        stack.context.refresh(tag, mergeChanges: false)
        #expect(tag.value(forKey: "value") == nil)
    }

    /// References are the target's key and, where the target may be of several entities, its number.
    @Test func references() throws {
        let stack = try TestStack(model: ZooModel.make())
        let vet = stack.insert("Vet", ["name": "V"])
        let person = stack.insert("Person", ["name": "P"])
        let cats = [stack.insert("Cat", ["name": "A"]), stack.insert("Cat", ["name": "B"])]
        cats[0].setValue(vet, forKey: "keeper")
        cats[1].setValue(person, forKey: "keeper")
        person.setValue(NSOrderedSet(array: [cats[1], cats[0]]), forKey: "cats")
        try stack.context.save()
        let vetKey = try #require(try stack.rows("SELECT Z_PK FROM ZPERSON WHERE Z_ENT = 5").first?[0])
        let personKey = try #require(try stack.rows("SELECT Z_PK FROM ZPERSON WHERE Z_ENT = 4").first?[0])
        #expect(
            try stack.rows("SELECT ZNAME, ZKEEPER, Z4_KEEPER, ZCATOWNER, Z4_CATOWNER FROM ZANIMAL ORDER BY ZNAME") == [
                [.text("A"), vetKey, .integer(5), personKey, .integer(4)],
                [.text("B"), personKey, .integer(4), personKey, .integer(4)],
            ])
        #expect(
            try stack.rows("SELECT ZNAME FROM ZANIMAL ORDER BY Z_FOK_CATOWNER") == [[.text("B")], [.text("A")]])
        cats[0].setValue(nil, forKey: "keeper")
        try stack.context.save()
        #expect(try stack.rows("SELECT ZKEEPER, Z4_KEEPER FROM ZANIMAL WHERE ZNAME = 'A'") == [[.null, .null]])
        let again = try stack.another(model: ZooModel.make())
        let read = try #require(try again.fetch("Cat", "name = 'B'").first)
        #expect(read.object("keeper")?.entity.name == "Person")
    }

    /// Rows of a join table, one for each pair; both for the two directions of a relationship that is its own inverse.
    @Test func joinRows() throws {
        let stack = try TestStack(model: ZooModel.make())
        let a = stack.insert("Person", ["name": "A"])
        let b = stack.insert("Person", ["name": "B"])
        try stack.context.save()
        a.add(b, to: "friends")
        let tour = [stack.insert("Tour", ["title": "1"]), stack.insert("Tour", ["title": "2"])]
        a.setValue(NSOrderedSet(array: tour), forKey: "tours")
        try stack.context.save()
        #expect(try stack.rows("SELECT COUNT(*) FROM Z_4FRIENDS") == [[.integer(2)]])
        // Ordering keys begin at 2048 and go on by 1024.
        #expect(
            try stack.rows("SELECT Z_FOK_7TOURS FROM Z_4TOURS ORDER BY 1") == [[.integer(2048)], [.integer(3072)]])
        a.remove(b, from: "friends")
        try stack.context.save()
        #expect(try stack.rows("SELECT COUNT(*) FROM Z_4FRIENDS") == [[.integer(0)]])
    }
}

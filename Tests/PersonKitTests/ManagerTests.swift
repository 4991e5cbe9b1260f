import PersonKit
import Testing

@Suite struct ManagerTests {
    @Test func simplestList() throws {
        let book = try PersonManager.inMemory()
        #expect(book.insertData(withPersonID: "1", name: "张三", age: 30, photo: "a.jpg"))
        #expect(!book.insertData(withPersonID: "1", name: "李四", age: 31, photo: nil))
        #expect(!book.insertData(withPersonID: "2", name: "李四", age: 40_000, photo: nil))
        #expect(book.insertData(withPersonID: "2", name: "李四", age: 31, photo: nil))
        #expect(book.upDateData(withPersonID: "1", dict: ["age": 32, "note": "x"]))
        #expect(!book.upDateData(withPersonID: "1", dict: ["age": 33, "nonsense": "x"]))
        #expect(!book.upDateData(withPersonID: "3", dict: ["age": 33]))
        #expect(try book.person(withID: "1")?.age == 32)
        #expect(try book.count() == 2)
        #expect(book.deleteData(withPersonID: "1"))
        #expect(try book.records().map(\.personID) == ["2"])
    }

    @Test func update() throws {
        let book = try PersonManager.inMemory()
        try book.insert(personID: "1", name: "Ada", age: 36)
        let changes: [String: Any] = ["tags": ["friend", "Friend", "x"], "emails": ["ada@example.org"]]
        let record = try book.update(personID: "1", with: changes)
        #expect(record.tags == ["friend", "x"])
        #expect(record.emails == [Labeled("ada@example.org")])
        #expect(try book.names("ada@exa") == ["Ada"])
        #expect(try book.names("xyz") == [])
    }
}

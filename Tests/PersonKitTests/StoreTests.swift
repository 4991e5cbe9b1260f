import Foundation
import PersonKit
import SQLite
import Testing

@Suite struct StoreTests {
    @Test func coreDataFormat() throws {
        let directory = try TemporaryDirectory()
        let url = directory.file("people.sqlite")
        let book = try PersonManager(storeURL: url)
        let csv = try directory.write(
            "personID,name,age,emails,groups\n1,Ada,36,a@example.org,G\n2,Bob,,,\n", to: "p.csv")
        _ = try book.importContacts(from: csv)
        try book.update(personID: "2", with: ["tags": ["x"]])
        let connection = try Connection(path: url.path, mode: .readOnly)
        func column(_ sql: String) throws -> [String] {
            let statement = try connection.prepare(sql)
            var values: [String] = []
            while try statement.step() { values.append(statement.string(0)) }
            return values
        }
        let columns = try column("SELECT name FROM pragma_table_info('ZPERSON')")
        #expect(columns.prefix(3) == ["Z_PK", "Z_ENT", "Z_OPT"])
        for name in ["ZPERSONID", "ZNAME", "ZAGE", "ZPHOTO", "ZPHOTODATA", "ZEMAILS", "ZCUSTOM", "ZSEARCHTEXT"] {
            #expect(columns.contains(name))
        }
        #expect(try column("SELECT ZNAME FROM ZPERSON ORDER BY Z_PK") == ["Ada", "Bob"])
        #expect(try column("SELECT CAST(ZEMAILS AS TEXT) FROM ZPERSON") == [#"[{"value":"a@example.org"}]"#, ""])
        #expect(try column("SELECT Z_NAME FROM Z_PRIMARYKEY ORDER BY Z_ENT") == ["Group", "Person"])
        #expect(try column("SELECT name FROM sqlite_master WHERE name LIKE 'Z!_1%' ESCAPE '!'").isEmpty == false)
        #expect(try column("PRAGMA integrity_check") == ["ok"])
    }

    @Test func listsReadNoPhotos() throws {
        let directory = try TemporaryDirectory()
        let book = try PersonManager(storeURL: directory.file("people.sqlite"))
        var record = ContactRecord(personID: "1", name: "Ada")
        record.photoData = Data(repeating: 7, count: 2 << 20)
        try book.insert(record)
        // The photo lies in a file of its own; a list does without it.
        let support = directory.file(".people_SUPPORT")
        #expect(FileManager.default.fileExists(atPath: support.path))
        #expect(try book.person(withID: "1", includesPhotoData: true)?.photoData?.count == 2 << 20)
        try FileManager.default.removeItem(at: support)
        #expect(try book.records().map(\.name) == ["Ada"])
        #expect(try book.update(personID: "1", with: ["age": 36]).age == 36)
    }

    @Test func cannotOpen() throws {
        let directory = try TemporaryDirectory()
        let url = try directory.write("this is no database, however long it may be", to: "people.sqlite")
        let error = #expect(throws: PersonError.self) { try PersonManager(storeURL: url) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.underlying != nil)
    }
}

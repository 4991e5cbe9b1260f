import Foundation
import PersonKit
import Testing

/// Stores that older versions have made.
@Suite struct OldStoreTests {
    /// A copy of the store of a version, in a folder of its own.
    private static func store(version: Int) throws -> (directory: TemporaryDirectory, url: URL) {
        let fixture = try #require(
            Bundle.module.url(forResource: "version-\(version)", withExtension: "sqlite", subdirectory: "Fixtures"))
        let directory = try TemporaryDirectory()
        let url = directory.file("people.sqlite")
        try FileManager.default.copyItem(at: fixture as URL, to: url)
        return (directory, url)
    }

    private static func backups(in directory: TemporaryDirectory) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
            .filter { $0.hasPrefix("people.sqlite.backup-") }.sorted()
    }

    @Test(arguments: [1]) func isBroughtUpToDate(version: Int) throws {
        let (directory, url) = try Self.store(version: version)
        let old = try Data(contentsOf: url)
        let book = try PersonManager(storeURL: url)
        #expect(try book.names() == ["Ada Winter", "Jürgen Moss", "Old Tom Ashwood", "王小明"])
        #expect(try book.names("wangxm") == ["王小明"])
        let wang = try #require(try book.person(withID: "p-2"))
        #expect(wang.birthday?.calendar == "chinese")
        #expect(wang.birthday?.year == 4695)
        let ada = try #require(try book.person(withID: "p-1"))
        #expect(ada.groups == ["Chess", "Choir"])
        #expect(ada.emails.map(\.value) == ["ada@example.com"])
        #expect(ada.timezone == "Europe/Paris")
        try book.update(personID: "p-4", with: ["age": 100])
        #expect(try book.names("ashwood") == ["Old Tom Ashwood"])
        // The copy is the store as it was, and can be opened in turn.
        let backup = try #require(try book.backupURL())
        #expect(try Self.backups(in: directory) == [backup.lastPathComponent])
        try book.close()
        let copy = directory.file("copy.sqlite")
        try FileManager.default.copyItem(at: backup, to: copy)
        #expect(try PersonManager(storeURL: copy).person(withID: "p-4")?.age == 99)
        #expect(try Data(contentsOf: url) != old)
        #expect(try PersonManager(storeURL: url).backupURL() == nil)
        #expect(try Self.backups(in: directory).count == 1)
    }

    @Test func backupsAreNeverOverwritten() throws {
        let (directory, url) = try Self.store(version: 1)
        let fixture = try Data(contentsOf: url)
        var found: Set<String> = []
        for round in 1...3 {
            try fixture.write(to: url)
            let book = try PersonManager(storeURL: url)
            found.insert(try #require(try book.backupURL()).path)
            try book.close()
            #expect(found.count == round)
        }
        #expect(try Self.backups(in: directory).count == 3)
    }

    @Test func readingOnlyChangesNothing() throws {
        let (directory, url) = try Self.store(version: 1)
        let before = try Data(contentsOf: url)
        let error = #expect(throws: PersonError.self) { try PersonManager(storeURL: url, isReadOnly: true) }
        #expect(error?.code == .cannotOpen)
        #expect(try Data(contentsOf: url) == before)
        #expect(try Self.backups(in: directory).isEmpty)
    }
}

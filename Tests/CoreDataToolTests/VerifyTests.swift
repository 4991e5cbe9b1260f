import Foundation
import Testing

struct VerifyTests {
    @Test func sound() throws {
        let run = try Library().run("verify", "STORE")
        #expect(run == Library.Run(code: 0, output: "", talk: "No problems found\n"))
    }

    @Test(arguments: [
        ("UPDATE ZBOOK SET Z_ENT = 77 WHERE Z_PK = 2", "wrongEntity,"),
        ("UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Book'", "lowKeyCounter,Book,"),
        ("UPDATE ZBOOK SET ZSHELF = 9 WHERE Z_PK = 2", "danglingKey,Book/p2,"),
        ("DELETE FROM ZAUTHOR WHERE Z_PK = 1", "orphanedJoinRow,Book/p1,"),
        ("UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = 1", "missingValue,Book/p1,"),
    ]) func damage(_ sql: String, _ line: String) throws {
        let library = try Library()
        try library.execute(sql)
        let run = library.run("verify", "STORE", "--format", "csv")
        #expect(run.code == 1)
        #expect(run.output.split(separator: "\n").contains { $0.hasPrefix(line) }, "\(run.output)")
    }

    @Test func externalFiles() throws {
        let library = try Library()
        let folder = library.folder.appendingPathComponent(".library_SUPPORT/_EXTERNAL_DATA")
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        try Data().write(to: folder.appendingPathComponent(UUID().uuidString))
        let unused = library.run("verify", "STORE", "--format", "csv")
        #expect(unused.code == 0)
        #expect(unused.output.contains("unusedExternalFile"))
        try FileManager.default.removeItem(at: folder.appendingPathComponent(file))
        let missing = library.run("verify", "STORE", "--format", "csv")
        #expect(missing.code == 1)
        #expect(missing.output.contains("missingExternalFile,Book/p1,"))
        let shown = library.run("fetch", "STORE", "Book", "--select", "cover", "-f", "ndjson")
        #expect(shown.code == 3)
        #expect(shown.talk.contains("Book.cover"))
        // A link in its place would lead out of the store's folder.
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent(file).path, withDestinationPath: "/etc/hosts")
        #expect(library.run("fetch", "STORE", "Book", "--select", "cover", "-f", "ndjson").code == 3)
    }
}

import Foundation
import SQLite
import Testing

@Suite struct StoreTests {
    private static let commands: [[String]] = [
        ["list"], ["search", "a"], ["show", "abcd"], ["export"], ["stats"], ["add", "Ada"],
        ["update", "abcd", "--set", "age=1"],
        ["delete", "abcd", "-y"], ["import", "people.csv"],
    ]

    @Test(arguments: commands)
    func refusesWhatIsNoDatabase(_ command: [String]) throws {
        let people = try PeopleProcess()
        try people.write("name\nAda\n", to: "people.csv")
        let noise = Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try people.write(noise, to: "book.sqlite")
        let run = try people.run(command)
        #expect(run.code == 65, "\(run.talk)")
        #expect(run.talk.hasPrefix("error: ") && run.talk.contains("book.sqlite is not a database"))
        #expect(run.output.isEmpty)
        #expect(FileManager.default.contents(atPath: people.store.path) == noise)
    }

    @Test(arguments: commands)
    func refusesAStoreOfAnotherModel(_ command: [String]) throws {
        let people = try PeopleProcess()
        try people.write("name\nAda\n", to: "people.csv")
        let connection = try Connection(path: people.store.path, mode: .readWriteCreate)
        try connection.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT)")
        connection.close()
        let before = people.storeBytes()
        let run = try people.run(command)
        #expect(run.code == 76, "\(run.talk)")
        #expect(run.output.isEmpty)
        #expect(people.storeBytes() == before)
    }

    @Test(arguments: commands)
    func refusesADirectory(_ command: [String]) throws {
        let people = try PeopleProcess()
        try people.write("name\nAda\n", to: "people.csv")
        try FileManager.default.createDirectory(at: people.store, withIntermediateDirectories: true)
        let run = try people.run(command)
        #expect(run.code == 66, "\(run.talk)")
        #expect(run.talk == "error: \(people.store.path): is a directory, not a store\n")
    }

    @Test func takesAnEmptyFileForABookThatWasNeverBegun() throws {
        let people = try PeopleProcess()
        try people.write("", to: "book.sqlite")
        #expect(try people("list").code == 66)
        #expect(try people("add", "Ada").code == 0)
        #expect(try people("list", "--count").output == "1\n")
    }

    @Test func isOneFileAfterEachCommand() throws {
        let people = try PeopleProcess()
        try people("add", "Ada", "--id", "ada")
        try people("update", "ada", "--set", "age=36")
        #expect(people.storeBytes().keys.sorted() == ["book.sqlite"])
        try FileManager.default.copyItem(
            at: people.store, to: people.folder.appendingPathComponent("copy.sqlite"))
        #expect(try people("--store", "copy.sqlite", "show", "ada", "--json", "age").output.contains("36"))
    }

    @Test func doesNotMakeAStoreByReading() throws {
        let people = try PeopleProcess()
        for command in Self.commands.prefix(5) + Self.commands[6..<8] {
            let named = try people.run(command)
            #expect(named.code == 66 && named.talk.contains("There is no such store"), "\(command)")
            let default_ = try people.run(
                command, environment: ["PEOPLE_STORE": "", "XDG_DATA_HOME": people.folder.path])
            #expect(
                default_.code == 1 && default_.talk.hasPrefix("error: There is no contact book yet\n"), "\(command)")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: people.folder.path).allSatisfy {
                $0.hasPrefix(".input")
            })
    }

    @Test func findsItsPlace() throws {
        let people = try PeopleProcess()
        let home = people.folder.path
        try people.run(["add", "A"], environment: ["PEOPLE_STORE": ""])
        #expect(FileManager.default.fileExists(atPath: home + "/.local/share/people/people.sqlite"))
        try people.run(["add", "A"], environment: ["PEOPLE_STORE": "", "XDG_DATA_HOME": home + "/data"])
        #expect(FileManager.default.fileExists(atPath: home + "/data/people/people.sqlite"))
        try people.run(["--store", "own.sqlite", "add", "A"])
        #expect(FileManager.default.fileExists(atPath: home + "/own.sqlite"))
        #expect(!FileManager.default.fileExists(atPath: people.store.path))
    }

    @Test func saysThatTheStoreIsInUse() throws {
        let people = try PeopleProcess()
        try people("add", "Ada", "--id", "ada")
        let connection = try Connection(path: people.store.path, mode: .readWriteCreate)
        try connection.execute("BEGIN IMMEDIATE")
        for command in [["add", "Bob"], ["update", "ada", "--set", "age=1"], ["delete", "ada", "-y"]] {
            let run = try people.run(["--timeout", "100ms"] + command)
            #expect(run.code == 75, "\(run.talk)")
            #expect(run.talk.contains("is in use by another program"))
        }
        // Readers do not wait.
        #expect(try people("--timeout", "100ms", "list", "--count").output == "1\n")
        try connection.execute("ROLLBACK")
        #expect(try people("add", "Bob").code == 0)
        #expect(try people.integrity() == "ok")
    }

    @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
    func saysThatADirectoryCannotBeWritten() throws {
        let people = try PeopleProcess()
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: people.folder.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: people.folder.path) }
        #expect(try people("add", "Ada").code == 73)
    }

    @Test(arguments: ["/proc/people.sqlite", "/proc/new/people.sqlite", "/dev/null/people.sqlite"])
    func saysThatAStoreCannotBeMade(_ path: String) throws {
        let run = try PeopleProcess()("--store", path, "add", "Ada")
        #expect(run.code == 73, "\(run.talk)")
        #expect(run.talk.hasPrefix("error: "))
    }

    @Test func addsFromManyProcessesAtOnce() throws {
        let people = try PeopleProcess()
        let started = try (0..<20).map { try people.start(["add", "Person \($0)"]) }
        for run in started.map({ $0.wait() }) { #expect(run.code == 0, "\(run.talk)") }
        #expect(try people("list", "--count").output == "20\n")
        #expect(try people.integrity() == "ok")
    }
}

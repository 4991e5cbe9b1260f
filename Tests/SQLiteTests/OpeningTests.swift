import Foundation
import SQLite
import Testing

@Suite struct OpeningTests {
    @Test(arguments: [
        "plain.db", "a?b.db", "a#b.db", "100%41.db", "two words.db", "file:x.db", "ünïcode 名.db", "'q\".db",
    ])
    func anyNameWorksInEveryMode(name: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file(name)
        try Connection(path: path, mode: .readWriteCreate).execute("CREATE TABLE t(a); INSERT INTO t VALUES (7)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [name])
        for mode in [OpenMode.readOnly, .readWrite, .immutable] {
            let connection = try Connection(path: path, mode: mode)
            let statement = try connection.prepare("SELECT a FROM t")
            #expect(try statement.step())
            #expect(statement.int64(0) == 7)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [name])
    }

    @Test func pathsThatStartWithTwoSlashesAreLocal() throws {
        let directory = try TemporaryDirectory()
        try Connection(path: directory.file("a.db"), mode: .readWriteCreate).execute("CREATE TABLE t(a)")
        let connection = try Connection(path: "/" + directory.file("a.db"), mode: .immutable)
        #expect(try connection.tableExists("t"))
    }

    @Test(arguments: [OpenMode.readOnly, .readWrite, .immutable])
    func aMissingFileIsNotMade(mode: OpenMode) throws {
        let path = try TemporaryDirectory().file("none.db")
        let error = #expect(throws: SQLiteError.self) { _ = try Connection(path: path, mode: mode) }
        #expect(error?.primaryCode == SQLiteError.cantOpen)
        #expect(error?.path == path)
        #expect(error?.description.contains("No such file or directory") == true)
    }

    @Test(arguments: ["", "a\u{0}b"])
    func badPathsAreErrors(path: String) {
        let error = #expect(throws: SQLiteError.self) { _ = try Connection(path: path, mode: .readWriteCreate) }
        #expect(error?.code == SQLiteError.cantOpen)
    }

    @Test(arguments: [OpenMode.readOnly, .immutable])
    func readOnlyModesRefuseToWrite(mode: OpenMode) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.db")
        let writer = try Connection(path: path, mode: .readWriteCreate)
        try writer.execute("CREATE TABLE t(a)")
        let reader = try Connection(path: path, mode: mode)
        #expect(reader.isReadOnly)
        #expect(!writer.isReadOnly)
        let error = #expect(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.primaryCode == SQLiteError.readOnly)
    }

    @Test func immutableReadsAWALDatabaseWithoutMakingFiles() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.db")
        let writer = try Connection(path: path, mode: .readWriteCreate)
        #expect(try writer.setPragma("journal_mode", to: "WAL") == "wal")
        try writer.execute("CREATE TABLE t(a)")
        writer.close()
        #expect(try Connection(path: path, mode: .immutable).tableExists("t"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a.db"])
    }

    @Test func aFileThatIsNoDatabaseSaysSo() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("text.db")
        try Data(repeating: 65, count: 4096).write(to: URL(fileURLWithPath: path))
        let connection = try Connection(path: path, mode: .readOnly)
        let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT * FROM sqlite_master") }
        #expect(error?.code == SQLiteError.notADatabase)
        #expect(error?.path == path)
    }

    @Test func aClosedConnectionThrows() throws {
        let connection = try Connection(path: "", mode: .memory)
        try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)")
        let running = try connection.prepare("SELECT a FROM t")
        let idle = try connection.cachedStatement("SELECT 1")
        #expect(try running.step())
        connection.close()
        connection.close()
        #expect(connection.isClosed)
        #expect(connection.changes == 0)
        for work in [
            { _ = try running.step() }, { _ = try idle.step() }, { try connection.execute("SELECT 1") },
            { _ = try connection.cachedStatement("SELECT 1") }, { try connection.rollback() },
            { _ = try connection.checkpoint() },
        ] {
            let error = #expect(throws: SQLiteError.self, performing: work)
            #expect(error?.code == SQLiteError.misuse)
        }
        running.reset()
        running.clearBindings()
    }

    @Test func closingReleasesLocksThatRunningStatementsHold() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.db")
        let first = try Connection(path: path, mode: .readWriteCreate)
        try first.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)")
        try first.begin()
        let running = try first.prepare("SELECT a FROM t")
        #expect(try running.step())
        first.close()
        let second = try Connection(path: path, mode: .readWrite, busyTimeout: .zero)
        try second.transaction(.exclusive) { try second.execute("DELETE FROM t") }
        #expect(second.totalChanges == 2)
        withExtendedLifetime(running) {}
    }

    @Test func statementsOutliveTheirConnection() throws {
        func statement() throws -> Statement {
            try Connection(path: "", mode: .memory).prepare("SELECT 1 UNION ALL SELECT 2")
        }
        let statement = try statement()
        var values: [Int64] = []
        while try statement.step() { values.append(statement.int64(0)) }
        #expect(values == [1, 2])
    }
}

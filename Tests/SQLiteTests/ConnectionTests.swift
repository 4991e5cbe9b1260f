import Foundation
import SQLite
import Testing

@Suite struct ConnectionTests {
    let connection: Connection

    init() throws {
        connection = try Connection(path: "", mode: .memory)
    }

    @Test(arguments: ["plain", "two words", "q\"uote", "\"\u{301}", "名", "", "semi;colon--"])
    func quotedNamesWork(name: String) throws {
        try connection.execute("CREATE TABLE \(Connection.quote("t" + name))(\(Connection.quote("c" + name)))")
        #expect(try connection.tableExists("t" + name))
        #expect(try connection.columnNames(ofTable: "t" + name) == ["c" + name])
    }

    @Test func schemaQuestions() throws {
        try connection.execute("CREATE TABLE Person(a, b); CREATE VIEW v AS SELECT a FROM Person")
        #expect(try connection.tableExists("PERSON"))
        #expect(try !connection.tableExists("v"))
        #expect(try !connection.tableExists("Perso_"))
        #expect(try connection.columnNames(ofTable: "v") == ["a"])
        #expect(try connection.columnNames(ofTable: "none") == [])
    }

    @Test func pragmas() throws {
        #expect(try connection.pragma("page_size") == 4096)
        try connection.setPragma("user_version", to: 42)
        #expect(try connection.pragma("main.user_version") == 42)
        #expect(try connection.setPragma("journal_mode", to: "OFF") == "off")
        #expect(try connection.pragma("no_such_pragma") == nil)
    }

    @Test(
        arguments: [
            (.null, "NULL"), (-5, "-5"), (1.5, "1.5"), (.real(.nan), "NULL"), (.real(-.infinity), "-9e999"),
            ("it's", "'it''s'"), ("'\u{301}", "''\u{301}'"), ([0, 171], "x'00ab'"),
        ] as [(SQLValue, String)])
    func literals(value: SQLValue, sql: String) throws {
        // As scalars: a quotation mark with an accent is another Character.
        let expected = value == "'\u{301}" ? "'''\u{301}'" : sql
        #expect(Array(value.literal.unicodeScalars) == Array(expected.unicodeScalars))
        let statement = try connection.prepare("SELECT \(value.literal)")
        #expect(try statement.step())
        if case .real(let number) = value, number.isNaN { return }
        #expect(statement.value(0) == value)
    }

    @Test func aProgressHandlerStopsAStatement() throws {
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        var calls = 0
        connection.setProgressHandler(everyOps: 100) {
            calls += 1
            return calls == 10
        }
        let error = #expect(throws: SQLiteError.self) { try connection.execute(endless) }
        #expect(error?.primaryCode == SQLiteError.interrupt)
        #expect(calls == 10)
        connection.removeProgressHandler()
        try connection.execute("SELECT 1")
        let flag = InterruptFlag()
        connection.installInterruptFlag(flag)
        try connection.execute("CREATE TABLE t(a)")
        flag.raise()
        #expect(throws: SQLiteError.self) { try connection.execute(endless) }
        flag.lower()
        try connection.execute("SELECT * FROM t")
    }

    @Test func anotherThreadInterrupts() throws {
        let interrupter = connection.interrupter
        let thread = Thread {
            // The interruption reaches only what is running: repeat it until the statement has been caught.
            for _ in 0..<200 {
                Thread.sleep(forTimeInterval: 0.01)
                interrupter.interrupt()
            }
        }
        thread.start()
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
        }
        #expect(error?.primaryCode == SQLiteError.interrupt)
        connection.close()
        interrupter.interrupt()
    }

    @Test func backupCopiesEverything() throws {
        let directory = try TemporaryDirectory()
        try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES ('copied')")
        try connection.backup(to: directory.file("copy.db"))
        try connection.execute("DELETE FROM t")
        let copy = try Connection(path: directory.file("copy.db"), mode: .readOnly)
        let statement = try copy.prepare("SELECT a FROM t")
        #expect(try statement.step())
        #expect(statement.string(0) == "copied")
        let error = #expect(throws: SQLiteError.self) { try connection.backup(to: directory.file("none/copy.db")) }
        #expect(error?.primaryCode == SQLiteError.cantOpen)
    }

    @Test func checkpointsMoveTheLog() throws {
        let directory = try TemporaryDirectory()
        let file = try Connection(path: directory.file("a.db"), mode: .readWriteCreate)
        let without = try file.checkpoint()
        #expect(without.logFrames == -1)
        #expect(without.checkpointedFrames == -1)
        try file.setPragma("journal_mode", to: "WAL")
        try file.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
        let result = try file.checkpoint()
        #expect(result.logFrames > 0)
        #expect(result.checkpointedFrames == result.logFrames)
        #expect(try file.checkpoint(.truncate).logFrames == 0)
    }

    @Test func aHardenedConnectionDistrustsTheSchema() throws {
        try connection.execute("CREATE TABLE t(a); CREATE TABLE log(a)")
        for (name, isInnocuous) in [("trusted", true), ("untrusted", false)] {
            try connection.createFunction(name, argumentCount: 1, innocuous: isInnocuous) { _ in .null }
            try connection.execute(
                "CREATE TRIGGER on_\(name) AFTER DELETE ON \(name == "trusted" ? "log" : "t") BEGIN SELECT \(name)(old.a); END"
            )
        }
        try connection.execute("INSERT INTO t VALUES (1); INSERT INTO log VALUES (1)")
        try connection.harden()
        #expect(try connection.pragma("trusted_schema") == 0)
        #expect(try connection.pragma("cell_size_check") == 1)
        try connection.execute("DELETE FROM log")
        let error = #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM t") }
        #expect(error?.message.contains("unsafe use of untrusted()") == true)
        try connection.execute("SELECT untrusted(1)")
        try connection.execute("PRAGMA writable_schema = ON")
        #expect(throws: SQLiteError.self) { try connection.execute("UPDATE sqlite_master SET sql = 'x'") }
    }

    @Test func limits() throws {
        let before = connection.limit(.expressionDepth)
        #expect(connection.setLimit(.expressionDepth, to: 5) == before)
        #expect(connection.limit(.expressionDepth) == 5)
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1+(2+(3+(4+(5+(6+7)))))") }
    }
}

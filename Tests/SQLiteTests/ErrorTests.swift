import SQLite
import Testing

@Suite struct ErrorTests {
    let connection: Connection

    init() throws {
        connection = try Connection(path: "", mode: .memory)
        try connection.execute(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE, b NOT NULL DEFAULT 0, c CHECK (c < 10), d REFERENCES t(id));
            INSERT INTO t (id, a) VALUES (1, 'x')
            """)
    }

    @Test(arguments: [
        ("INSERT INTO t (a) VALUES ('x')", SQLiteError.constraintUnique, "UNIQUE constraint failed: t.a"),
        ("INSERT INTO t (id) VALUES (1)", SQLiteError.constraintPrimaryKey, "UNIQUE constraint failed: t.id"),
        ("INSERT INTO t (b) VALUES (NULL)", SQLiteError.constraintNotNull, "NOT NULL constraint failed: t.b"),
        ("INSERT INTO t (c) VALUES (11)", SQLiteError.constraintCheck, "CHECK constraint failed: c < 10"),
        ("INSERT INTO t (d) VALUES (5)", SQLiteError.constraintForeignKey, "FOREIGN KEY constraint failed"),
        ("SELECT missing FROM t", SQLiteError.error, "no such column: missing"),
        ("SELEC 1", SQLiteError.error, "near \"SELEC\": syntax error"),
    ])
    func codesAndMessages(sql: String, code: Int32, message: String) throws {
        let error = #expect(throws: SQLiteError.self) { try connection.execute(sql) }
        #expect(error?.code == code)
        #expect(error?.message == message)
        #expect(error?.sql == sql)
        #expect(error?.description == "\(message) (SQLite code \(code)) in “\(sql)”")
    }

    @Test func executeNamesTheStatementThatFailed() throws {
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("INSERT INTO t (a) VALUES ('y'); INSERT INTO t (a) VALUES ('x'); SELECT 1")
        }
        #expect(error?.sql == " INSERT INTO t (a) VALUES ('x');")
        #expect(error?.primaryCode == SQLiteError.constraint)
    }

    @Test func boundValuesAreNotShown() throws {
        let statement = try connection.prepare("INSERT INTO t (a) VALUES (?1)")
        statement.bind("secret", at: 1)
        try statement.run()
        let error = #expect(throws: SQLiteError.self) { try statement.run() }
        #expect(error.map { String(reflecting: $0).contains("secret") } == false)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: ["\"secret", "secret AND", "secret:x", "se*cret("])
    func aFullTextQueryIsNotShown(query: String) throws {
        try connection.execute("CREATE VIRTUAL TABLE search USING fts5(body)")
        let statement = try connection.prepare("SELECT rowid FROM search WHERE search MATCH ?1")
        statement.bind(query, at: 1)
        let error = #expect(throws: SQLiteError.self) { try statement.run() }
        #expect(error?.message == "The full-text query has a syntax error")
        #expect(error?.code == SQLiteError.error)
    }

    @Test func aStatementThatFailedCanBeRunAgain() throws {
        let statement = try connection.prepare("INSERT INTO t (a) VALUES (?1)")
        statement.bind("x", at: 1)
        #expect(throws: SQLiteError.self) { try statement.run() }
        statement.bind("z", at: 1)
        try statement.run()
        #expect(connection.changes == 1)
    }
}

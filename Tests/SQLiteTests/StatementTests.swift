import SQLite
import Testing

@Suite struct StatementTests {
    let connection: Connection

    init() throws {
        connection = try Connection(path: "", mode: .memory)
    }

    static let values: [SQLValue] = [
        .null, 0, -1, .integer(.max), .integer(.min), 1.5, .real(-.infinity), .real(.greatestFiniteMagnitude), "", "a",
        "fifteen bytes..", "more than fifteen bytes of text", "nul\u{0}within", "日本語 🇯🇵 e\u{301}", [], [0, 255, 1],
    ]

    @Test(arguments: values)
    func valuesComeBackAsTheyWere(value: SQLValue) throws {
        let statement = try connection.prepare("SELECT ?1, typeof(?1)")
        statement.bind(value, at: 1)
        #expect(try statement.step())
        #expect(statement.value(0) == value)
        let types: [String: ColumnType] = [
            "null": .null, "integer": .integer, "real": .real, "text": .text, "blob": .blob,
        ]
        #expect(statement.type(0) == types[statement.string(1)])
        #expect(statement.isNull(0) == (value == .null))
    }

    @Test func typedBindingAndReading() throws {
        let statement = try connection.prepare("SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7")
        statement.bind(1, at: 1)
        statement.bind(Int64(2), at: 2)
        statement.bind(2.5, at: 3)
        statement.bind("text", at: 4)
        statement.bind([1, 2, 3] as [UInt8], at: 5)
        statement.bind(stride(from: UInt8(9), to: 12, by: 1).lazy.map { $0 }.reversed(), at: 6)
        statement.bindNull(at: 7)
        #expect(statement.parameterCount == 7)
        #expect(statement.columnCount == 7)
        #expect(try statement.step())
        #expect(statement.int64(0) == 1)
        #expect(statement.int64(1) == 2)
        #expect(statement.double(2) == 2.5)
        #expect(Array(statement.text(3)) == Array("text".utf8))
        #expect(Array(statement.blob(4)) == [1, 2, 3])
        #expect(Array(statement.blob(5)) == [11, 10, 9])
        #expect(statement.isNull(6))
        #expect(statement.text(6).isEmpty)
        #expect(statement.string(6) == "")
        #expect(statement.value(99) == .null)
    }

    @Test func textBoundByCopyIsIndependentOfItsMemory() throws {
        let statement = try connection.prepare("SELECT ?1, ?2")
        var bytes = Array("before".utf8)
        bytes.withUnsafeBytes {
            statement.bindText($0, at: 1)
            statement.bind($0, at: 2)
        }
        bytes.withUnsafeMutableBytes { $0.copyBytes(from: "after!".utf8) }
        #expect(try statement.step())
        #expect(statement.string(0) == "before")
        #expect(statement.string(1) == "before")
    }

    @Test func staticTextAndBlobsFromReusedMemory() throws {
        try connection.execute("CREATE TABLE t(a, b)")
        let statement = try connection.prepare("INSERT INTO t VALUES (?1, ?2)")
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
        defer { memory.deallocate() }
        for count in 0...3 {
            memory.copyBytes(from: "abc".utf8)
            statement.bindStaticText(UnsafeRawBufferPointer(rebasing: memory[..<count]), at: 1)
            statement.bindStaticBlob(UnsafeRawBufferPointer(rebasing: memory[..<count]), at: 2)
            try statement.run()
            memory.copyBytes(from: "xyz".utf8)
        }
        statement.bindStaticText(UnsafeRawBufferPointer(start: nil, count: 0), at: 1)
        statement.bindStaticBlob(UnsafeRawBufferPointer(start: nil, count: 0), at: 2)
        try statement.run()
        let query = try connection.prepare("SELECT a, b FROM t")
        var rows: [[SQLValue]] = []
        while try query.step() { rows.append([query.value(0), query.value(1)]) }
        #expect(rows == [["", []], ["a", [97]], ["ab", [97, 98]], ["abc", [97, 98, 99]], ["", []]])
    }

    @Test func bindingsStayOverResetAndGoWhenCleared() throws {
        let statement = try connection.prepare("SELECT ?1")
        statement.bind("kept", at: 1)
        for _ in 0..<2 {
            #expect(try statement.step())
            #expect(statement.string(0) == "kept")
            statement.reset()
        }
        statement.clearBindings()
        #expect(try statement.step())
        #expect(statement.isNull(0))
    }

    @Test func steppingPastTheEndStartsAnew() throws {
        let statement = try connection.prepare("SELECT 1")
        #expect(try statement.step())
        #expect(try !statement.step())
        #expect(try statement.step())
    }

    @Test(arguments: [0, 3] as [Int32])
    func aParameterOutOfRangeIsThrownByTheNextStep(index: Int32) throws {
        let statement = try connection.prepare("SELECT ?1, ?2")
        statement.bind("secret", at: index)
        let error = #expect(throws: SQLiteError.self) { try statement.run() }
        #expect(error?.code == SQLiteError.range)
        #expect(error?.message == "Parameter \(index) could not be bound: there are 2 parameters")
        #expect(error?.description.contains("secret") == false)
        try statement.run()
    }

    @Test func bindingWhileRunningIsAnError() throws {
        let statement = try connection.prepare("SELECT ?1 UNION ALL SELECT 2")
        statement.bind(1, at: 1)
        #expect(try statement.step())
        statement.bind(5, at: 1)
        let error = #expect(throws: SQLiteError.self) { _ = try statement.step() }
        #expect(error?.code == SQLiteError.misuse)
        #expect(try statement.step())
        #expect(statement.int64(0) == 1)
    }

    @Test func aTextBeyondTheLimitIsTooBig() throws {
        connection.setLimit(.length, to: 100)
        let statement = try connection.prepare("SELECT ?1")
        statement.bind(String(repeating: "x", count: 101), at: 1)
        let error = #expect(throws: SQLiteError.self) { try statement.run() }
        #expect(error?.code == SQLiteError.tooBig)
    }

    @Test func namesOfColumnsAndParameters() throws {
        let statement = try connection.prepare("SELECT :a AS first, @b")
        #expect(statement.columnNames == ["first", "@b"])
        #expect(statement.columnName(2) == "")
        #expect(statement.parameterIndex("@b") == 2)
        #expect(statement.parameterIndex("b") == nil)
        #expect(statement.sql == "SELECT :a AS first, @b")
        #expect(statement.isReadOnly)
    }

    @Test(arguments: [
        ("", "The text holds no statement"), (" -- comment\n;", "The text holds no statement"),
        ("SELECT 1; SELECT 2", "The text holds more than one statement; use execute(_:)"),
    ])
    func prepareTakesExactlyOneStatement(sql: String, message: String) throws {
        let error = #expect(throws: SQLiteError.self) { _ = try connection.prepare(sql) }
        #expect(error?.message == message)
        #expect(error?.code == SQLiteError.misuse)
    }

    @Test(arguments: ["SELECT 1;", "SELECT 1; -- the end", "/* first */ SELECT 1 ;\n ;"])
    func prepareTakesCommentsAndSemicolons(sql: String) throws {
        #expect(try connection.prepare(sql).step())
    }

    @Test func aZeroByteDoesNotCutTheText() throws {
        let error = #expect(throws: SQLiteError.self) { try connection.execute("CREATE TABLE t(a)\u{0}; garbage") }
        #expect(error?.message == "The SQL text has a zero byte at byte 17")
        #expect(try !connection.tableExists("t"))
    }

    @Test func aSchemaChangeKeepsBindings() throws {
        try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES ('x')")
        let statement = try connection.prepare("SELECT * FROM t WHERE a = ?1")
        statement.bind("x", at: 1)
        #expect(try statement.step())
        statement.reset()
        try connection.execute("ALTER TABLE t ADD COLUMN b DEFAULT 5")
        #expect(try statement.step())
        #expect(statement.columnCount == 2)
        #expect(statement.int64(1) == 5)
    }
}

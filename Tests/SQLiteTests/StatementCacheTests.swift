import SQLite
import Testing

@Suite struct StatementCacheTests {
    let connection: Connection

    init() throws {
        connection = try Connection(path: "", mode: .memory)
    }

    @Test func aStatementIsPreparedOnceAndComesBackClean() throws {
        for _ in 0..<3 {
            let statement = try connection.cachedStatement("SELECT ?1")
            #expect(try statement.step())
            #expect(statement.isNull(0))
            statement.reset()
            statement.bind("left over", at: 1)
        }
        #expect(connection.cachedStatementCount == 1)
    }

    @Test func aStatementInUseIsNotHandedOutTwice() throws {
        let sql = "SELECT 1 UNION ALL SELECT 2"
        let outer = try connection.cachedStatement(sql)
        var pairs: [[Int64]] = []
        while try outer.step() {
            let inner = try connection.cachedStatement(sql)
            while try inner.step() { pairs.append([outer.int64(0), inner.int64(0)]) }
        }
        #expect(pairs == [[1, 1], [1, 2], [2, 1], [2, 2]])
        #expect(connection.cachedStatementCount == 1)
    }

    @Test func anAbandonedStatementLeavesNoLock() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.db")
        let reader = try Connection(path: path, mode: .readWriteCreate)
        try reader.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)")
        func first() throws -> Int64? {
            let statement = try reader.cachedStatement("SELECT a FROM t")
            return try statement.step() ? statement.int64(0) : nil
        }
        #expect(try first() == 1)
        let writer = try Connection(path: path, mode: .readWrite, busyTimeout: .zero)
        try writer.transaction(.exclusive) { try writer.execute("DELETE FROM t WHERE a = 1") }
        #expect(try first() == 2)
    }

    @Test func theLeastRecentlyUsedLeaves() throws {
        connection.statementCacheCapacity = 2
        for sql in ["SELECT 1", "SELECT 2", "SELECT 1", "SELECT 3"] { _ = try connection.cachedStatement(sql) }
        #expect(try preparedStatements == ["SELECT 1", "SELECT 3"])
        connection.statementCacheCapacity = 0
        #expect(connection.cachedStatementCount == 0)
        #expect(try connection.cachedStatement("SELECT 1").step())
        #expect(connection.cachedStatementCount == 0)
    }

    /// What SQLite itself says is prepared, without the question.
    private var preparedStatements: Set<String> {
        get throws {
            let question = try connection.prepare("SELECT sql FROM sqlite_stmt")
            var texts: Set<String> = []
            while try question.step() { texts.insert(question.string(0)) }
            return texts.subtracting([question.sql])
        }
    }

    @Test func aStatementInUseSurvivesLeavingTheCache() throws {
        let statement = try connection.cachedStatement("SELECT 1 UNION ALL SELECT 2")
        #expect(try statement.step())
        connection.removeCachedStatements()
        #expect(try statement.step())
        #expect(statement.int64(0) == 2)
    }

    @Test func startedStatementsAreCountedAndTraced() throws {
        try connection.execute("CREATE TABLE t(a)")
        var traced: [String] = []
        connection.trace = { traced.append($0) }
        let before = connection.statementCount
        let insert = try connection.cachedStatement("INSERT INTO t VALUES (?1)")
        for value in 1...3 {
            insert.bind(value, at: 1)
            try insert.run()
        }
        let query = try connection.cachedStatement("SELECT a FROM t")
        while try query.step() {}
        #expect(connection.statementCount - before == 4)
        #expect(traced == Array(repeating: "INSERT INTO t VALUES (?1)", count: 3) + ["SELECT a FROM t"])
    }
}

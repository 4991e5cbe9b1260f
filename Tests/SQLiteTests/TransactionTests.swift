import SQLite
import Testing

@Suite struct TransactionTests {
    struct Stop: Error {}

    let connection: Connection

    init() throws {
        connection = try Connection(path: "", mode: .memory)
        try connection.execute("CREATE TABLE t(a UNIQUE)")
    }

    var rows: [Int64] {
        get throws {
            let statement = try connection.cachedStatement("SELECT a FROM t ORDER BY a")
            var rows: [Int64] = []
            while try statement.step() { rows.append(statement.int64(0)) }
            return rows
        }
    }

    @Test(arguments: [TransactionKind.deferred, .immediate, .exclusive])
    func commitsAndGivesTheResult(kind: TransactionKind) throws {
        let result = try connection.transaction(kind) {
            #expect(connection.inTransaction)
            try connection.execute("INSERT INTO t VALUES (1)")
            return "result"
        }
        #expect(result == "result")
        #expect(!connection.inTransaction)
        #expect(try rows == [1])
    }

    @Test func aThrowRollsBack() throws {
        #expect(throws: Stop.self) {
            try connection.transaction {
                try connection.execute("INSERT INTO t VALUES (1)")
                throw Stop()
            }
        }
        #expect(!connection.inTransaction)
        #expect(try rows == [])
    }

    @Test func aNestedThrowUndoesItsPartOnly() throws {
        // No `#expect(throws:)` in here: within another closure, this compiler runs a sibling in place of its closure.
        var isStopped = false
        try connection.transaction {
            try connection.execute("INSERT INTO t VALUES (1)")
            try connection.transaction { try connection.execute("INSERT INTO t VALUES (2)") }
            do {
                try connection.transaction {
                    try connection.execute("INSERT INTO t VALUES (3)")
                    try connection.transaction { try connection.execute("INSERT INTO t VALUES (4)") }
                    throw Stop()
                }
            } catch is Stop {
                isStopped = true
            }
            try connection.execute("INSERT INTO t VALUES (5)")
        }
        #expect(isStopped)
        #expect(try rows == [1, 2, 5])
    }

    @Test func aTransactionThatSQLiteEndedItselfKeepsTheFirstError() throws {
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.execute("INSERT INTO t VALUES (1)")
                try connection.transaction { try connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)") }
            }
        }
        #expect(error?.code == SQLiteError.constraintUnique)
        #expect(!connection.inTransaction)
        try connection.rollback()
        #expect(try rows == [])
    }

    @Test func beginCommitRollback() throws {
        try connection.begin()
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.commit()
        try connection.begin(.deferred)
        #expect(throws: SQLiteError.self) { try connection.begin() }
        try connection.execute("INSERT INTO t VALUES (2)")
        try connection.rollback()
        #expect(try rows == [1])
        #expect(throws: SQLiteError.self) { try connection.commit() }
    }

    @Test func aBusyDatabaseThrowsAndTheStatementCanBeRunAgain() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.db")
        let first = try Connection(path: path, mode: .readWriteCreate)
        try first.execute("CREATE TABLE t(a)")
        let second = try Connection(path: path, mode: .readWrite, busyTimeout: .milliseconds(20))
        let insert = try second.prepare("INSERT INTO t VALUES (?1)")
        insert.bind(9, at: 1)
        try first.begin()
        let clock = ContinuousClock()
        let start = clock.now
        let error = #expect(throws: SQLiteError.self) { try insert.run() }
        #expect(clock.now - start >= .milliseconds(15))
        #expect(error?.primaryCode == SQLiteError.busy)
        #expect(error?.sql == "INSERT INTO t VALUES (?1)")
        #expect(error?.path == path)
        try first.commit()
        try insert.run()
        #expect(second.changes == 1)
        #expect(second.lastInsertRowID == 1)
    }
}

import CSQLite

/// A bound on what one connection accepts; the raw values are SQLite's.
package enum Limit: Int32, Sendable {
    /// Bytes of a text, a blob or a row.
    case length = 0
    /// Bytes of a statement's text.
    case sqlLength = 1
    /// Columns of a table, an index or a result.
    case columns = 2
    /// Depth of an expression.
    case expressionDepth = 3
    /// Terms of a compound `SELECT`.
    case compoundSelect = 4
    /// Instructions of a compiled statement.
    case virtualMachineInstructions = 5
    /// Arguments of a function.
    case functionArguments = 6
    /// Attached databases.
    case attached = 7
    /// Bytes of a `LIKE` or `GLOB` pattern.
    case likePatternLength = 8
    /// The highest parameter index.
    case parameters = 9
    /// Depth of triggers that fire triggers.
    case triggerDepth = 10
    /// Helper threads of one statement.
    case workerThreads = 11
}

extension Connection {
    /// Prepares for a file that somebody may have made to do harm. Call it before the first statement.
    ///
    /// SQL can no longer damage the file's structure; views, triggers, defaults and checks that the file brings cannot
    /// call functions with side effects, nor those registered here without `innocuous`; and every page is checked for
    /// cells outside it before it is used.
    package func harden() throws {
        try database.checkOpen()
        try configure(SQLITE_DBCONFIG_DEFENSIVE, to: true)
        try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, to: false)
        try setPragma("cell_size_check", to: 1)
    }

    /// Runs a block that may prepare statements which write the tables behind a virtual table. `harden()` forbids them
    /// otherwise, since such a table with wrong contents is a danger to its module.
    package func withoutDefense<Result>(_ body: () throws -> Result) throws -> Result {
        try database.checkOpen()
        try configure(SQLITE_DBCONFIG_DEFENSIVE, to: false)
        defer { try? configure(SQLITE_DBCONFIG_DEFENSIVE, to: true) }
        return try body()
    }

    /// Sets a limit, no higher than the one that SQLite was built with.
    ///
    /// - Returns: The limit before.
    @discardableResult
    package func setLimit(_ limit: Limit, to value: Int32) -> Int32 {
        isClosed ? 0 : sqlite3_limit(database.pointer, limit.rawValue, max(value, 0))
    }

    /// The value of a limit.
    package func limit(_ limit: Limit) -> Int32 {
        isClosed ? 0 : sqlite3_limit(database.pointer, limit.rawValue, -1)
    }

    private func configure(_ option: Int32, to isOn: Bool) throws {
        var answer: Int32 = 0
        try database.check(csqlite_db_config_int(database.pointer, option, isOn ? 1 : 0, &answer))
    }
}

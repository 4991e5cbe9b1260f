import SQLite

extension SearchIndex {
    /// Whether rows have changed since the index was brought up to date.
    func hasChanges(_ connection: Connection) throws -> Bool {
        let statement = try connection.cachedStatement("SELECT 1 FROM \(Connection.quote(changesTable)) LIMIT 1")
        defer { statement.reset() }
        return try statement.step()
    }

    /// Brings the index up to date with the rows that have changed. To be called in a transaction.
    func takeInChanges(_ connection: Connection) throws {
        guard try hasChanges(connection) else { return }
        let (changes, table, column) = (
            Connection.quote(changesTable), Connection.quote(table), Connection.quote(column)
        )
        do {
            // Taking many texts out of the index takes longer than making it anew.
            if try changeCount(connection) > Self.mostChanges { return try rebuild(connection) }
            let rows = try connection.cachedStatement(
                "SELECT c.key, c.text, t.\(column) FROM \(changes) c LEFT JOIN \(table) t ON t.Z_PK = c.key "
                    + "WHERE c.text IS NOT t.\(column) ORDER BY c.key")
            defer { rows.reset() }
            let (newWords, newTrigrams) = try insertions(connection)
            let (oldWords, oldTrigrams) = try removals(connection)
            var text = SearchText()
            while try rows.step() {
                let key = rows.int64(0)
                if !rows.isNull(1) {
                    text.set(rows.text(1))
                    try text.bind(to: oldWords, oldTrigrams, key: key)
                }
                if !rows.isNull(2) {
                    text.set(rows.text(2))
                    try text.bind(to: newWords, newTrigrams, key: key)
                }
            }
            rows.reset()
            try connection.cachedStatement("DELETE FROM \(changes)").run()
        } catch let error as SQLiteError where error.primaryCode == SQLiteError.corrupt {
            // FTS5 does not find what it is to forget: triggers were switched off meanwhile, or the tables changed.
            try rebuild(connection)
        }
    }

    private func changeCount(_ connection: Connection) throws -> Int64 {
        let count = try connection.cachedStatement("SELECT COUNT(*) FROM \(Connection.quote(changesTable))")
        defer { count.reset() }
        return try count.step() ? count.int64(0) : 0
    }

    private static let mostChanges: Int64 = 200_000

    func insertions(_ connection: Connection) throws -> (words: Statement, trigrams: Statement) {
        func statement(_ table: String) throws -> Statement {
            try connection.cachedStatement("INSERT INTO \(Connection.quote(table)) (rowid, text) VALUES (?, ?)")
        }
        return (try statement(wordsTable), try statement(trigramsTable))
    }

    private func removals(_ connection: Connection) throws -> (words: Statement, trigrams: Statement) {
        func statement(_ table: String) throws -> Statement {
            let quoted = Connection.quote(table)
            return try connection.cachedStatement(
                "INSERT INTO \(quoted) (\(quoted), rowid, text) VALUES ('delete', ?, ?)")
        }
        return (try statement(wordsTable), try statement(trigramsTable))
    }

    // MARK: - Bulk loads

    /// Prepares for a load, in its transaction: new rows are not noted one by one.
    ///
    /// - Returns: The last key before the load.
    func beginLoad(_ connection: Connection) throws -> Int64 {
        try takeInChanges(connection)
        try connection.execute("DROP TRIGGER \(Connection.quote(insertTrigger))")
        return try lastKey(connection)
    }

    /// Takes in everything that a load has changed.
    func endLoad(lastKeyBefore mark: Int64, _ connection: Connection) throws {
        if try lastKey(connection) - mark > mark { return try rebuild(connection) }
        let new = try connection.prepare("DELETE FROM \(Connection.quote(changesTable)) WHERE key > ?")
        new.bind(mark, at: 1)
        try new.run()
        try takeInChanges(connection)
        try addRows(after: mark, connection)
        for trigger in triggers where trigger.name == insertTrigger { try connection.execute(trigger.sql) }
    }

    private func lastKey(_ connection: Connection) throws -> Int64 {
        let statement = try connection.prepare("SELECT MAX(Z_PK) FROM \(Connection.quote(table))")
        return try statement.step() ? statement.int64(0) : 0
    }
}

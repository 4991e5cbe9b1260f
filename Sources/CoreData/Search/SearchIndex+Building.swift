import SQLite

extension SearchIndex {
    /// Makes the index where it is missing or of another version, and brings it up to date with what others have
    /// changed.
    func prepare(_ connection: Connection) throws {
        if try isCurrent(connection) {
            guard try hasChanges(connection) else { return }
            do {
                try connection.transaction(.immediate) { try takeInChanges(connection) }
            } catch let error as SQLiteError where error.primaryCode == SQLiteError.busy {
                // Somebody writes. Until a save here, searches look at the changed rows themselves.
            }
            return
        }
        try connection.transaction(.immediate) {
            if try !isCurrent(connection) { try rebuild(connection) }
        }
    }

    /// Makes the index anew from the rows of the store.
    func rebuild(_ connection: Connection) throws {
        let found = try existing(connection)
        for (name, sql) in found where sql.hasPrefix("CREATE TRIGGER") {
            try connection.execute("DROP TRIGGER \(Connection.quote(name))")
        }
        for part in tables {
            try connection.execute("DROP TABLE IF EXISTS \(Connection.quote(part.name))")
            try connection.execute(part.sql)
        }
        try build(connection)
        for part in triggers { try connection.execute(part.sql) }
        if let order, found[order.name] != order.sql {
            try connection.execute("DROP INDEX IF EXISTS \(Connection.quote(order.name))")
            try connection.execute(order.sql)
        }
    }

    /// Fills the tables, which FTS5 has just made: most texts become segments that are written directly, FTS5 takes the
    /// others.
    private func build(_ connection: Connection) throws {
        var terms = FullTextTerms()
        var words = FullTextSegments(table: wordsTable)
        var trigrams = FullTextSegments(table: trigramsTable)
        var others: [Int64] = []
        var text = SearchText()
        let rows = try texts(connection, "Z_PK > ?")
        rows.bind(Int64.min, at: 1)
        while try rows.step() {
            text.set(rows.text(1))
            if !text.add(to: &terms, key: rows.int64(0)) { others.append(rows.int64(0)) }
            try words.addIfLarge(terms.words, connection)
            try trigrams.addIfLarge(terms.trigrams, connection)
        }
        rows.reset()
        try words.finish(terms.words, rows: terms.rowTotal, terms: terms.wordTotal, connection)
        try trigrams.finish(terms.trigrams, rows: terms.rowTotal, terms: terms.trigramTotal, connection)
        for start in stride(from: 0, to: others.count, by: 10_000) {
            let keys = KeyList.json(Array(others[start..<min(start + 10_000, others.count)]))
            let part = try texts(connection, "Z_PK IN (SELECT value FROM json_each(?))")
            part.bind(keys, at: 1)
            try insert(part, connection)
        }
    }

    /// Indexes every row whose key is larger than `key`.
    func addRows(after key: Int64, _ connection: Connection) throws {
        let rows = try texts(connection, "Z_PK > ?")
        rows.bind(key, at: 1)
        try insert(rows, connection)
    }

    private func texts(_ connection: Connection, _ condition: String) throws -> Statement {
        let column = Connection.quote(column)
        return try connection.prepare(
            "SELECT Z_PK, \(column) FROM \(Connection.quote(table)) "
                + "WHERE \(condition) AND \(column) IS NOT NULL ORDER BY Z_PK")
    }

    private func insert(_ rows: Statement, _ connection: Connection) throws {
        var text = SearchText()
        let (words, trigrams) = try insertions(connection)
        while try rows.step() {
            text.set(rows.text(1))
            try text.bind(to: words, trigrams, key: rows.int64(0))
        }
        rows.reset()
    }
}

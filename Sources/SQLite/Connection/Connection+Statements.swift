import CSQLite

extension Connection {
    /// Runs each of the statements in `sql`, passing over the rows that they give.
    ///
    /// Statements before one that fails have taken effect, unless a transaction is rolled back.
    package func execute(_ sql: String) throws {
        try PreparedStatement.forEach(in: sql, database: database, flags: 0) { statement in
            try Statement(statement, database: database).run()
            return true
        }
    }

    /// Compiles a statement for one use.
    ///
    /// - Throws: `SQLiteError`, also if `sql` holds no statement or more than one.
    package func prepare(_ sql: String) throws -> Statement {
        Statement(try PreparedStatement.parse(sql, in: database, persistent: false), database: database)
    }

    /// A statement that has been compiled before, if it has been used before and nobody holds it now.
    ///
    /// Its parameters are all NULL. When it is let go of, it is reset and returns to the cache; keep it no longer than
    /// needed, as a second request for the same text meanwhile compiles a fresh one.
    ///
    /// - Throws: `SQLiteError`, also if `sql` holds no statement or more than one.
    package func cachedStatement(_ sql: String) throws -> Statement {
        try database.checkOpen(sql: sql)
        if let statement = database.cache.takeIdle(sql) {
            return Statement(statement, database: database)
        }
        let statement = try PreparedStatement.parse(sql, in: database, persistent: true)
        database.cache.insert(statement, for: sql)
        return Statement(statement, database: database)
    }

    /// How many statements the cache keeps; the one used least recently leaves first. 128 unless set.
    package var statementCacheCapacity: Int {
        get { database.cache.capacity }
        set { database.cache.capacity = newValue }
    }

    /// How many statements the cache holds now.
    package var cachedStatementCount: Int { database.cache.count }

    /// Empties the statement cache.
    package func removeCachedStatements() {
        database.cache.removeAll()
    }

    /// A name as SQL takes it: in double quotes, with those within doubled.
    package static func quote(_ identifier: String) -> String {
        SQLValue.quoted(identifier, by: "\"")
    }
}

extension Connection {
    /// Whether the main database has a table of this name, in any case of its ASCII letters. Views do not count,
    /// virtual tables do.
    package func tableExists(_ name: String) throws -> Bool {
        let statement = try cachedStatement(
            "SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ?1 COLLATE NOCASE")
        statement.bind(name, at: 1)
        return try statement.step()
    }

    /// The names of the columns of a table or view of the main database, in order; empty if there is none.
    /// Hidden and generated columns are left out.
    package func columnNames(ofTable table: String) throws -> [String] {
        let statement = try cachedStatement("SELECT name FROM pragma_table_info(?1, 'main') ORDER BY cid")
        statement.bind(table, at: 1)
        var names: [String] = []
        while try statement.step() { names.append(statement.string(0)) }
        return names
    }
}

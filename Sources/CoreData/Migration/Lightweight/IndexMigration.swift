import SQLite

/// Makes the indexes of tables those of the new schema.
struct IndexMigration {
    let connection: Connection
    let pair: SchemaPair

    /// - Throws: `CocoaError` 134110 when rows break a uniqueness constraint.
    func run() throws {
        var missing: [String] = []
        for table in pair.newSchema.tables {
            let present = try indexes(of: table.name)
            let wanted = Set(table.indexes)
            // Core Data's own names begin with Z; others belong to somebody else.
            for (name, sql) in present where name.hasPrefix("Z") && !wanted.contains(sql) {
                try connection.execute("DROP INDEX \(Connection.quote(name))")
            }
            missing += table.indexes.filter { !present.values.contains($0) }
        }
        for sql in missing {
            do {
                try connection.execute(sql)
            } catch let error as SQLiteError where error.primaryCode == SQLiteError.constraint {
                throw CocoaError.migrationFailed(
                    "\(constraint(madeBy: sql)): objects in the store have equal values. Make them differ before, or "
                        + "leave out the uniqueness constraint", [NSUnderlyingErrorKey: error])
            }
        }
    }

    private func indexes(of table: String) throws -> [String: String] {
        let list = try connection.prepare(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL")
        list.bind(table, at: 1)
        var found: [String: String] = [:]
        while try list.step() { found[list.string(0)] = list.string(1) }
        return found
    }

    /// "Person is to be unique by (name)".
    private func constraint(madeBy sql: String) -> String {
        for layout in pair.newLayouts {
            for names in layout.entity.uniquenessConstraintNames {
                let index = "Z_\(layout.name)_UNIQUE_\(names.joined(separator: "_"))"
                if sql.contains(" \(Connection.quoteWhereNeeded(index)) ") {
                    return "\(layout.name) is to be unique by (\(names.joined(separator: ", ")))"
                }
            }
        }
        return "An index is to be unique"
    }
}

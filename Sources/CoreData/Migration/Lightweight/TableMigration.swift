import SQLite

/// Carries out what was planned for the tables of root entities.
///
/// An older table becomes the new one by altering it where that is possible: rows stay where they are. Elsewhere, and
/// for entities that leave a hierarchy, rows are copied, with their keys.
struct TableMigration {
    let connection: Connection
    let changes: [TableChange]
    /// What older tables are called while they are in the way of new ones.
    private var names: [String: String] = [:]
    /// The index in `changes` of the table that an older one becomes.
    private var heirs: [String: Int] = [:]

    init(_ connection: Connection, _ changes: [TableChange]) throws {
        self.connection = connection
        var changes = changes
        for index in changes.indices { try Self.addUnknownColumns(to: &changes[index], connection) }
        self.changes = changes
        for (index, change) in changes.enumerated() {
            guard let old = change.oldTable, change.canAlter, try !hasInnerConstraints(old) else { continue }
            if heirs[old] == nil || change.table.name == old { heirs[old] = index }
        }
    }

    /// Tables that stay under their name, with the columns that do.
    var keptColumns: Set<String> {
        var kept: Set<String> = []
        for (old, index) in heirs where changes[index].table.name == old {
            for column in changes[index].columns where changes[index].base(of: column) == column.name {
                kept.insert("\(old).\(column.name)")
            }
        }
        return kept
    }

    /// Columns that the model does not know belong to somebody else.
    private static func addUnknownColumns(to change: inout TableChange, _ connection: Connection) throws {
        guard let table = change.oldTable else { return }
        let known = Set((["Z_PK", "Z_ENT", "Z_OPT"] + change.owners.keys).map { $0.uppercased() })
        let taken = Set(change.table.columns.map { $0.name.uppercased() })
        let list = try connection.prepare("SELECT name, type FROM pragma_table_info(?1, 'main') ORDER BY cid")
        list.bind(table, at: 1)
        while try list.step() {
            let name = list.string(0)
            if known.contains(name.uppercased()) { continue }
            if taken.contains(name.uppercased()) {
                change.inTheWay.append(name)
            } else {
                change.addUnknown(name, type: list.string(1))
            }
        }
    }

    /// Whether a table has constraints that cannot be dropped, as older frameworks made them.
    private func hasInnerConstraints(_ table: String) throws -> Bool {
        let list = try connection.prepare("SELECT 1 FROM pragma_index_list(?1, 'main') WHERE origin = 'u'")
        list.bind(table, at: 1)
        return try list.step()
    }

    mutating func run(oldTables: Set<String>) throws {
        for (index, table) in oldTables.sorted().enumerated() {
            if let heir = heirs[table], changes[heir].table.name == table { continue }
            let name = "Z_MIGRATING_\(index)"
            try connection.execute("ALTER TABLE \(Connection.quote(table)) RENAME TO \(name)")
            names[table] = name
        }
        // Rows that are copied go first: what is altered forgets them.
        let heirIndexes = Set(heirs.values)
        for (index, change) in changes.enumerated() where !heirIndexes.contains(index) {
            // Its indexes would keep their names from those of the new table.
            try connection.execute(StoreSchema.statement(for: change.table))
            if let old = change.oldTable { try copy(change, from: names[old] ?? old) }
        }
        for index in heirIndexes.sorted() {
            if let old = changes[index].oldTable { try alter(changes[index], from: names[old] ?? old) }
        }
        for table in oldTables.sorted() where heirs[table] == nil {
            try connection.execute("DROP TABLE \(Connection.quote(names[table] ?? table))")
        }
    }

    private func copy(_ change: TableChange, from old: String) throws {
        guard !change.entities.isEmpty else { return }
        var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
        var sql = MigrationSQL("")
        var values = ["Z_PK", change.entityExpression, "Z_OPT"]
        for column in change.columns where !column.sources.isEmpty {
            let value = change.expression(of: column)
            columns.append(Connection.quote(column.name))
            values.append(value.text)
            sql.values += value.values
        }
        sql.text =
            "INSERT INTO \(Connection.quote(change.table.name)) (\(columns.joined(separator: ", "))) "
            + "SELECT \(values.joined(separator: ", ")) FROM \(Connection.quote(old)) WHERE \(change.condition)"
        try sql.run(on: connection)
    }

    private func alter(_ change: TableChange, from old: String) throws {
        let table = Connection.quote(old)
        try connection.execute("DELETE FROM \(table) WHERE Z_ENT IS NULL OR NOT (\(change.condition))")
        for column in change.dropped { try dropColumn(column, of: old) }
        try addColumns(of: change, to: table, present: try renameColumns(of: change, in: table))
        try update(change, table)
        if old != change.table.name {
            try connection.execute("ALTER TABLE \(table) RENAME TO \(Connection.quote(change.table.name))")
        }
    }

    private func dropColumn(_ column: String, of table: String) throws {
        let list = try connection.prepare(
            "SELECT l.name FROM pragma_index_list(?1, 'main') l JOIN pragma_index_info(l.name) i ON i.name = ?2")
        list.bind(table, at: 1)
        list.bind(column, at: 2)
        var indexes: Set<String> = []
        while try list.step() { indexes.insert(list.string(0)) }
        for index in indexes { try connection.execute("DROP INDEX \(Connection.quote(index))") }
        try connection.execute("ALTER TABLE \(Connection.quote(table)) DROP COLUMN \(Connection.quote(column))")
    }

    /// Gives continued columns their new names. Returns the names of the columns that are there.
    private func renameColumns(of change: TableChange, in table: String) throws -> Set<String> {
        let continued = change.columns.filter { change.base(of: $0) != nil }
        let renamed = continued.filter { change.base(of: $0) != $0.name }
        // By a name between, as two may have changed places.
        for (index, column) in renamed.enumerated() {
            try rename(change.base(of: column) ?? "", to: "Z_MIGRATING_\(index)", in: table)
        }
        for (index, column) in renamed.enumerated() {
            try rename("Z_MIGRATING_\(index)", to: column.name, in: table)
        }
        return Set(continued.map(\.name))
    }

    private func rename(_ column: String, to name: String, in table: String) throws {
        try connection.execute(
            "ALTER TABLE \(table) RENAME COLUMN \(Connection.quote(column)) TO \(Connection.quote(name))")
    }

    private func addColumns(of change: TableChange, to table: String, present: Set<String>) throws {
        for column in change.columns where !present.contains(column.name) {
            try connection.execute(
                "ALTER TABLE \(table) ADD COLUMN \(Connection.quoteWhereNeeded(column.name)) \(column.type)")
        }
    }

    /// Sets what is not in its place yet, in one pass.
    private func update(_ change: TableChange, _ table: String) throws {
        var sql = MigrationSQL("")
        var assignments: [String] = []
        for column in change.columns {
            let name = Connection.quote(column.name)
            // By now the older column has the new name.
            let value = change.expression(of: column) { _ in column.name }
            if value.text == name || (change.base(of: column) == nil && value.text == "NULL") { continue }
            assignments.append("\(name) = \(value.text)")
            sql.values += value.values
        }
        if change.entityExpression != "Z_ENT" { assignments.append("Z_ENT = \(change.entityExpression)") }
        guard !assignments.isEmpty else { return }
        sql.text = "UPDATE \(table) SET \(assignments.joined(separator: ", "))"
        try sql.run(on: connection)
    }
}

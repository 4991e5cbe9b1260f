import SQLite

/// Where the values of a column come from, for the rows of some entities.
struct ColumnSource: Hashable {
    /// How a value changes.
    enum Form: Hashable {
        case asIs
        /// Gets the mark of a value that may be in a file of its own.
        case marked
        /// Loses that mark, and comes out of its file.
        case unmarked
    }

    /// The older column; nil where there was none.
    var column: String?
    var form = Form.asIs
    /// The value of rows that have none.
    var fallback: SQLValue?

    /// - Parameter column: What the older column is called now.
    func expression(column: String?) -> MigrationSQL {
        var sql = "NULL"
        if let column = column.map(Connection.quote) {
            switch form {
            case .asIs: sql = column
            case .marked: sql = "CASE WHEN \(column) IS NOT NULL THEN CAST(x'01' || \(column) AS BLOB) END"
            case .unmarked: sql = "\(ExternalContents.functionName)(\(column))"
            }
        }
        guard let fallback else { return MigrationSQL(sql) }
        return sql == "NULL" ? MigrationSQL("?", [fallback]) : MigrationSQL("IFNULL(\(sql), ?)", [fallback])
    }
}

/// SQL and the values of its parameters.
struct MigrationSQL {
    var text: String
    var values: [SQLValue]

    init(_ text: String, _ values: [SQLValue] = []) {
        self.text = text
        self.values = values
    }

    func run(on connection: Connection) throws {
        let statement = try connection.prepare(text)
        for (index, value) in values.enumerated() { statement.bind(value, at: Int32(index + 1)) }
        try statement.run()
    }
}

/// How a table of the new schema comes about.
struct TableChange {
    struct Column {
        let name: String
        let type: String
        /// Each source with the older numbers of the entities whose rows take it.
        var sources: [(source: ColumnSource, entities: Set<Int>)] = []
    }

    /// The table that the rows are in now; nil for a table without rows.
    let oldTable: String?
    var table: TableSchema
    /// The numbers of the entities whose rows come along.
    let entities: [(old: Int, new: Int)]
    /// All but Z_PK, Z_ENT and Z_OPT.
    private(set) var columns: [Column]
    /// By older column: the numbers of the entities that have it.
    let owners: [String: Set<Int>]
    /// Columns that no model knows, under names that the table needs.
    var inTheWay: [String] = []

    init(oldTable: String?, table: TableSchema, entities: [(old: Int, new: Int)], owners: [String: Set<Int>]) {
        self.oldTable = oldTable
        self.table = table
        self.entities = entities
        self.owners = owners
        columns = table.columns.dropFirst(3).map { Column(name: $0.name, type: $0.type) }
    }

    mutating func add(_ source: ColumnSource, to column: String, entity: Int) {
        guard let index = columns.firstIndex(where: { $0.name == column }) else { return }
        if let known = columns[index].sources.firstIndex(where: { $0.source == source }) {
            columns[index].sources[known].entities.insert(entity)
        } else {
            columns[index].sources.append((source, [entity]))
        }
    }

    /// A column that no model knows, kept as it is.
    mutating func addUnknown(_ column: String, type: String) {
        table.columns.append(.init(name: column, type: type))
        columns.append(
            Column(name: column, type: type, sources: [(ColumnSource(column: column), Set(entities.map(\.old)))]))
    }

    /// The one older column that a column continues; nil when there is none.
    func base(of column: Column) -> String? { column.sources.lazy.compactMap(\.source.column).first }

    /// The value of a column, from the older row.
    ///
    /// - Parameter name: What an older column is called now.
    func expression(of column: Column, name: (String) -> String = { $0 }) -> MigrationSQL {
        let all = Set(entities.map(\.old))
        if column.sources.isEmpty { return MigrationSQL("NULL") }
        if column.sources.count == 1, let (source, taking) = column.sources.first {
            // Rows of entities that never had the column have no value in it.
            let others = all.subtracting(taking)
            let isPlain = source.form == .asIs && source.fallback == nil
            let hasOthers = source.column.map { !(owners[$0] ?? []).isDisjoint(with: others) } ?? true
            if others.isEmpty || (isPlain && !hasOthers) {
                return source.expression(column: source.column.map(name))
            }
        }
        var sql = MigrationSQL("CASE")
        for (source, taking) in column.sources {
            let value = source.expression(column: source.column.map(name))
            let list = taking.sorted().map(String.init).joined(separator: ", ")
            sql.text += " WHEN Z_ENT IN (\(list)) THEN \(value.text)"
            sql.values += value.values
        }
        sql.text += " END"
        return sql
    }

    /// The new number of a row's entity.
    var entityExpression: String {
        if entities.allSatisfy({ $0.old == $0.new }) { return "Z_ENT" }
        return "CASE Z_ENT \(entities.map { "WHEN \($0.old) THEN \($0.new)" }.joined(separator: " ")) END"
    }

    /// The condition of the rows that come along.
    var condition: String { "Z_ENT IN (\(entities.map { String($0.old) }.joined(separator: ", ")))" }

    /// Older columns that have no place in the table any more.
    var dropped: [String] {
        let used = Set(columns.compactMap(base))
        return owners.keys.filter { !used.contains($0) }.sorted() + inTheWay
    }

    /// Whether the older table can become the new one by altering it.
    var canAlter: Bool {
        var used: Set<String> = []
        for column in columns {
            let bases = Set(column.sources.compactMap(\.source.column))
            guard bases.count <= 1 else { return false }
            if let base = bases.first, !used.insert(base).inserted { return false }
        }
        // Each column that is dropped costs as much as copying the rows.
        return dropped.count <= 1
    }
}

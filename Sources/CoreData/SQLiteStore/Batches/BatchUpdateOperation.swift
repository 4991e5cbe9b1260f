import SQLite

/// One batch update of rows of an entity, inside its transaction.
struct BatchUpdateOperation {
    private let store: SQLiteStore
    private let connection: Connection
    private let files: ExternalFiles
    private let layout: EntityLayout
    private let assignments: [BatchUpdate.Assignment]
    /// The slots that are set.
    var slots: Set<Int> { Set(assignments.map(\.slot)) }

    init(
        _ update: BatchUpdate, of layout: EntityLayout, _ store: SQLiteStore, _ connection: Connection,
        _ files: ExternalFiles
    ) {
        self.store = store
        self.connection = connection
        self.files = files
        self.layout = layout
        assignments = update.assignments(for: layout)
    }

    /// Whether the rows must be known one by one, because more than the same columns of each changes.
    var needsRows: Bool {
        !externalColumns.isEmpty
            || store.modelLayout.layouts.contains { other in
                layout.kindOfIndexes.contains(other.index) && other.derivations.count > layout.derivations.count
            }
    }

    /// Changes the rows of a query with one statement. Returns how many there were.
    @discardableResult
    func run(_ query: RowQuery) throws -> Int {
        var translator = SQLTranslator(store: store, root: layout)
        let assignments = try texts(&translator)
        guard let table = store.schema.mapping(of: layout)?.table else { return 0 }
        let condition = try ChangeCondition(query, store: store, translator: &translator)
        let statement = try connection.cachedStatement(
            "UPDATE \(Connection.quote(table)) AS t0 SET \(assignments.joined(separator: ", ")), Z_OPT = Z_OPT + 1"
                + condition.text)
        statement.bind(translator.bindings)
        try statement.run()
        return Int(connection.changes)
    }

    /// Changes rows that are known, and what is kept beside them.
    func run(keys: [Int64]) throws {
        for column in externalColumns { try forgetFiles(column, keys) }
        try run(RowQuery(layout: layout, keys: keys))
    }

    private var externalColumns: [String] {
        assignments.compactMap { assignment in
            layout.kinds[assignment.slot] == .externalBinary
                ? store.schema.mapping(of: layout)?.columns[assignment.slot]?.name : nil
        }
    }

    private func forgetFiles(_ column: String, _ keys: [Int64]) throws {
        guard let table = store.schema.mapping(of: layout)?.table else { return }
        let statement = try connection.cachedStatement(
            "SELECT \(Connection.quote(column)) FROM \(Connection.quote(table)) "
                + "WHERE Z_PK IN (SELECT value FROM json_each(?))")
        statement.bind(KeyList.json(keys), at: 1)
        while try statement.step() { files.forget(statement.blob(0)) }
    }

    private func texts(_ translator: inout SQLTranslator) throws -> [String] {
        guard let mapping = store.schema.mapping(of: layout) else { return [] }
        var texts: [String] = []
        for assignment in assignments {
            guard let column = mapping.columns[assignment.slot] else { continue }
            switch assignment.value {
            case .constant(let constant):
                // One file cannot belong to several rows, so large data stays in the column.
                let value = try ColumnValue(constant, slot: assignment.slot, of: layout, store: store, files: nil)
                texts.append("\(Connection.quote(column.name)) = \(translator.bind(value.value))")
                if let entityColumn = column.entityColumn {
                    texts.append("\(Connection.quote(entityColumn)) = \(translator.bind(value.entityNumber))")
                }
            case .expression(let node):
                let sql = try expression(node, for: column.kind, assignment.slot, &translator)
                texts.append("\(Connection.quote(column.name)) = \(sql)")
            }
        }
        return texts
    }

    private func expression(
        _ node: ExpressionNode, for kind: SlotKind, _ slot: Int, _ translator: inout SQLTranslator
    ) throws -> String {
        let name = layout.properties.properties[slot].qualifiedName
        let term = try translator.expression(node)
        guard translator.joins.isEmpty else {
            throw SQLTranslator.failure("'\(node.formatText)' for \(name) crosses a relationship")
        }
        let result = SQLTerm(sql: "", type: .value(kind), name: name)
        if case .constant = term.type { return try translator.sql(term, like: result) }
        guard case .value(let found) = term.type, found.comparisonClass == kind.comparisonClass,
            found.comparisonClass != SlotKind.toOne.comparisonClass
        else {
            throw SQLTranslator.failure("'\(node.formatText)' is not \(kind.title), as \(name) is")
        }
        // A whole-number column keeps fractions as they come.
        return kind.isInteger ? "CAST(\(term.sql) AS INTEGER)" : term.sql
    }
}

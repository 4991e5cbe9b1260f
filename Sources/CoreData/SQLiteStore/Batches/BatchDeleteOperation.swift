import SQLite

/// One batch deletion, inside its transaction.
struct BatchDeleteOperation {
    let store: SQLiteStore
    let connection: Connection
    let files: ExternalFiles
    private let history: HistoryRecorder?
    /// What was deleted, by entity.
    private(set) var deleted: [BatchRows] = []
    private var known: [Int: Set<Int64>] = [:]

    init(store: SQLiteStore, connection: Connection, files: ExternalFiles, history: HistoryRecorder?) {
        self.history = history
        self.store = store
        self.connection = connection
        self.files = files
    }

    // MARK: - Rows that nothing depends on

    /// Whether rows can go by themselves, without a look at each of them.
    func standAlone(_ query: RowQuery) -> Bool {
        guard history == nil else { return false }
        return kinds(of: query).allSatisfy { layout in
            !layout.kinds.contains(.externalBinary)
                && layout.relationshipSlots.allSatisfy { slot in
                    guard let relationship = layout.relationships[slot], !relationship.isToMany,
                        relationship.description.deleteRule != .cascadeDeleteRule
                    else { return false }
                    return relationship.inverseSlot == nil || relationship.inverseIsToMany
                }
        }
    }

    /// Deletes the rows of a query with one statement. Returns how many there were.
    func deleteWhole(_ query: RowQuery) throws -> Int {
        guard let table = store.schema.mapping(of: query.layout)?.table else { return 0 }
        var translator = SQLTranslator(store: store, root: query.layout)
        let condition = try ChangeCondition(query, store: store, translator: &translator)
        let statement = try connection.cachedStatement(
            "DELETE FROM \(Connection.quote(table)) AS t0\(condition.text)")
        statement.bind(translator.bindings)
        try statement.run()
        return Int(connection.changes)
    }

    // MARK: - Rows with relationships

    /// Deletes the rows of queries and what cascades from them, then takes them out of what stays.
    mutating func run(_ queries: [RowQuery]) throws {
        var wave: [BatchRows] = []
        for query in queries { wave += new(try store.fetchKeys(query, connection)) }
        while !wave.isEmpty {
            deleted += wave
            wave = try wave.flatMap { group in
                try group.layout.relationshipSlots.flatMap { new(try cascade(over: $0, from: group)) }
            }
        }
        deleted = BatchRows.grouped(deleted.flatMap { group in group.keys.map { ($0, group.layout) } })
        for group in deleted {
            try history?.record(.delete, group)
            try remove(group)
        }
        for group in deleted {
            for slot in group.layout.relationshipSlots { try letGo(slot, of: group) }
        }
    }

    private mutating func new(_ rows: [(key: Int64, layout: EntityLayout)]) -> [BatchRows] {
        BatchRows.grouped(rows.filter { known[$0.layout.rootIndex, default: []].insert($0.key).inserted })
    }

    /// The rows that a cascading relationship leads to.
    private func cascade(over slot: Int, from group: BatchRows) throws -> [(key: Int64, layout: EntityLayout)] {
        guard let relationship = group.layout.relationships[slot],
            relationship.description.deleteRule == .cascadeDeleteRule,
            let mapping = store.schema.mapping(of: group.layout),
            let destination = store.schema.mapping(of: relationship.destination)
        else { return [] }
        let list = "IN (SELECT value FROM json_each(?))"
        let condition: String
        switch mapping.members[slot] {
        case .foreignKey(let column, _), .detachedForeignKey(let column):
            condition = "\(Connection.quote(column)) \(list)"
        case .join(let table, let owner, let member, _):
            condition =
                "Z_PK IN (SELECT \(Connection.quote(member)) FROM \(Connection.quote(table)) "
                + "WHERE \(Connection.quote(owner)) \(list))"
        case nil:
            guard let column = mapping.columns[slot] else { return [] }
            condition =
                "Z_PK IN (SELECT \(Connection.quote(column.name)) FROM \(Connection.quote(mapping.table)) "
                + "WHERE Z_PK \(list))"
        }
        let statement = try connection.cachedStatement(
            "SELECT Z_PK, Z_ENT FROM \(Connection.quote(destination.table)) WHERE \(condition)")
        statement.bind(KeyList.json(group.keys), at: 1)
        var rows: [(key: Int64, layout: EntityLayout)] = []
        while try statement.step() {
            guard let layout = store.layout(ofEntityNumber: Int(statement.int64(1))) else { continue }
            rows.append((statement.int64(0), layout))
        }
        return rows
    }

    private func remove(_ group: BatchRows) throws {
        guard let mapping = store.schema.mapping(of: group.layout) else { return }
        let table = Connection.quote(mapping.table)
        let keys = KeyList.json(group.keys)
        let condition = "WHERE Z_PK IN (SELECT value FROM json_each(?))"
        for (slot, kind) in group.layout.kinds.enumerated() where kind == .externalBinary {
            guard let column = mapping.columns[slot]?.name else { continue }
            let files = try connection.cachedStatement("SELECT \(Connection.quote(column)) FROM \(table) \(condition)")
            files.bind(keys, at: 1)
            while try files.step() { self.files.forget(files.blob(0)) }
        }
        let statement = try connection.cachedStatement("DELETE FROM \(table) \(condition)")
        statement.bind(keys, at: 1)
        try statement.run()
    }

    /// Takes deleted rows out of a relationship of theirs: of its join table, or of the rows on the other side.
    private func letGo(_ slot: Int, of group: BatchRows) throws {
        guard let relationship = group.layout.relationships[slot],
            let destination = store.schema.mapping(of: relationship.destination)
        else { return }
        if case .join(let table, let owner, _, _)? = store.schema.mapping(of: group.layout)?.members[slot] {
            let statement = try connection.cachedStatement(
                "DELETE FROM \(Connection.quote(table)) WHERE \(Connection.quote(owner)) "
                    + "IN (SELECT value FROM json_each(?))")
            statement.bind(KeyList.json(group.keys), at: 1)
            return try statement.run()
        }
        var columns: [String] = []
        var mandatory: NSPropertyDescription?
        if case .detachedForeignKey(let column)? = store.schema.mapping(of: group.layout)?.members[slot] {
            columns = [column]
        } else if relationship.description.deleteRule != .noActionDeleteRule, let inverse = relationship.inverseSlot,
            let column = destination.columns[inverse]
        {
            columns = [column.name, column.entityColumn, column.orderColumn].compactMap { $0 }
            let property = relationship.destination.properties.properties[inverse]
            if !property.isOptional { mandatory = property }
        }
        guard let key = columns.first else { return }
        if let inverse = relationship.inverseSlot {
            try recordUpdates(of: relationship.destination, slot: inverse, where: key, isAmong: group.keys)
        }
        let cleared = columns.map { "\(Connection.quote($0)) = NULL" }.joined(separator: ", ")
        let statement = try connection.cachedStatement(
            "UPDATE \(Connection.quote(destination.table)) SET \(cleared), Z_OPT = Z_OPT + 1 "
                + "WHERE \(Connection.quote(key)) IN (SELECT value FROM json_each(?))")
        statement.bind(KeyList.json(group.keys), at: 1)
        try statement.run()
        if let mandatory, connection.changes > 0 {
            throw CocoaError.coreData(
                .persistentStoreSaveConflicts,
                "The batch deletion would leave \(connection.changes) objects without \(mandatory.qualifiedName), which "
                    + "is required: delete them too, or let the relationship cascade",
                [NSValidationKeyErrorKey: mandatory.name])
        }
    }

    private func recordUpdates(
        of layout: EntityLayout, slot: Int, where column: String, isAmong keys: [Int64]
    ) throws {
        guard let history, let table = store.schema.mapping(of: layout)?.table else { return }
        let statement = try connection.cachedStatement(
            "SELECT Z_PK, Z_ENT FROM \(Connection.quote(table)) WHERE \(Connection.quote(column)) "
                + "IN (SELECT value FROM json_each(?))")
        statement.bind(KeyList.json(keys), at: 1)
        var rows: [(key: Int64, layout: EntityLayout)] = []
        while try statement.step() {
            guard let layout = store.layout(ofEntityNumber: Int(statement.int64(1))) else { continue }
            rows.append((statement.int64(0), layout))
        }
        for group in BatchRows.grouped(rows) { try history.record(.update, group, slots: [slot]) }
    }

    private func kinds(of query: RowQuery) -> [EntityLayout] {
        guard query.includesSubentities else { return [query.layout] }
        return store.modelLayout.layouts.filter { query.layout.kindOfIndexes.contains($0.index) }
    }
}

import SQLite

/// A full-text index of one attribute, kept by the store in the transaction of each save.
///
/// A String attribute gets one when its user info in the model has the key `searchIndex` with the value `YES`. Apple's
/// framework ignores the key, and the extra tables.
///
/// Two FTS5 tables hold the folded text: one by words, for beginnings of words, and one by runs of three characters, for
/// substrings. They find candidates; the exact predicate decides.
struct SearchIndex: Sendable {
    static let userInfoKey = "searchIndex"

    let layout: EntityLayout
    let slot: Int
    private let table: String
    private let column: String
    let wordsTable: String
    let trigramsTable: String

    /// The indexes that a model asks for.
    static func indexes(of model: ModelLayout, schema: StoreSchema) throws -> [SearchIndex] {
        var indexes: [SearchIndex] = []
        for layout in model.layouts {
            guard let mapping = schema.mapping(of: layout) else { continue }
            for (slot, property) in layout.properties.properties.enumerated() {
                guard property.userInfo?[userInfoKey] as? String == "YES", let column = mapping.columns[slot],
                    property.entity === layout.entity
                else { continue }
                guard column.kind == .string else {
                    throw CocoaError.coreData(
                        .coreData, "\(property.qualifiedName) has a search index, but only a String can have one")
                }
                indexes.append(SearchIndex(layout: layout, slot: slot, table: mapping.table, column: column.name))
            }
        }
        return indexes
    }

    private init(layout: EntityLayout, slot: Int, table: String, column: String) {
        self.layout = layout
        self.slot = slot
        self.table = table
        self.column = column
        wordsTable = "CDSEARCH_\(table)_\(column)_WORDS"
        trigramsTable = "CDSEARCH_\(table)_\(column)_TRIGRAMS"
    }

    /// Makes the tables where they are missing, filled with what the store holds.
    func prepare(_ connection: Connection) throws {
        if try connection.tableExists(wordsTable) { return }
        try connection.transaction(.immediate) {
            if try connection.tableExists(wordsTable) { return }
            // The text itself is in the entity's table: neither columns nor positions are kept a second time.
            try connection.execute(
                """
                CREATE VIRTUAL TABLE \(Connection.quote(wordsTable)) USING fts5(text, content='', columnsize=0, \
                detail=none, prefix='1 2 3', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'")
                """)
            try connection.execute(
                """
                CREATE VIRTUAL TABLE \(Connection.quote(trigramsTable)) USING fts5(text, content='', columnsize=0, \
                detail=none, tokenize="trigram case_sensitive 1")
                """)
            try addRows(after: 0, connection)
        }
    }

    /// Indexes every row whose key is larger than `key`.
    func addRows(after key: Int64, _ connection: Connection) throws {
        try write(.integer(key), "Z_PK > ?", to: try insertions(connection), connection)
    }

    // MARK: - Batches

    /// Indexes rows by what their column holds.
    func add(_ keys: [Int64], _ connection: Connection) throws {
        try write(.text(KeyList.json(keys)), Self.isListed, to: try insertions(connection), connection)
    }

    /// Takes rows out, before their column changes or goes: an index without its own copy of the text needs it to forget
    /// it.
    func remove(_ keys: [Int64], _ connection: Connection) throws {
        try write(.text(KeyList.json(keys)), Self.isListed, to: try removals(connection), connection)
    }

    /// Forgets every row, when the table has none left.
    func clearIfEmpty(_ connection: Connection) throws {
        let any = try connection.cachedStatement("SELECT 1 FROM \(Connection.quote(table)) LIMIT 1")
        guard try !any.step() else { return }
        for name in [wordsTable, trigramsTable] {
            let quoted = Connection.quote(name)
            try connection.cachedStatement("INSERT INTO \(quoted) (\(quoted)) VALUES ('delete-all')").run()
        }
    }

    private static let isListed = "Z_PK IN (SELECT value FROM json_each(?))"

    private func write(
        _ value: SQLValue, _ condition: String, to tables: (words: Statement, trigrams: Statement),
        _ connection: Connection
    ) throws {
        let rows = try connection.prepare(
            "SELECT Z_PK, \(Connection.quote(column)) FROM \(Connection.quote(table)) "
                + "WHERE \(condition) AND \(Connection.quote(column)) IS NOT NULL ORDER BY Z_PK")
        rows.bind(value, at: 1)
        var text = SearchText()
        while try rows.step() {
            text.set(rows.text(1))
            try text.bind(to: tables.words, tables.trigrams, key: rows.int64(0))
        }
    }

    private func insertions(_ connection: Connection) throws -> (words: Statement, trigrams: Statement) {
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

    // MARK: - Saves

    /// Brings the index up to date with a save.
    ///
    /// - Parameter isDeferred: Whether a row, given by its key, will be added later with others.
    func apply(_ changes: StoreChanges, _ connection: Connection, isDeferred: (Int64) -> Bool) throws {
        var text = SearchText()
        if !changes.inserted.isEmpty {
            let (words, trigrams) = try insertions(connection)
            for object in changes.inserted where covers(object) {
                guard case .text(let value)? = object.state?.change(slot), let key = object.storeKey, !isDeferred(key)
                else { continue }
                text.set(value)
                try text.bind(to: words, trigrams, key: key)
            }
        }
        for object in changes.updated where covers(object) && !isDeferred(object.primaryKey) {
            guard let changed = object.state?.change(slot) else { continue }
            try remove(object, &text, connection)
            guard case .text(let value) = changed else { continue }
            let (words, trigrams) = try insertions(connection)
            text.set(value)
            try text.bind(to: words, trigrams, key: object.primaryKey)
        }
        for object in changes.deleted where covers(object) && !isDeferred(object.primaryKey) {
            try remove(object, &text, connection)
        }
    }

    /// An index without its own copy of the text needs the old text to forget it.
    private func remove(_ object: NSManagedObject, _ text: inout SearchText, _ connection: Connection) throws {
        guard let row = object.row, let entry = row.entry(slot) else { return }
        let (words, trigrams) = try removals(connection)
        text.set(row.bytes(entry))
        try text.bind(to: words, trigrams, key: object.primaryKey)
    }

    private func covers(_ object: NSManagedObject) -> Bool { layout.kindOfIndexes.contains(object.layout.index) }
}

import SQLite

/// A full-text index of one attribute.
///
/// A String attribute gets one when its user info in the model has the key `searchIndex` with the value `YES`. Apple's
/// framework ignores the key, and the extra tables.
///
/// Two FTS5 tables hold the folded text: one by words, for beginnings of words, and one by runs of three characters, for
/// substrings. They find candidates; the exact predicate decides.
///
/// Triggers of plain SQL note in a third table which rows have changed since the index was brought up to date, whoever
/// changes them: this store, Apple's framework or the `sqlite3` shell. These rows are candidates of every search, so
/// that an answer is right before the index is.
///
/// With `searchOrder` in the user info, the name of another attribute, there is an SQL index from a row's key to that
/// attribute, so that the first of many hits in that order are found without reading them all.
struct SearchIndex: Sendable {
    static let userInfoKey = "searchIndex"
    static let orderUserInfoKey = "searchOrder"
    /// Raised when the same text is to have other terms: then the index is made anew.
    private static let version = 2

    let layout: EntityLayout
    let slot: Int
    /// The attribute by which results are mostly sorted.
    let orderSlot: Int?
    let table: String
    let column: String
    let orderColumn: String?
    let wordsTable: String
    let trigramsTable: String
    let changesTable: String
    let orderIndex: String
    /// What the names of everything that belongs to the index begin with.
    private let prefix: String

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
                let orderKey = property.userInfo?[orderUserInfoKey] as? String
                let orderSlot = orderKey.flatMap { layout.properties.slot(forKey: $0) }
                guard orderKey == nil || orderSlot.flatMap({ mapping.columns[$0] })?.kind == .string else {
                    throw CocoaError.coreData(
                        .coreData,
                        "\(property.qualifiedName) has the search order '\(orderKey ?? "")', which is no String of "
                            + layout.name)
                }
                indexes.append(
                    SearchIndex(
                        layout: layout, slot: slot, orderSlot: orderSlot, table: mapping.table, column: column.name,
                        orderColumn: orderSlot.flatMap { mapping.columns[$0]?.name }))
            }
        }
        return indexes
    }

    private init(
        layout: EntityLayout, slot: Int, orderSlot: Int?, table: String, column: String, orderColumn: String?
    ) {
        self.layout = layout
        self.slot = slot
        self.orderSlot = orderSlot
        self.table = table
        self.column = column
        self.orderColumn = orderColumn
        prefix = "CDSEARCH_\(table)_\(column)_"
        wordsTable = prefix + "WORDS"
        trigramsTable = prefix + "TRIGRAMS"
        changesTable = prefix + "CHANGES"
        orderIndex = prefix + "ORDER"
    }

    // MARK: - Parts

    /// Something that belongs to the index, with the statement that makes it.
    struct Part {
        let name: String
        let sql: String
    }

    /// The tables. The text itself is in the entity's table: neither columns nor positions are kept a second time.
    var tables: [Part] {
        let (words, trigrams) = (Connection.quote(wordsTable), Connection.quote(trigramsTable))
        let prefixes = SearchText.prefixLengths.map(String.init).joined(separator: " ")
        return [
            Part(
                name: wordsTable,
                sql: """
                    CREATE VIRTUAL TABLE \(words) USING fts5(text, content='', columnsize=0, detail=none, \
                    prefix='\(prefixes)', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'")
                    """),
            Part(
                name: trigramsTable,
                sql: """
                    CREATE VIRTUAL TABLE \(trigrams) USING fts5(text, content='', columnsize=0, detail=none, \
                    tokenize="trigram case_sensitive 1")
                    """),
            Part(
                name: changesTable,
                sql: "CREATE TABLE \(Connection.quote(changesTable)) (key INTEGER PRIMARY KEY, text)"),
        ]
    }

    /// The triggers that note changed rows, each with the text that the index has of it: an index without its own copy
    /// of the text needs that to forget it.
    var triggers: [Part] {
        let (table, column) = (Connection.quote(table), Connection.quote(column))
        let changes = Connection.quote(changesTable)
        // No "OR IGNORE": the conflict clause of the statement that fires the trigger would replace it.
        func note(_ row: String, _ text: String) -> String {
            "INSERT INTO \(changes) SELECT \(row).Z_PK, \(text) "
                + "WHERE NOT EXISTS (SELECT 1 FROM \(changes) WHERE key = \(row).Z_PK); "
        }
        let (inserted, removed) = (note("NEW", "NULL"), note("OLD", "OLD.\(column)"))
        return [
            Part(
                name: insertTrigger,
                sql: "CREATE TRIGGER \(Connection.quote(insertTrigger)) AFTER INSERT ON \(table) "
                    + "WHEN NEW.\(column) IS NOT NULL BEGIN \(inserted)END"),
            Part(
                name: trigger("UPDATE"),
                sql:
                    "CREATE TRIGGER \(Connection.quote(trigger("UPDATE"))) AFTER UPDATE OF Z_PK, \(column) ON \(table) "
                    + "WHEN OLD.\(column) IS NOT NEW.\(column) OR OLD.Z_PK <> NEW.Z_PK "
                    + "BEGIN \(removed)\(inserted)END"),
            Part(
                name: trigger("DELETE"),
                sql: "CREATE TRIGGER \(Connection.quote(trigger("DELETE"))) AFTER DELETE ON \(table) "
                    + "WHEN OLD.\(column) IS NOT NULL BEGIN \(removed)END"),
        ]
    }

    private func trigger(_ event: String) -> String { "\(prefix)\(Self.version)_\(event)" }
    var insertTrigger: String { trigger("INSERT") }

    /// The index from keys to the attribute of the order.
    var order: Part? {
        orderColumn.map { column in
            Part(
                name: orderIndex,
                sql: "CREATE INDEX \(Connection.quote(orderIndex)) ON \(Connection.quote(table)) "
                    + "(Z_PK, \(Connection.quote(column)))")
        }
    }

    /// Whether the store has all of the index, as this version makes it.
    func isCurrent(_ connection: Connection) throws -> Bool {
        let parts = tables + triggers + [order].compactMap { $0 }
        let found = try existing(connection)
        return parts.allSatisfy { found[$0.name] == $0.sql }
    }

    /// The statements of everything that belongs to the index, of whichever version, by name.
    func existing(_ connection: Connection) throws -> [String: String] {
        let list = try connection.cachedStatement(
            "SELECT name, sql FROM sqlite_master WHERE substr(name, 1, length(?1)) = ?1 AND sql IS NOT NULL")
        defer { list.reset() }
        list.bind(prefix, at: 1)
        var found: [String: String] = [:]
        while try list.step() { found[list.string(0)] = list.string(1) }
        return found
    }
}

import SQLite

/// What can be told of a store's file without its model.
package struct StoreInspection: Sendable {
    /// In bytes, the write-ahead log included.
    package let size: Int64
    /// How much of the file holds nothing, in bytes.
    package let freeSize: Int64
    package let journalMode: String
    package let keepsHistory: Bool
    package let holdsModel: Bool
    /// How many rows each entity has itself, by the name in the store; entities without a table of their own kind are left out.
    package let rowCounts: [String: Int]
    /// Tables that are no part of the format, such as those of a search index.
    package let otherTables: [String]

    /// Reads all of it.
    ///
    /// - Throws: `CocoaError` 134080 for no file, 259 for no database, 134020 for a database that is no store.
    package init(storeAt url: URL) throws {
        self = try SQLiteStore.withConnection(to: url, options: nil, writes: false) { connection in
            _ = try StoreMetadata.read(connection, path: url.path)
            return try StoreInspection(url, connection)
        }
    }

    /// Whether a store keeps history.
    package static func keepsHistory(storeAt url: URL) throws -> Bool {
        try SQLiteStore.withConnection(to: url, options: nil, writes: false) { try $0.tableExists("ATRANSACTION") }
    }

    private init(_ url: URL, _ connection: Connection) throws {
        func number(_ pragma: String) throws -> Int64 {
            guard case .integer(let number)? = try connection.pragma(pragma) else { return 0 }
            return number
        }
        let pageSize = try number("page_size")
        var size = try number("page_count") * pageSize
        let log = try? FileManager.default.attributesOfItem(atPath: url.path + "-wal")
        size += (log?[.size] as? NSNumber)?.int64Value ?? 0
        self.size = size
        freeSize = try number("freelist_count") * pageSize
        journalMode = if case .text(let mode)? = try connection.pragma("journal_mode") { mode } else { "" }
        keepsHistory = try connection.tableExists("ATRANSACTION")
        var holdsModel = false
        if try connection.tableExists("Z_MODELCACHE") {
            let statement = try connection.prepare("SELECT COUNT(*) FROM Z_MODELCACHE WHERE Z_CONTENT IS NOT NULL")
            holdsModel = try statement.step() && statement.int64(0) > 0
        }
        self.holdsModel = holdsModel
        let tables = try Self.tables(connection)
        (rowCounts, otherTables) = try Self.counts(connection, tables)
    }

    private static func tables(_ connection: Connection) throws -> [String] {
        let statement = try connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        var tables: [String] = []
        while try statement.step() { tables.append(statement.string(0)) }
        return tables
    }

    private static func counts(
        _ connection: Connection, _ tables: [String]
    ) throws -> (counts: [String: Int], otherTables: [String]) {
        var names: [Int64: String] = [:]
        var roots: Set<String> = []
        let entities = try connection.prepare("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY")
        while try entities.step() {
            guard entities.int64(0) < HistoryTables.change else { continue }
            names[entities.int64(0)] = entities.string(1)
            if entities.int64(2) == 0 { roots.insert("Z" + entities.string(1).uppercased()) }
        }
        var counts: [String: Int] = [:]
        for table in tables where roots.contains(table.uppercased()) {
            let quoted = Connection.quote(table)
            let statement = try connection.prepare("SELECT Z_ENT, COUNT(*) FROM \(quoted) GROUP BY Z_ENT")
            while try statement.step() {
                if let name = names[statement.int64(0)] { counts[name, default: 0] += Int(statement.int64(1)) }
            }
        }
        let others = tables.filter { table in
            !roots.contains(table.uppercased()) && !table.hasPrefix("Z_") && !table.hasPrefix("sqlite_")
                && !["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].contains(table)
        }
        return (counts, others)
    }
}

import SQLite

/// The tables that Core Data keeps history in.
struct HistoryTables {
    static let change: Int64 = 16001
    static let transaction: Int64 = 16002
    static let string: Int64 = 16003

    /// How many values of a deleted object there is place for: the columns ZTOMBSTONE0, 1, …
    let tombstones: Int

    /// The tables of a store, made where it has none and is to have them; nil without.
    init?(
        _ connection: Connection, model: ModelLayout, schema: StoreSchema, makes: Bool
    ) throws {
        let wanted = model.layouts.filter { schema.mapping(of: $0) != nil }.map(\.tombstoneSlots.count).max() ?? 0
        if makes {
            try connection.transaction(.immediate) {
                if try !connection.tableExists("ATRANSACTION") {
                    for statement in Self.statements { try connection.execute(statement) }
                }
                let present = try connection.columnNames(ofTable: "ACHANGE").filter { $0.hasPrefix("ZTOMBSTONE") }
                for index in present.count..<max(wanted, present.count) {
                    try connection.execute("ALTER TABLE ACHANGE ADD COLUMN ZTOMBSTONE\(index) BLOB")
                }
            }
        }
        guard try connection.tableExists("ATRANSACTION") else { return nil }
        tombstones = try connection.columnNames(ofTable: "ACHANGE").count { $0.hasPrefix("ZTOMBSTONE") }
    }

    private static let statements = [
        "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, "
            + "ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )",
        "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, "
            + "ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, "
            + "ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
        "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
        "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
        "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
        "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
        "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
        "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
        "INSERT INTO Z_PRIMARYKEY VALUES (\(change), 'CHANGE', 0, 0), (\(transaction), 'TRANSACTION', 0, 0), "
            + "(\(string), 'TRANSACTIONSTRING', 0, 0)",
    ]

    /// Takes the next keys of one of the tables. Returns the last of them.
    static func reserve(_ count: Int, of entity: Int64, _ connection: Connection) throws -> Int64 {
        let statement = try connection.cachedStatement(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ? WHERE Z_ENT = ? RETURNING Z_MAX")
        statement.bind(count, at: 1)
        statement.bind(entity, at: 2)
        guard try statement.step() else {
            throw CocoaError.coreData(
                .persistentStoreIncompatibleSchema, "The store keeps history, but Z_PRIMARYKEY has no row \(entity)")
        }
        let last = statement.int64(0)
        while try statement.step() {}
        return last
    }
}

extension EntityLayout {
    /// The slots that history can say were changed, in the order of their bits: by name.
    var historySlots: [Int] {
        properties.names.indices.filter { !isTransient[$0] }.sorted {
            properties.names[$0].unicodeScalars.lexicographicallyPrecedes(properties.names[$1].unicodeScalars)
        }
    }

    /// The slots of attributes that the history of a deletion keeps, in the order of their columns. Values in files of
    /// their own are too large for that.
    var tombstoneSlots: [Int] {
        historySlots.filter { slot in
            kinds[slot] != .externalBinary
                && (properties.properties[slot] as? NSAttributeDescription)?.preservesValueInHistoryOnDeletion ?? false
        }
    }
}

import SQLite

extension SQLiteStore {
    var keepsHistory: Bool { history != nil }

    func lastTransactionNumber() throws -> Int64 {
        try read { connection in try Self.lastTransactionNumber(connection) }
    }

    private static func lastTransactionNumber(_ connection: Connection) throws -> Int64 {
        let statement = try connection.cachedStatement("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?")
        statement.bind(HistoryTables.transaction, at: 1)
        return try statement.step() ? statement.int64(0) : 0
    }

    // MARK: - Reading

    func history(
        after limit: NSPersistentHistoryChangeRequest.Limit, includesChanges: Bool
    ) throws -> [NSPersistentHistoryTransaction] {
        try read { connection in
            // One view of both tables.
            try connection.transaction(.deferred) {
                try checkIsThere(limit, connection)
                let transactions = try self.transactions(after: limit, connection)
                if includesChanges { try readChanges(of: transactions, connection) }
                return transactions
            }
        }
    }

    /// - Throws: `CocoaError` 134301 when what follows a token has been deleted in part.
    private func checkIsThere(_ limit: NSPersistentHistoryChangeRequest.Limit, _ connection: Connection) throws {
        guard case .token(let token?) = limit, let number = token.numbers[identifier ?? ""] else { return }
        let statement = try connection.cachedStatement("SELECT MIN(Z_PK) FROM ATRANSACTION")
        guard try statement.step() else { return }
        let last = try Self.lastTransactionNumber(connection)
        let first = statement.isNull(0) ? last + 1 : statement.int64(0)
        guard number + 1 >= first, number <= last else {
            throw CocoaError.coreData(
                .persistentHistoryTokenExpired,
                "The history after the token is not there any more: fetch what you need anew, and go on with the "
                    + "coordinator's current token")
        }
    }

    /// The condition on ATRANSACTION, and its value.
    private func condition(
        _ limit: NSPersistentHistoryChangeRequest.Limit, _ sign: String
    ) -> (sql: String, value: SQLValue) {
        switch limit {
        case .token(let token):
            let number = token?.numbers[identifier ?? ""] ?? (sign == "<" ? 0 : -1)
            return ("x.Z_PK \(sign) ?", .integer(number))
        case .date(let date): return ("x.ZTIMESTAMP \(sign) ?", .real(date.timeIntervalSinceReferenceDate))
        }
    }

    private func transactions(
        after limit: NSPersistentHistoryChangeRequest.Limit, _ connection: Connection
    ) throws -> [NSPersistentHistoryTransaction] {
        let condition = condition(limit, ">")
        // Older frameworks keep the strings in the transactions themselves.
        func string(_ name: String) -> String {
            "COALESCE((SELECT s.ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = x.Z\(name)TS), x.Z\(name))"
        }
        let names = ["BUNDLEID", "PROCESSID", "CONTEXTNAME", "AUTHOR"].map(string).joined(separator: ", ")
        let statement = try connection.cachedStatement(
            "SELECT x.Z_PK, x.ZTIMESTAMP, \(names) FROM ATRANSACTION x WHERE \(condition.sql) ORDER BY x.Z_PK")
        statement.bind(condition.value, at: 1)
        var transactions: [NSPersistentHistoryTransaction] = []
        while try statement.step() {
            transactions.append(
                NSPersistentHistoryTransaction(
                    number: statement.int64(0),
                    timestamp: Date(timeIntervalSinceReferenceDate: statement.double(1)), storeID: identifier ?? "",
                    bundleID: statement.string(2), processID: statement.string(3),
                    contextName: statement.isNull(4) ? nil : statement.string(4),
                    author: statement.isNull(5) ? nil : statement.string(5)))
        }
        return transactions
    }

    private func readChanges(
        of transactions: [NSPersistentHistoryTransaction], _ connection: Connection
    ) throws {
        guard let first = transactions.first else { return }
        let tombstones = (0..<(history?.tombstones ?? 0)).map { ", ZTOMBSTONE\($0)" }.joined()
        let statement = try connection.cachedStatement(
            "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(tombstones) FROM ACHANGE "
                + "WHERE ZTRANSACTIONID >= ? ORDER BY ZTRANSACTIONID, Z_PK")
        statement.bind(first.transactionNumber, at: 1)
        var changes: [Int64: [NSPersistentHistoryChange]] = [:]
        while try statement.step() {
            guard let change = try change(statement) else { continue }
            changes[statement.int64(4), default: []].append(change)
        }
        for transaction in transactions {
            let mine = changes[transaction.transactionNumber] ?? []
            for change in mine { change.transaction = transaction }
            transaction.changes = mine
        }
    }

    /// Nil for an object that this store's part of the model does not have.
    private func change(_ row: Statement) throws -> NSPersistentHistoryChange? {
        guard let layout = layout(ofEntityNumber: Int(row.int64(2))), row.int64(3) > 0,
            let type = NSPersistentHistoryChangeType(rawValue: Int(row.int64(1)))
        else { return nil }
        let id = NSManagedObjectID(entity: layout.entity, store: self, primaryKey: row.int64(3))
        let properties =
            type == .update ? HistoryColumns.properties(of: row.blob(5), in: layout) : nil
        return NSPersistentHistoryChange(
            id: row.int64(0), objectID: id, type: type,
            tombstone: type == .delete ? try tombstone(row, layout) : nil, updatedProperties: properties)
    }

    private func tombstone(_ row: Statement, _ layout: EntityLayout) throws -> [AnyHashable: Any]? {
        var values: [AnyHashable: Any] = [:]
        for (index, slot) in layout.tombstoneSlots.prefix(history?.tombstones ?? 0).enumerated() {
            let column = DictionaryColumn(
                key: layout.properties.names[slot], type: .value(layout.kinds[slot]), coding: layout.codings[slot])
            values[column.key] = try value(row, Int32(6 + index), column)
        }
        return values.isEmpty ? nil : values
    }

    // MARK: - Deleting

    func deleteHistory(before limit: NSPersistentHistoryChangeRequest.Limit) throws -> Int {
        let condition = condition(limit, "<")
        return try writing { connection, _ in
            let changes = try connection.cachedStatement(
                "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN "
                    + "(SELECT x.Z_PK FROM ATRANSACTION x WHERE \(condition.sql))")
            changes.bind(condition.value, at: 1)
            try changes.run()
            let transactions = try connection.cachedStatement(
                "DELETE FROM ATRANSACTION AS x WHERE \(condition.sql)")
            transactions.bind(condition.value, at: 1)
            try transactions.run()
            return Int(connection.changes)
        }
    }
}

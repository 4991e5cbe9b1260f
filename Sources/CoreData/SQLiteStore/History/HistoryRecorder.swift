import SQLite

/// Writes a transaction's history, inside that transaction. One that changes nothing leaves no trace.
final class HistoryRecorder {
    private let store: SQLiteStore
    private let connection: Connection
    private let origin: TransactionOrigin
    private let tables: HistoryTables
    private var transaction: Int64?

    /// Nil when the store keeps no history.
    init?(_ store: SQLiteStore, _ connection: Connection, _ origin: TransactionOrigin) {
        guard let tables = store.history else { return nil }
        self.store = store
        self.connection = connection
        self.origin = origin
        self.tables = tables
    }

    /// Notes what happened to rows; deletions before they happen, so that the rows' last values can be kept.
    ///
    /// - Parameter slots: What was changed; updates only.
    func record(_ type: NSPersistentHistoryChangeType, _ rows: BatchRows, slots: Set<Int> = []) throws {
        guard !rows.keys.isEmpty, let mapping = store.schema.mapping(of: rows.layout) else { return }
        let transaction = try transactionNumber()
        let last = try HistoryTables.reserve(rows.keys.count, of: HistoryTables.change, connection)
        var columns = "Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS"
        var values =
            "?1 + row_number() OVER (ORDER BY k.key), \(HistoryTables.change), ?2, \(mapping.number), k.value, ?3, ?4"
        var source = "json_each(?5) k"
        if type == .delete {
            let kept = rows.layout.tombstoneSlots.prefix(tables.tombstones).compactMap { mapping.columns[$0]?.name }
            for (index, column) in kept.enumerated() {
                columns += ", ZTOMBSTONE\(index)"
                values += ", t.\(Connection.quote(column))"
            }
            if !kept.isEmpty { source += " LEFT JOIN \(Connection.quote(mapping.table)) t ON t.Z_PK = k.value" }
        }
        let statement = try connection.cachedStatement(
            "INSERT INTO ACHANGE (\(columns)) SELECT \(values) FROM \(source)")
        statement.bind(last - Int64(rows.keys.count), at: 1)
        statement.bind(type.rawValue, at: 2)
        statement.bind(transaction, at: 3)
        if type == .update {
            statement.bind(HistoryColumns.bytes(of: slots, in: rows.layout), at: 4)
        }
        statement.bind(KeyList.json(rows.keys), at: 5)
        try statement.run()
    }

    private func transactionNumber() throws -> Int64 {
        if let transaction { return transaction }
        let number = try HistoryTables.reserve(1, of: HistoryTables.transaction, connection)
        let statement = try connection.cachedStatement(
            "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, ZTIMESTAMP) "
                + "VALUES (?, \(HistoryTables.transaction), ?, ?, ?, ?, ?)")
        let process = ProcessInfo.processInfo.processName
        statement.bind(number, at: 1)
        let strings = [origin.author, Bundle.main.bundleIdentifier ?? process, origin.contextName, process]
        for (offset, string) in strings.enumerated() {
            if let string { statement.bind(try key(of: string), at: Int32(offset + 2)) }
        }
        statement.bind(Date().timeIntervalSinceReferenceDate, at: 6)
        try statement.run()
        transaction = number
        return number
    }

    /// The key of a string, which is stored once.
    private func key(of string: String) throws -> Int64 {
        let search = try connection.cachedStatement("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?")
        search.bind(string, at: 1)
        if try search.step() { return search.int64(0) }
        let made = try HistoryTables.reserve(1, of: HistoryTables.string, connection)
        let insertion = try connection.cachedStatement(
            "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, \(HistoryTables.string), ?)")
        insertion.bind(made, at: 1)
        insertion.bind(string, at: 2)
        try insertion.run()
        return made
    }
}

extension HistoryRecorder {
    /// Notes the deletions of a save.
    func recordDeletions(_ changes: StoreChanges) throws {
        for group in BatchRows.grouped(changes.deleted.map { ($0.primaryKey, $0.layout) }) {
            try record(.delete, group)
        }
    }

    /// Notes the insertions and updates of a save.
    func recordChanges(_ changes: StoreChanges) throws {
        let inserted = changes.inserted.compactMap { object in object.storeKey.map { ($0, object.layout) } }
        for group in BatchRows.grouped(inserted) { try record(.insert, group) }
        // One statement for all objects in which the same properties were changed.
        var order: [UpdateShape] = []
        var keys: [UpdateShape: [Int64]] = [:]
        for object in changes.updated {
            let shape = UpdateShape(object)
            guard !shape.slots.isEmpty else { continue }
            if keys[shape] == nil { order.append(shape) }
            keys[shape, default: []].append(object.primaryKey)
        }
        for shape in order {
            let layout = store.modelLayout.layouts[shape.layout]
            try record(.update, BatchRows(layout: layout, keys: keys[shape] ?? []), slots: shape.slots)
        }
    }

    private struct UpdateShape: Hashable {
        let layout: Int
        let slots: Set<Int>

        init(_ object: NSManagedObject) {
            layout = object.layout.index
            var slots = Set(object.changedSlots { _ in true })
            for members in object.state?.toMany ?? [] where members.hasChanges { slots.insert(members.slot) }
            self.slots = slots
        }
    }
}

/// ZCOLUMNS: which properties an update has changed. The first bit of the first byte is not used, the next ones stand for
/// the properties by name.
enum HistoryColumns {
    static func bytes(of slots: Set<Int>, in layout: EntityLayout) -> [UInt8] {
        let all = layout.historySlots
        var bytes = [UInt8](repeating: 0, count: (all.count + 8) / 8)
        for (index, slot) in all.enumerated() where slots.contains(slot) {
            bytes[(index + 1) / 8] |= 0x80 >> UInt8((index + 1) % 8)
        }
        return bytes
    }

    static func properties(of bytes: UnsafeRawBufferPointer, in layout: EntityLayout) -> Set<NSPropertyDescription> {
        var properties: Set<NSPropertyDescription> = []
        for (index, slot) in layout.historySlots.enumerated() where (index + 1) / 8 < bytes.count {
            if bytes[(index + 1) / 8] & (0x80 >> UInt8((index + 1) % 8)) != 0 {
                properties.insert(layout.properties.properties[slot])
            }
        }
        return properties
    }
}

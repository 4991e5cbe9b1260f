import SQLite

extension LightweightMigration {
    /// Numbers of entities, history, metadata: what Core Data keeps about the rows.
    func writeBooks(_ connection: Connection, _ pair: SchemaPair, _ present: [String: Any]) throws {
        try HistoryMigration(connection: connection, pair: pair).run()
        try writeEntityNumbers(connection, pair)
        if try connection.tableExists(ModelCache.table) {
            try ModelCache.write(destination.model, connection)
        }
        let initial = StoreMetadata.initial(model: destination.model, configuration: configuration)
        try StoreMetadata.write(
            present.merging(initial) { _, new in new }, identifier: present[NSStoreUUIDKey] as? String ?? "", connection
        )
    }

    private func writeEntityNumbers(_ connection: Connection, _ pair: SchemaPair) throws {
        var highest: [Int: Int64] = [:]
        let read = try connection.prepare(
            "SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < \(HistoryTables.change)")
        while try read.step() { highest[Int(read.int64(0))] = read.int64(1) }
        read.reset()
        try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < \(HistoryTables.change)")
        let insert = try connection.prepare("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)")
        for layout in pair.newLayouts {
            insert.bind(pair.number(ofNew: layout), at: 1)
            insert.bind(layout.name, at: 2)
            insert.bind(layout.entity.superentity?.entityNumber ?? 0, at: 3)
            insert.bind(
                layout.entity.superentity == nil ? try highestKey(of: layout, highest, connection, pair) : 0, at: 4)
            try insert.run()
        }
    }

    /// The highest key that was ever given in a hierarchy: it must not be given again.
    private func highestKey(
        of root: EntityLayout, _ known: [Int: Int64], _ connection: Connection, _ pair: SchemaPair
    ) throws -> Int64 {
        let before = pair.newKinds(of: root).compactMap { pair.oldLayout(of: $0) }
        let roots = before.compactMap { pair.old[$0.entity.rootEntity.name ?? ""] }
        let numbers = roots.compactMap { known[pair.number(ofOld: $0)] }
        let table = pair.newSchema.mapping(of: root)?.table ?? ""
        let statement = try connection.prepare("SELECT IFNULL(MAX(Z_PK), 0) FROM \(Connection.quote(table))")
        let used = try statement.step() ? statement.int64(0) : 0
        return max(numbers.max() ?? 0, used)
    }
}

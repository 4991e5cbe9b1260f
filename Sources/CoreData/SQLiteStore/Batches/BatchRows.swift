import SQLite

/// Rows of one entity that a batch has changed.
struct BatchRows {
    let layout: EntityLayout
    var keys: [Int64]

    /// Rows by their own entity, in the order in which entities come up.
    static func grouped(_ rows: [(key: Int64, layout: EntityLayout)]) -> [BatchRows] {
        var groups: [BatchRows] = []
        var places: [Int: Int] = [:]
        for (key, layout) in rows {
            if let place = places[layout.index] {
                groups[place].keys.append(key)
            } else {
                places[layout.index] = groups.count
                groups.append(BatchRows(layout: layout, keys: [key]))
            }
        }
        return groups
    }
}

extension BatchOutcome {
    init(_ rows: [BatchRows], wantsIDs: Bool, store: NSPersistentStore) {
        count = rows.reduce(0) { $0 + $1.keys.count }
        guard wantsIDs else { return }
        ids = rows.flatMap { group in
            group.keys.map { NSManagedObjectID(entity: group.layout.entity, store: store, primaryKey: $0) }
        }
    }
}

extension SQLiteStore {
    func insert(_ insertion: BatchInsertion, origin: TransactionOrigin) throws -> BatchOutcome {
        try writing { connection, files in
            var operation = try BatchInsertOperation(self, connection, files, insertion)
            try operation.run()
            let history = HistoryRecorder(self, connection, origin)
            try history?.record(.insert, BatchRows(layout: insertion.layout, keys: operation.inserted))
            try history?.record(
                .update, BatchRows(layout: insertion.layout, keys: operation.updated), slots: operation.updatedSlots)
            let rows = [BatchRows(layout: insertion.layout, keys: operation.inserted + operation.updated)]
            return BatchOutcome(rows, wantsIDs: insertion.wantsIDs, store: self)
        }
    }

    func update(_ update: BatchUpdate, origin: TransactionOrigin) throws -> BatchOutcome {
        try writing { connection, files in
            let whole = BatchUpdateOperation(update, of: update.query.layout, self, connection, files)
            let history = HistoryRecorder(self, connection, origin)
            guard update.wantsIDs || whole.needsRows || history != nil else {
                return BatchOutcome(count: try whole.run(update.query))
            }
            let rows = BatchRows.grouped(try fetchKeys(update.query, connection))
            for group in rows {
                let operation = BatchUpdateOperation(update, of: group.layout, self, connection, files)
                try operation.run(keys: group.keys)
                try history?.record(.update, group, slots: operation.slots)
            }
            return BatchOutcome(rows, wantsIDs: update.wantsIDs, store: self)
        }
    }

    func delete(_ deletion: BatchDeletion, origin: TransactionOrigin) throws -> BatchOutcome {
        try writing { connection, files in
            var operation = BatchDeleteOperation(
                store: self, connection: connection, files: files, history: HistoryRecorder(self, connection, origin))
            let isWhole = deletion.queries.count == 1 && !deletion.wantsIDs
            if isWhole, let query = deletion.queries.first, operation.standAlone(query) {
                return BatchOutcome(count: try operation.deleteWhole(query))
            }
            try operation.run(deletion.queries)
            return BatchOutcome(operation.deleted, wantsIDs: deletion.wantsIDs, store: self)
        }
    }
}

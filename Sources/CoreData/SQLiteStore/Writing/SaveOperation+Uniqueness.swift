import SQLite

extension SaveOperation {
    /// Why a uniqueness constraint was broken: all objects and rows that are in each other's way.
    func constraintError(_ error: SQLiteError, _ object: NSManagedObject) throws -> any Error {
        guard error.code == SQLiteError.constraintUnique else { return error }
        let conflicts = try uniquenessConflicts()
        if !conflicts.isEmpty { return SaveConflicts(constraints: conflicts) }
        return CocoaError.coreData(
            .managedObjectConstraintMerge,
            "\(object.layout.name) \(object.objectIDText): another object has the same values (\(error.message))",
            [NSValidationObjectErrorKey: object, NSAffectedObjectsErrorKey: [object]])
    }

    /// Values of a constraint that several objects want.
    private struct Claim: Hashable {
        let rootIndex: Int
        let key: UniqueKey
        let values: [SQLValue]
    }

    /// Some of the changes have been written by now, so that rows of the save's own objects do not count.
    private func uniquenessConflicts() throws -> [NSConstraintConflict] {
        var claims: [Claim] = []
        var claimants: [Claim: [NSManagedObject]] = [:]
        var leaving: Set<NSManagedObject> = []
        var keys: [Int: [UniqueKey]] = [:]
        for object in [changes.inserted, changes.updated].joined() {
            let layout = object.layout
            let known = keys[layout.index] ?? store.schema.uniqueKeys(of: layout, in: store.modelLayout)
            keys[layout.index] = known
            for key in known {
                guard object.isInserted || key.slots.contains(where: { object.state?.change($0) != nil }) else {
                    continue
                }
                if !object.isInserted { leaving.insert(object) }
                let values = try key.slots.map { slot in
                    try ColumnValue(
                        stored: object.shownValue(slot, object.layout.kinds[slot]), slot: slot, of: object.layout,
                        store: store, files: nil
                    ).value
                }
                guard !values.contains(.null) else { continue }
                let claim = Claim(rootIndex: object.layout.rootIndex, key: key, values: values)
                if claimants[claim] == nil { claims.append(claim) }
                claimants[claim, default: []].append(object)
            }
        }
        return try claims.compactMap { claim in
            guard let objects = claimants[claim] else { return nil }
            let present = try row(claim, besides: objects)
            // A row that is about to get other values is in nobody's way for long.
            if let present, leaving.contains(present.object) { return nil }
            guard present != nil || objects.count > 1 else { return nil }
            return NSConstraintConflict(
                constraint: claim.key.slots.map { objects[0].layout.properties.names[$0] },
                database: present?.object, databaseSnapshot: present?.row.snapshot(like: present?.object ?? objects[0]),
                conflicting: objects, conflictingSnapshots: objects.map { $0.snapshot() })
        }
    }

    private func row(
        _ claim: Claim, besides objects: [NSManagedObject]
    ) throws -> (object: NSManagedObject, row: StoredRow)? {
        guard let context = objects.first?.contextReference, let first = objects.first,
            let table = store.schema.mapping(of: first.layout)?.table
        else { return nil }
        let conditions = claim.key.columns.map { "\(Connection.quote($0)) = ?" }.joined(separator: " AND ")
        let statement = try connection.cachedStatement(
            "SELECT Z_PK, Z_ENT FROM \(Connection.quote(table)) WHERE \(conditions)")
        defer { statement.reset() }
        statement.bind(claim.values)
        guard try statement.step(), let layout = store.layout(ofEntityNumber: Int(statement.int64(1)))
        else { return nil }
        let key = statement.int64(0)
        guard !objects.contains(where: { $0.storeKey == key }),
            let row = try store.storedRow(key: key, layout, connection)
        else { return nil }
        return (context.object(key: key, layout: layout, store: store.owner), row)
    }
}

extension SQLiteStore {
    /// A row as the connection sees it now; nil when there is none.
    func storedRow(key: Int64, _ layout: EntityLayout, _ connection: Connection) throws -> StoredRow? {
        guard let table = schema.mapping(of: layout)?.table else { return nil }
        let plan = rowPlan(layout, includesSubentities: false)
        let statement = try connection.cachedStatement(
            "SELECT \(plan.selection) FROM \(Connection.quote(table)) t0 WHERE t0.Z_PK = ?")
        defer { statement.reset() }
        statement.bind(key, at: 1)
        guard try statement.step(), let entity = plan.entity(statement) else { return nil }
        var packer = RowPacker()
        var arena = RowArena(expectedRows: 1)
        let row = plan.pack(statement, entity, key: key, with: &packer, in: &arena)
        return StoredRow(row, slab: arena.slab)
    }
}

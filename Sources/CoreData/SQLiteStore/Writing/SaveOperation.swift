import SQLite

/// One save, inside its transaction.
struct SaveOperation {
    let store: SQLiteStore
    let connection: Connection
    let changes: StoreChanges
    let files: ExternalFiles

    func run() throws {
        try assignKeys()
        let history = HistoryRecorder(store, connection, changes.origin)
        try history?.recordDeletions(changes)
        let conflicts = try delete() + update()
        guard conflicts.isEmpty else { throw SaveConflicts(locking: conflicts) }
        try insert()
        try writeMembers()
        try history?.recordChanges(changes)
    }

    /// Gives new objects their keys, all of a root entity at once, so that they can refer to each other.
    private func assignKeys() throws {
        var counts: [Int: Int] = [:]
        for object in changes.inserted where object.flags.contains(.temporaryID) {
            counts[object.layout.rootIndex, default: 0] += 1
        }
        var next: [Int: Int64] = [:]
        for object in changes.inserted where object.flags.contains(.temporaryID) {
            let root = object.layout.rootIndex
            let key: Int64
            if let known = next[root] {
                key = known
            } else {
                key = try SQLiteStore.reserve(
                    counts[root] ?? 0, root: object.layout.entity.rootEntity, connection
                ).lowerBound
            }
            object.ensuredState.assignedKey = key
            next[root] = key + 1
        }
    }

    // MARK: - Insertion

    private func insert() throws {
        var current: (layout: EntityLayout, statement: Statement, columns: InsertColumns)?
        for object in changes.inserted {
            if current?.layout !== object.layout {
                guard let mapping = store.schema.mapping(of: object.layout) else { continue }
                let columns = InsertColumns(mapping)
                current = (object.layout, try connection.cachedStatement(columns.sql), columns)
            }
            guard let (_, statement, columns) = current, let key = object.storeKey else { continue }
            statement.clearBindings()
            statement.bind(key, at: 1)
            if let state = object.state {
                for change in state.changes {
                    guard let place = columns.places[change.slot] else { continue }
                    try bind(change.value, of: object, slot: change.slot, to: statement, at: place)
                }
            }
            do {
                try statement.run()
            } catch let error as SQLiteError where error.primaryCode == SQLiteError.constraint {
                throw try constraintError(error, object)
            }
        }
    }

    private func bind(
        _ value: StoredValue, of object: NSManagedObject, slot: Int, to statement: Statement,
        at place: InsertColumns.Place
    ) throws {
        if case .reference(let target) = value, let entity = place.entity {
            statement.bind(store.entityNumber(of: target.layout), at: entity)
        }
        try bind(value, of: object, slot: slot, to: statement, at: place.value)
    }

    private func bind(
        _ value: StoredValue, of object: NSManagedObject, slot: Int, to statement: Statement, at index: Int32
    ) throws {
        switch value {
        case .null: statement.bindNull(at: index)
        case .integer(let value): statement.bind(value, at: index)
        case .real(let value): statement.bind(value, at: index)
        case .text(let value): statement.bind(value, at: index)
        case .data(let value):
            if object.layout.kinds[slot] == .externalBinary {
                let stored = try files.store(value)
                // The object's new row refers to the file as the column does.
                object.ensuredState.setEncoded(Data(stored), at: slot)
                statement.bind(stored, at: index)
            } else {
                value.withUnsafeBytes { statement.bind($0, at: index) }
            }
        case .uuid(let value): withUnsafeBytes(of: value.uuid) { statement.bind($0, at: index) }
        case .reference(let target):
            guard let key = target.storeKey, target.storeReference === store.owner || target.storeReference == nil
            else {
                throw CocoaError.coreData(
                    .managedObjectExternalRelationship,
                    "\(object.layout.properties.properties[slot].qualifiedName) leads to an object that is not in this "
                        + "store: insert it, or remove it from the relationship")
            }
            statement.bind(key, at: index)
        case .object(let box):
            // Asked by kind first: the cast alone would bridge an array to see whether it is a number.
            if object.layout.kinds[slot] == .decimal, let number = box.value as? NSDecimalNumber {
                statement.bind(number.storedValue, at: index)
            } else if case .some(.some(let data)) = object.state?.encodedData(slot) {
                data.withUnsafeBytes { statement.bind($0, at: index) }
            } else {
                statement.bindNull(at: index)
            }
        }
    }

    // MARK: - Update

    /// - Returns: The rows that somebody else has changed.
    private func update() throws -> [NSMergeConflict] {
        var conflicts: [NSMergeConflict] = []
        for object in changes.updated {
            guard let state = object.state, let mapping = store.schema.mapping(of: object.layout) else { continue }
            let stored = state.changes.filter { mapping.columns[$0.slot] != nil }
            if stored.isEmpty { continue }
            var assignments = ["Z_OPT = ?1"]
            var next: Int32 = 4
            for change in stored {
                guard let column = mapping.columns[change.slot] else { continue }
                assignments.append("\(Connection.quote(column.name)) = ?\(next)")
                next += 1
                if let entityColumn = column.entityColumn {
                    assignments.append("\(Connection.quote(entityColumn)) = ?\(next)")
                    next += 1
                }
            }
            let statement = try connection.cachedStatement(
                "UPDATE \(Connection.quote(mapping.table)) SET \(assignments.joined(separator: ", ")) "
                    + "WHERE Z_PK = ?2 AND Z_OPT = ?3")
            let version = object.row?.version ?? 0
            statement.bind(version &+ 1, at: 1)
            statement.bind(object.primaryKey, at: 2)
            statement.bind(version, at: 3)
            next = 4
            for change in stored {
                let hasEntityColumn = mapping.columns[change.slot]?.entityColumn != nil
                if object.layout.kinds[change.slot] == .externalBinary {
                    files.forget(rowOf: object, slot: change.slot)
                }
                try bind(change.value, of: object, slot: change.slot, to: statement, at: next)
                next += 1
                if hasEntityColumn {
                    if case .reference(let target) = change.value {
                        statement.bind(store.entityNumber(of: target.layout), at: next)
                    } else {
                        statement.bindNull(at: next)
                    }
                    next += 1
                }
            }
            do {
                try statement.run()
            } catch let error as SQLiteError where error.primaryCode == SQLiteError.constraint {
                throw try constraintError(error, object)
            }
            if connection.changes == 0 { conflicts.append(try conflict(of: object)) }
        }
        return conflicts
    }

    // MARK: - Deletion

    /// - Returns: The rows that somebody else has changed.
    private func delete() throws -> [NSMergeConflict] {
        var conflicts: [NSMergeConflict] = []
        for object in changes.deleted {
            guard let mapping = store.schema.mapping(of: object.layout) else { continue }
            for slot in object.layout.relationshipSlots {
                guard let sql = clearingMembers(of: mapping.members[slot], object.layout.relationships[slot]) else {
                    continue
                }
                let statement = try connection.cachedStatement(sql)
                statement.bind(object.primaryKey, at: 1)
                try statement.run()
            }
            for slot in 0..<object.layout.slotCount where object.layout.kinds[slot] == .externalBinary {
                files.forget(rowOf: object, slot: slot)
            }
            // A fault that was deleted without being read has no version to compare.
            let version = object.row?.version
            let statement = try connection.cachedStatement(
                "DELETE FROM \(Connection.quote(mapping.table)) WHERE Z_PK = ?1\(version == nil ? "" : " AND Z_OPT = ?2")"
            )
            statement.bind(object.primaryKey, at: 1)
            if let version { statement.bind(version, at: 2) }
            try statement.run()
            if connection.changes == 0, version != nil { conflicts.append(try conflict(of: object)) }
        }
        return conflicts
    }

    /// The statement that takes a deleted owner out of what its members' tables say; nil where the members' own
    /// relationships do.
    private func clearingMembers(of members: MemberMapping?, _ relationship: RelationshipLayout?) -> String? {
        switch members {
        case .join(let table, let owner, _, _):
            return "DELETE FROM \(Connection.quote(table)) WHERE \(Connection.quote(owner)) = ?"
        case .detachedForeignKey(let name):
            guard let destination = relationship?.destination, let table = store.schema.mapping(of: destination)?.table
            else { return nil }
            let column = Connection.quote(name)
            return "UPDATE \(Connection.quote(table)) SET \(column) = NULL WHERE \(column) = ?"
        case .foreignKey, nil: return nil
        }
    }

    // MARK: - Conflicts

    private func conflict(of object: NSManagedObject) throws -> NSMergeConflict {
        NSMergeConflict(object, persisted: try store.storedRow(key: object.primaryKey, object.layout, connection))
    }
}

import SQLite

extension SQLiteStore {
    /// After as many attempts a policy does not seem to resolve its conflicts.
    private static let mostAttempts = 10

    func save(
        _ changes: StoreChanges, resolving: (SaveConflicts) throws -> StoreChanges,
        completing: (StoreChanges) throws -> Void
    ) throws {
        try prepareOrderedMembers(changes)
        try writing { connection, files in
            var written = changes
            if changes.resolvesConflicts {
                written = try save(changes, connection, files, resolving)
            } else {
                try SaveOperation(store: self, connection: connection, changes: changes, files: files).run()
            }
            try completing(written)
        }
    }

    /// Saves inside one transaction, so that nobody can come between an attempt and the next. Returns what was written.
    private func save(
        _ changes: StoreChanges, _ connection: Connection, _ files: ExternalFiles,
        _ resolving: (SaveConflicts) throws -> StoreChanges
    ) throws -> StoreChanges {
        var changes = changes
        for attempt in 1... {
            let written = ExternalFiles(directory: externalDataDirectory)
            do {
                try connection.transaction {
                    try SaveOperation(store: self, connection: connection, changes: changes, files: written).run()
                }
                files.take(over: written)
                return changes
            } catch {
                written.undo()
                guard let conflicts = error as? SaveConflicts, attempt < Self.mostAttempts else { throw error }
                changes = try resolving(conflicts)
                try prepareOrderedMembers(changes)
            }
        }
        return changes
    }

    /// Runs a block in one transaction, with the files that it writes beside the store's: all of it, or nothing.
    func writing<T>(_ body: (Connection, ExternalFiles) throws -> T) throws -> T {
        let files = ExternalFiles(directory: externalDataDirectory)
        // Inside a bulk load, what this transaction replaces is needed again if the load fails.
        let load = pool.isHeldByThisThread ? deferral.files : nil
        let result: T
        do {
            result = try write { connection in
                try connection.transaction(.immediate) {
                    let result = try body(connection, files)
                    // A bulk load does it once, at its end.
                    if !deferral.isActive { for index in searchIndexes { try index.takeInChanges(connection) } }
                    return result
                }
            }
        } catch {
            files.undo()
            throw error
        }
        if let load {
            load.take(over: files)
        } else {
            files.finish()
        }
        return result
    }

    func reserveKeys(for objects: [NSManagedObject]) throws -> [Int64] {
        try write { connection in
            try connection.transaction(.immediate) {
                var keys: [Int64] = []
                for object in objects { keys += try Self.reserve(1, root: object.layout.entity.rootEntity, connection) }
                return keys
            }
        }
    }

    /// Finds a root entity's row in Z_PRIMARYKEY, also under the name that the entity had before it was renamed.
    private static let isRow =
        "Z_ENT < \(HistoryTables.change) AND (Z_NAME = ?1 OR Z_NAME = ?2 "
        + "AND NOT EXISTS (SELECT 1 FROM Z_PRIMARYKEY WHERE Z_NAME = ?1))"

    private static func bind(_ root: NSEntityDescription, to statement: Statement) {
        statement.bind(root.name ?? "", at: 1)
        statement.bind(root.renamingIdentifier ?? "", at: 2)
    }

    /// Takes the next keys of a root entity.
    static func reserve(_ count: Int, root: NSEntityDescription, _ connection: Connection) throws -> ClosedRange<Int64>
    {
        let statement = try connection.cachedStatement(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ?3 WHERE \(isRow) RETURNING Z_MAX")
        defer { statement.reset() }
        bind(root, to: statement)
        statement.bind(count, at: 3)
        guard try statement.step() else {
            throw CocoaError.coreData(
                .persistentStoreIncompatibleSchema, "Z_PRIMARYKEY has no row for \(root.name ?? "")")
        }
        let last = statement.int64(0)
        while try statement.step() {}
        return (last - Int64(count) + 1)...last
    }

    /// The last key of a root entity that was taken.
    static func lastKey(of root: NSEntityDescription, _ connection: Connection) throws -> Int64 {
        let statement = try connection.cachedStatement("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE \(isRow)")
        bind(root, to: statement)
        return try statement.step() ? statement.int64(0) : 0
    }

    /// The order of an ordered relationship is written for all its members, so they must be known.
    private func prepareOrderedMembers(_ changes: StoreChanges) throws {
        for object in [changes.inserted, changes.updated].joined() {
            guard let states = object.state?.toMany else { continue }
            for state in states where state.isOrdered && state.hasChanges && !state.isLoaded {
                _ = object.loadedToMany(state.slot)
            }
        }
        // Deleting an object whose data lie in files of their own takes more than its key.
        for object in changes.deleted where object.isFault && object.layout.kinds.contains(.externalBinary) {
            try object.fulfill()
        }
    }
}

import SQLite

extension SQLiteStore {
    func save(_ changes: StoreChanges) throws {
        try prepareOrderedMembers(changes)
        let files = ExternalFiles(directory: externalDataDirectory)
        // Inside a bulk load, what this save replaces is needed again if the load fails.
        let load = pool.isHeldByThisThread ? deferral.files : nil
        do {
            try write { connection in
                try connection.transaction(.immediate) {
                    try SaveOperation(store: self, connection: connection, changes: changes, files: files).run()
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

    /// Takes the next keys of a root entity.
    static func reserve(_ count: Int, root: NSEntityDescription, _ connection: Connection) throws -> ClosedRange<Int64>
    {
        let statement = try connection.cachedStatement(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ? WHERE Z_NAME = ? RETURNING Z_MAX")
        defer { statement.reset() }
        statement.bind(count, at: 1)
        statement.bind(root.name ?? "", at: 2)
        guard try statement.step() else {
            throw CocoaError.coreData(
                .persistentStoreIncompatibleSchema, "Z_PRIMARYKEY has no row for \(root.name ?? "")")
        }
        let last = statement.int64(0)
        while try statement.step() {}
        return (last - Int64(count) + 1)...last
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

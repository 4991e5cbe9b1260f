import SQLite

/// Migrates a SQLite store by inference, inside its own database.
///
/// Everything is one transaction: rows, tables, metadata. SQLite's log, or its journal, makes it all or nothing, whenever
/// the process dies, and no file of ours is ever beside the store. Files of removed values go when the transaction is
/// done: one that a dying process leaves behind wastes space and nothing else.
struct LightweightMigration {
    let source: NSManagedObjectModel
    let destination: ModelLayout
    let configuration: String?
    let difference: ModelDifference
    /// The metadata that the difference was worked out for.
    let metadata: [String: Any]
    let url: URL
    let options: [AnyHashable: Any]

    func run() throws {
        let opener = try StoreOpener(type: NSSQLiteStoreType, url: url, options: options)
        let old = try ModelLayout.layout(of: try SchemaPair.readingModel(of: source))
        let heldRoots = try destination.heldRoots(configurationName: configuration)
        let connection = try opener.openFirst()
        defer { connection.close() }
        try opener.translatingErrors {
            var files = ExternalContents(directory: SQLiteStore.externalDataDirectory(of: url))
            try connection.transaction(.immediate) {
                // Another process may have been faster.
                let present = try StoreMetadata.read(connection, path: url.path)
                if destination.model.isConfiguration(withName: configuration, compatibleWithStoreMetadata: present) {
                    return
                }
                guard Self.hashes(in: present) == Self.hashes(in: metadata) else {
                    throw CocoaError.migrationFailed(
                        "\(url.path) was changed by another program while it was about to be migrated: try again")
                }
                let pair = SchemaPair(
                    old: old,
                    oldSchema: try StoreSchema(
                        model: old, holds: { Self.hashes(in: metadata)[$0.name] != nil }, matching: connection),
                    new: destination,
                    newSchema: StoreSchema(model: destination, holds: { heldRoots.contains($0.rootIndex) }),
                    matching: difference.matching)
                try migrate(connection, pair, &files)
                try writeBooks(connection, pair, present)
            }
            files.removeSuperfluous()
        }
    }

    private static func hashes(in metadata: [String: Any]) -> [String: Data] {
        metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    }

    private func migrate(_ connection: Connection, _ pair: SchemaPair, _ files: inout ExternalContents) throws {
        try MigrationChecks(connection: connection, pair: pair).checkRows()
        try files.prepare(connection, pair)
        let changes = try pair.tableChanges()
        let relationships = try RelationshipMigration(connection, pair, changes)
        var tables = try TableMigration(connection, changes)
        try relationships.prepare()
        try dropDerivedTriggers(connection)
        try dropSearchIndexes(connection, pair, keeping: tables.keptColumns)
        try tables.run(oldTables: Set(pair.oldLayouts.compactMap { pair.oldSchema.mapping(of: $0)?.table }))
        try relationships.run()
        try DerivedMigration(connection: connection, pair: pair).run()
        try MigrationChecks(connection: connection, pair: pair).run()
        try IndexMigration(connection: connection, pair: pair).run()
    }

    /// They are made anew, with the values that they keep, when the store is opened.
    private func dropDerivedTriggers(_ connection: Connection) throws {
        let list = try connection.prepare(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND substr(name, 1, 5) = 'Z_DA_'")
        var names: [String] = []
        while try list.step() { names.append(list.string(0)) }
        for name in names { try connection.execute("DROP TRIGGER \(Connection.quote(name))") }
    }

    /// Removes the search indexes whose table or column does not stay in its place; what is missing is made when the
    /// store is opened.
    private func dropSearchIndexes(_ connection: Connection, _ pair: SchemaPair, keeping columns: Set<String>) throws {
        let kept = try SearchIndex.indexes(of: pair.new, schema: pair.newSchema)
            .filter { columns.contains("\($0.table).\($0.column)") }
            .map { String($0.wordsTable.dropLast("WORDS".count)) }
        // A virtual table takes its shadow tables along.
        for kind in ["TRIGGER", "INDEX", "VIRTUAL TABLE", "TABLE"] {
            let list = try connection.prepare(
                "SELECT name FROM sqlite_master WHERE substr(name, 1, 9) = 'CDSEARCH_' AND sql LIKE 'CREATE ' || ? || ' %'"
            )
            list.bind(kind, at: 1)
            var names: [String] = []
            while try list.step() { names.append(list.string(0)) }
            list.reset()
            for name in names where !kept.contains(where: name.hasPrefix) {
                let word = kind == "VIRTUAL TABLE" ? "TABLE" : kind
                try connection.execute("DROP \(word) \(Connection.quote(name))")
            }
        }
    }
}

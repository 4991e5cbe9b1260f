import SQLite

/// What opening a store has found or made.
struct OpenedStore {
    let schema: StoreSchema
    let identifier: String
    let metadata: [String: Any]
    let searchIndexes: [SearchIndex]
    /// Nil when the store keeps no history.
    let history: HistoryTables?

    /// Makes the store where the database is empty, checks it where it is not.
    init(
        _ connection: Connection, model: ModelLayout, holds: (EntityLayout) -> Bool, configuration: String?,
        opener: StoreOpener, tracksHistory: Bool
    ) throws {
        if try Self.isEmpty(connection) {
            guard !opener.isReadOnly else {
                throw CocoaError.coreData(
                    .persistentStoreOpen, "\(opener.path) is empty and was opened read-only: no store can be made")
            }
            // Two processes may find the file empty; the second waits here and then finds the first one's store.
            try connection.transaction(.immediate) {
                guard try Self.isEmpty(connection) else { return }
                try Self.create(connection, model: model, holds: holds, configuration: configuration)
                // Nobody ever reads the file of a store in memory.
                if !opener.isInMemory { try ModelCache.write(model.model, connection) }
            }
        }
        metadata = try StoreMetadata.read(connection, path: opener.path)
        identifier = metadata[NSStoreUUIDKey] as? String ?? ""
        if try !ModelCache.agrees(with: model.model, metadata, in: connection, path: opener.path) {
            try Self.check(metadata, model: model, configuration: configuration, path: opener.path)
        }
        schema = try StoreSchema(model: model, holds: holds, matching: connection)
        let indexes = try SearchIndex.indexes(of: model, schema: schema)
        if opener.isReadOnly {
            // What is not there, or of another version, cannot be made: fetches do without.
            searchIndexes = try indexes.filter { try $0.isCurrent(connection) }
        } else {
            for index in indexes { try index.prepare(connection) }
            searchIndexes = indexes
            try DerivedTriggers.prepare(connection, model: model, schema: schema)
        }
        history = try HistoryTables(
            connection, model: model, schema: schema, makes: tracksHistory && !opener.isReadOnly)
    }

    private static func isEmpty(_ connection: Connection) throws -> Bool {
        let statement = try connection.prepare("SELECT COUNT(*) FROM sqlite_master")
        return try statement.step() && statement.int64(0) == 0
    }

    private static func create(
        _ connection: Connection, model: ModelLayout, holds: (EntityLayout) -> Bool, configuration: String?
    ) throws {
        let schema = StoreSchema(model: model, holds: holds)
        for sql in schema.tableStatements(model: model) + schema.indexStatements + StoreSchema.bookkeepingStatements {
            try connection.execute(sql)
        }
        let statement = try connection.prepare("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)")
        for layout in model.layouts where holds(layout) {
            statement.bind(layout.entity.entityNumber, at: 1)
            statement.bind(layout.name, at: 2)
            statement.bind(layout.entity.superentity?.entityNumber ?? 0, at: 3)
            try statement.run()
        }
        try StoreMetadata.write(
            StoreMetadata.initial(model: model.model, configuration: configuration), identifier: UUID().uuidString,
            connection)
    }

    /// - Throws: `CocoaError` 134100 when the store was made with another model.
    static func check(
        _ metadata: [String: Any], model: ModelLayout, configuration: String?, path: String
    ) throws {
        if model.model.isConfiguration(withName: configuration, compatibleWithStoreMetadata: metadata) { return }
        let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let ours = model.model.entityVersionHashesByName
        let missing = ours.keys.filter { stored[$0] == nil }.sorted()
        let changed = ours.keys.filter { stored[$0] != nil && stored[$0] != ours[$0] }.sorted()
        var reasons: [String] = []
        if !missing.isEmpty { reasons.append("it has no \(missing.joined(separator: ", "))") }
        if !changed.isEmpty { reasons.append("\(changed.joined(separator: ", ")) differ") }
        if reasons.isEmpty { reasons.append("it has other entities") }
        throw CocoaError.coreData(
            .persistentStoreIncompatibleVersionHash,
            "\(path) was made with another model: \(reasons.joined(separator: "; "))",
            ["metadata": metadata, "reason": "The model used to open the store is incompatible with it"])
    }
}

/// Z_METADATA.
enum StoreMetadata {
    static func initial(model: NSManagedObjectModel, configuration: String?) -> [String: Any] {
        var hashes = model.entityVersionHashesByName
        if let entities = model.entities(forConfigurationName: configuration), configuration != nil {
            let names = Set(entities.compactMap(\.name))
            hashes = hashes.filter { names.contains($0.key) }
        }
        return [
            NSStoreTypeKey: NSSQLiteStoreType,
            NSStoreModelVersionHashesKey: hashes,
            "NSStoreModelVersionHashesVersion": 3,
            NSStoreModelVersionIdentifiersKey: model.versionIdentifiers.compactMap { $0.base as? String }.sorted(),
            "NSStoreModelVersionHashesDigest": model.versionHashesDigest,
            "NSStoreModelVersionChecksumKey": model.versionChecksum,
            "NSPersistenceFrameworkVersion": 1344,
            "_NSAutoVacuumLevel": "2",
        ]
    }

    /// Metadata that a program gives, with what every store has.
    static func completed(_ metadata: [String: Any], from present: [String: Any]) -> [String: Any] {
        var complete = metadata
        for key in [NSStoreTypeKey, NSStoreModelVersionHashesKey] where complete[key] == nil {
            complete[key] = present[key]
        }
        // The UUID is in every object ID: it cannot change.
        complete[NSStoreUUIDKey] = present[NSStoreUUIDKey]
        return complete
    }

    /// - Throws: `CocoaError` 259 when the database is no Core Data store or its metadata cannot be read.
    static func read(_ connection: Connection, path: String) throws -> [String: Any] {
        guard try connection.tableExists("Z_METADATA") else {
            throw CocoaError.coreData(
                .persistentStoreIncompatibleSchema, "\(path) is a database, but not a Core Data store (no Z_METADATA)")
        }
        let statement = try connection.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        var metadata: [String: Any] = [:]
        if try statement.step() {
            let bytes = statement.blob(1)
            if !bytes.isEmpty {
                do {
                    let plist = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
                    metadata = plist as? [String: Any] ?? [:]
                } catch {
                    throw CocoaError.coreData(
                        .fileReadCorruptFile, "\(path): the metadata are no property list: restore it from a backup")
                }
            }
            metadata[NSStoreUUIDKey] = statement.string(0)
        }
        if metadata[NSStoreTypeKey] == nil { metadata[NSStoreTypeKey] = NSSQLiteStoreType }
        return metadata
    }

    static func write(_ metadata: [String: Any], identifier: String, _ connection: Connection) throws {
        var stored = metadata
        stored[NSStoreUUIDKey] = nil
        guard let data = BinaryPropertyListWriter.data(propertyList: stored) else {
            throw CocoaError.coreData(.persistentStoreSave, "Metadata hold something that no property list can hold")
        }
        let statement = try connection.prepare(
            "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)")
        statement.bind(identifier, at: 1)
        data.withUnsafeBytes { statement.bind($0, at: 2) }
        try statement.run()
    }
}

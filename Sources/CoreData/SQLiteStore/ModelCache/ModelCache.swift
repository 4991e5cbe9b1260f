import SQLite

/// Z_MODELCACHE: the model that a store was made with, inside of it. Stores of old frameworks have none.
enum ModelCache {
    static let table = "Z_MODELCACHE"
    /// Models are some kilobytes; a hostile cache may unfold to anything.
    private static let sizeLimit = 64 << 20

    /// - Returns: nil where the store holds no model.
    /// - Throws: `CocoaError` 259 for one that cannot be read.
    static func model(in connection: Connection, path: String) throws -> NSManagedObjectModel? {
        guard try connection.tableExists(table) else { return nil }
        let statement = try connection.prepare("SELECT Z_CONTENT FROM \(table) WHERE Z_CONTENT IS NOT NULL LIMIT 1")
        guard try statement.step() else { return nil }
        let bytes = statement.blob(0)
        if bytes.isEmpty { return nil }
        guard let archive = RawDeflate.inflated(bytes, limit: sizeLimit) else { throw damaged(path, "") }
        do {
            return try NSManagedObjectModel(compiledModel: archive, file: path)
        } catch {
            throw damaged(path, ": \(error)")
        }
    }

    /// Puts a model into a store in place of the one that it holds.
    ///
    /// - Throws: `ModelError` for a model that no archive can hold.
    static func write(_ model: NSManagedObjectModel, to connection: Connection) throws {
        guard let content = RawDeflate.deflated(try model.storeCacheArchive()) else { return }
        try connection.execute("DELETE FROM \(table)")
        let statement = try connection.prepare("INSERT INTO \(table) VALUES (?)")
        content.withUnsafeBytes { statement.bind($0, at: 1) }
        try statement.run()
    }

    /// Whether a store was made with a model though its hashes say something else: how the framework hashes derived and
    /// composite attributes is not known. Then the store's own model tells.
    static func agrees(
        with model: NSManagedObjectModel, _ metadata: [String: Any], in connection: Connection, path: String
    ) throws -> Bool {
        guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return false }
        let ours = model.entityVersionHashesByName
        let different = ours.filter { $0.value != stored[$0.key] }.compactMap { model.entitiesByName[$0.key] }
        guard !different.isEmpty, different.allSatisfy({ stored[$0.name ?? ""] != nil && $0.hasUncertainHash }),
            let own = try self.model(in: connection, path: path)
        else { return false }
        let theirs = own.entityVersionHashesByName
        return different.allSatisfy { entity in
            let name = entity.name ?? ""
            return theirs[name] == ours[name] && own.entitiesByName[name]?.derivations == entity.derivations
        }
    }

    private static func damaged(_ path: String, _ why: String) -> CocoaError {
        .coreData(
            .fileReadCorruptFile,
            "The model that \(path) holds cannot be read\(why). Give the model's own file instead")
    }
}

extension NSEntityDescription {
    /// Whether the framework may hash the entity otherwise than we do.
    fileprivate var hasUncertainHash: Bool {
        attributesByName.values.contains {
            $0 is NSDerivedAttributeDescription || $0 is NSCompositeAttributeDescription
        }
    }

    /// What derived attributes are derived by, which our hash leaves out.
    fileprivate var derivations: [String: NSExpression] {
        attributesByName.compactMapValues { ($0 as? NSDerivedAttributeDescription)?.derivationExpression }
    }
}

extension NSManagedObjectModel {
    /// Whether a store with these metadata can be of this model: it has the same entities with the same hashes, but for
    /// those that the framework may hash otherwise.
    func mayBe(thatOf metadata: [String: Any]) -> Bool {
        guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return false }
        return stored.allSatisfy { name, hash in
            entitiesByName[name].map { $0.versionHash == hash || $0.hasUncertainHash } ?? false
        }
    }

    /// The model that an SQLite store holds of itself, so that it can be read without its model's file. Apple's framework
    /// has no such initialiser. The store is only read, and may be in a folder that cannot be written.
    ///
    /// - Throws: `CocoaError` 134130 for a store that holds none, as those made before 2012 do; 259 for one that cannot be
    ///   read and for a file that is no database; 134020 for a database that is no store; 134080 for no file.
    public convenience init(cachedInStoreAt url: URL) throws {
        let found = try SQLiteStore.withConnection(to: url, options: nil, writes: false) { connection in
            _ = try StoreMetadata.read(connection, path: url.path)
            return try ModelCache.model(in: connection, path: url.path)
        }
        guard let found else {
            throw CocoaError.coreData(
                .migrationMissingSourceModel, "\(url.path) holds no model of its own: give its model's file instead")
        }
        self.init()
        takeContents(of: found)
    }
}

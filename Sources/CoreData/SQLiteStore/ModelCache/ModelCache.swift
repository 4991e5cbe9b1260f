import SQLite

/// Z_MODELCACHE: the model that a store was made with, as a compressed keyed archive.
///
/// It makes a store readable without its model's files, and is what a migration takes for the old model.
enum ModelCache {
    static let table = "Z_MODELCACHE"
    /// No model comes near; what says it is larger is damaged, or made to fill memory.
    static let largest = 64 << 20

    /// Puts the model into a store, in place of the one that it holds.
    ///
    /// A model with something that no archive can hold, such as a block predicate, is left out: a store without a cache is
    /// whole, as those of older frameworks are.
    static func write(_ model: NSManagedObjectModel, _ connection: Connection) throws {
        try connection.execute("DELETE FROM Z_MODELCACHE")
        guard let archive = try? model.storeCacheArchive(), let content = RawDeflate.compressed(archive) else { return }
        let statement = try connection.prepare("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)")
        content.withUnsafeBytes { statement.bind($0, at: 1) }
        try statement.run()
    }

    /// The archive in a store; nil where the store has none.
    ///
    /// - Throws: `CocoaError` 259 for one that cannot be decompressed.
    static func archive(_ connection: Connection, path: String) throws -> Data? {
        guard try connection.tableExists("Z_MODELCACHE") else { return nil }
        let size = try connection.prepare("SELECT length(Z_CONTENT) FROM Z_MODELCACHE LIMIT 1")
        guard try size.step(), size.int64(0) > 0 else { return nil }
        guard size.int64(0) <= largest else { throw damaged(path, "it is larger than \(largest) bytes") }
        let content = try connection.prepare("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
        guard try content.step() else { return nil }
        guard let archive = RawDeflate.decompressed(Data(content.blob(0)), limit: largest) else {
            throw damaged(path, "it cannot be decompressed")
        }
        return archive
    }

    /// The model in a store, with the version hashes that the store gives.
    ///
    /// - Throws: `CocoaError` 134130 where the store has no model cache, 259 for one that cannot be read.
    static func model(_ connection: Connection, path: String) throws -> NSManagedObjectModel {
        let metadata = try StoreMetadata.read(connection, path: path)
        guard let archive = try archive(connection, path: path) else {
            throw CocoaError.coreData(
                .migrationMissingSourceModel,
                "\(path) holds no model (its Z_MODELCACHE is missing or empty, as in stores of old frameworks): open it "
                    + "with the model file that it was made with")
        }
        do {
            let model = try NSManagedObjectModel(compiledModel: archive, file: path)
            model.adoptVersionHashes(metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:])
            return model
        } catch {
            throw damaged(path, "\(error)")
        }
    }

    /// Whether a store was made with a model though its hashes say something else: how the framework hashes derived and
    /// composite attributes is not known. Then the store's own model tells.
    static func agrees(
        with model: NSManagedObjectModel, _ metadata: [String: Any], in connection: Connection, path: String
    ) throws -> Bool {
        guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return false }
        let ours = model.entityVersionHashesByName
        let different = ours.filter { $0.value != stored[$0.key] }.compactMap { model.entitiesByName[$0.key] }
        guard !different.isEmpty, different.allSatisfy({ stored[$0.name ?? ""] != nil && !$0.hasExactVersionHash }),
            let archive = try archive(connection, path: path),
            let own = try? NSManagedObjectModel(compiledModel: archive, file: path)
        else { return false }
        // Neither has adopted the store's hashes: what is compared are our own.
        let theirs = own.entityVersionHashesByName
        return different.allSatisfy { entity in
            let name = entity.name ?? ""
            return theirs[name] == ours[name] && own.entitiesByName[name]?.derivations == entity.derivations
        }
    }

    private static func damaged(_ path: String, _ reason: String) -> CocoaError {
        .coreData(
            .fileReadCorruptFile,
            "The model cache (Z_MODELCACHE) of \(path) is damaged: \(reason). Open the store with its model file")
    }
}

extension NSEntityDescription {
    /// What derived attributes are derived by, which our hash leaves out.
    fileprivate var derivations: [String: NSExpression] {
        attributesByName.compactMapValues { ($0 as? NSDerivedAttributeDescription)?.derivationExpression }
    }
}

extension NSManagedObjectModel {
    /// Whether a store with these metadata can be of this model: it has the same entities with the same hashes, but for
    /// those that the framework may hash otherwise.
    package func mayBe(thatOf metadata: [String: Any]) -> Bool {
        guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return false }
        return stored.allSatisfy { name, hash in
            entitiesByName[name].map { $0.versionHash == hash || !$0.hasExactVersionHash } ?? false
        }
    }
}

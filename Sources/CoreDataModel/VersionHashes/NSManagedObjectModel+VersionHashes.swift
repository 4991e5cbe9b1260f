import Foundation

/// The key of the entities' version hashes in a store's metadata: a dictionary of `Data` by entity name.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"

/// The key of the model's version identifiers in a store's metadata: an array of strings.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

extension NSManagedObjectModel {
    /// The version hash of each entity, by entity name.
    public var entityVersionHashesByName: [String: Data] {
        entitiesByName.mapValues(\.versionHash)
    }

    /// A short text that is equal for models that can use the same store: SHA-256 over the entities' hashes, in Base64.
    public var versionChecksum: String { Self.versionChecksum(ofEntityHashes: entityVersionHashesByName) }

    /// The checksum of the model whose entities have these hashes.
    package static func versionChecksum(ofEntityHashes hashes: [String: Data]) -> String {
        var hasher = SHA256()
        for (_, hash) in sorted(hashes) { hasher.update(hash) }
        return hasher.finalize().base64EncodedString()
    }

    /// What a store's metadata holds under `NSStoreModelVersionHashesDigest`: SHA-512 over names and hashes, in Base64.
    package var versionHashesDigest: String {
        var hasher = SHA512()
        for (name, hash) in sortedVersionHashes {
            hasher.update(name.utf8)
            hasher.update(hash)
        }
        return hasher.finalize().base64EncodedString()
    }

    private var sortedVersionHashes: [(key: String, value: Data)] { Self.sorted(entityVersionHashesByName) }

    private static func sorted(_ hashes: [String: Data]) -> [(key: String, value: Data)] {
        hashes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// Takes over the hashes of entities whose hash cannot be computed here (see `hasExactVersionHash`) from where Apple's
    /// framework has left them: beside a compiled model, or in the metadata of a store that holds this model.
    package func adoptVersionHashes(_ hashes: [String: Data]) {
        for entity in entities.sorted(by: { $0.superentities.count < $1.superentities.count }) {
            if let hash = hashes[entity.name ?? ""] { entity.adoptVersionHash(hash) }
        }
    }

    /// Whether a store with `metadata` can be used with the entities of a configuration of this model.
    ///
    /// - Parameters:
    ///   - configuration: The name of a configuration, `nil` for all entities.
    ///   - metadata: A store's metadata; it holds the hashes under `NSStoreModelVersionHashesKey`.
    public func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let entities = entities(forConfigurationName: configuration),
            let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        else { return false }
        let expected = Dictionary(
            entities.map { ($0.name ?? "", $0.versionHash) }, uniquingKeysWith: { first, _ in first })
        return expected == stored
    }
}

import Foundation

extension NSManagedObjectModel {
    /// A model with copies of everything in `models`.
    ///
    /// An entity that several models define is taken once, when its version hash is the same in all.
    ///
    /// - Parameter models: The models; `nil` for those of the main bundle.
    /// - Returns: `nil` when two models define an entity differently.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
        guard let models = models ?? Self.mergedModel(from: nil).map({ [$0] }),
            let merged = try? Self.merging(models)
        else { return nil }
        self.init()
        takeContents(of: merged)
    }

    /// A model for the store with `metadata`, made of those entities of `models` whose version hashes are the store's.
    ///
    /// - Parameters:
    ///   - models: Models, among them different versions of one.
    ///   - metadata: The store's metadata, with the version hash of each of its entities.
    /// - Returns: `nil` unless every entity of the store is found.
    public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
        guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return nil }
        // One model that has them all is better than parts of several: only it has the right templates.
        let complete = models.first { model in
            let own = model.entityVersionHashesByName
            return hashes.allSatisfy { own[$0.key] == $0.value }
        }
        self.init()
        for model in complete.map({ [$0] }) ?? models {
            takeContents(of: model.keeping { hashes[$0.name ?? ""] == $0.versionHash })
        }
        guard hashes.allSatisfy({ entitiesByName[$0.key] != nil }) else { return nil }
    }

    /// A model with copies of everything in `models`.
    ///
    /// - Throws: `ModelError` with code `mergeConflict` when two models define an entity differently.
    package static func merging(_ models: [NSManagedObjectModel]) throws -> NSManagedObjectModel {
        let merged = NSManagedObjectModel()
        var hashes: [String: Data] = [:]
        for model in models {
            for (name, hash) in model.entityVersionHashesByName {
                guard hashes.updateValue(hash, forKey: name) ?? hash == hash else {
                    throw ModelError(
                        .mergeConflict, "is defined differently in two of the models to merge; rename it in one",
                        entity: name)
                }
            }
            merged.takeContents(of: model)
        }
        return merged
    }

    /// A copy with only those entities that satisfy a condition.
    private func keeping(_ isKept: (NSEntityDescription) -> Bool) -> NSManagedObjectModel {
        let names = Set(entities.filter(isKept).compactMap(\.name))
        let model = NSManagedObjectModel()
        model.takeContents(of: self) { names.contains($0.name ?? "") }
        return model
    }
}

import Foundation

extension NSManagedObjectModel {
    /// Reads the model at `url`: compiled, a `.momd`, of which the current version counts, or a `.mom`; or a source, an
    /// `.xcdatamodeld`, an `.xcdatamodel`, or its `contents`.
    ///
    /// - Returns: `nil` when the file cannot be read or has a mistake.
    public convenience init?(contentsOf url: URL) {
        guard let model = try? ModelFile.load(contentsOf: url) else { return nil }
        self.init()
        takeContents(of: model)
        fileURL = url
    }

    /// Reads a model from the XML of an `.xcdatamodel` (its `contents`), such as a command keeps in its own code.
    ///
    /// - Parameters:
    ///   - contents: The XML.
    ///   - name: What an error calls the model, such as the file that the XML came from.
    /// - Throws: `ModelError` with `name` and the line.
    public convenience init(xcdatamodelContents contents: Data, name: String) throws {
        let model = try ModelXMLReader.read(contents, file: name)
        self.init()
        takeContents(of: model)
    }

    /// The models of `bundles`, merged.
    ///
    /// - Parameter bundles: Where to look for models; `nil` for the main bundle.
    /// - Returns: A model without entities when there is none to merge; `nil` when one cannot be read, or when two
    ///   define an entity differently.
    public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        let models = modelURLs(in: bundles).map { NSManagedObjectModel(contentsOf: $0) }
        guard !models.contains(where: { $0 == nil }) else { return nil }
        return NSManagedObjectModel(byMerging: models.compactMap { $0 })
    }

    /// A model for the store with `metadata`, from the versions of the models in `bundles`.
    ///
    /// - Parameters:
    ///   - bundles: Where to look for models; `nil` for the main bundle.
    ///   - metadata: The store's metadata, with the version hash of each of its entities.
    /// - Returns: `nil` unless every entity of the store is found in the version that the store has.
    public class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        let versions = modelURLs(in: bundles).flatMap { (try? ModelFile.versions(at: $0)) ?? [] }
        let models = versions.compactMap { try? ModelFile.load(contentsOf: $0.url) }
        return NSManagedObjectModel(byMerging: models, forStoreMetadata: metadata)
    }

    /// One model of each name: the compiled one where its source is there too.
    private static func modelURLs(in bundles: [Bundle]?) -> [URL] {
        (bundles ?? [.main]).flatMap { bundle in
            var names: Set<String> = []
            return ["momd", "mom", "xcdatamodeld", "xcdatamodel"].flatMap { ending in
                (bundle.urls(forResourcesWithExtension: ending, subdirectory: nil) ?? []).map { $0 as URL }
                    .filter { names.insert($0.deletingPathExtension().lastPathComponent).inserted }
            }
        }
    }
}

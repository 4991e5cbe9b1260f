import Foundation

extension NSMappingModel {
    /// Reads the mapping model at a URL: a compiled one (`.cdm`) or Xcode's source (`.xcmappingmodel`), which needs the two
    /// models at the place that it names, or beside it.
    ///
    /// - Returns: `nil` when there is none or it cannot be read. `NSMappingModel.load(contentsOf:)` says why.
    public convenience init?(contentsOf url: URL?) {
        guard let url, let model = try? MappingModelFile.load(contentsOf: url) else { return nil }
        self.init()
        entityMappings = model.entityMappings
    }

    /// The mapping model in `bundles` that is for exactly this pair of models, by their version hashes.
    ///
    /// - Parameters:
    ///   - bundles: Where to look; `nil` for the main bundle.
    ///   - sourceModel: The model of the store to migrate.
    ///   - destinationModel: The model that it is to have.
    /// - Returns: `nil` when there is none.
    public convenience init?(
        from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
        destinationModel: NSManagedObjectModel?
    ) {
        guard let sourceModel, let destinationModel else { return nil }
        let urls = (bundles ?? [.main]).flatMap { bundle in
            ["cdm", "xcmappingmodel"].flatMap { ending in
                (bundle.urls(forResourcesWithExtension: ending, subdirectory: nil) ?? []).map { $0 as URL }
            }
        }
        guard
            let found = MappingModelFile.first(in: urls, source: sourceModel, destination: destinationModel)
        else { return nil }
        self.init()
        entityMappings = found.entityMappings
    }

    /// Reads the mapping model at a URL, or says why it cannot be read.
    ///
    /// - Throws: `ModelError` with the file.
    public class func load(contentsOf url: URL) throws -> NSMappingModel {
        try MappingModelFile.load(contentsOf: url)
    }

    /// Reads Xcode's source of a mapping model (`.xcmappingmodel`) for a pair of models, whatever versions of them it was
    /// saved with.
    ///
    /// - Throws: `ModelError` with the file, also when the models lack an entity of the mapping model.
    public class func load(
        contentsOf url: URL, source: NSManagedObjectModel, destination: NSManagedObjectModel
    ) throws -> NSMappingModel {
        try MappingModelFile.load(contentsOf: url, source: source, destination: destination)
    }
}

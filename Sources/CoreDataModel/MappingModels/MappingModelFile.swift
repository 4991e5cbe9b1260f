import Foundation

/// A mapping model on disk: `.xcmappingmodel` or `.cdm`.
package enum MappingModelFile {
    /// Reads the mapping model at `url`.
    ///
    /// - Throws: `ModelError` with code `unreadableFile`, `unsupportedFile` or `malformedFile`, and the file.
    package static func load(contentsOf url: URL) throws -> NSMappingModel {
        if url.pathExtension.lowercased() == "cdm" {
            return try CompiledMappingReader.read(try data(at: url), file: url.path)
        }
        let file = url.appendingPathComponent("xcmapping.xml")
        let mappings = try MappingSourceReader.read(try data(at: file), file: file.path)
        guard let source = MappedModelFile.model(at: mappings.sourceModelPath, of: url),
            let destination = MappedModelFile.model(at: mappings.destinationModelPath, of: url)
        else {
            throw ModelError(
                .unreadableFile,
                "The models that the mapping model is for are not beside it: put them there, build it to a .cdm, or give "
                    + "the models with load(contentsOf:source:destination:)", file: url.path)
        }
        return try MappingCompiler(mappings, source: source, destination: destination, file: file.path).compile()
    }

    /// Reads Xcode's source for two models, whatever models it was saved with.
    package static func load(
        contentsOf url: URL, source: NSManagedObjectModel, destination: NSManagedObjectModel
    ) throws -> NSMappingModel {
        let file = url.appendingPathComponent("xcmapping.xml")
        let mappings = try MappingSourceReader.read(try data(at: file), file: file.path)
        return try MappingCompiler(mappings, source: source, destination: destination, file: file.path).compile()
    }

    /// The first that is for exactly this pair of models; files that cannot be read are passed over.
    package static func first(
        in urls: [URL], source: NSManagedObjectModel, destination: NSManagedObjectModel
    ) -> NSMappingModel? {
        let (from, to) = (source.entityVersionHashesByName, destination.entityVersionHashesByName)
        return urls.lazy.compactMap { try? load(contentsOf: $0) }.first { $0.isFor(source: from, destination: to) }
    }

    private static func data(at url: URL) throws -> Data {
        do {
            return try Data(contentsOf: url)
        } catch {
            throw ModelError(
                .unreadableFile, "The mapping model cannot be read: check that it exists and may be read",
                file: url.path)
        }
    }
}

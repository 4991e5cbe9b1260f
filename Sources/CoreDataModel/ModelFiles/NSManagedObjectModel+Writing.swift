import Foundation

extension NSManagedObjectModel {
    /// Writes the model to `url`, in the form that its ending names:
    ///
    /// | ending | what is written |
    /// |---|---|
    /// | `mom` | a compiled model, such as Apple's framework loads |
    /// | `momd` | a folder with the compiled model as its only and current version, and the version hashes |
    /// | `xcdatamodel` | a folder with the source that Xcode edits |
    ///
    ///     try model.write(to: URL(fileURLWithPath: "Company.momd"))
    ///
    /// What is there is replaced once the new is written whole. Apple gives models no such method; this one is ours.
    ///
    /// - Throws: `ModelError` with code `unsupportedFile` for another ending, or for something in the model that the form
    ///   cannot hold, such as a block predicate; what the file system reports.
    public func write(to url: URL) throws {
        switch url.pathExtension.lowercased() {
        case "mom": try CompiledModelWriter.data(of: self, form: .file).write(to: url, options: .atomic)
        case "momd":
            let name = url.deletingPathExtension().lastPathComponent
            try ModelFile.write(versions: [(name, self)], current: name, to: url)
        case "xcdatamodel":
            try ModelFile.writeFolder(at: url) { folder in
                try Data(xcdatamodelContents.utf8).write(to: folder.appendingPathComponent("contents"))
            }
        default:
            throw ModelError(
                .unsupportedFile, "A model is written to a .mom, a .momd or an .xcdatamodel", file: url.path)
        }
    }

    /// The XML of the model's source: the `contents` of an `.xcdatamodel`.
    package var xcdatamodelContents: String { ModelXMLWriter(self).text }

    /// The keyed archive of the model that a store keeps as its model cache.
    ///
    /// - Throws: `ModelError` with code `unsupportedFile`.
    package func storeCacheArchive() throws -> Data { try CompiledModelWriter.data(of: self, form: .storeCache) }

    /// Reads a model from the keyed archive of a compiled model.
    ///
    /// - Parameter file: What an error calls the archive.
    /// - Throws: `ModelError` with code `malformedFile`.
    package convenience init(compiledModel data: Data, file: String) throws {
        self.init(copying: try CompiledModelReader.read(data, file: file))
    }

    /// A copy of another model, which can be changed.
    package convenience init(copying model: NSManagedObjectModel) {
        self.init()
        takeContents(of: model)
    }
}

extension ModelFile {
    /// Writes a `.momd`: each version's compiled model, and the list of their hashes.
    ///
    /// - Parameter current: The name of the version that an application uses.
    package static func write(
        versions: [(name: String, model: NSManagedObjectModel)], current: String, to url: URL
    ) throws {
        var list = CompiledModelVersions()
        list.currentName = current
        try writeFolder(at: url) { folder in
            for (name, model) in versions {
                list.hashes[name] = model.entityVersionHashesByName
                list.checksums[name] = model.versionChecksum
                try CompiledModelWriter.data(of: model, form: .file)
                    .write(to: folder.appendingPathComponent(name + ".mom"))
            }
            try list.data?.write(to: folder.appendingPathComponent(CompiledModelVersions.fileName))
        }
    }

    /// Fills a folder beside its place and then moves it there, so that what was there is whole or replaced.
    static func writeFolder(at url: URL, _ fill: (URL) throws -> Void) throws {
        let files = FileManager.default
        let parent = url.deletingLastPathComponent()
        let made = parent.appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
        try files.createDirectory(at: made, withIntermediateDirectories: true)
        do {
            try fill(made)
            if files.fileExists(atPath: url.path) { try files.removeItem(at: url) }
            try files.moveItem(at: made, to: url)
        } catch {
            try? files.removeItem(at: made)
            throw error
        }
    }
}

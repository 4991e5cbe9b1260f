import Foundation

/// A model on disk: a source, `.xcdatamodeld` (several versions), `.xcdatamodel` or its `contents`; or compiled, `.momd`
/// (several versions) or `.mom`.
package enum ModelFile {
    /// One version in a versioned model.
    package struct Version: Sendable, Hashable {
        /// The version's name: its file's name without ending.
        package let name: String
        /// Where the version is.
        package let url: URL
        /// Whether the application uses this version.
        package let isCurrent: Bool
    }

    /// Reads the model at `url`; of a versioned model, the current version.
    ///
    /// - Throws: `ModelError` with code `unreadableFile`, `unsupportedFile` or `malformedFile`, or one for a mistake in
    ///   what the file says, with file and line.
    package static func load(contentsOf url: URL) throws -> NSManagedObjectModel {
        switch url.pathExtension.lowercased() {
        case "xcdatamodeld", "momd":
            let versions = try versions(at: url)
            guard let current = versions.first(where: \.isCurrent) else {
                let isCompiled = url.pathExtension.lowercased() == "momd"
                let list = isCompiled ? CompiledModelVersions.fileName : ".xccurrentversion"
                throw ModelError(
                    .malformedFile,
                    "The model has \(versions.count) versions and no \(list) that names one of them", file: url.path)
            }
            return try load(contentsOf: current.url)
        case "xcdatamodel":
            return try readSource(url)
        case "mom":
            let model = try CompiledModelReader.read(try data(at: url), file: url.path)
            let folder = url.deletingLastPathComponent()
            if folder.pathExtension.lowercased() == "momd" {
                model.adoptVersionHashes(try CompiledModelVersions(in: folder)?.hashes[name(of: url)] ?? [:])
            }
            return model
        default:
            return try ModelXMLReader.read(try data(at: url), file: url.path)
        }
    }

    /// The versions of the model at `url`, sorted by name as people sort: `Model 2` before `Model 10`. A model that is not
    /// versioned is its own only version.
    package static func versions(at url: URL) throws -> [Version] {
        let ending: String
        switch url.pathExtension.lowercased() {
        case "xcdatamodeld": ending = "xcdatamodel"
        case "momd": ending = "mom"
        default: return [Version(name: name(of: url), url: url, isCurrent: true)]
        }
        let found: [URL]
        do {
            found = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
        } catch {
            throw unreadable(url)
        }
        let models = found.filter { $0.pathExtension.lowercased() == ending }
            .sorted { name(of: $0).compare(name(of: $1), options: .numeric) == .orderedAscending }
        guard !models.isEmpty else {
            throw ModelError(.malformedFile, "The folder holds no .\(ending)", file: url.path)
        }
        let current =
            try (ending == "mom" ? CompiledModelVersions(in: url)?.currentName : currentVersionName(at: url))
            ?? (models.count == 1 ? name(of: models[0]) : nil)
        return models.map { Version(name: name(of: $0), url: $0, isCurrent: name(of: $0) == current) }
    }

    private static func name(of url: URL) -> String {
        url.deletingPathExtension().lastPathComponent
    }

    private static func currentVersionName(at url: URL) throws -> String? {
        let file = url.appendingPathComponent(".xccurrentversion")
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        guard
            let list = try? PropertyListSerialization.propertyList(from: try data(at: file), format: nil)
                as? [String: Any]
        else {
            throw ModelError(.malformedFile, "The file is no property list", file: file.path)
        }
        return (list["_XCCurrentVersionName"] as? String).map { name(of: URL(fileURLWithPath: $0)) }
    }

    private static func readSource(_ url: URL) throws -> NSManagedObjectModel {
        let contents = url.appendingPathComponent("contents")
        if !FileManager.default.fileExists(atPath: contents.path),
            FileManager.default.fileExists(atPath: url.appendingPathComponent("elements").path)
        {
            throw ModelError(
                .unsupportedFile,
                "The model has the binary form that Xcode wrote before version 4. Open and save it in a newer Xcode",
                file: url.path)
        }
        return try ModelXMLReader.read(try data(at: contents), file: contents.path)
    }

    static func data(at url: URL) throws -> Data {
        do {
            return try Data(contentsOf: url)
        } catch {
            throw unreadable(url)
        }
    }

    private static func unreadable(_ url: URL) -> ModelError {
        ModelError(.unreadableFile, "The model cannot be read: check that it exists and may be read", file: url.path)
    }
}

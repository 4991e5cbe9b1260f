import Foundation

/// `VersionInfo.plist` of a `.momd`: which version is the current one, and the version hashes of all.
struct CompiledModelVersions {
    static let fileName = "VersionInfo.plist"

    var currentName: String?
    /// By version and entity.
    var hashes: [String: [String: Data]] = [:]
    /// By version.
    var checksums: [String: String] = [:]

    init() {}

    /// Reads the list in a folder; nil where there is none.
    ///
    /// - Throws: `ModelError` with code `malformedFile` or `unreadableFile`.
    init?(in folder: URL) throws {
        let file = folder.appendingPathComponent(Self.fileName)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let list = try? PropertyListSerialization.propertyList(from: try ModelFile.data(at: file), format: nil)
        guard let list = list as? [String: Any] else {
            throw ModelError(.malformedFile, "The file is no property list", file: file.path)
        }
        currentName = list[Key.current] as? String
        hashes = list[Key.hashes] as? [String: [String: Data]] ?? [:]
        checksums = list[Key.checksums] as? [String: String] ?? [:]
    }

    /// The list as a file; nil never happens for texts and data.
    var data: Data? {
        var list: [String: Any] = [Key.hashes: hashes, Key.checksums: checksums]
        list[Key.current] = currentName
        return BinaryPropertyListWriter.data(propertyList: list)
    }

    private enum Key {
        static let current = "NSManagedObjectModel_CurrentVersionName"
        static let hashes = "NSManagedObjectModel_VersionHashes"
        static let checksums = "NSManagedObjectModel_VersionChecksums"
    }
}

/// Tells what a file is by how it begins.
enum StoreFileKind {
    private static let beginnings: [(bytes: [UInt8], type: String)] = [
        (Array("SQLite format 3\0".utf8), NSSQLiteStoreType),
        (Array("bplist00".utf8), NSBinaryStoreType),
    ]

    /// The store type of a file; nil for no file, an empty one, and one of another kind.
    static func type(ofFileAt url: URL) -> String? {
        guard let file = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? file.close() }
        guard let beginning = try? file.read(upToCount: 16) else { return nil }
        return beginnings.first { beginning.starts(with: $0.bytes) }?.type
    }
}

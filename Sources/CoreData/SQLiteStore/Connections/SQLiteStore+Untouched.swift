import SQLite

extension SQLiteStore {
    /// Runs a block with a connection to a store's file that changes nothing, neither the file nor what is beside it.
    ///
    /// SQLite makes files beside a database with a log, also for reading. Where nobody has such a database open, a copy is
    /// read in its place.
    ///
    /// - Throws: `CocoaError` 134010 for a store of another type, 134080 for no file; what SQLite reports.
    static func withUntouchedConnection<T>(to url: URL, _ body: (Connection) throws -> T) throws -> T {
        let opener = try StoreOpener(
            type: NSSQLiteStoreType, url: url, options: [NSReadOnlyPersistentStoreOption: true])
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw CocoaError.coreData(.persistentStoreOpen, "There is no store at \(url.path)")
        }
        func read(_ path: String, _ mode: OpenMode) throws -> T {
            try opener.translatingErrors {
                let connection = try Connection(path: path, mode: mode, busyTimeout: .seconds(5))
                defer { connection.close() }
                try connection.harden()
                return try body(connection)
            }
        }
        guard hasContent(url.path + "-wal") || hasContent(url.path + "-journal") else {
            return try read(url.path, .immutable)
        }
        // Whoever has the database open has made this file already.
        if FileManager.default.fileExists(atPath: url.path + "-shm") { return try read(url.path, .readOnly) }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appendingPathComponent("store").path
        for ending in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: url.path + ending) {
            try FileManager.default.copyItem(atPath: url.path + ending, toPath: copy + ending)
        }
        return try read(copy, .readWrite)
    }

    private static func hasContent(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber).map { $0.intValue > 0 } ?? false
    }
}

import SQLite
import Synchronization

/// Bulk loading: secondary indexes and the search index are built once at the end, all in one transaction, so that a
/// load that fails or is killed leaves the store as it was.
final class IndexDeferral: @unchecked Sendable {
    // Sendable: `files` is used by the thread that loads only, which holds the writer's lock.

    private let active = Atomic<Bool>(false)
    /// What the saves of the load have written and made superfluous beside the store's file.
    private(set) var files: ExternalFiles?

    var isActive: Bool { active.load(ordering: .acquiring) }

    func begin(files: ExternalFiles) {
        self.files = files
        active.store(true, ordering: .releasing)
    }

    func end() {
        active.store(false, ordering: .releasing)
        files = nil
    }
}

extension NSPersistentStore {
    /// Runs a block whose saves into this store become one transaction, with indexes built at its end.
    ///
    /// Much faster for a load that is large beside what the store holds; slower for a small one. Contexts that save inside
    /// must be used on the calling thread (`performAndWait`). Other writers wait. Uniqueness constraints are checked at the
    /// end, too: a duplicate then fails the whole load.
    ///
    /// - Throws: What the block throws, and what the store reports; the store is as before.
    public func performBulkLoad<T>(_ body: () throws -> T) throws -> T {
        guard let store = self as? SQLiteStore else { return try body() }
        return try store.bulkLoad(body)
    }
}

extension SQLiteStore {
    fileprivate func bulkLoad<T>(_ body: () throws -> T) throws -> T {
        // A load inside a load is a part of it.
        if pool.isHeldByThisThread { return try body() }
        let files = ExternalFiles(directory: externalDataDirectory)
        do {
            let result = try load(files, body)
            files.finish()
            return result
        } catch {
            files.undo()
            throw error
        }
    }

    private func load<T>(_ files: ExternalFiles, _ body: () throws -> T) throws -> T {
        try write { connection in
            try pool.holdingWriter {
                let cache = try connection.pragma("cache_size")
                _ = try connection.setPragma("cache_size", to: .integer(-256_000))
                defer { if let cache { _ = try? connection.setPragma("cache_size", to: cache) } }
                return try connection.transaction(.immediate) {
                    let indexes = try dropIndexes(connection)
                    let marks = try searchIndexes.map { try $0.beginLoad(connection) }
                    deferral.begin(files: files)
                    defer { deferral.end() }
                    let result = try body()
                    for sql in indexes { try connection.execute(sql) }
                    for (index, mark) in zip(searchIndexes, marks) {
                        try index.endLoad(lastKeyBefore: mark, connection)
                    }
                    return result
                }
            }
        }
    }

    /// Drops the secondary indexes of the entities' tables and returns the statements that make them again.
    private func dropIndexes(_ connection: Connection) throws -> [String] {
        let list = try connection.prepare(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL "
                + "AND tbl_name IN (SELECT value FROM json_each(?))")
        list.bind("[" + schema.tables.map { "\"\($0.name)\"" }.joined(separator: ",") + "]", at: 1)
        var found: [(name: String, sql: String)] = []
        while try list.step() { found.append((list.string(0), list.string(1))) }
        for index in found { try connection.execute("DROP INDEX \(Connection.quote(index.name))") }
        return found.map(\.sql)
    }
}

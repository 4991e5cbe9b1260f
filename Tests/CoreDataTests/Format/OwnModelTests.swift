import SQLite
import Testing

@testable import CoreData

/// Stores opened with the model that they hold of themselves.
@Suite(.enabled(if: SampleStores.root != nil, "PEOPLE_CASES is not set"), .serialized)
struct OwnModelTests {
    init() { ValueTransformer.setValueTransformer(ColorsTransformer(), forName: "ColorsTransformer") }

    /// A copy of a store with its model; nil, with a reason, where nobody has the model.
    private func copy(_ store: SampleStores.Store) throws -> (directory: URL, model: NSManagedObjectModel)? {
        let directory = try SampleStores.copy(storeAt: store.url)
        guard let model = try SampleStores.model(ofStoreAt: directory.appendingPathComponent("company.sqlite")) else {
            print("skipped \(store.url.lastPathComponent): it holds no model, and there is no source of it")
            try FileManager.default.removeItem(at: directory)
            return nil
        }
        return (directory, model)
    }

    @Test(arguments: SampleStores.everyStore) func everyValue(_ store: SampleStores.Store) throws {
        guard let (directory, model) = try copy(store) else { return }
        defer { try? FileManager.default.removeItem(at: directory) }
        let stack = try TestStack(model: model, directory: directory)
        let compared = try StoredRows(stack.url).compare(with: stack.context)
        #expect(compared > 0)
    }

    /// The model of a store goes into a source file and back.
    @Test(arguments: SampleStores.everyStore) func modelAsSource(_ store: SampleStores.Store) throws {
        guard let (directory, model) = try copy(store) else { return }
        defer { try? FileManager.default.removeItem(at: directory) }
        let text = model.xcdatamodelContents
        let again = try NSManagedObjectModel(xcdatamodelContents: Data(text.utf8), name: "written")
        for entity in model.entities where entity.hasExactVersionHash {
            #expect(again.entitiesByName[entity.name ?? ""]?.versionHash == entity.versionHash, "\(entity.name ?? "")")
        }
        #expect(again.xcdatamodelContents == text)
        let stack = try TestStack(model: again, directory: directory)
        #expect(try StoredRows(stack.url).compare(with: stack.context) > 0)
    }

    /// Where nothing may be written, nothing is.
    @Test(
        .enabled(if: geteuid() != 0, "the superuser may write in any directory"),
        arguments: SampleStores.everyStore, [false, true])
    func readOnlyDirectory(_ store: SampleStores.Store, hasLog: Bool) throws {
        guard let (directory, model) = try copy(store) else { return }
        defer { try? FileManager.default.removeItem(at: directory) }
        if hasLog { try leaveLog(in: directory) }
        let before = try contents(of: directory)
        var compared = 0
        try whileUnwritable(directory) {
            let stack = try TestStack(
                model: model, directory: directory, options: [NSReadOnlyPersistentStoreOption: true])
            // Plain SQL would need shared memory in the directory: it reads a copy.
            let other = try SampleStores.copy(storeAt: stack.url)
            defer { try? FileManager.default.removeItem(at: other) }
            compared = try StoredRows(other.appendingPathComponent("company.sqlite")).compare(with: stack.context)
        }
        #expect(compared > 0)
        #expect(try contents(of: directory) == before)
    }

    /// What is in the log only is fetched as well.
    @Test(arguments: SampleStores.everyStore) func logBesideTheStore(_ store: SampleStores.Store) throws {
        guard let (directory, model) = try copy(store) else { return }
        defer { try? FileManager.default.removeItem(at: directory) }
        let added = try leaveLog(in: directory)
        let stack = try TestStack(model: model, directory: directory)
        #expect(try StoredRows(stack.url).compare(with: stack.context) > 0)
        #expect(try stack.rows("SELECT COUNT(*) FROM \(added.table) WHERE Z_PK = \(added.key)") == [[.integer(1)]])
    }

    /// Adds a row that only a log beside the store holds.
    @discardableResult
    private func leaveLog(in directory: URL) throws -> (table: String, key: Int64) {
        let url = directory.appendingPathComponent("company.sqlite")
        let connection = try Connection(path: url.path, mode: .readWrite)
        defer { connection.close() }
        try StoreFunctions.register(on: connection)
        _ = try connection.setPragma("journal_mode", to: .text("wal"))
        try connection.checkpoint(.truncate)
        let before = try Data(contentsOf: url)
        let roots = try connection.prepare("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY WHERE Z_SUPER = 0 ORDER BY Z_ENT")
        #expect(try roots.step())
        let (table, number) = ("Z" + roots.string(0).uppercased(), roots.int64(1))
        let keys = try connection.prepare("SELECT IFNULL(MAX(Z_PK), 0) + 1 FROM \(table)")
        #expect(try keys.step())
        let key = keys.int64(0)
        keys.reset()
        roots.reset()
        try connection.execute("INSERT INTO \(table) (Z_PK, Z_ENT, Z_OPT) VALUES (\(key), \(number), 1)")
        // The last connection empties the log when it closes: the files are kept as they are now.
        let log = try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal"))
        connection.close()
        for ending in ["-shm", "-wal"] { try? FileManager.default.removeItem(atPath: url.path + ending) }
        try before.write(to: url)
        try log.write(to: URL(fileURLWithPath: url.path + "-wal"))
        return (table, key)
    }

    private func contents(of directory: URL) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory.path) {
            let url = directory.appendingPathComponent(path)
            if let data = try? Data(contentsOf: url) { contents[path] = data }
        }
        return contents
    }

    private func whileUnwritable(_ directory: URL, _ body: () throws -> Void) throws {
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
        defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path) }
        try body()
    }
}

import Foundation
import SQLite
import Testing

@testable import CoreData

/// A stack on a store of its own, removed with it.
final class TestStack {
    let directory: URL
    let url: URL
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext
    let kind: StoreKind
    private let ownsDirectory: Bool
    /// Objects can read only while their context is there, and the tests hold objects.
    private var kept: [AnyObject] = []

    init(
        model: NSManagedObjectModel = CompanyModel.make(), _ kind: StoreKind = .sqlite, directory: URL? = nil,
        options: [AnyHashable: Any]? = nil
    ) throws {
        self.kind = kind
        ownsDirectory = directory == nil
        self.directory = directory ?? TestStack.makeDirectory()
        try FileManager.default.createDirectory(at: self.directory, withIntermediateDirectories: true)
        url = self.directory.appendingPathComponent("company.\(kind.fileExtension)")
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: kind.type, configurationName: nil, at: kind == .memory ? nil : url, options: options)
        context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
    }

    deinit {
        if ownsDirectory { try? FileManager.default.removeItem(at: directory) }
    }

    static func makeDirectory() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("coredata-\(UUID().uuidString)")
    }

    var store: SQLiteStore {
        guard let store = coordinator.persistentStores.first as? SQLiteStore else { fatalError("There is a store") }
        return store
    }

    /// Another context on the same coordinator.
    func makeContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        kept.append(context)
        return context
    }

    /// A stack that opens the same file, beside this one.
    func another(model: NSManagedObjectModel = CompanyModel.make(), options: [AnyHashable: Any]? = nil) throws
        -> TestStack
    {
        let stack = try TestStack(model: model, kind, directory: directory, options: options)
        kept.append(stack)
        return stack
    }

    @discardableResult
    func insert(_ entity: String, _ values: [String: Any?] = [:]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    /// Employees with these names, saved.
    @discardableResult
    func insertEmployees(_ names: String...) throws -> [NSManagedObject] {
        let employees = names.map { insert("Employee", ["name": $0]) }
        try context.save()
        return employees
    }

    func fetch(
        _ entity: String = "Employee", _ format: String? = nil, _ arguments: [Any] = [], sort: [String] = [],
        in context: NSManagedObjectContext? = nil
    ) throws -> [NSManagedObject] {
        try (context ?? self.context).fetch(Self.request(entity, format, arguments, sort: sort))
    }

    static func request(
        _ entity: String = "Employee", _ format: String? = nil, _ arguments: [Any] = [], sort: [String] = []
    ) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        if let format { request.predicate = NSPredicate(format: format, argumentArray: arguments) }
        request.sortDescriptors = sort.map { NSSortDescriptor(key: $0, ascending: true) }
        return request
    }

    /// The names of the employees that a predicate selects, sorted.
    func names(_ format: String? = nil, _ arguments: [Any] = [], in context: NSManagedObjectContext? = nil) throws
        -> [String]
    {
        try fetch("Employee", format, arguments, in: context).map { $0.string("name") }.sorted()
    }

    /// How many SQL statements a block costs; calls of the server, where that is the store.
    func statements<T>(_ body: () throws -> T) rethrows -> (T, Int) {
        let before = statementCount
        let result = try body()
        return (result, statementCount - before)
    }

    private var statementCount: Int {
        switch anyStore {
        case let atomic as NSAtomicStore:
            (atomic.operations as? AtomicStoreOperations)?.engine.statementCount ?? 0
        case is ServerStore: Server.at(url).callCount
        default: store.statementCount
        }
    }

    /// The store, of whatever kind.
    var anyStore: NSPersistentStore { coordinator.persistentStores[0] }

    /// Rows of a query on the file, as `sqlite3` would show them.
    func rows(_ sql: String) throws -> [[SQLValue]] { try Self.rows(sql, at: url) }

    static func rows(_ sql: String, at url: URL) throws -> [[SQLValue]] {
        let connection = try Connection(path: url.path, mode: .readOnly)
        defer { connection.close() }
        let statement = try connection.prepare(sql)
        var rows: [[SQLValue]] = []
        while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
        return rows
    }

    /// Runs SQL on the file, as another program would.
    func execute(_ sql: String) throws {
        let connection = try Connection(path: url.path, mode: .readWrite)
        defer { connection.close() }
        try connection.execute(sql)
    }

    /// Every row of every table, to see that nothing changed.
    static func contents(of url: URL) throws -> [String: [[SQLValue]]] {
        let tables = try rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", at: url)
        var contents: [String: [[SQLValue]]] = [:]
        for case .text(let table) in tables.map({ $0[0] }) where !table.hasPrefix("CDSEARCH") {
            contents[table] = try rows("SELECT * FROM \(Connection.quote(table)) ORDER BY 1", at: url)
        }
        contents["schema"] = try rows("SELECT type, name, sql FROM sqlite_master ORDER BY name", at: url)
        return contents
    }
}

extension NSManagedObject {
    func string(_ key: String) -> String { value(forKey: key) as? String ?? "nil" }
    func object(_ key: String) -> NSManagedObject? { value(forKey: key) as? NSManagedObject }

    /// A to-many relationship's objects, in order when ordered.
    func objects(_ key: String) -> [NSManagedObject] {
        switch value(forKey: key) {
        case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
        case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
        default: []
        }
    }

    /// The names of a to-many relationship's objects: in order when ordered, else sorted.
    func names(_ key: String) -> [String] {
        let names = objects(key).map { $0.string("name") }
        return value(forKey: key) is NSOrderedSet ? names : names.sorted()
    }

    func add(_ objects: NSManagedObject..., to key: String) {
        if let ordered = value(forKey: key) as? NSOrderedSet {
            setValue(NSOrderedSet(array: ordered.array + objects), forKey: key)
        } else {
            setValue(NSSet(array: self.objects(key) + objects), forKey: key)
        }
    }

    func remove(_ object: NSManagedObject, from key: String) {
        let rest = objects(key).filter { $0 !== object }
        setValue(
            value(forKey: key) is NSOrderedSet ? NSOrderedSet(array: rest) : NSSet(array: rest) as NSObject, forKey: key
        )
    }
}

/// The error that a block throws.
func caught(_ body: () throws -> Void) -> NSError? {
    do {
        try body()
        return nil
    } catch {
        return error as NSError
    }
}

/// The code of the error that a block throws; nil when it throws none.
func code(_ body: () throws -> Void) -> Int? { caught(body)?.code }

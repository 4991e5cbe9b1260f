import CommandKit
import CoreData
import CoreDataModel

/// A store that a command works on, with a context of its own.
struct OpenStore {
    /// What a command means to do with the store.
    enum Purpose {
        case reading
        case writing
    }

    let path: String
    let model: NSManagedObjectModel
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext
    let store: NSPersistentStore
    /// Whether the model is the one that the store holds itself.
    let hasOwnModel: Bool
    var identifier: String { store.identifier ?? "" }

    /// Opens the store that a command line names, and hands it to the command on its context's queue.
    static func open<Result>(
        _ path: String, for purpose: Purpose, options more: [String: Any] = [:], _ call: Invocation,
        _ body: (OpenStore) throws -> Result
    ) throws -> Result {
        let opened = try OpenStore(path, for: purpose, options: more, call)
        defer { try? opened.coordinator.remove(opened.store) }
        return try opened.context.performAndWait { try body(opened) }
    }

    private init(_ path: String, for purpose: Purpose, options more: [String: Any], _ call: Invocation) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError(.missingInput, "There is no such file", file: path)
        }
        self.path = path
        let url = URL(fileURLWithPath: path)
        let type = try StoreKind(ofFileAt: url).storeType
        let model = try StoreModel(forStoreAt: url, type: type, call)
        self.model = model.model
        hasOwnModel = model.isOwn
        DecodedTransformable.install(in: self.model)
        coordinator = try NSPersistentStoreCoordinator(checking: self.model)
        var options: [AnyHashable: Any] = more
        options[NSReadOnlyPersistentStoreOption] = purpose == .reading
        let (seconds, attoseconds) = call.arguments[ModelOption.timeout].components
        options[NSPersistentStoreTimeoutOption] = Double(seconds) + Double(attoseconds) / 1e18
        options[NSMigratePersistentStoresAutomaticallyOption] = false
        store = try coordinator.addPersistentStore(
            ofType: type, configurationName: nil, at: url, options: options)
        context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.undoManager = nil
    }

    /// Whether the store that a command line names keeps history. Then a change must be noted there.
    static func keepsHistory(_ call: Invocation) throws -> Bool {
        let url = URL(fileURLWithPath: call.arguments[ModelOption.store])
        guard try StoreKind(ofFileAt: url) == .sqlite else { return false }
        return try StoreInspection.keepsHistory(storeAt: url)
    }

    /// - Throws: `CommandError` (2) that names the nearest entity.
    func entity(named name: String) throws -> NSEntityDescription {
        if let entity = model.entitiesByName[name] { return entity }
        let names = model.entities.compactMap(\.name)
        if let entity = names.first(where: { $0.lowercased() == name.lowercased() }) {
            return try self.entity(named: entity)
        }
        var message = "The model has no entity '\(name.escapedControls)'"
        if let nearest = Spelling.nearest(to: name, among: names) { message += ". Did you mean '\(nearest)'?" }
        throw CommandError(.usage, message, hint: "'coredata info' lists the entities")
    }

    /// The object of an ID.
    ///
    /// - Throws: `CommandError` (1) when there is none.
    func object(_ text: String) throws -> NSManagedObject {
        let id = try ObjectReference.id(text, in: self)
        let request = NSFetchRequest<NSManagedObject>(entityName: id.entity.name ?? "")
        request.predicate = NSPredicate(format: "SELF == %@", id)
        request.returnsObjectsAsFaults = false
        guard let object = try context.fetch(request).first else {
            throw CommandError(.nothingFound, "The store has no object \(text.escapedControls)")
        }
        return object
    }
}

/// What a file is, by how it begins.
enum StoreKind {
    case sqlite
    case binary

    var storeType: String {
        switch self {
        case .sqlite: NSSQLiteStoreType
        case .binary: NSBinaryStoreType
        }
    }

    /// - Throws: `CommandError` (66) for a file that cannot be read, (65) for one that is no store.
    init(ofFileAt url: URL) throws {
        let beginning: Data?
        let path = url.resolvingSymlinksInPath().path
        let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else {
            let what = type == .typeDirectory ? "a folder" : "no plain file"
            throw CommandError(.missingInput, "This is \(what), not a store", file: url.path)
        }
        do {
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            beginning = try file.read(upToCount: 16)
        } catch {
            throw CommandError(.missingInput, "The file cannot be read", file: url.path)
        }
        if beginning?.starts(with: Array("SQLite format 3\0".utf8)) == true {
            self = .sqlite
        } else if beginning?.starts(with: Array("bplist00".utf8)) == true {
            self = .binary
        } else {
            throw CommandError(
                .badInput, "This is no Core Data store: it is neither a database nor a binary store", file: url.path)
        }
    }
}

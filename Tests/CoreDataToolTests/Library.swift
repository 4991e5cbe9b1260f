import CommandKit
import CoreData
import SQLite
import Testing

@testable import coredata

/// A small store of books, in a folder of its own, and the command to try on it.
final class Library {
    /// What a run of the command has left.
    struct Run: Equatable {
        var code: Int32
        var output: String
        /// Standard error.
        var talk: String
    }

    let folder: URL
    let store: URL

    init(history: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = folder.appendingPathComponent("library.sqlite")
        try fill(history: history)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs `coredata`; the word STORE stands for the store.
    func run(_ words: String...) -> Run { run(words) }

    func run(_ words: [String]) -> Run {
        let output = Output.memory()
        let talk = Talk(memory: Terminal(isTerminal: false))
        let program = Program(CoreDataTool.command, translate: ErrorTranslation.commandError)
        let code = program.run(
            words.map { $0.replacing("STORE", with: store.path) }, environment: Environment([:]), output: output,
            talk: talk)
        return Run(code: code.rawValue, output: output.text, talk: talk.text)
    }

    /// Changes the database behind the framework's back.
    func execute(_ sql: String) throws {
        let connection = try Connection(path: store.path, mode: .readWriteCreate)
        defer { connection.close() }
        try connection.execute(sql)
    }

    /// All rows of all tables, as text, but for those of some tables.
    func dump(without: Set<String> = []) throws -> [String: [String]] {
        let connection = try Connection(path: store.path, mode: .readOnly)
        defer { connection.close() }
        var rows: [String: [String]] = [:]
        let tables = try connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
        while try tables.step() {
            let table = tables.string(0)
            if without.contains(table) { continue }
            let columns = try connection.columnNames(ofTable: table).map { "quote(\(Connection.quote($0)))" }
            let statement = try connection.prepare(
                "SELECT \(columns.joined(separator: " || ',' || ")) FROM \(Connection.quote(table)) ORDER BY 1")
            rows[table] = []
            while try statement.step() { rows[table]?.append(statement.string(0)) }
        }
        return rows
    }

    // MARK: - The model

    static func attribute(_ name: String, _ type: NSAttributeType, optional: Bool = true) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = optional
        return attribute
    }

    static func relationship(_ name: String, to destination: NSEntityDescription, many: Bool)
        -> NSRelationshipDescription
    {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.maxCount = many ? 0 : 1
        return relationship
    }

    static func link(_ one: NSRelationshipDescription, _ other: NSRelationshipDescription) {
        one.inverseRelationship = other
        other.inverseRelationship = one
    }

    static func makeModel() -> NSManagedObjectModel {
        let (book, author, shelf) = (NSEntityDescription(), NSEntityDescription(), NSEntityDescription())
        (book.name, author.name, shelf.name) = ("Book", "Author", "Shelf")
        let cover = attribute("cover", .binaryDataAttributeType)
        cover.allowsExternalBinaryDataStorage = true
        let lock = attribute("lock", .transformableAttributeType)
        lock.valueTransformerName = "LockTransformer"
        let pages = attribute("pages", .integer32AttributeType)
        pages.defaultValue = 100
        let (onShelf, books) = (
            relationship("shelf", to: shelf, many: false), relationship("books", to: book, many: true)
        )
        link(onShelf, books)
        books.deleteRule = .cascadeDeleteRule
        let (authors, works) = (
            relationship("authors", to: author, many: true), relationship("works", to: book, many: true)
        )
        link(authors, works)
        book.properties = [
            attribute("title", .stringAttributeType, optional: false), pages, attribute("price", .decimalAttributeType),
            attribute("read", .booleanAttributeType), attribute("published", .dateAttributeType),
            attribute("code", .UUIDAttributeType), attribute("link", .URIAttributeType),
            attribute("tags", .transformableAttributeType), cover, lock, onShelf, authors,
        ]
        author.properties = [attribute("name", .stringAttributeType), works]
        shelf.properties = [attribute("label", .stringAttributeType), books]
        let model = NSManagedObjectModel()
        model.entities = [book, author, shelf]
        return model
    }

    private func fill(history: Bool) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.makeModel())
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store,
            options: [NSPersistentHistoryTrackingKey: history])
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            func insert(_ entity: String, _ values: [String: Any]) throws -> NSManagedObject {
                let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
                for (key, value) in values { object.setValue(value, forKey: key) }
                // One after the other: keys follow this order.
                try context.save()
                return object
            }
            let shelf = try insert("Shelf", ["label": "Top"])
            let authors = try ["Ada", "Bob"].map { try insert("Author", ["name": $0]) }
            _ = try insert(
                "Book",
                [
                    "title": "Winter, \"cold\"", "price": NSDecimalNumber(string: "12.50"), "read": true,
                    "published": Date(timeIntervalSinceReferenceDate: 0.5), "tags": ["a", "b"], "shelf": shelf,
                    "authors": NSSet(array: authors), "cover": Data(repeating: 7, count: 200_000),
                    "link": URL(string: "https://example.com/w") as Any, "code": UUID(),
                ])
            _ = try insert("Book", ["title": "Summer", "pages": 300, "shelf": shelf])
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}

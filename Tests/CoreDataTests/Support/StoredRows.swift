import SQLite
import Testing

@testable import CoreData

/// The rows of a store as plain SQL shows them, to compare what a context fetches with.
struct StoredRows {
    let url: URL
    private let numbers: [String: Int64]

    init(_ url: URL) throws {
        self.url = url
        let rows = try TestStack.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY", at: url)
        numbers = Dictionary(
            rows.map { ($0[0].text ?? "", $0[1].int64 ?? 0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Z_ENT. An entity that was renamed by a migration may still have its old name in the file.
    func number(of entity: NSEntityDescription) -> Int64? {
        numbers[entity.name ?? ""] ?? numbers[entity.renamingIdentifier ?? ""]
    }

    func table(of entity: NSEntityDescription) -> String {
        "Z" + (entity.rootEntity.name ?? "").uppercased()
    }

    /// The rows of an entity without its subentities by key, each with its values by column.
    func rows(of entity: NSEntityDescription) throws -> [Int64: [String: SQLValue]] {
        let table = table(of: entity)
        let columns = try TestStack.rows("SELECT name FROM pragma_table_info(\(SQLValue.text(table).literal))", at: url)
            .compactMap { $0[0].text }
        let entityNumber = try #require(number(of: entity), "\(entity.name ?? "") is not in Z_PRIMARYKEY")
        let rows = try TestStack.rows("SELECT * FROM \(Connection.quote(table)) WHERE Z_ENT = \(entityNumber)", at: url)
        var byKey: [Int64: [String: SQLValue]] = [:]
        for row in rows {
            let values = Dictionary(zip(columns, row), uniquingKeysWith: { first, _ in first })
            byKey[try #require(values["Z_PK"]?.int64)] = values
        }
        return byKey
    }

    /// Fetches every object of a context's store and compares it with its row.
    ///
    /// - Returns: How many values were compared.
    func compare(with context: NSManagedObjectContext) throws -> Int {
        let model = try #require(context.persistentStoreCoordinator?.managedObjectModel)
        var compared = 0
        for entity in model.entities {
            let name = try #require(entity.name)
            let rows = try rows(of: entity)
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            request.includesSubentities = false
            let objects = try context.fetch(request)
            #expect(objects.count == rows.count, "\(name)")
            #expect(try context.count(for: request) == rows.count, "\(name)")
            for object in objects {
                let row = try #require(rows[object.primaryKey], "\(object.objectID)")
                for property in entity.properties where isStored(property) {
                    let value = object.value(forKey: property.name)
                    let columns = columns(of: property, in: row)
                    #expect(!columns.isEmpty, "\(name).\(property.name)")
                    #expect(
                        columns.contains { shows(value, row[$0] ?? .null, property, of: object) },
                        "\(object.objectID) \(property.name)")
                    compared += 1
                }
            }
        }
        return compared
    }

    private func isStored(_ property: NSPropertyDescription) -> Bool {
        if property.isTransient || property is NSFetchedPropertyDescription { return false }
        if let attribute = property as? NSAttributeDescription { return attribute.isReadable }
        return (property as? NSRelationshipDescription)?.isToMany == false
    }

    /// One column; more where properties of siblings have the same name.
    private func columns(of property: NSPropertyDescription, in row: [String: SQLValue]) -> [String] {
        let name = "Z" + property.name.uppercased()
        return row.keys.filter { $0.hasPrefix(name) && $0.dropFirst(name.count).allSatisfy(\.isNumber) }
    }

    private func shows(
        _ value: Any?, _ column: SQLValue, _ property: NSPropertyDescription, of object: NSManagedObject
    ) -> Bool {
        if let attribute = property as? NSAttributeDescription, attribute.allowsExternalBinaryDataStorage,
            attribute.attributeType == .binaryDataAttributeType, case .blob(let stored) = column
        {
            return (value as? Data).map(Array.init) == contents(of: stored)
        }
        return columnShows(value, column)
    }

    /// A value inline, or in a file beside the store.
    private func contents(of stored: [UInt8]) -> [UInt8]? {
        guard stored.first == 2 else { return Array(stored.dropFirst()) }
        let name = String(decoding: stored.dropFirst().prefix(36), as: UTF8.self)
        let folder = ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA"
        let file = url.deletingLastPathComponent().appendingPathComponent(folder).appendingPathComponent(name)
        return (try? Data(contentsOf: file)).map(Array.init)
    }
}

extension NSAttributeDescription {
    /// False for a transformable whose transformer only the program that made the store has.
    var isReadable: Bool {
        guard let name = valueTransformerName, attributeType == .transformableAttributeType else { return true }
        return ValueTransformer(forName: NSValueTransformerName(name)) != nil
    }
}

/// Whether a column holds a value as Core Data encodes it.
func columnShows(_ value: Any?, _ column: SQLValue) -> Bool {
    switch (value, column) {
    case (nil, .null): true
    case (let number as NSDecimalNumber, _): number.storedValue == column.double
    case (let number as NSNumber, .integer(let stored)): number.int64Value == stored
    case (let number as NSNumber, .real(let stored)): number.doubleValue == stored
    case (let date as Date, _): date.timeIntervalSinceReferenceDate == column.double
    case (let text as String, .text(let stored)): text == stored
    case (let uuid as UUID, .blob(let stored)): withUnsafeBytes(of: uuid.uuid) { Array($0) } == stored
    case (let url as URL, .text(let stored)): url.absoluteString == stored
    case (let data as Data, .blob(let stored)): Array(data) == stored
    case (let object as NSManagedObject, .integer(let stored)): object.primaryKey == stored
    // A transformable: its transformer has made a value of the bytes.
    case (.some, .blob(let stored)): !stored.isEmpty
    default: false
    }
}

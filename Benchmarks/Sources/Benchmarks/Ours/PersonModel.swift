import CBaseline
import CoreData

/// The schema of the benchmarks as a model: the same columns, and names found as a search finds them.
enum PersonModel {
    static let schema = PersonSchema()

    nonisolated(unsafe) static let model: NSManagedObjectModel = {
        let entity = NSEntityDescription()
        entity.name = "Person"
        entity.managedObjectClassName = NSStringFromClass(BenchmarkPerson.self)
        entity.properties = schema.columns.map { column in
            let attribute = NSAttributeDescription()
            attribute.name = column.attribute
            attribute.attributeType = type(of: column)
            if column.attribute == PersonSchema.searchAttribute { attribute.userInfo = ["searchIndex": "YES"] }
            return attribute
        }
        entity.uniquenessConstraints = [["personID"]]
        if let name = entity.propertiesByName["name"] {
            entity.indexes = [
                NSFetchIndexDescription(
                    name: "byName", elements: [NSFetchIndexElementDescription(property: name, collationType: .binary)])
            ]
        }
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }()

    private static func type(of column: PersonSchema.Column) -> NSAttributeType {
        switch column.kind {
        case baseline_integer: .integer16AttributeType
        case baseline_real: .dateAttributeType
        case baseline_text: .stringAttributeType
        default: .binaryDataAttributeType
        }
    }

    /// A coordinator with the store at `path`.
    static func coordinator(path: String, cacheKiB: Int32) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: path),
            options: [NSSQLitePragmasOption: ["cache_size": NSNumber(value: -cacheKiB)]])
        return coordinator
    }

    static func context(path: String, cacheKiB: Int32) throws -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = try coordinator(path: path, cacheKiB: cacheKiB)
        return context
    }
}

/// A person as a generated class reads it: by slots, which lie in the order of the names.
final class BenchmarkPerson: NSManagedObject {
    static let names = PersonModel.schema.columns.map(\.attribute).sorted {
        $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
    }
    private static let kinds: [baseline_kind] = names.map { name in
        PersonModel.schema.columns.first { $0.attribute == name }?.kind ?? baseline_text
    }

    override class var generatedPropertyNames: [String] { names }

    static func slot(_ name: String) -> Int { names.firstIndex(of: name) ?? 0 }

    /// Reads every attribute as its Swift type; the lengths and numbers summed.
    func readEverything() -> Int {
        var sum = 0
        for (slot, kind) in Self.kinds.enumerated() {
            switch kind {
            case baseline_integer: sum &+= Int(attribute(slot) as Int16)
            case baseline_real: sum &+= Int((attribute(slot) as Date?)?.timeIntervalSinceReferenceDate ?? 0)
            case baseline_text: sum &+= (attribute(slot) as String?)?.utf8.count ?? 0
            default: sum &+= (attribute(slot) as Data?)?.count ?? 0
            }
        }
        return sum
    }
}

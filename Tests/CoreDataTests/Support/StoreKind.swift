import CoreData
import Testing

/// The stores that tests of the object graph run over: one conformance suite for all of them.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case sqlite
    case memory
    case binary
    /// `TextStore`, an atomic store as a program would write one.
    case atomic
    /// `ServerStore`, an incremental store as a program would write one.
    case incremental

    /// The stores that SQLite runs, for what Core Data has in those only: batches, history.
    static let onSQLite: [StoreKind] = [.sqlite, .memory]

    /// The stores whose rows are kept in tables, for what is asked of tables: uniqueness constraints, attributes that are
    /// derived from other rows, fetches of dictionaries, comparisons with nil.
    static let withTables: [StoreKind] = [.sqlite, .memory, .binary, .atomic]

    /// The stores that are still there when they are opened again.
    static let lasting: [StoreKind] = [.sqlite, .binary, .atomic, .incremental]

    var type: String {
        switch self {
        case .sqlite: return NSSQLiteStoreType
        case .memory: return NSInMemoryStoreType
        case .binary: return NSBinaryStoreType
        case .atomic:
            NSPersistentStoreCoordinator.registerStoreClass(TextStore.self, forStoreType: "Text")
            return "Text"
        case .incremental:
            NSPersistentStoreCoordinator.registerStoreClass(ServerStore.self, type: .init(rawValue: "Server"))
            return "Server"
        }
    }

    var fileExtension: String { self == .memory ? "sqlite" : rawValue }
    var testDescription: String { rawValue }
}

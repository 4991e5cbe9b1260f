import SQLite

/// A translated expression: its SQL and what it is, so that the other side of a comparison can be bound in its form.
struct SQLTerm {
    enum TermType {
        /// A value in the form in which attributes of this kind are stored.
        case value(SlotKind)
        /// The key of an object.
        case object(EntityLayout)
        /// A constant that takes the form of whatever it meets.
        case constant(Any?)
        /// Several values.
        case list([SQLTerm])
    }

    let sql: String
    let type: TermType
    /// The property's name, for messages.
    var name: String?

    var isNullConstant: Bool {
        if case .constant(let value) = type { return value == nil || value is NSNull }
        return false
    }
}

extension SQLTranslator {
    /// A constant's placeholder, in the form that the other side has.
    ///
    /// - Throws: `CocoaError` 134060 when the value cannot be compared with that.
    mutating func bound(_ value: Any?, like other: SQLTerm) throws -> String {
        switch other.type {
        case .object:
            return bind(try Self.key(of: value, in: store, for: other))
        case .value(let kind):
            return bind(try Self.stored(value, kind: kind, for: other))
        case .constant, .list:
            return bind(try Self.plain(value))
        }
    }

    /// The key of an object or object ID; one that no row has for an object that is not in this store.
    private static func key(of value: Any?, in store: SQLiteStore, for other: SQLTerm) throws -> SQLValue {
        switch value {
        case nil, is NSNull: return .null
        case let object as NSManagedObject:
            return .integer(object.storeReference === store.owner && object.primaryKey > 0 ? object.primaryKey : -1)
        case let id as NSManagedObjectID:
            return .integer(store.owner.key(of: id) ?? -1)
        case let uri as URL:
            let id = store.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri)
            return .integer(id.flatMap(store.owner.key(of:)) ?? -1)
        case let value?:
            throw failure("'\(other.name ?? "SELF")' is an object and cannot be compared with \(type(of: value))")
        }
    }

    /// A constant in the form in which attributes of a kind are stored.
    private static func stored(_ value: Any?, kind: SlotKind, for other: SQLTerm) throws -> SQLValue {
        guard let value = AnyValue.unwrapped(value), !(value is NSNull) else { return .null }
        func mismatch() -> CocoaError {
            failure(
                "'\(other.name ?? "an expression")' is \(kind.title) and cannot be compared with \(type(of: value))")
        }
        switch kind {
        case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal:
            if let number = number(value) { return number }
            throw mismatch()
        case .date:
            if let date = value as? Date { return .real(date.timeIntervalSinceReferenceDate) }
            throw mismatch()
        case .string:
            if let text = value as? String { return .text(text) }
            throw mismatch()
        case .uri:
            if let url = value as? URL { return .text(url.absoluteString) }
            throw mismatch()
        case .uuid:
            if let uuid = value as? UUID {
                return .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
            }
            throw mismatch()
        case .binary:
            if let data = value as? Data { return .blob(Array(data)) }
            throw mismatch()
        case .externalBinary, .transformable, .objectID, .toOne, .toMany, .undefined:
            throw mismatch()
        }
    }

    private static func number(_ value: Any) -> SQLValue? {
        switch value {
        case let value as Bool: .integer(value ? 1 : 0)
        case let value as any BinaryInteger: Int64(exactly: value).map { .integer($0) } ?? .real(Double(value))
        case let value as Double: Int64(exactly: value).map { .integer($0) } ?? .real(value)
        case let value as Float: .real(Double(value))
        case let value as NSDecimalNumber: .real(value.storedValue)
        case let value as Decimal: .real(NSDecimalNumber(decimal: value).storedValue)
        case let value as NSNumber: Int64(exactly: value).map { .integer($0) } ?? .real(value.doubleValue)
        default: nil
        }
    }

    /// A constant in its own form.
    static func plain(_ value: Any?) throws -> SQLValue {
        guard let value = AnyValue.unwrapped(value), !(value is NSNull) else { return .null }
        if let number = number(value) { return number }
        switch value {
        case let text as String: return .text(text)
        case let date as Date: return .real(date.timeIntervalSinceReferenceDate)
        case let uuid as UUID: return .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
        case let url as URL: return .text(url.absoluteString)
        case let data as Data: return .blob(Array(data))
        case let object as NSManagedObject: return .integer(object.primaryKey > 0 ? object.primaryKey : -1)
        case let id as NSManagedObjectID: return .integer(id.primaryKey > 0 ? id.primaryKey : -1)
        default: throw failure("A constant of type \(type(of: value))")
        }
    }
}

extension SlotKind {
    /// As messages name it.
    var title: String {
        switch self {
        case .integer16: "Integer 16"
        case .integer32: "Integer 32"
        case .integer64: "Integer 64"
        case .boolean: "Boolean"
        case .double: "Double"
        case .float: "Float"
        case .date: "Date"
        case .decimal: "Decimal"
        case .string: "String"
        case .uri: "URI"
        case .uuid: "UUID"
        case .binary, .externalBinary: "Binary Data"
        case .transformable: "Transformable"
        case .objectID: "Object ID"
        case .toOne: "a to-one relationship"
        case .toMany: "a to-many relationship"
        case .undefined: "undefined"
        }
    }

    /// What values of the kind can be compared with: those of the same class.
    var comparisonClass: Int {
        switch self {
        case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal: 0
        case .string: 1
        case .date: 2
        case .uri: 3
        case .uuid: 4
        case .binary: 5
        case .externalBinary, .transformable, .objectID, .toOne, .toMany, .undefined: 6
        }
    }

    var isInteger: Bool { self == .integer16 || self == .integer32 || self == .integer64 }

    var isNumber: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal: true
        default: false
        }
    }
}

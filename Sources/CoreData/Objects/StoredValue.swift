/// The value of a slot that was set, in the form that it is stored in.
///
/// Objects that were only read hold none of these: they show their packed row.
package enum StoredValue {
    case null
    case integer(Int64)
    /// Doubles, floats, and dates as seconds since 2001.
    case real(Double)
    /// Strings, and the text of URIs.
    case text(String)
    case data(Data)
    case uuid(UUID)
    /// A decimal number, a transformable's value or an object ID.
    case object(ValueBox)
    /// A to-one relationship's target.
    case reference(NSManagedObject)

    var isNull: Bool {
        if case .null = self { return true }
        return false
    }

    /// Whether a column of this kind gives the value back as it is. SQLite makes NULL of NaN.
    func fits(_ kind: SlotKind) -> Bool {
        switch self {
        case .integer(let value): kind.integerRange.contains(value)
        case .real(let value): !value.isNaN
        default: true
        }
    }
}

/// Holds what does not fit beside the other cases without making all of them larger.
package final class ValueBox {
    let value: Any
    init(_ value: Any) { self.value = value }
}

extension SlotKind {
    /// The numbers that an integer attribute holds.
    var integerRange: ClosedRange<Int64> {
        switch self {
        case .integer16: Int64(Int16.min)...Int64(Int16.max)
        case .integer32: Int64(Int32.min)...Int64(Int32.max)
        default: Int64.min...Int64.max
        }
    }
}

extension StoredValue {
    /// Converts what a caller set into the form that is stored.
    ///
    /// - Throws: `CocoaError` 1550 for a value of another type, naming attribute, expected and found type.
    init(_ value: Any?, kind: SlotKind, of attribute: NSPropertyDescription) throws {
        guard let value, !(value is NSNull) else {
            self = .null
            return
        }
        guard let stored = Self.convert(value, kind: kind) else {
            // An Optional inside Any: `nil` that a caller put into a dictionary.
            if let optional = value as? any OptionalValue {
                self = try StoredValue(optional.wrappedValue, kind: kind, of: attribute)
                return
            }
            throw CocoaError.unacceptableType(of: value, for: attribute)
        }
        self = stored
    }

    private static func convert(_ value: Any, kind: SlotKind) -> StoredValue? {
        switch kind {
        case .integer16, .integer32, .integer64: integer(value).map { .integer($0) }
        case .boolean: boolean(value).map { .integer($0 ? 1 : 0) }
        case .double: real(value).map { .real($0) }
        case .float: real(value).map { .real(Double(Float($0))) }
        case .date: (value as? Date).map { .real($0.timeIntervalSinceReferenceDate) }
        case .decimal: decimal(value).map { .object(ValueBox($0)) }
        case .string: (value as? String).map { .text($0) }
        case .uri: (value as? URL).map { .text($0.absoluteString) }
        case .uuid: (value as? UUID).map { .uuid($0) }
        case .binary, .externalBinary: (value as? Data).map { .data($0) }
        case .transformable: .object(ValueBox(value))
        case .objectID: (value as? NSManagedObjectID).map { .object(ValueBox($0)) }
        case .toOne: (value as? NSManagedObject).map { .reference($0) }
        case .toMany, .undefined: nil
        }
    }

    private static func integer(_ value: Any) -> Int64? {
        switch value {
        case let value as Int: Int64(value)
        case let value as Int16: Int64(value)
        case let value as Int32: Int64(value)
        case let value as Int64: value
        case let value as any BinaryInteger: Int64(exactly: value)
        case let value as Bool: value ? 1 : 0
        case let value as Double: Int64(exactly: value)
        case let value as NSNumber: Int64(exactly: value)
        default: nil
        }
    }

    private static func boolean(_ value: Any) -> Bool? {
        switch value {
        case let value as Bool: value
        case let value as NSNumber: value.boolValue
        case let value as any BinaryInteger: Int64(exactly: value).map { $0 != 0 }
        default: nil
        }
    }

    private static func real(_ value: Any) -> Double? {
        switch value {
        case let value as Double: value
        case let value as Float: Double(value)
        case let value as NSNumber: value.doubleValue
        case let value as any BinaryInteger: Int64(exactly: value).map(Double.init)
        default: nil
        }
    }

    private static func decimal(_ value: Any) -> NSDecimalNumber? {
        switch value {
        case let value as NSDecimalNumber: value
        case let value as Decimal: NSDecimalNumber(decimal: value)
        case let value as Double: NSDecimalNumber(value: value)
        case let value as any BinaryInteger: Int64(exactly: value).map { NSDecimalNumber(value: $0) }
        case let value as NSNumber: NSDecimalNumber(decimal: value.decimalValue)
        default: nil
        }
    }

    /// The value as key-value coding hands it out: numbers as `NSNumber`, which casts to any Swift number that fits.
    func value(kind: SlotKind) -> Any? {
        switch self {
        case .null: nil
        case .integer(let value):
            switch kind {
            case .integer16: NSNumber(value: Int16(truncatingIfNeeded: value))
            case .integer32: NSNumber(value: Int32(truncatingIfNeeded: value))
            case .boolean: NSNumber(value: value != 0)
            default: NSNumber(value: value)
            }
        case .real(let value):
            switch kind {
            case .date: Date(timeIntervalSinceReferenceDate: value)
            case .float: NSNumber(value: Float(value))
            default: NSNumber(value: value)
            }
        case .text(let value): kind == .uri ? URL(string: value) as Any? : value
        case .data(let value): value
        case .uuid(let value): value
        case .object(let box): box.value
        case .reference(let object): object
        }
    }
}

/// Lets an Optional that sits inside an `Any` be opened.
private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { self }
}

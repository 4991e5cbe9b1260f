import Foundation

/// A value of a comparison, sorted into the few kinds that compare with each other.
///
/// Booleans are the integers 0 and 1, as they are in a store.
package enum Operand {
    case null
    case integer(Int64)
    /// Larger than `Int64.max`.
    case unsigned(UInt64)
    case double(Double)
    case decimal(Decimal)
    case string(String)
    case date(Date)
    case uuid(UUID)
    case url(URL)
    case data(Data)
    case collection([Any?])
    /// Anything else: compared by `isEqual(_:)`, `==` or identity.
    case other(Any)

    package init(_ value: Any?) {
        guard let value else {
            self = .null
            return
        }
        // Comparing types is much cheaper than a cast that fails or that goes through NSNumber.
        let type = type(of: value)
        if type == String.self, let value = value as? String {
            self = .string(value)
        } else if type == Int.self, let value = value as? Int {
            self = .integer(Int64(value))
        } else if type == Double.self, let value = value as? Double {
            self = .double(value)
        } else if type == Bool.self, let value = value as? Bool {
            self = .integer(value ? 1 : 0)
        } else if type == Int64.self, let value = value as? Int64 {
            self = .integer(value)
        } else if type == Int32.self, let value = value as? Int32 {
            self = .integer(Int64(value))
        } else if type == Int16.self, let value = value as? Int16 {
            self = .integer(Int64(value))
        } else if type == Date.self, let value = value as? Date {
            self = .date(value)
        } else {
            self = Operand(unusual: value)
        }
    }

    private init(unusual value: Any) {
        switch value {
        case let value as String: self = .string(value)
        case let value as NSNumber: self = Operand(number: value)
        case let value as UUID: self = .uuid(value)
        case let value as Data: self = .data(value)
        case let value as Decimal: self = .decimal(value)
        case let value as URL: self = .url(value)
        case is NSNull: self = .null
        case let value as Substring: self = .string(String(value))
        default: self = Operand(wrapped: value)
        }
    }

    private init(wrapped value: Any) {
        if let identity = (value as? any IdentityReadable)?.comparisonIdentity {
            self = .other(identity)
        } else if let string = value as? NSString {
            self = .string(String(string))
        } else if let elements = CollectionElements.elements(of: value) {
            self = .collection(elements)
        } else if let integer = value as? any BinaryInteger {
            self = Int64(exactly: integer).map { .integer($0) } ?? .unsigned(UInt64(clamping: integer))
        } else if let url = value as? NSURL {
            self = .url(url as URL)
        } else if let date = value as? NSDate {
            self = .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
        } else if let uuid = value as? NSUUID {
            self = UUID(uuidString: uuid.uuidString).map { .uuid($0) } ?? .other(value)
        } else if let data = value as? NSData {
            self = .data(Data(referencing: data))
        } else if case let unwrapped = AnyValue.unwrapped(value), unwrapped == nil {
            self = .null
        } else if let unwrapped = AnyValue.unwrapped(value), type(of: unwrapped) != type(of: value) {
            self = Operand(unwrapped)
        } else {
            self = .other(value)
        }
    }

    /// `as NSNumber` takes Swift's own numbers and Bool too.
    private init(number: NSNumber) {
        if let decimal = number as? NSDecimalNumber {
            self = .decimal(decimal.decimalValue)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
        case UInt8(ascii: "Q"):
            let value = number.uint64Value
            self = Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
        default: self = .integer(number.int64Value)
        }
    }

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    var isNumber: Bool {
        switch self {
        case .integer, .unsigned, .double, .decimal: true
        default: false
        }
    }

    /// The nearest `Double` of a number.
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        case .decimal(let value): value.nearestDouble
        default: nil
        }
    }

    var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The kind, for messages.
    var kind: String {
        switch self {
        case .null: "nil"
        case .integer, .unsigned, .double, .decimal: "a number"
        case .string: "a text"
        case .date: "a date"
        case .uuid: "a UUID"
        case .url: "a URL"
        case .data: "data"
        case .collection: "a collection"
        case .other(let value): "\(type(of: value))"
        }
    }
}

/// An object that stands for another value in comparisons: a managed object for its ID.
package protocol IdentityReadable {
    /// What to compare instead of the object.
    var comparisonIdentity: AnyHashable { get }
}

extension Decimal {
    /// Through the digits: the direct conversion is off by some units in the last place.
    var nearestDouble: Double { Double(description) ?? .nan }
}

import CommandKit
import CoreData
import CoreDataModel

/// A value of an object as it is printed.
///
/// Dates are ISO 8601 in UTC, bytes their size, objects references such as `Person/p12`.
indirect enum ShownValue {
    case null
    case bool(Bool)
    /// A number as JSON writes it.
    case number(String)
    case string(String)
    case array([ShownValue])
    /// In the order in which it is printed.
    case object([(key: String, value: ShownValue)])

    /// What key-value coding has given for an attribute of a type; nil for anything but an attribute.
    init(_ value: Any?, type: NSAttributeType? = nil) {
        guard let value = AnyValue.unwrapped(value) else {
            self = .null
            return
        }
        switch value {
        case let number as NSNumber: self = Self.number(number, isBoolean: type == .booleanAttributeType)
        case let string as String: self = .string(string)
        case let date as Date: self = .string(Self.text(of: date))
        case let data as Data: self = .string(Self.size(data.count))
        case let uuid as UUID: self = .string(uuid.uuidString)
        case let url as URL: self = .string(url.absoluteString)
        case let object as NSManagedObject: self = .string(ObjectReference.text(of: object.objectID))
        case let id as NSManagedObjectID: self = .string(ObjectReference.text(of: id))
        case let opaque as OpaqueValue:
            let what = opaque.archivedClass.map { "\($0), " } ?? ""
            self = .string("<\(what)\(Self.sizeText(opaque.data.count))>")
        case is NSNull: self = .null
        default: self = Self.collection(value)
        }
    }

    private static func number(_ number: NSNumber, isBoolean: Bool) -> ShownValue {
        if isBoolean || Swift.type(of: number) == booleanClass { return .bool(number.boolValue) }
        if let decimal = number as? NSDecimalNumber {
            return decimal.decimalValue.isNaN ? .null : .number(decimal.description)
        }
        let double = number.doubleValue
        // JSON has no infinity.
        guard double.isFinite else { return .string("\(double)") }
        return .number(number.description)
    }

    private static let booleanClass: AnyClass = Swift.type(of: NSNumber(value: true))

    private static func collection(_ value: Any) -> ShownValue {
        switch value {
        case let dictionary as [AnyHashable: Any]:
            return .object(
                dictionary.map { (key: ShownValue($0.key.base).text, value: ShownValue($0.value)) }
                    .sorted { $0.key < $1.key })
        case let set as NSOrderedSet: return .array(set.array.map { ShownValue($0) })
        case let set as NSSet:
            // Sets have no order; printed, they are to have one.
            return .array(set.allObjects.map { ShownValue($0) }.sorted { $0.precedes($1) })
        default:
            if let elements = CollectionElements.elements(of: value) { return .array(elements.map { ShownValue($0) }) }
            return .string("<\(Swift.type(of: value))>")
        }
    }

    /// Shorter texts first: `Person/p2` before `Person/p10`.
    private func precedes(_ other: ShownValue) -> Bool {
        (text.utf8.count, text) < (other.text.utf8.count, other.text)
    }

    // MARK: - Forms

    /// For a cell of a table: nothing for null, collections as JSON.
    var text: String {
        switch self {
        case .null: ""
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): number
        case .string(let string): string
        case .array, .object: json
        }
    }

    /// As JSON, on one line.
    var json: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): number
        case .string(let string): string.quotedJSON
        case .array(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
        case .object(let entries):
            "{" + entries.map { "\($0.key.quotedJSON):\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }

    // MARK: - Parts

    /// ISO 8601 in UTC, with a fraction only where there is one.
    static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        // What no calendar reaches.
        guard seconds.isFinite, abs(seconds) < 1e14 else { return "\(seconds)s" }
        return Date.ISO8601FormatStyle(includingFractionalSeconds: seconds != seconds.rounded()).format(date)
    }

    static func size(_ count: Int) -> String { "<\(sizeText(count))>" }

    static func sizeText(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count.grouped) bytes" }
}

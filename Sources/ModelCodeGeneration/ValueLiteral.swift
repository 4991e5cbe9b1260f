import CoreDataModel
import Foundation

/// A default value or a limit as a Swift expression.
struct ValueLiteral {
    let text: String

    /// nil for a value of a kind that a model file cannot hold.
    init?(_ value: Any) {
        switch value {
        case let string as String: text = SwiftSource.literal(string)
        case let decimal as Decimal: text = Self.text(of: decimal)
        case let decimal as NSDecimalNumber: text = Self.text(of: decimal.decimalValue)
        case let number as NSNumber: text = "NSNumber(value: \(Self.text(of: number)))"
        case let date as Date:
            text = "Date(timeIntervalSinceReferenceDate: \(Self.text(of: date.timeIntervalSinceReferenceDate)))"
        case let uuid as UUID: text = "UUID(uuidString: \(SwiftSource.literal(uuid.uuidString)))"
        case let url as URL: text = "URL(string: \(SwiftSource.literal(url.absoluteString)))"
        default: return nil
        }
    }

    init?(_ limit: AttributeLimit?) {
        switch limit {
        case nil: return nil
        case .integer(let value): text = "NSNumber(value: \(value) as Int64)"
        case .real(let value): text = "NSNumber(value: \(Self.text(of: value)))"
        case .decimal(let value): text = Self.text(of: value)
        case .date(let value):
            text = "Date(timeIntervalSinceReferenceDate: \(Self.text(of: value.timeIntervalSinceReferenceDate)))"
        }
    }

    private static let booleanClass: AnyClass = type(of: NSNumber(value: true))

    private static func text(of number: NSNumber) -> String {
        if type(of: number) == booleanClass { return number.boolValue ? "true" : "false" }
        return switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"): text(of: number.doubleValue)
        case UInt8(ascii: "f"): number.floatValue.isFinite ? "\(number.floatValue) as Float" : "Float.infinity"
        default: "\(number.int64Value) as Int64"
        }
    }

    private static func text(of number: Double) -> String {
        if number.isNaN { return "Double.nan" }
        if number.isInfinite { return number < 0 ? "-Double.infinity" : "Double.infinity" }
        return "\(number)"
    }

    private static func text(of decimal: Decimal) -> String {
        "NSDecimalNumber(string: \(SwiftSource.literal(decimal.description)))"
    }
}

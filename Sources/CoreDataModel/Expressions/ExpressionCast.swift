import Foundation

/// `CAST(value, "type")`.
package enum ExpressionCast {
    /// The value as another type. Nil stays nil.
    ///
    /// - `NSDate`: a number of seconds since 2001, or a text in ISO 8601 or holding such a number.
    /// - `NSNumber`: a number, a date's seconds since 2001, or a text holding a number.
    /// - `NSDecimalNumber`, `NSString`, `NSUUID`, `NSURL`, `NSData` (base64): from a text.
    ///
    /// - Throws: `PredicateEvaluationError` for an unknown type or a value that does not convert.
    package static func convert(_ value: Any?, to type: String) throws(PredicateEvaluationError) -> Any? {
        let operand = Operand(value)
        if operand.isNull { return nil }
        let result: Any? =
            switch type {
            case "NSDate": date(operand)
            case "NSNumber": number(operand, value)
            case "NSDecimalNumber": decimal(operand)
            case "NSString": text(operand)
            case "NSUUID": uuid(operand)
            case "NSURL": url(operand)
            case "NSData": data(operand)
            default:
                throw PredicateEvaluationError(
                    .unknownFunction,
                    "CAST knows the types NSDate, NSNumber, NSDecimalNumber, NSString, NSUUID, NSURL and NSData only")
            }
        guard let result else {
            throw PredicateEvaluationError(.typeMismatch, "CAST cannot turn \(operand.kind) into \(type)")
        }
        return result
    }

    private static func date(_ operand: Operand) -> Date? {
        switch operand {
        case .date(let date): date
        case .string(let text):
            Double(text).map(Date.init(timeIntervalSinceReferenceDate:)) ?? (try? Date(text, strategy: .iso8601))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle().year().month().day()))
        default: operand.double.map(Date.init(timeIntervalSinceReferenceDate:))
        }
    }

    private static func number(_ operand: Operand, _ value: Any?) -> Any? {
        switch operand {
        case .string(let text): Int(text) ?? Double(text)
        case .date(let date): date.timeIntervalSinceReferenceDate
        case let number where number.isNumber: value
        default: nil
        }
    }

    private static func decimal(_ operand: Operand) -> Decimal? {
        switch operand {
        case .string(let text): Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        case .integer(let value): Decimal(value)
        case .decimal(let value): value
        default: operand.double.flatMap { Decimal(string: $0.description) }
        }
    }

    private static func text(_ operand: Operand) -> String? {
        switch operand {
        case .string(let text): text
        case .uuid(let uuid): uuid.uuidString
        case .url(let url): url.absoluteString
        case .date(let date): date.ISO8601Format()
        case let number where number.isNumber: FoundationKeys.text(of: number)
        default: nil
        }
    }

    private static func uuid(_ operand: Operand) -> UUID? {
        switch operand {
        case .uuid(let uuid): uuid
        default: operand.string.flatMap { UUID(uuidString: $0) }
        }
    }

    private static func url(_ operand: Operand) -> URL? {
        switch operand {
        case .url(let url): url
        default: operand.string.flatMap { URL(string: $0) }
        }
    }

    private static func data(_ operand: Operand) -> Data? {
        switch operand {
        case .data(let data): data
        default: operand.string.flatMap { Data(base64Encoded: $0) }
        }
    }
}

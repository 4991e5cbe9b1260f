import Foundation

/// The smallest or largest value of a number or date, in the exact form of its type.
package enum AttributeLimit: Hashable, Sendable {
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    case date(Date)

    /// True when this limit is over `other`; false also when the two are of different kinds.
    package func isGreater(than other: AttributeLimit) -> Bool {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): a > b
        case (.real(let a), .real(let b)): a > b
        case (.decimal(let a), .decimal(let b)): a > b
        case (.date(let a), .date(let b)): a > b
        default: false
        }
    }

    /// True when an attribute of `type` can have this limit.
    package func fits(_ type: NSAttributeType) -> Bool {
        switch (self, type) {
        case (.integer(let value), .integer16AttributeType): Int16(exactly: value) != nil
        case (.integer(let value), .integer32AttributeType): Int32(exactly: value) != nil
        case (.integer, .integer64AttributeType): true
        case (.integer(let value), .booleanAttributeType): value == 0 || value == 1
        case (.real, .doubleAttributeType), (.real, .floatAttributeType): true
        case (.decimal, .decimalAttributeType): true
        case (.date, .dateAttributeType): true
        default: false
        }
    }

    /// The limit as predicate text.
    package var predicateText: String {
        switch self {
        case .integer(let value): String(value)
        case .real(let value): String(value)
        // A number in the text would be read as a Double.
        case .decimal(let value): "CAST(\"\(value.description)\", \"NSDecimalNumber\")"
        case .date(let value): "CAST(\(value.timeIntervalSinceReferenceDate), \"NSDate\")"
        }
    }
}

extension NSAttributeDescription {
    /// Apple's error codes of a value out of its limits.
    private enum Violation {
        static let numberTooLarge = 1610
        static let numberTooSmall = 1620
        static let dateTooLate = 1630
        static let dateTooSoon = 1640
        static let stringTooLong = 1660
        static let stringTooShort = 1670
        static let patternMismatch = 1680
    }

    /// The limits as predicate text, each with the code to report.
    var limitRules: [(format: String, code: Int)] {
        let isDate = attributeType == .dateAttributeType
        var rules: [(format: String, code: Int)] = []
        if let minValue {
            rules.append(
                ("SELF >= \(minValue.predicateText)", isDate ? Violation.dateTooSoon : Violation.numberTooSmall))
        }
        if let maxValue {
            rules.append(
                ("SELF <= \(maxValue.predicateText)", isDate ? Violation.dateTooLate : Violation.numberTooLarge))
        }
        if let minLength {
            rules.append(("length >= \(minLength)", Violation.stringTooShort))
        }
        if let maxLength {
            rules.append(("length <= \(maxLength)", Violation.stringTooLong))
        }
        if let regularExpression {
            let quoted = regularExpression.replacingOccurrences(of: "\\", with: "\\\\")
                .replacingOccurrences(of: "\"", with: "\\\"")
            rules.append(("SELF MATCHES \"\(quoted)\"", Violation.patternMismatch))
        }
        return rules
    }
}

import Foundation

/// A number that keeps the digits it was written with, so that `1.10` and `12345678901234567890` come back unchanged.
///
/// Two numbers are equal when they are written alike: `1.0` and `1` are not.
public struct ExactNumber: Hashable, Sendable {
    /// The number as JSON writes it, such as `-12.50e3`.
    public let literal: String

    /// Makes a whole number.
    public init(_ value: Int) {
        literal = String(value)
    }

    /// Makes a number from a floating-point value; nil for infinity and not-a-number, which JSON cannot hold.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        literal = value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }

    /// Makes a number from its JSON form; nil when the text is not a JSON number.
    ///
    /// Grammar: RFC 8259, section 6.
    public init?(literal: String) {
        guard Self.isNumber(literal.utf8) else { return nil }
        self.literal = literal
    }

    /// Wraps a literal that a parser has checked already.
    init(checked literal: String) {
        self.literal = literal
    }

    /// The number as a whole number; nil when it has a fraction or does not fit.
    public var intValue: Int? { Int(literal) }

    /// The nearest floating-point value.
    public var doubleValue: Double { Double(literal) ?? .nan }

    static func isNumber(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = bytes[...]
        func digits() -> Int {
            let end = rest.firstIndex { $0 < 0x30 || $0 > 0x39 } ?? rest.endIndex
            let count = rest.distance(from: rest.startIndex, to: end)
            rest = rest[end...]
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let leadsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !(leadsWithZero && whole > 1) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
                rest = rest.dropFirst()
            }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

extension ExactNumber: Codable {
    /// Reads a number. What a `Decoder` hands out has lost its spelling, so whole numbers and decimals come back in
    /// their shortest form; this library's own JSON reader keeps every digit.
    ///
    /// - Throws: `DecodingError` when there is no number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let whole = try? container.decode(Int.self) {
            self.init(whole)
        } else {
            self.init(checked: try container.decode(Decimal.self).description)
        }
    }

    /// Writes the number as a number.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let whole = intValue {
            try container.encode(whole)
        } else if let decimal = Decimal(string: literal, locale: Locale(identifier: "en_US_POSIX")) {
            try container.encode(decimal)
        } else {
            try container.encode(doubleValue)
        }
    }
}

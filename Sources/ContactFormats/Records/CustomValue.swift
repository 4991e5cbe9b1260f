/// The value of a field of the user's own: text, a number, a truth value or a list of texts.
public enum CustomValue: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A number, kept with every digit it was written with.
    case number(ExactNumber)
    /// A truth value.
    case bool(Bool)
    /// A list of texts.
    case strings([String])

    /// The value as one text, as a table cell shows it; lists are joined by `;`.
    public var text: String {
        switch self {
        case .string(let text): text
        case .number(let number): number.literal
        case .bool(let flag): flag ? "true" : "false"
        case .strings(let texts): texts.joined(separator: ";")
        }
    }

    /// Whether there is nothing in it: an empty text or list.
    public var isEmpty: Bool {
        switch self {
        case .string(let text): text.isEmpty
        case .strings(let texts): texts.isEmpty
        case .number, .bool: false
        }
    }
}

extension CustomValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral
{
    /// Makes a text value.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes a truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes a whole number.
    public init(integerLiteral value: Int) { self = .number(ExactNumber(value)) }
    /// Makes a list of texts.
    public init(arrayLiteral elements: String...) { self = .strings(elements) }
}

extension CustomValue: Codable {
    /// Reads whichever of the four kinds is there.
    ///
    /// - Throws: `DecodingError` for an object, a null or a list of anything but text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let texts = try? container.decode([String].self) {
            self = .strings(texts)
        } else {
            self = .number(try ExactNumber(from: decoder))
        }
    }

    /// Writes the value as the plain kind it is.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let text): try container.encode(text)
        case .number(let number): try number.encode(to: encoder)
        case .bool(let flag): try container.encode(flag)
        case .strings(let texts): try container.encode(texts)
        }
    }
}

/// The name under which a ``ValueTransformer`` is registered, as a model's attribute states it.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as text.
    public let rawValue: String

    /// A name from text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A name from text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A name from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// Keyed archives with secure coding: ``NSSecureUnarchiveFromDataTransformer``.
    public static let secureUnarchiveFromDataTransformerName: Self = "NSSecureUnarchiveFromData"

    /// The name that older models carry for keyed archives.
    ///
    /// The secure transformer answers to it here: the bytes are the same, and no archive is ever read without a list
    /// of allowed classes.
    public static let keyedUnarchiveFromDataTransformerName: Self = "NSKeyedUnarchiveFromData"
}

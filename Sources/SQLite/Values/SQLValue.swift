/// A value of any of SQLite's five storage classes.
///
/// For work on many rows read and bind the typed forms of `Statement`: they allocate nothing.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension SQLValue {
    /// The integer, or nil for another storage class. Nothing is converted.
    package var int64: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The number as floating point, or nil for text, blobs and NULL.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        case .null, .text, .blob: nil
        }
    }

    /// The text, or nil for another storage class. Nothing is converted.
    package var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    /// The blob, or nil for another storage class. Nothing is converted.
    package var blob: [UInt8]? {
        guard case .blob(let value) = self else { return nil }
        return value
    }
}

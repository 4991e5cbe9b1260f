/// The storage class of a value; the raw values are SQLite's.
@frozen
package enum ColumnType: Int32, Sendable {
    case integer = 1
    case real = 2
    case text = 3
    case blob = 4
    case null = 5

    /// A code that SQLite gives; every code but its five would be a fault in SQLite, and reads as NULL.
    @inlinable
    init(code: Int32) {
        self = ColumnType(rawValue: code) ?? .null
    }
}

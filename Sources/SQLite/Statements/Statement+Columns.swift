import CSQLite

/// The columns of the current row, counted from 0.
///
/// A value of another type is converted by SQLite's rules: NULL reads as 0 and as empty text. A column that does not
/// exist reads as NULL.
extension Statement {
    /// The name of a column, as the query gives it; empty if there is no such column.
    package func columnName(_ column: Int32) -> String {
        sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }

    /// The names of all columns.
    package var columnNames: [String] {
        (0..<columnCount).map { columnName($0) }
    }

    /// The storage class of a column. Ask before reading it: a reading that converts may change it.
    @inlinable
    package func type(_ column: Int32) -> ColumnType {
        ColumnType(code: sqlite3_column_type(handle, column))
    }

    /// Whether a column is NULL.
    @inlinable
    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// A column as an integer.
    @inlinable
    package func int64(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// A column as a floating-point number.
    @inlinable
    package func double(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    /// A column as a string. Malformed UTF-8 is repaired with U+FFFD.
    @inlinable
    package func string(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// A column's text as UTF-8, without a copy; empty for NULL.
    ///
    /// The memory is SQLite's: it is valid until the next step or reset, as long as the statement is held and the
    /// same column is not read as another type.
    @inlinable
    package func text(_ column: Int32) -> UnsafeRawBufferPointer {
        // The text has to be asked for first: only then is the length the one of its UTF-8.
        guard let start = sqlite3_column_text(handle, column) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// A column's bytes, without a copy; empty for NULL and for an empty blob. Valid as long as those of `text(_:)`.
    @inlinable
    package func blob(_ column: Int32) -> UnsafeRawBufferPointer {
        guard let start = sqlite3_column_blob(handle, column) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// A column as a value of its storage class, copied.
    package func value(_ column: Int32) -> SQLValue {
        switch type(column) {
        case .integer: .integer(int64(column))
        case .real: .real(double(column))
        case .text: .text(string(column))
        case .blob: .blob(Array(blob(column)))
        case .null: .null
        }
    }
}

import CSQLite

/// The arguments of one call of a function registered with `createFunction`, counted from 0.
///
/// It cannot be copied, and so not be kept beyond the call that it belongs to. An index out of range is a programmer's
/// error and stops the process.
package struct FunctionArguments: ~Copyable {
    @usableFromInline let context: OpaquePointer
    @usableFromInline let values: UnsafeMutablePointer<OpaquePointer?>?

    /// The number of arguments.
    package let count: Int

    init(context: OpaquePointer, values: UnsafeMutablePointer<OpaquePointer?>?, count: Int) {
        self.context = context
        self.values = values
        self.count = count
    }

    @inlinable
    func value(_ index: Int) -> OpaquePointer? {
        precondition(index >= 0 && index < count, "The function has no argument \(index): it was called with \(count)")
        return values?[index]
    }

    /// The storage class of an argument.
    @inlinable
    package func type(_ index: Int) -> ColumnType {
        ColumnType(code: sqlite3_value_type(value(index)))
    }

    /// Whether an argument is NULL.
    @inlinable
    package func isNull(_ index: Int) -> Bool {
        sqlite3_value_type(value(index)) == SQLITE_NULL
    }

    /// An argument as an integer.
    @inlinable
    package func int64(_ index: Int) -> Int64 {
        sqlite3_value_int64(value(index))
    }

    /// An argument as a floating-point number.
    @inlinable
    package func double(_ index: Int) -> Double {
        sqlite3_value_double(value(index))
    }

    /// An argument's text as UTF-8, without a copy; empty for NULL. Valid until the function returns, as long as the
    /// same argument is not read as a blob.
    @inlinable
    package func text(_ index: Int) -> UnsafeRawBufferPointer {
        let value = value(index)
        guard let start = sqlite3_value_text(value) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    /// An argument as a string; empty for NULL. Malformed UTF-8 is repaired with U+FFFD.
    @inlinable
    package func string(_ index: Int) -> String {
        String(decoding: text(index), as: UTF8.self)
    }

    /// An argument's bytes, without a copy; empty for NULL. Valid until the function returns.
    @inlinable
    package func blob(_ index: Int) -> UnsafeRawBufferPointer {
        let value = value(index)
        guard let start = sqlite3_value_blob(value) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }
}

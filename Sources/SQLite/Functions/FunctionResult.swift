import CSQLite

/// What a function registered with `createFunction` gives back to SQL.
package enum FunctionResult {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    /// UTF-8 in memory that is valid until the function has returned, such as a part of an argument's `text(_:)`;
    /// SQLite copies it once.
    case utf8(UnsafeRawBufferPointer)
    /// The argument at this index as it is, without a copy by Swift.
    case argument(Int)

    /// True as 1, false as 0.
    @inlinable
    package static func bool(_ value: Bool) -> FunctionResult { .integer(value ? 1 : 0) }

    /// A value of any storage class.
    package static func value(_ value: SQLValue) -> FunctionResult {
        switch value {
        case .null: .null
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let value): .text(value)
        case .blob(let value): .blob(value)
        }
    }
}

extension FunctionResult {
    /// Hands the result to SQLite.
    func deliver(for arguments: borrowing FunctionArguments) {
        let context = arguments.context
        switch self {
        case .null: sqlite3_result_null(context)
        case .integer(let value): sqlite3_result_int64(context, value)
        case .real(let value): sqlite3_result_double(context, value)
        case .text(var value):
            value.withUTF8 { csqlite_result_text_copied(context, $0.baseAddress, $0.count) }
        case .blob(let value):
            value.withUnsafeBytes { csqlite_result_blob_copied(context, $0.baseAddress, $0.count) }
        case .utf8(let value): csqlite_result_text_copied(context, value.baseAddress, value.count)
        case .argument(let index): sqlite3_result_value(context, arguments.value(index))
        }
    }

    /// Makes the statement that called the function fail.
    static func deliver(_ error: any Error, to context: OpaquePointer) {
        // A failure of SQLite within the function keeps its code; its text would only show the inner statement.
        let inner = error as? SQLiteError
        var message = inner?.message ?? String(describing: error)
        message.withUTF8 { utf8 in
            let bytes = UnsafeRawBufferPointer(utf8)
            sqlite3_result_error(
                context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
        }
        if let inner { sqlite3_result_error_code(context, inner.code) }
    }
}

import CSQLite

/// Values for parameters, whose indexes count from 1. A value stays bound over `reset()` until another one replaces it.
///
/// A failure (index out of range, value too long, statement still running) is thrown by the next `step()` or `run()`.
extension Statement {
    /// Binds an integer.
    @inlinable
    package func bind(_ value: Int64, at index: Int32) {
        let code = sqlite3_bind_int64(handle, index, value)
        if code != SQLITE_OK { bindingFailed(code, at: index) }
    }

    /// Binds an integer.
    @inlinable
    package func bind(_ value: Int, at index: Int32) {
        bind(Int64(value), at: index)
    }

    /// Binds a floating-point number. SQLite stores NaN as NULL.
    @inlinable
    package func bind(_ value: Double, at index: Int32) {
        let code = sqlite3_bind_double(handle, index, value)
        if code != SQLITE_OK { bindingFailed(code, at: index) }
    }

    /// Binds text, copied.
    @inlinable
    package func bind(_ value: String, at index: Int32) {
        var value = value
        let code = value.withUTF8 { utf8 in
            csqlite_bind_text_copied(handle, index, utf8.baseAddress, utf8.count)
        }
        if code != SQLITE_OK { bindingFailed(code, at: index) }
    }

    /// Binds text given as UTF-8, copied. Malformed UTF-8 is stored as it is.
    @inlinable
    package func bindText(_ utf8: UnsafeRawBufferPointer, at index: Int32) {
        let code = csqlite_bind_text_copied(handle, index, utf8.baseAddress, utf8.count)
        if code != SQLITE_OK { bindingFailed(code, at: index) }
    }

    /// Binds text given as UTF-8 that stays where it is until the statement has been run and reset. This is the fastest
    /// way to bind from memory that is reused for the next row.
    @inlinable
    package func bindStaticText(_ utf8: UnsafeRawBufferPointer, at index: Int32) {
        let code = csqlite_bind_text_static(handle, index, utf8.baseAddress, utf8.count)
        if code != SQLITE_OK { bindingFailed(code, at: index) }
    }

    /// Binds a blob, copied.
    @inlinable
    package func bind(_ blob: UnsafeRawBufferPointer, at index: Int32) {
        let code = csqlite_bind_blob_copied(handle, index, blob.baseAddress, blob.count)
        if code != SQLITE_OK { bindingFailed(code, at: index) }
    }

    /// Binds a blob, copied; fastest from contiguous bytes, such as `[UInt8]` and `Data`.
    @inlinable
    package func bind(_ blob: some Collection<UInt8>, at index: Int32) {
        let isBound: Void? = blob.withContiguousStorageIfAvailable { bind(UnsafeRawBufferPointer($0), at: index) }
        if isBound == nil {
            Array(blob).withUnsafeBytes { bind($0, at: index) }
        }
    }

    /// Binds a blob that stays where it is until the statement has been run and reset.
    @inlinable
    package func bindStaticBlob(_ blob: UnsafeRawBufferPointer, at index: Int32) {
        let code = csqlite_bind_blob_static(handle, index, blob.baseAddress, blob.count)
        if code != SQLITE_OK { bindingFailed(code, at: index) }
    }

    /// Binds NULL.
    @inlinable
    package func bindNull(at index: Int32) {
        let code = sqlite3_bind_null(handle, index)
        if code != SQLITE_OK { bindingFailed(code, at: index) }
    }

    /// Binds a value of any storage class, copied.
    package func bind(_ value: SQLValue, at index: Int32) {
        switch value {
        case .null: bindNull(at: index)
        case .integer(let value): bind(value, at: index)
        case .real(let value): bind(value, at: index)
        case .text(let value): bind(value, at: index)
        case .blob(let value): bind(value, at: index)
        }
    }

    /// Binds values to the parameters 1, 2, 3 …, copied.
    package func bind(_ values: [SQLValue]) {
        for (offset, value) in values.enumerated() {
            bind(value, at: Int32(clamping: offset + 1))
        }
    }

    /// The index of a named parameter, given with its prefix (`:name`, `@name` or `$name`); nil if there is none.
    package func parameterIndex(_ name: String) -> Int32? {
        let index = sqlite3_bind_parameter_index(handle, name)
        return index == 0 ? nil : index
    }
}

import CSQLite

/// The closure behind a collation.
private final class CollationBody {
    let compare: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int

    init(_ compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int) {
        self.compare = compare
    }
}

extension Connection {
    /// Registers an order for text; one of the same name is replaced.
    ///
    /// - Parameters:
    ///   - name: The name for `COLLATE`.
    ///   - compare: Compares two texts, given as UTF-8 that is valid for the call: below 0 if the first comes first, 0 if
    ///     they count as equal. It must be a strict order, always the same, or indexes that use it break.
    /// - Throws: `SQLiteError.busy` when one is replaced while statements run.
    package func createCollation(
        _ name: String, _ compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
    ) throws {
        try database.checkOpen()
        let body = Unmanaged.passRetained(CollationBody(compare))
        let code = sqlite3_create_collation_v2(
            database.pointer, name, SQLITE_UTF8, body.toOpaque(),
            { pointer, firstCount, first, secondCount, second in
                guard let pointer else { return 0 }
                let order = Unmanaged<CollationBody>.fromOpaque(pointer).takeUnretainedValue().compare(
                    UnsafeRawBufferPointer(start: first, count: Int(firstCount)),
                    UnsafeRawBufferPointer(start: second, count: Int(secondCount)))
                return Int32(order.signum())
            },
            { pointer in
                if let pointer { Unmanaged<CollationBody>.fromOpaque(pointer).release() }
            })
        guard code == SQLITE_OK else {
            // Unlike for functions, SQLite does not release what it refuses.
            body.release()
            throw SQLiteError(code: code, database: database.pointer, sql: nil, path: path)
        }
    }
}

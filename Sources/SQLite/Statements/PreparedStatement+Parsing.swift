import CSQLite

extension PreparedStatement {
    /// Compiles the one statement in `sql`.
    static func parse(_ sql: String, in database: DatabaseHandle, persistent: Bool) throws -> PreparedStatement {
        var statements: [PreparedStatement] = []
        let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        try forEach(in: sql, database: database, flags: flags) { statement in
            statements.append(statement)
            return statements.count < 2
        }
        guard let statement = statements.first, statements.count == 1 else {
            let fault = statements.isEmpty ? "holds no statement" : "holds more than one statement; use execute(_:)"
            throw SQLiteError(code: SQLITE_MISUSE, message: "The text \(fault)", sql: sql, path: database.path)
        }
        return statement
    }

    /// Compiles the statements in `sql`, each after the one before it has been handed to `body`, which may change the
    /// schema. Ends when `body` gives false.
    static func forEach(
        in sql: String, database: DatabaseHandle, flags: UInt32, _ body: (PreparedStatement) throws -> Bool
    ) throws {
        try database.checkOpen(sql: sql)
        var sql = sql
        try sql.withUTF8 { utf8 in
            // SQLite would stop at a zero byte and run what comes before it.
            if let zero = utf8.firstIndex(of: 0) {
                let message = "The SQL text has a zero byte at byte \(zero)"
                throw SQLiteError(code: SQLITE_MISUSE, message: message, path: database.path)
            }
            guard utf8.count <= Int(Int32.max) else {
                let message = "The SQL text is too long (\(utf8.count) bytes)"
                throw SQLiteError(code: SQLITE_TOOBIG, message: message, path: database.path)
            }
            var rest = UnsafeRawBufferPointer(utf8)
            while !rest.isEmpty, let start = rest.baseAddress {
                var handle: OpaquePointer?
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    database.pointer, start.assumingMemoryBound(to: CChar.self), Int32(rest.count), flags, &handle,
                    &tail)
                guard code == SQLITE_OK, let tail else {
                    let text = String(decoding: rest, as: UTF8.self)
                    throw SQLiteError(code: code, database: database.pointer, sql: text, path: database.path)
                }
                let used = UnsafeRawPointer(tail) - start
                // Without a statement this was a comment, or space.
                if let handle {
                    let text = String(decoding: rest.prefix(used), as: UTF8.self)
                    guard try body(PreparedStatement(handle: handle, sql: text)) else { return }
                }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(used))
            }
        }
    }
}

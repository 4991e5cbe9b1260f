import CSQLite

extension SQLiteError {
    /// The failure that a call on this database has just reported.
    ///
    /// Make it before the next call on the database: that one replaces the message.
    init(code: Int32, database: OpaquePointer?, sql: String?, path: String?) {
        var code = code
        var message: String
        if let database, sqlite3_extended_errcode(database) & 0xFF == code & 0xFF {
            code = sqlite3_extended_errcode(database)
            message = String(cString: sqlite3_errmsg(database))
        } else {
            // The message kept by the database belongs to an earlier call.
            message = String(cString: sqlite3_errstr(code))
        }
        if let cause = Self.systemCause(code: code, database: database) { message += ": \(cause)" }
        self.init(code: code, message: message, sql: sql, path: path)
    }

    /// The failure of a statement that was running.
    ///
    /// A full-text query is a bound value, and FTS5 quotes it in its messages: that part is left out.
    init(code: Int32, steppingIn database: OpaquePointer, sql: String, path: String?) {
        let error = SQLiteError(code: code, database: database, sql: sql, path: path)
        let quotesValue = ["fts5: ", "no such column: ", "unknown special query: ", "unterminated string"]
            .contains { error.message.hasPrefix($0) }
        guard error.code == SQLITE_ERROR, quotesValue else {
            self = error
            return
        }
        self.init(code: error.code, message: "The full-text query has a syntax error", sql: sql, path: path)
    }

    static func closed(sql: String?, path: String?) -> SQLiteError {
        SQLiteError(
            code: misuse, message: "The connection has been closed; open a new one", sql: sql, path: path)
    }

    /// What the operating system said about a file that could not be opened, read or written.
    private static func systemCause(code: Int32, database: OpaquePointer?) -> String? {
        guard let database, [cantOpen, ioError].contains(code & 0xFF) else { return nil }
        let number = sqlite3_system_errno(database)
        guard number != 0, let text = csqlite_strerror(number) else { return nil }
        return String(cString: text)
    }
}

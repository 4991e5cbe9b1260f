import CSQLite

/// A failure that SQLite reported, with the place where it happened.
///
/// Bound values never become part of an error: it holds the text of the statement with its parameters as they were
/// written, and SQLite's message, which names tables, columns and constraints.
package struct SQLiteError: Error, Hashable, Sendable {
    /// The extended result code, such as 2067 for a uniqueness constraint.
    package let code: Int32

    /// SQLite's message, in English.
    package let message: String

    /// The text of the statement that failed, without values. Nil when no statement was involved.
    package let sql: String?

    /// The database file. Nil for a database in memory.
    package let path: String?

    package init(code: Int32, message: String, sql: String? = nil, path: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
        self.path = path
    }

    /// The result code without its extension: the low eight bits, such as 19 for every constraint.
    package var primaryCode: Int32 { code & 0xFF }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String {
        var text = "\(message) (SQLite code \(code))"
        if let sql { text += " in “\(sql)”" }
        if let path { text += ", database \(path)" }
        return text
    }
}

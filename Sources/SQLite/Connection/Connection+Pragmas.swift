import CSQLite

extension Connection {
    /// The first value that a pragma answers with; nil if it gives no row.
    ///
    /// - Parameter name: The pragma as SQL takes it, with a schema or an argument if need be: `main.page_size`,
    ///   `integrity_check(1)`. It becomes part of a statement, so it must not come from user text.
    package func pragma(_ name: String) throws -> SQLValue? {
        let statement = try prepare("PRAGMA \(name)")
        return try statement.step() ? statement.value(0) : nil
    }

    /// Sets a pragma.
    ///
    /// - Parameters:
    ///   - name: The pragma; it must not come from user text.
    ///   - value: Its new value; words, such as `"WAL"`, are text.
    /// - Returns: The first value that it answers with, if any. SQLite reports most settings that it does not accept
    ///   only by answering with another value: compare it.
    @discardableResult
    package func setPragma(_ name: String, to value: SQLValue) throws -> SQLValue? {
        let statement = try prepare("PRAGMA \(name) = \(value.literal)")
        guard try statement.step() else { return nil }
        let answer = statement.value(0)
        // Some pragmas do their work row by row.
        try statement.run()
        return answer
    }
}

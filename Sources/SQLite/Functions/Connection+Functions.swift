import CSQLite

/// The closure behind a function.
private final class FunctionBody {
    let call: (borrowing FunctionArguments) throws -> FunctionResult

    init(_ call: @escaping (borrowing FunctionArguments) throws -> FunctionResult) {
        self.call = call
    }
}

extension Connection {
    /// Registers a function for the SQL of this connection; one of the same name and number of arguments is replaced.
    ///
    ///     try connection.createFunction("reversed", argumentCount: 1, deterministic: true) { arguments in
    ///         .text(String(arguments.string(0).reversed()))
    ///     }
    ///
    /// - Parameters:
    ///   - name: At most 255 bytes of UTF-8.
    ///   - argumentCount: 0 to 127, or -1 for any number.
    ///   - deterministic: Whether the same arguments always give the same result; lets SQLite call it less often, and
    ///     allows it in indexes.
    ///   - directOnly: Whether triggers, views and the like may not call it: for a function with side effects.
    ///   - innocuous: Whether even the triggers and views of a file that is not trusted may call it (see `harden()`):
    ///     only for a function that a hostile file cannot misuse.
    ///   - body: Computes the result, on the thread of the statement. The connection holds it; a body that refers to
    ///     the connection keeps it open until `close()`. What it throws fails the statement, with the thrown error's
    ///     description as the message: keep values out of it.
    /// - Throws: `SQLiteError`: for a bad name or number, or `busy` when one is replaced while statements run.
    package func createFunction(
        _ name: String, argumentCount: Int32, deterministic: Bool = false, directOnly: Bool = false,
        innocuous: Bool = false, _ body: @escaping (borrowing FunctionArguments) throws -> FunctionResult
    ) throws {
        try database.checkOpen()
        guard !(directOnly && innocuous) else {
            throw SQLiteError(
                code: SQLITE_MISUSE, message: "The function \(name) cannot be both direct-only and innocuous",
                path: path)
        }
        var flags = SQLITE_UTF8
        if deterministic { flags |= SQLITE_DETERMINISTIC }
        if directOnly { flags |= SQLITE_DIRECTONLY }
        if innocuous { flags |= SQLITE_INNOCUOUS }
        // SQLite releases the body also when it refuses the function.
        let code = sqlite3_create_function_v2(
            database.pointer, name, argumentCount, flags, Unmanaged.passRetained(FunctionBody(body)).toOpaque(),
            { context, count, values in
                guard let context, let pointer = sqlite3_user_data(context) else { return }
                let body = Unmanaged<FunctionBody>.fromOpaque(pointer).takeUnretainedValue()
                let arguments = FunctionArguments(context: context, values: values, count: Int(count))
                do {
                    try body.call(arguments).deliver(for: arguments)
                } catch {
                    FunctionResult.deliver(error, to: context)
                }
            }, nil, nil,
            { pointer in
                if let pointer { Unmanaged<FunctionBody>.fromOpaque(pointer).release() }
            })
        guard code == SQLITE_OK else {
            let cause = SQLiteError(code: code, database: database.pointer, sql: nil, path: path)
            throw SQLiteError(
                code: cause.code, message: "The function \(name) could not be registered: \(cause.message)", path: path)
        }
    }
}

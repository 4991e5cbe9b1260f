/// An error that ends a command: printed as `error: …` and `hint: …`, with the exit code it carries.
package struct CommandError: Error, Equatable, CustomStringConvertible {
    package var code: ExitCode
    /// What happened and where. Holds no attribute's value.
    package var message: String
    /// What to do.
    package var hint: String?
    /// The file that the error is in, and its line, counted from 1.
    package var file: String?
    package var line: Int?

    package init(_ code: ExitCode, _ message: String, hint: String? = nil, file: String? = nil, line: Int? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
        self.file = file
        self.line = line
    }

    package init(_ error: UsageError) {
        self.init(error.exitCode, error.message, hint: error.hint)
    }

    /// `people.csv:12: The row has 7 cells, the header 6`.
    package var description: String {
        guard let file else { return message }
        return line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
    }
}

/// A command line that cannot be understood. Ends the program with exit code 2.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    /// What is wrong and where. Names options, never the value of one that may hold personal data.
    package var message: String
    /// What to do about it.
    package var hint: String?

    package init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    package var exitCode: ExitCode { .usage }
    package var description: String { message }
}

/// How the text of an option or argument becomes a value, what it is called in help, and how a shell completes it.
///
/// ```swift
/// let limit = Option("--limit", "-n", as: .integer(1...10_000), help: "Print at most N people.")
/// ```
package struct ArgumentType<Value: Sendable>: Sendable {
    /// What stands for the value in help: `N`, `FILE`.
    package var valueName: String
    /// The only words allowed, empty when any is.
    package var choices: [String]
    package var completion: CompletionKind
    /// Reads a value, or throws a `ValueProblem`.
    package var read: @Sendable (String) throws -> Value

    package init(
        _ valueName: String, choices: [String] = [], completion: CompletionKind = .nothing,
        read: @escaping @Sendable (String) throws -> Value
    ) {
        self.valueName = valueName
        self.choices = choices
        self.completion = completion
        self.read = read
    }

    /// The same type under another name in help.
    package func named(_ valueName: String) -> Self {
        var copy = self
        copy.valueName = valueName
        return copy
    }

    /// A type whose reader gives nil for text that it cannot read; `expected` completes "'--when' needs …".
    package static func custom(
        _ valueName: String, expected: String, read: @escaping @Sendable (String) -> Value?
    ) -> Self {
        Self(valueName) { text in
            guard let value = read(text) else { throw ValueProblem(expected: expected) }
            return value
        }
    }
}

/// What a shell offers as the value of an option or argument.
package enum CompletionKind: Sendable, Equatable {
    case nothing
    case file
    case directory
}

/// Why the text of an option or argument is not a value of its type.
package struct ValueProblem: Error, Equatable {
    /// Follows the option's name: "needs a whole number".
    package var sentence: String
    package var hint: String?

    package init(sentence: String, hint: String? = nil) {
        self.sentence = sentence
        self.hint = hint
    }

    package init(expected: String, hint: String? = nil) {
        self.init(sentence: "needs \(expected)", hint: hint)
    }
}

/// What the parser, the help page and the completion scripts know of an option, without its value's type.
package struct OptionDeclaration: Sendable {
    enum ValuePolicy: Sendable {
        /// A flag. A negatable one is also understood as `--no-…`.
        case none(negatable: Bool)
        case required
        /// `--json` and `--json FIELDS`.
        case optional
    }

    enum Repetition: Sendable {
        /// A second time is an error.
        case refused
        case collected
        case lastWins
    }

    /// As written, with their dashes. The first is the option's identity.
    let names: [String]
    let valueName: String
    let help: String
    let environment: String?
    let value: ValuePolicy
    let repetition: Repetition
    let choices: [String]
    let completion: CompletionKind
    let isHidden: Bool
    let defaultText: String?
    let read: @Sendable (String) throws -> any Sendable

    var key: String { names.first ?? "" }

    /// The name that errors and suggestions use: the first long one.
    var longName: String { names.first { $0.hasPrefix("--") } ?? key }

    /// `--no-wrap` for a negatable `--wrap`.
    var negatedName: String? {
        guard case .none(negatable: true) = value, longName.hasPrefix("--") else { return nil }
        return "--no-" + longName.dropFirst(2)
    }

    func answers(to name: String) -> Bool { names.contains(name) }
}

/// Anything that a command lists among its options: an `Option` of any type, or a `Flag`.
package protocol DeclaredOption: Sendable {
    var declaration: OptionDeclaration { get }
}

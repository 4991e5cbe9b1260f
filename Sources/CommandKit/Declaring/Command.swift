/// A command, or a tree of them: names, options, arguments, help, and the work itself. A plain value, built at start
/// in microseconds.
///
/// ```swift
/// enum Delete {
///     static let refs = Positional("REF", asMany: .text, help: "Which people.")
///     static let yes = Flag("--yes", "-y", help: "Do not ask.")
///
///     static var command: Command {
///         Command("delete", aliases: ["rm"], summary: "Delete people.", positionals: [refs], options: [yes]) { call in
///             for ref in call.arguments[refs] { … }
///             return .ok
///         }
///     }
/// }
/// ```
package struct Command: Sendable {
    package typealias Action = @Sendable (Invocation) throws -> ExitCode

    package var name: String
    package var aliases: [String]
    /// One line, as it stands in the list of commands.
    package var summary: String
    /// More, for the command's own help. Paragraphs are separated by an empty line.
    package var discussion: String
    package var positionals: [any DeclaredPositional]
    package var options: [any DeclaredOption]
    /// Options that every command below understands too, before and after its name.
    package var globalOptions: [any DeclaredOption]
    /// Each group's options shut each other out.
    package var exclusive: [[any DeclaredOption]]
    package var subcommands: [Command]
    /// Environment variables that no option names.
    package var environment: [HelpEntry]
    package var exitCodes: [HelpEntry]
    /// A command line, and what it does.
    package var examples: [HelpEntry]
    /// Printed by `--version`; for a root command.
    package var version: String?
    /// Makes a word such as `-term` an argument. Then short options do not combine and take their value as the next
    /// word: `-r -n 5`, not `-rn5`.
    package var takesDashedWords: Bool
    package var isHidden: Bool
    /// Nil for a command that only groups others: it prints its help.
    package var action: Action?

    package init(
        _ name: String, aliases: [String] = [], summary: String, discussion: String = "",
        positionals: [any DeclaredPositional] = [], options: [any DeclaredOption] = [],
        globalOptions: [any DeclaredOption] = [], exclusive: [[any DeclaredOption]] = [], subcommands: [Command] = [],
        environment: [HelpEntry] = [], exitCodes: [HelpEntry] = [], examples: [HelpEntry] = [], version: String? = nil,
        takesDashedWords: Bool = false, isHidden: Bool = false, action: Action? = nil
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.discussion = discussion
        self.positionals = positionals
        self.options = options
        self.globalOptions = globalOptions
        self.exclusive = exclusive
        self.subcommands = subcommands
        self.environment = environment
        self.exitCodes = exitCodes
        self.examples = examples
        self.version = version
        self.takesDashedWords = takesDashedWords
        self.isHidden = isHidden
        self.action = action
    }

    /// The command below this one that goes by a name or alias.
    package func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name == name || $0.aliases.contains(name) }
    }
}

/// A term and what it means: an environment variable, an exit code, an example.
package struct HelpEntry: Sendable {
    package var term: String
    package var text: String

    package init(_ term: String, _ text: String) {
        self.term = term
        self.text = text
    }

    package init(_ code: ExitCode, _ text: String) {
        self.init(String(code.rawValue), text)
    }
}

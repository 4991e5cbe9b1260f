/// The shells that a completion script can be written for.
package enum CompletionShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

/// A script that teaches a shell the words of a program, made of the same description as its help.
///
/// ```swift
/// try call.output.write(CompletionScript(root).render(for: .bash))
/// ```
package struct CompletionScript: Sendable {
    let root: Command

    package init(_ root: Command) {
        self.root = root
    }

    package func render(for shell: CompletionShell) -> String {
        switch shell {
        case .bash: renderBash()
        case .zsh: renderZsh()
        case .fish: renderFish()
        }
    }

    /// What a shell offers for one value.
    enum Offer: Hashable {
        case words([String])
        case files
        case directories
        case nothing

        init(choices: [String], completion: CompletionKind) {
            if !choices.isEmpty {
                self = .words(choices)
            } else {
                switch completion {
                case .file: self = .files
                case .directory: self = .directories
                case .nothing: self = .nothing
                }
            }
        }
    }

    /// Every command that is not hidden, as the path to it, the root first.
    var paths: [[Command]] {
        var found: [[Command]] = []
        func visit(_ path: [Command], _ command: Command) {
            let path = path + [command]
            found.append(path)
            for subcommand in command.subcommands where !subcommand.isHidden { visit(path, subcommand) }
        }
        visit([], root)
        return found
    }

    /// Each step down the tree: where one is, the word typed there (a name or an alias), and where it leads.
    var steps: [(from: String, word: String, to: String)] {
        paths.flatMap { path in
            (path.last?.subcommands ?? []).filter { !$0.isHidden }.flatMap { subcommand in
                ([subcommand.name] + subcommand.aliases).map {
                    (path.typedName, $0, path.typedName + " " + subcommand.name)
                }
            }
        }
    }

    func options(of path: [Command]) -> [OptionDeclaration] {
        path.optionsInScope.filter { !$0.isHidden }
    }

    /// What may stand where a command wants its arguments. All positionals count: a shell cannot tell which is meant.
    func offer(forArgumentsOf command: Command) -> Offer {
        command.positionals.map(\.declaration).map { Offer(choices: $0.choices, completion: $0.completion) }
            .first { $0 != .nothing } ?? .nothing
    }

    /// The name of the script's function: `_my_tool` for `my-tool`.
    var function: String {
        "_" + String(root.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// In single quotes, for bash and zsh.
    func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension OptionDeclaration {
    var offer: CompletionScript.Offer { .init(choices: choices, completion: completion) }

    /// Whether the next word may be the option's value.
    var takesValue: Bool {
        if case .none = value { false } else { true }
    }

    /// All names that may be typed.
    var allNames: [String] { names + (negatedName.map { [$0] } ?? []) }
}

import CommandKit

/// `people completion`: teaches a shell the words of `people`.
enum CompletionCommand {
    private static let shell = Positional(
        "SHELL", as: .choice(CompletionShell.self), help: "The shell that the script is for.")

    static var command: Command {
        Command(
            "completion",
            summary: "Print a script that completes people's words in a shell.",
            positionals: [shell],
            examples: [
                HelpEntry("people completion bash > ~/.local/share/bash-completion/completions/people", ""),
                HelpEntry("people completion zsh > \"${fpath[1]}/_people\"", ""),
                HelpEntry("people completion fish > ~/.config/fish/completions/people.fish", ""),
            ],
            action: run)
    }

    private static func run(_ call: Invocation) throws -> ExitCode {
        try call.output.write(CompletionScript(People.command).render(for: call.arguments[shell]))
        return .ok
    }
}

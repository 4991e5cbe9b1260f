import CommandKit

/// `coredata completion`: teaches a shell the words of `coredata`.
enum CompletionCommand {
    private static let shell = Positional(
        "SHELL", as: .choice(CompletionShell.self), help: "The shell that the script is for.")

    static var command: Command {
        Command(
            "completion",
            summary: "Print a script that completes coredata's words in a shell.",
            positionals: [shell],
            examples: [
                HelpEntry("coredata completion bash > ~/.local/share/bash-completion/completions/coredata", ""),
                HelpEntry("coredata completion zsh > \"${fpath[1]}/_coredata\"", ""),
                HelpEntry("coredata completion fish > ~/.config/fish/completions/coredata.fish", ""),
            ],
            action: { call in
                try call.output.write(CompletionScript(CoreDataTool.command).render(for: call.arguments[shell]))
                return .ok
            })
    }
}

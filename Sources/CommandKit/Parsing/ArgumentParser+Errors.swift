extension ArgumentParser {
    func takesNoValue(_ name: String) -> UsageError {
        UsageError("'\(name)' takes no value")
    }

    func unknownCommand(_ word: String) -> UsageError {
        let command = arguments.command
        let names = command.subcommands.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases }
        var message = "Unknown command '\(word.escapedControls)'"
        if let nearest = Spelling.nearest(to: word, among: names) { message += ". Did you mean '\(nearest)'?" }
        return UsageError(message, hint: "See '\(arguments.path.typedName) --help'")
    }

    /// - Parameter word: the whole word, when `name` is one letter of it.
    func unknownOption(_ name: String, within word: String? = nil) -> UsageError {
        let path = arguments.path
        let scope = path.optionsInScope.filter { !$0.isHidden }
        let hint = "See '\(path.typedName) --help'"
        // `-limit` for `--limit`.
        if let word, let option = scope.first(where: { $0.answers(to: "-" + word) }) {
            return UsageError(
                "Unknown option '\(word.escapedControls)'. Did you mean '\(option.longName)'?", hint: hint)
        }
        let shown = name.escapedControls
        // An option of a command further down, written too early.
        if let owner = arguments.command.subcommands.first(where: { command in
            command.options.contains { $0.declaration.answers(to: name) }
        }) {
            return UsageError(
                "'\(shown)' belongs to '\(path.typedName) \(owner.name)'", hint: "Write it after the command's name")
        }
        var message = "Unknown option '\(shown)'"
        if name.hasPrefix("--") {
            let names = scope.flatMap { $0.names + ($0.negatedName.map { [$0] } ?? []) }.filter { $0.hasPrefix("--") }
            // Compared without the dashes, so that they do not make short names look alike.
            let bare = names.map { String($0.dropFirst(2)) }
            if let nearest = Spelling.nearest(to: String(name.dropFirst(2)), among: bare) {
                message += ". Did you mean '--\(nearest)'?"
            }
        }
        return UsageError(message, hint: hint)
    }
}

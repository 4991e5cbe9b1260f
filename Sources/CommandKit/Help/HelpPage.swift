/// The help of one command: what `people help add` and `people add --help` print.
package struct HelpPage: Sendable {
    /// From the root to the command that the page is about.
    package var path: [Command]
    /// In columns of the terminal.
    package var width: Int
    package var paint: Paint

    package init(_ path: [Command], width: Int = 80, paint: Paint = .plain) {
        self.path = path
        self.width = width
        self.paint = paint
    }

    /// `people add [options] NAME`.
    package static func usage(of path: [Command]) -> String {
        guard let command = path.last else { return "" }
        var words = [path.typedName]
        if path.optionsInScope.contains(where: { !$0.isHidden }) { words.append("[options]") }
        if !command.subcommands.isEmpty { words.append(command.action == nil ? "COMMAND" : "[COMMAND]") }
        words += command.positionals.map(\.declaration.usage)
        return words.joined(separator: " ")
    }

    /// The whole page, each line ended.
    package func render() -> String {
        guard let command = path.last else { return "" }
        var page = ""
        append("\(paint("Usage:", .bold)) \(Self.usage(of: path))", to: &page)
        append("", to: &page)
        append(paragraphs: command.summary, to: &page)
        if !command.aliases.isEmpty {
            append("Also known as \(command.aliases.joined(separator: ", ")).", to: &page)
        }
        if !command.discussion.isEmpty {
            append("", to: &page)
            append(paragraphs: command.discussion, to: &page)
        }
        append(section: "Commands", entries: commandEntries(of: command), to: &page)
        append(
            section: "Arguments",
            entries: command.positionals.map(\.declaration).map { HelpEntry($0.usage, $0.help) }, to: &page)
        append(section: "Options", entries: entries(of: command.options), to: &page)
        let globals =
            path.flatMap(\.globalOptions) + [Flag.help as any DeclaredOption]
            + (path.first?.version == nil ? [] : [Flag.version as any DeclaredOption])
        append(
            section: command.options.isEmpty ? "Options" : "Global options", entries: entries(of: globals), to: &page)
        append(section: "Environment", entries: environmentEntries, to: &page)
        append(section: "Exit codes", entries: command.exitCodes, to: &page)
        append(examples: command.examples, to: &page)
        if !command.subcommands.isEmpty {
            append("", to: &page)
            append(paragraphs: "'\(path.typedName) help COMMAND' tells more about a command.", to: &page)
        }
        return page
    }

    // MARK: Entries

    private func commandEntries(of command: Command) -> [HelpEntry] {
        command.subcommands.filter { !$0.isHidden }.map { subcommand in
            HelpEntry(([subcommand.name] + subcommand.aliases).joined(separator: ", "), subcommand.summary)
        }
    }

    private func entries(of options: [any DeclaredOption]) -> [HelpEntry] {
        options.map(\.declaration).filter { !$0.isHidden }.map { option in
            var text = option.help
            if let defaultText = option.defaultText { text += " Default: \(defaultText)." }
            return HelpEntry(Self.term(of: option), text)
        }
    }

    /// `-n, --limit N`, with the long names below each other whether there is a short one or not.
    private static func term(of option: OptionDeclaration) -> String {
        let short = option.names.filter { !$0.hasPrefix("--") }
        var long = option.names.filter { $0.hasPrefix("--") }
        if option.negatedName != nil, let first = long.first { long[0] = "--[no-]" + first.dropFirst(2) }
        var term = (short + long).joined(separator: ", ")
        if short.isEmpty { term = "    " + term }
        switch option.value {
        case .none: break
        case .required: term += " \(option.valueName)"
        case .optional: term += " [\(option.valueName)]"
        }
        if option.repetition == .collected { term += "…" }
        return term
    }

    private var environmentEntries: [HelpEntry] {
        var entries = path.flatMap(\.environment)
        let named = Set(entries.map(\.term))
        for option in path.optionsInScope where !option.isHidden {
            guard let variable = option.environment, !named.contains(variable) else { continue }
            entries.append(HelpEntry(variable, "Used when \(option.longName) is not given."))
        }
        return entries
    }

    // MARK: Layout

    private func append(_ line: String, to page: inout String) {
        page += line
        page += "\n"
    }

    private func append(paragraphs text: String, to page: inout String) {
        for line in text.wrapped(to: width) { append(line, to: &page) }
    }

    private func append(section title: String, entries: [HelpEntry], to page: inout String) {
        guard !entries.isEmpty else { return }
        append("", to: &page)
        append(paint("\(title):", .bold), to: &page)
        // A term that is too long for the column stands on a line of its own.
        let longest = max(20, min(30, width / 2 - 4))
        let column = entries.map(\.term.displayWidth).filter { $0 <= longest }.max() ?? 0
        for entry in entries {
            let lines = entry.text.wrapped(to: max(20, width - column - 4))
            let indent = String(repeating: " ", count: column + 4)
            if entry.term.displayWidth > column {
                append("  \(entry.term)", to: &page)
                for line in lines { append(indent + line, to: &page) }
            } else if entry.text.isEmpty {
                append("  \(entry.term)", to: &page)
            } else {
                append("  \(entry.term.padded(to: column))  \(lines[0])", to: &page)
                for line in lines.dropFirst() { append(indent + line, to: &page) }
            }
        }
    }

    private func append(examples: [HelpEntry], to page: inout String) {
        guard !examples.isEmpty else { return }
        append("", to: &page)
        append(paint("Examples:", .bold), to: &page)
        for example in examples {
            append("  \(example.term)", to: &page)
            for line in example.text.wrapped(to: max(20, width - 6)) where !line.isEmpty {
                append("      \(line)", to: &page)
            }
        }
    }
}

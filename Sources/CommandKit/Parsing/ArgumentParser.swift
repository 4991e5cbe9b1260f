/// What a command line asks for.
package enum ParseOutcome: Sendable {
    case run(ParsedArguments)
    /// The help of the last command of a path.
    case help([Command])
    case version(String)
}

extension Command {
    /// Reads a command line, without the program's own name.
    ///
    /// - Throws: `UsageError`.
    package func parse(_ words: [String], environment: Environment = .process) throws -> ParseOutcome {
        var parser = ArgumentParser(root: self, environment: environment)
        do {
            return try parser.outcome(of: words)
        } catch let error as UsageError {
            // Somebody who asks for help gets it, whatever else is wrong with the line.
            if words.prefix(while: { $0 != "--" }).contains("--help") { return .help(parser.arguments.path) }
            throw error
        }
    }
}

/// Walks the words of a command line from left to right.
struct ArgumentParser {
    private(set) var arguments: ParsedArguments
    let environment: Environment
    private var positionalWords: [String] = []
    private var wantsHelp = false
    private var wantsVersion = false
    /// The options that the command reached so far understands.
    private var scope: [OptionDeclaration]

    init(root: Command, environment: Environment) {
        arguments = ParsedArguments(path: [root])
        self.environment = environment
        scope = [root].optionsInScope
    }

    mutating func outcome(of words: [String]) throws -> ParseOutcome {
        var rest = words[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            if optionsEnded || !isOption(word) {
                if try take(word, canBeCommand: !optionsEnded, rest: &rest) { break }
            } else if word == "--" {
                optionsEnded = true
            } else if word.hasPrefix("--") {
                try takeLong(word, rest: &rest)
            } else {
                try takeShort(word, rest: &rest)
            }
        }
        if wantsHelp { return .help(arguments.path) }
        if wantsVersion, let version = arguments.path.first?.version { return .version(version) }
        if arguments.command.action == nil, positionalWords.isEmpty { return .help(arguments.path) }
        try finish()
        return .run(arguments)
    }

    /// Reads what can be read of a line that has a mistake in it: so that even the message about the mistake follows
    /// `--color` and `--format`.
    mutating func salvage(_ words: [String]) -> ParsedArguments {
        var rest = words.prefix { $0 != "--" }
        while let word = rest.popFirst() {
            if !isOption(word) {
                if positionalWords.isEmpty, let command = arguments.command.subcommand(named: word) { enter(command) }
            } else if word.hasPrefix("--") {
                try? takeLong(word, rest: &rest)
            } else {
                try? takeShort(word, rest: &rest)
            }
        }
        for option in scope { try? readEnvironment(option) }
        return arguments
    }

    // MARK: Words

    private var hasDigitOption: Bool {
        scope.contains { $0.names.contains { $0.utf8.count == 2 && $0.last?.isNumber == true } }
    }

    /// Whether a word is read as an option rather than as an argument. `-` is an argument; so is a negative number.
    private func isOption(_ word: String) -> Bool {
        guard word.utf8.first == UInt8(ascii: "-"), word != "-" else { return false }
        if word.hasPrefix("--") { return true }
        if word.isNegativeNumber { return hasDigitOption }
        if arguments.command.takesDashedWords { return scope.contains { $0.answers(to: word) } }
        return true
    }

    /// Whether a word after an option that needs a value is that value. A date such as `--02-29` is; what could be
    /// an option is not, so that a forgotten value is noticed.
    private func isValue(_ word: String) -> Bool {
        guard word.utf8.first == UInt8(ascii: "-"), word != "-" else { return true }
        if word.isNegativeNumber { return !hasDigitOption }
        if word == "--" { return false }
        return !(word.drop { $0 == "-" }.first?.isLetter ?? false)
    }

    private mutating func enter(_ command: Command) {
        arguments.path.append(command)
        scope = arguments.path.optionsInScope
    }

    /// Takes a word that is no option. True when it has answered for all the words after it, as `help` does.
    private mutating func take(_ word: String, canBeCommand: Bool, rest: inout ArraySlice<String>) throws -> Bool {
        let command = arguments.command
        guard canBeCommand, positionalWords.isEmpty, !command.subcommands.isEmpty else {
            positionalWords.append(word)
            return false
        }
        if let subcommand = command.subcommand(named: word) {
            enter(subcommand)
        } else if word == "help" {
            wantsHelp = true
            while let name = rest.popFirst() {
                if isOption(name) { continue }
                guard let subcommand = arguments.command.subcommand(named: name) else { throw unknownCommand(name) }
                enter(subcommand)
            }
            return true
        } else if command.positionals.isEmpty {
            throw unknownCommand(word)
        } else {
            positionalWords.append(word)
        }
        return false
    }

    private mutating func takeLong(_ word: String, rest: inout ArraySlice<String>) throws {
        let cut = word.firstIndex(of: "=")
        let name = String(word[..<(cut ?? word.endIndex)])
        let attached = cut.map { String(word[word.index(after: $0)...]) }
        if let option = scope.first(where: { $0.answers(to: name) }) {
            try take(option, as: name, attached: attached, rest: &rest)
        } else if let option = scope.first(where: { $0.negatedName == name }) {
            guard attached == nil else { throw takesNoValue(name) }
            record(option, value: false)
        } else {
            throw unknownOption(name)
        }
    }

    /// `-y`, `-ry`, `-n5`, `-n 5`, `-n=5`, `-rn5`.
    private mutating func takeShort(_ word: String, rest: inout ArraySlice<String>) throws {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            let name = "-\(letter)"
            guard let option = scope.first(where: { $0.answers(to: name) }) else {
                throw unknownOption(name, within: word)
            }
            if case .none = option.value {
                guard letters.first != "=" else { throw takesNoValue(name) }
                try take(option, as: name, attached: nil, rest: &rest)
            } else {
                let attached = letters.first == "=" ? letters.dropFirst() : letters
                try take(option, as: name, attached: letters.isEmpty ? nil : String(attached), rest: &rest)
                return
            }
        }
    }

    // MARK: Values

    private mutating func take(
        _ option: OptionDeclaration, as name: String, attached: String?, rest: inout ArraySlice<String>
    ) throws {
        switch option.value {
        case .none:
            guard attached == nil else { throw takesNoValue(name) }
            if option.key == Flag.help.declaration.key { wantsHelp = true }
            if option.key == Flag.version.declaration.key, arguments.path[0].version != nil { wantsVersion = true }
            record(option, value: true)
        case .required:
            if let attached {
                try read(attached, for: option, as: name)
            } else if let next = rest.first, isValue(next) {
                try read(rest.removeFirst(), for: option, as: name)
            } else {
                let hint =
                    rest.isEmpty || rest.first == "--" ? nil : "A value that begins with '-' is written \(name)=VALUE"
                throw UsageError("Missing value for '\(name) \(option.valueName)'", hint: hint)
            }
        case .optional:
            if let attached {
                try read(attached, for: option, as: name)
            } else if let next = rest.first, isValue(next), arguments.command.subcommand(named: next) == nil {
                try read(rest.removeFirst(), for: option, as: name)
            } else {
                try refuseSecond(option, as: name)
                record(option, value: BareOption())
            }
        }
    }

    private mutating func read(_ text: String, for option: OptionDeclaration, as name: String) throws {
        try refuseSecond(option, as: name)
        do {
            record(option, value: try option.read(text))
        } catch let problem as ValueProblem {
            throw UsageError("'\(name)' \(problem.sentence)", hint: problem.hint)
        }
    }

    private func refuseSecond(_ option: OptionDeclaration, as name: String) throws {
        if option.repetition == .refused, arguments.values[option.key] != nil {
            throw UsageError("'\(name)' is given twice", hint: "Give it once")
        }
    }

    private mutating func record(
        _ option: OptionDeclaration, value: any Sendable, source: ParsedArguments.Source = .commandLine
    ) {
        arguments.values[option.key, default: []].append(value)
        arguments.sources[option.key] = source
    }

    // MARK: The end of the line

    private mutating func finish() throws {
        for group in arguments.command.exclusive {
            let given = group.map(\.declaration).filter { arguments.values[$0.key] != nil }
            if given.count > 1 {
                throw UsageError("'\(given[0].longName)' and '\(given[1].longName)' cannot be used together")
            }
        }
        for option in scope { try readEnvironment(option) }
        try assignPositionals()
    }

    private mutating func readEnvironment(_ option: OptionDeclaration) throws {
        guard arguments.values[option.key] == nil, let variable = option.environment,
            let text = environment[variable]
        else { return }
        do {
            record(option, value: try option.read(text), source: .environment)
        } catch let problem as ValueProblem {
            throw UsageError("The environment variable \(variable) \(problem.sentence)", hint: problem.hint)
        }
    }

    private mutating func assignPositionals() throws {
        let declared = arguments.command.positionals.map(\.declaration)
        var words = positionalWords[...]
        var stillNeeded = declared.reduce(0) { $0 + $1.counts.lowerBound }
        for positional in declared {
            stillNeeded -= positional.counts.lowerBound
            let count = min(positional.counts.upperBound, max(positional.counts.lowerBound, words.count - stillNeeded))
            guard count <= words.count else {
                throw UsageError(
                    "Missing argument \(positional.name)", hint: "Usage: \(HelpPage.usage(of: arguments.path))")
            }
            arguments.positionals[positional.name] = try words.prefix(count).map { word in
                do {
                    return try positional.read(word)
                } catch let problem as ValueProblem {
                    throw UsageError("The argument \(positional.name) \(problem.sentence)", hint: problem.hint)
                }
            }
            words = words.dropFirst(count)
        }
        guard words.isEmpty else {
            let allowed = declared.reduce(0) { $0 + $1.counts.upperBound }
            let takes = allowed == 0 ? "no argument" : allowed == 1 ? "one argument" : "at most \(allowed) arguments"
            throw UsageError(
                "'\(arguments.path.typedName)' takes \(takes), but \(positionalWords.count) "
                    + (positionalWords.count == 1 ? "is given" : "are given"),
                hint: allowed == 0 ? nil : "Put quotes around an argument that holds blanks")
        }
    }
}

extension String {
    /// `-5`, `-0.5`, `-.5`.
    fileprivate var isNegativeNumber: Bool {
        let digits = utf8.dropFirst()
        return utf8.first == UInt8(ascii: "-") && digits.contains { (0x30...0x39).contains($0) }
            && digits.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }
}

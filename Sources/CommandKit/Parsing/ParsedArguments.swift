/// What was given on the command line, read by the same values that declared it:
///
/// ```swift
/// if call.arguments[yes] { … }
/// for ref in call.arguments[refs] { … }
/// ```
///
/// Every value has been checked when this exists, so reading never fails. Reading an option that the command does not
/// list is a mistake in the program and traps.
package struct ParsedArguments: Sendable {
    /// Where an option's value comes from.
    package enum Source: Sendable, Equatable {
        case commandLine
        case environment
        case defaultValue
    }

    /// From the root to the command that was chosen.
    package internal(set) var path: [Command]
    var values: [String: [any Sendable]] = [:]
    var sources: [String: Source] = [:]
    var positionals: [String: [any Sendable]] = [:]

    /// The command that was chosen.
    package var command: Command { path[path.count - 1] }

    package subscript<Result>(_ option: Option<Result>) -> Result {
        option.collect(values(of: option))
    }

    package subscript(_ flag: Flag) -> Bool {
        values(of: flag).last as? Bool ?? flag.defaultValue
    }

    package subscript<Result>(_ positional: Positional<Result>) -> Result {
        let name = positional.declaration.name
        guard command.positionals.contains(where: { $0.declaration.name == name }),
            let result = positional.collect(positionals[name] ?? [])
        else {
            preconditionFailure(
                "The argument \(name) is not among the positionals of the command '\(command.name)': list it there.")
        }
        return result
    }

    /// How often a flag was given: `-vv` is 2.
    package func count(of flag: Flag) -> Int {
        values(of: flag).reduce(0) { ($1 as? Bool == true) ? $0 + 1 : $0 }
    }

    /// Where an option's value comes from. A setting from a configuration file belongs between `environment` and
    /// `defaultValue`.
    package func source(of option: some DeclaredOption) -> Source {
        sources[option.declaration.key] ?? .defaultValue
    }

    /// Whether the chosen command knows an option, its own or a global one.
    package func knows(_ option: some DeclaredOption) -> Bool {
        path.optionsInScope.contains { $0.key == option.declaration.key }
    }

    private func values(of option: some DeclaredOption) -> [any Sendable] {
        let key = option.declaration.key
        if let values = values[key] { return values }
        precondition(
            knows(option), "The option \(key) is not among the options of the command '\(command.name)': list it there."
        )
        return []
    }
}

extension [Command] {
    /// The options that the last command of a path understands, its own first.
    var optionsInScope: [OptionDeclaration] {
        var scope = (last?.options ?? []).map(\.declaration)
        for command in self { scope += command.globalOptions.map(\.declaration) }
        scope.append(Flag.help.declaration)
        if let root = first, root.version != nil { scope.append(Flag.version.declaration) }
        return scope
    }

    /// `people add`, as it is typed.
    var typedName: String { map(\.name).joined(separator: " ") }
}

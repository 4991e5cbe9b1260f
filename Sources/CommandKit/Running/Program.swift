#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs a tree of commands as a program: reads the command line, does what it asks, and turns every error into a
/// message and an exit code, all in this one place.
///
/// ```swift
/// // main.swift
/// Program(People.command).main()
/// ```
package struct Program: Sendable {
    package let root: Command
    /// Whether errors are written as JSON. Asked with what could be read of the line when the line itself is wrong.
    private let reportsJSON: @Sendable (ParsedArguments) -> Bool
    /// Gives errors of the libraries below their code and message.
    private let translate: @Sendable (any Error) -> CommandError?

    /// - Parameter translate: makes a `CommandError` of an error that CommandKit does not know; nil leaves it at the
    ///   error's own description and exit code 74.
    package init(
        _ root: Command, reportsJSON: @escaping @Sendable (ParsedArguments) -> Bool = { _ in false },
        translate: @escaping @Sendable (any Error) -> CommandError? = { _ in nil }
    ) {
        self.root = root
        self.reportsJSON = reportsJSON
        self.translate = translate
    }

    /// Runs the command line of this process and ends it.
    package func main() -> Never {
        signal(SIGPIPE, SIG_IGN)
        let code = run(Array(CommandLine.arguments.dropFirst()))
        exit(code.rawValue)
    }

    /// Runs a command line, without the program's own name. Tests bring their own output and talk; then `--color`,
    /// `-q` and `-v` have been decided by whoever made them.
    package func run(
        _ words: [String], environment: Environment = .process, output: Output? = nil, talk fixedTalk: Talk? = nil,
        prompt fixedPrompt: Prompt? = nil
    ) -> ExitCode {
        let output = output ?? Output(environment: environment)
        do {
            let outcome = try root.parse(words, environment: environment)
            switch outcome {
            case .version(let version):
                try output.writeLine("\(root.name) \(version)")
            case .help(let path):
                let arguments = salvage(words, environment: environment)
                let page = HelpPage(
                    path, width: min(output.terminal.width, 120),
                    paint: Paint(color(arguments), terminal: output.terminal, environment: environment))
                try output.write(page.render())
            case .run(let arguments):
                let talk = fixedTalk ?? makeTalk(arguments, environment: environment)
                return perform(arguments, environment: environment, output: output, talk: talk, prompt: fixedPrompt)
            }
            try output.flush()
            return .ok
        } catch {
            let talk = fixedTalk ?? makeTalk(salvage(words, environment: environment), environment: environment)
            return report(error, to: talk)
        }
    }

    private func perform(
        _ arguments: ParsedArguments, environment: Environment, output: Output, talk: Talk, prompt: Prompt?
    ) -> ExitCode {
        let asks = !(arguments.knows(StandardOption.noInput) && arguments[StandardOption.noInput])
        let invocation = Invocation(
            arguments: arguments, environment: environment, output: output,
            paint: Paint(color(arguments), terminal: output.terminal, environment: environment), talk: talk,
            prompt: prompt ?? Prompt(talk: talk, isAllowed: asks))
        do {
            guard let action = arguments.command.action else { return .ok }
            let code = try action(invocation)
            try output.flush()
            return code
        } catch {
            talk.setStatus("")
            // What was written before the error is still data; a second failure here says nothing new.
            if !(error is BrokenPipe) { try? output.flush() }
            return report(error, to: talk)
        }
    }

    private func report(_ error: any Error, to talk: Talk) -> ExitCode {
        if error is BrokenPipe { return .ok }
        let known: CommandError
        switch error {
        case let error as CommandError: known = error
        case let error as UsageError: known = CommandError(error)
        default:
            // Not `String(describing:)`: that would print an error's fields, and with them somebody's data.
            known =
                translate(error)
                ?? CommandError(.io, (error as? any CustomStringConvertible)?.description ?? "\(type(of: error))")
        }
        talk.error(known)
        return known.code
    }

    private func salvage(_ words: [String], environment: Environment) -> ParsedArguments {
        var parser = ArgumentParser(root: root, environment: environment)
        return parser.salvage(words)
    }

    private func makeTalk(_ arguments: ParsedArguments, environment: Environment) -> Talk {
        Talk(
            color: color(arguments), isQuiet: isOn(StandardOption.quiet, arguments),
            isVerbose: isOn(StandardOption.verbose, arguments), reportsJSON: reportsJSON(arguments),
            environment: environment)
    }

    private func color(_ arguments: ParsedArguments) -> ColorMode {
        arguments.knows(StandardOption.color) ? arguments[StandardOption.color] : .auto
    }

    private func isOn(_ flag: Flag, _ arguments: ParsedArguments) -> Bool {
        arguments.knows(flag) && arguments[flag]
    }
}

/// What a command's action gets: the arguments, and the ways to write, talk and ask.
package struct Invocation {
    package let arguments: ParsedArguments
    package let environment: Environment
    /// Standard output: data only.
    package let output: Output
    /// Styles for standard output.
    package let paint: Paint
    /// Standard error: notes, warnings, progress.
    package let talk: Talk
    package let prompt: Prompt

    package init(
        arguments: ParsedArguments, environment: Environment, output: Output, paint: Paint, talk: Talk, prompt: Prompt
    ) {
        self.arguments = arguments
        self.environment = environment
        self.output = output
        self.paint = paint
        self.talk = talk
        self.prompt = prompt
    }
}

/// Options that the runner itself follows. A program lists those that it offers among its root's global options.
package enum StandardOption {
    package static let color = Option(
        "--color", as: .choice(ColorMode.self), default: .auto, help: "When to use colour: auto, always or never.",
        lastWins: true)
    package static let quiet = Flag("--quiet", "-q", help: "Say nothing but warnings and errors.")
    package static let verbose = Flag("--verbose", "-v", help: "Say more about each step.")
    package static let noInput = Flag("--no-input", help: "Never ask; fail where an answer is needed.")
}

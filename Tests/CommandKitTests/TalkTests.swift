import CommandKit
import Testing

@Suite struct TalkTests {
    static let tty = Terminal(isTerminal: true, width: 60)
    static let pipe = Terminal(isTerminal: false)

    @Test func prefixes() {
        let talk = Talk(memory: Self.pipe)
        talk.note("n\u{1B}")
        talk.warning("w")
        talk.error(CommandError(.io, "e\n  ^", hint: "h"))
        talk.report("done")
        talk.detail("step")
        #expect(talk.text == "note: n\\e\nwarning: w\nerror: e\n  ^\nhint: h\ndone\n")
    }

    @Test func quiet() {
        let talk = Talk(memory: Self.tty, isQuiet: true, isVerbose: true)
        talk.note("n")
        talk.report("r")
        talk.detail("d")
        talk.setStatus("s")
        talk.warning("w")
        #expect(talk.text == "warning: w\n")
    }

    @Test func colored() {
        let talk = Talk(memory: Self.tty, color: .auto)
        talk.error(CommandError(.io, "e"))
        #expect(talk.text == "\u{1B}[1;31merror:\u{1B}[0m e\n")
    }

    @Test func statusStaysBelow() {
        let talk = Talk(memory: Self.tty)
        talk.setStatus("10%")
        talk.warning("w")
        talk.setStatus("10%")
        talk.setStatus("")
        #expect(talk.text == "\r\u{1B}[K10%\r\u{1B}[Kwarning: w\n10%\r\u{1B}[K")
    }

    @Test func noStatusInAPipe() {
        let talk = Talk(memory: Self.pipe)
        talk.setStatus("10%")
        #expect(talk.text == "")
    }

    @Test(
        arguments: [
            (ColorMode.auto, true, [:], true), (.auto, false, [:], false), (.auto, true, ["NO_COLOR": "1"], false),
            (.auto, true, ["NO_COLOR": ""], true), (.auto, true, ["TERM": "dumb"], false),
            (.always, false, ["NO_COLOR": "1"], true), (.never, true, [:], false),
        ] as [(ColorMode, Bool, [String: String], Bool)])
    func colorMode(mode: ColorMode, isTerminal: Bool, variables: [String: String], expected: Bool) {
        let terminal = Terminal(isTerminal: isTerminal)
        #expect(mode.isEnabled(on: terminal, environment: Environment(variables)) == expected)
    }

    @Test(arguments: [("100", 100), ("0", 80), ("x", 80), ("-5", 80), ("", 80)])
    func columns(value: String, width: Int) throws {
        let pipe = try Pipe()
        #expect(Terminal(descriptor: pipe.read, environment: Environment(["COLUMNS": value])).width == width)
        #expect(!isTerminal(pipe.read))
    }

    @Test func styles() {
        #expect(Paint(isEnabled: true)("x", [.bold, .underline, .cyan]) == "\u{1B}[1;4;36mx\u{1B}[0m")
        #expect(Paint(isEnabled: true)("", .bold) == "")
        #expect(Paint.plain("x", .bold) == "x")
    }
}

import CommandKit
import Glibc
import Testing

@Suite struct ProgramTests {
    struct Stranger: Error { let secret = "secret" }
    struct Spoken: Error, CustomStringConvertible { let description = "The disk is gone" }

    static let format = Option("--format", as: .text, default: "table", help: "Form.", environment: "T_FORMAT")

    static func program(_ action: @escaping Command.Action) -> Program {
        let work = Command("work", summary: "Work.", action: action)
        let root = Command(
            "tool", summary: "A tool.",
            globalOptions: [format, StandardOption.quiet, StandardOption.color, StandardOption.noInput],
            subcommands: [work], version: "1.0")
        return Program(
            root, reportsJSON: { $0[format] == "json" },
            translate: { $0 is Stranger ? CommandError(.busy, "Translated") : nil })
    }

    static func run(_ words: [String] = ["work"], _ action: @escaping Command.Action) -> (ExitCode, String, String) {
        let output = Output.memory()
        let talk = Talk(memory: Terminal(isTerminal: false))
        let code = program(action).run(words, environment: Environment([:]), output: output, talk: talk)
        return (code, output.text, talk.text)
    }

    @Test func results() {
        #expect(
            Self.run {
                try $0.output.writeLine("x"); return .ok
            } == (.ok, "x\n", ""))
        #expect(Self.run { _ in .nothingFound } == (.nothingFound, "", ""))
    }

    @Test func errors() {
        #expect(
            Self.run { _ in throw CommandError(.badInput, "Bad row", hint: "Fix it", file: "a.csv", line: 3) }
                == (.badInput, "", "error: a.csv:3: Bad row\nhint: Fix it\n"))
        #expect(Self.run { _ in throw UsageError("No") } == (.usage, "", "error: No\n"))
        #expect(Self.run { _ in throw Stranger() } == (.busy, "", "error: Translated\n"))
        #expect(Self.run { _ in throw Spoken() } == (.io, "", "error: The disk is gone\n"))
        #expect(
            Self.run {
                try $0.output.write("x"); throw BrokenPipe()
            } == (.ok, "x", ""))
        #expect(
            Self.run(["work", "--quite"]) { _ in .ok }
                == (
                    .usage, "",
                    "error: Unknown option '--quite'. Did you mean '--quiet'?\nhint: See 'tool work --help'\n"
                ))
        #expect(Self.run { try $0.prompt.confirm("Go?") ? .ok : .refused }.0 == .refused)
    }

    @Test func helpAndVersion() {
        #expect(Self.run(["--version"]) { _ in .partial } == (.ok, "tool 1.0\n", ""))
        let (code, out, talk) = Self.run(["work", "--help"]) { _ in .partial }
        #expect(code == .ok)
        #expect(out.hasPrefix("Usage: tool work"))
        #expect(talk == "")
    }

    /// The message about a wrong line follows what the line says about messages, even behind the mistake.
    @Test func salvages() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for words in [
                ["work", "--bogus", "--format", "json"], ["--format=json", "wrok"], ["work", "x", "--format", "json"],
                ["work", "--bogus", "-q"],
            ] {
                let code = Self.program { _ in .ok }.run(words, environment: Environment([:]), output: .memory())
                guard code == .usage else { exit(1) }
            }
        }
        let lines = try #require(result).standardErrorContent.split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
        let prefixes = [
            "{\"error\":{\"code\":2,\"message\":\"Unknown option '--bogus'",
            "{\"error\":{\"code\":2,\"message\":\"Unknown command 'wrok'",
            "{\"error\":{\"code\":2,\"message\":\"'tool work' takes no argument", "error: Unknown option '--bogus'",
            "hint: ",
        ]
        for (line, prefix) in zip(lines.suffix(5), prefixes) { #expect(line.hasPrefix(prefix)) }
    }

    @Test func json() {
        #expect(
            CommandError(.badInput, "a \"b\"\\\n\u{1B}\u{202E}é", hint: "h", file: "f\t", line: 7).json
                == #"{"error":{"code":65,"message":"a \"b\"\\\n\u001b\u202eé","file":"f\t","line":7,"hint":"h"}}"#)
        #expect(
            CommandError(.usage, "m").json == #"{"error":{"code":2,"message":"m","file":null,"line":null}}"#)
    }

    @Test func exitCodes() {
        let codes: [ExitCode] = [
            .ok, .nothingFound, .usage, .partial, .refused, .conflict, .badInput, .missingInput, .cannotCreate, .io,
            .busy, .newerStore, .interrupted,
        ]
        #expect(codes.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 65, 66, 73, 74, 75, 76, 130])
    }
}

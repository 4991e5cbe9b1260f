import CommandKit
import Testing

@Suite struct PromptTests {
    func prompt(_ answers: String, isInteractive: Bool = true) throws -> (Prompt, Talk, Pipe) {
        let pipe = try Pipe(holding: answers)
        let talk = Talk(memory: Terminal(isTerminal: true))
        return (Prompt(talk: talk, descriptor: pipe.read, isInteractive: isInteractive), talk, pipe)
    }

    @Test(arguments: [
        ("y\n", true), ("YES\n", true), ("  y \r\n", true), ("n\n", false), ("\n", false), ("", false), ("yy\n", false),
        ("y", false),
    ])
    func confirm(answer: String, expected: Bool) throws {
        let (prompt, talk, pipe) = try prompt(answer)
        #expect(try prompt.confirm("Delete 3 people?") == expected)
        #expect(talk.text.hasPrefix("Delete 3 people? [y/N] "))
        withExtendedLifetime(pipe) {}
    }

    @Test func readsOneLineOnly() throws {
        let (prompt, _, pipe) = try prompt("y\nrest")
        #expect(try prompt.confirm("Go?"))
        #expect(pipe.readAll() == "rest")
    }

    @Test func needsATerminal() throws {
        let (prompt, talk, _) = try prompt("y\n", isInteractive: false)
        let expected = CommandError(
            .refused, "'Delete 3 people?' cannot be asked without a terminal",
            hint: "Pass -y to go ahead without asking")
        #expect(throws: expected) { try prompt.confirm("Delete 3 people?") }
        #expect(talk.text == "")
        #expect(throws: CommandError.self) { try prompt.choose("Which?", among: ["a"]) }
    }

    @Test(arguments: [("2\n", 1), ("x\n0\n4\n3\n", 2), ("\n", nil), ("", nil)] as [(String, Int?)])
    func choose(answers: String, expected: Int?) throws {
        let (prompt, talk, pipe) = try prompt(answers)
        #expect(try prompt.choose("Which one?", among: ["Ann", "B\u{1B}ob", "Cy"]) == expected)
        #expect(talk.text.hasPrefix("1  Ann\n2  B\\eob\n3  Cy\nWhich one? [1-3, empty for none] "))
        withExtendedLifetime(pipe) {}
    }
}

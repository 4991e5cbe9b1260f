import Testing

@Suite struct HelpTests {
    @Test func startsWithWhatThereIs() throws {
        let people = try PeopleProcess()
        let run = try people()
        #expect(run.code == 0)
        #expect(
            run.output.hasPrefix(
                """
                Usage: people [options] COMMAND

                A contact book for the terminal.

                """))
        #expect(try people("help").output == run.output)
        #expect(try people("--help").output == run.output)
        #expect(try people("--version").output == "people 0.1.0\n")
    }

    @Test(arguments: [
        "add", "list", "ls", "search", "show", "update", "delete", "import", "export", "stats", "completion",
    ])
    func explainsEveryCommand(_ command: String) throws {
        let people = try PeopleProcess()
        let run = try people("help", command)
        #expect(run.code == 0 && run.talk.isEmpty)
        #expect(run.output.hasPrefix("Usage: people "))
        #expect(run.output.contains("\nOptions:\n"))
        #expect(run.lines.allSatisfy { $0.count <= 80 }, "\(run.lines.filter { $0.count > 80 })")
        #expect(try people(command, "--help").output == run.output)
    }

    @Test(arguments: [
        (["lst"], "error: Unknown command 'lst'. Did you mean 'list'?\nhint: See 'people --help'\n"),
        (
            ["list", "--limt", "5"],
            "error: Unknown option '--limt'. Did you mean '--limit'?\nhint: See 'people list --help'\n"
        ),
        (["list", "--limit", "0"], "error: '--limit' needs a whole number of 1 or more\n"),
        (
            ["list", "--sort", "nmae"],
            "error: '--sort' does not know 'nmae'. Did you mean 'name'?\n"
                + "hint: Choose one of name, family, given, age, birthday, organization, created, updated, id\n"
        ),
        (
            ["list", "--json", "name,email"],
            "error: '--json' does not know the field 'email'. Did you mean 'emails'?\n"
                + "hint: --json alone lists the fields\n"
        ),
        (
            ["list", "--json", "name,,age"],
            "error: '--json' needs fields separated by commas, such as name,emails\n"
        ),
        (["search"], "error: Missing argument QUERY\nhint: Usage: people search [options] QUERY…\n"),
    ])
    func saysWhatIsWrong(_ arguments: [String], _ talk: String) throws {
        let run = try PeopleProcess().run(arguments)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.talk == talk)
    }

    @Test(arguments: [
        (["--json", "name", "--limit", "0"], "'--limit' needs a whole number of 1 or more"),
        (["--json", "name", "--format", "csv"], "'--format' and '--json' cannot be used together"),
    ])
    func saysWhatIsWrongAsJSON(_ arguments: [String], _ message: String) throws {
        let run = try PeopleProcess().run(["list"] + arguments)
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(
            run.talk.hasPrefix(#"{"error":{"code":2,"message":"\#(message)","file":null,"line":null"#), "\(run.talk)")
    }

    @Test func writesErrorsAsJSONForPrograms() throws {
        let people = try PeopleProcess()
        let run = try people("show", "nobody", "--format", "json")
        #expect(run.code == 66)
        #expect(run.talk.hasPrefix(#"{"error":{"code":66,"message":"There is no such store","file":""#))
    }

    @Test func coloursOnlyWhenAskedOffATerminal() throws {
        let people = try ListTests.book()
        #expect(try !people("list").output.contains("\u{1B}"))
        #expect(try people("list", "--color", "always").output.contains("\u{1B}[1m"))
        #expect(
            try !people.run(["list", "--color", "auto"], environment: ["CLICOLOR_FORCE": "1"]).output.contains("\u{1B}")
        )
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completes(_ shell: String) throws {
        let run = try PeopleProcess()("completion", shell)
        #expect(run.code == 0 && run.output.contains("where"))
    }
}

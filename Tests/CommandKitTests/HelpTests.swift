import CommandKit
import Testing

@Suite struct HelpTests {
    func page(_ words: String..., width: Int = 80, paint: Paint = .plain) throws -> String {
        guard case .help(let path) = try Sample.root.parse(["help"] + words, environment: Environment([:])) else {
            throw UsageError("no help")
        }
        return HelpPage(path, width: width, paint: paint).render()
    }

    @Test func root() throws {
        #expect(
            try page() == """
                Usage: sample [options] COMMAND

                A contact book.

                Commands:
                  add         Add a person.
                  list, ls    List people.
                  search      Search people.
                  delete, rm  Delete people.
                  copy        Copy people.
                  photo       Photos of people.

                Options:
                      --store FILE               Where the people are kept.
                      --color auto|always|never  When to use colour: auto, always or never.
                  -q, --quiet                    Say nothing but warnings and errors.
                  -v, --verbose                  Say more about each step.
                  -h, --help                     Show this help.
                      --version                  Print the version.

                Environment:
                  SAMPLE_STORE  Used when --store is not given.

                'sample help COMMAND' tells more about a command.

                """)
    }

    @Test func command() throws {
        #expect(
            try page("add") == """
                Usage: sample add [options] NAME

                Add a person.

                Prints the new person's identifier. A person who looks like one that is already
                there is added all the same, with a warning.

                A date may leave out its year.

                Arguments:
                  NAME  The full name.

                Options:
                      --age N           Age in years.
                      --birthday DATE   Date of birth.
                      --score X         From 0 to 1.
                      --set KEY=VALUE…  Set a field.
                      --timeout TIME    How long to wait.

                Global options:
                      --store FILE               Where the people are kept.
                      --color auto|always|never  When to use colour: auto, always or never.
                  -q, --quiet                    Say nothing but warnings and errors.
                  -v, --verbose                  Say more about each step.
                  -h, --help                     Show this help.
                      --version                  Print the version.

                Environment:
                  SAMPLE_STORE  Used when --store is not given.

                Exit codes:
                  0  The person was added.
                  5  There is such a person.

                Examples:
                  sample add "Wang Xiaoming" --age 30
                      Adds a person with an age.

                """)
    }

    @Test func everyKindOfOption() throws {
        #expect(
            try page("list") == """
                Usage: sample list [options] [QUERY]

                List people.
                Also known as ls.

                Arguments:
                  [QUERY]  What to look for.

                Options:
                      --sort family|given|age  Order of the people. Default: family.
                  -n, --limit N                Print at most N people.
                  -t, --tag TAG…               Only people with TAG. May be given several times.
                      --json [FIELDS]          Print JSON with these fields.
                  -r, --reverse                The other way round.
                      --[no-]wrap              Break long lines.

                Global options:
                      --store FILE               Where the people are kept.
                      --color auto|always|never  When to use colour: auto, always or never.
                  -q, --quiet                    Say nothing but warnings and errors.
                  -v, --verbose                  Say more about each step.
                  -h, --help                     Show this help.
                      --version                  Print the version.

                Environment:
                  SAMPLE_SORT   Used when --sort is not given.
                  SAMPLE_WRAP   Used when --wrap is not given.
                  SAMPLE_STORE  Used when --store is not given.

                """)
    }

    @Test(arguments: [30, 40, 60, 80, 120])
    func fits(width: Int) throws {
        for command in ["add", "list", "search", "photo"] {
            // Terms, usage and examples are not broken: they are typed as they stand.
            for line in try page(command, width: width).split(separator: "\n") where !line.hasPrefix("  ") {
                if line.hasPrefix("Usage:") { continue }
                #expect(String(line).displayWidth <= width)
            }
        }
    }

    @Test func paint() throws {
        #expect(try page("add", paint: Paint(isEnabled: true)).hasPrefix("\u{1B}[1mUsage:\u{1B}[0m sample add"))
        #expect(try !page("add").contains("\u{1B}"))
    }

    @Test(arguments: [
        ("", 10, [""]), ("a b c", 3, ["a b", "c"]), ("a  b", 10, ["a b"]), ("abcdef gh", 3, ["abcdef", "gh"]),
        ("a\n\nb", 10, ["a", "", "b"]), ("张三 李四", 8, ["张三", "李四"]), ("张三 李四", 9, ["张三 李四"]),
    ])
    func wrapping(text: String, width: Int, lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
    }
}

import CommandKit
import Testing

@Suite struct UsageErrorTests {
    @Test(arguments: [
        ("list --verbos", "Unknown option '--verbos'. Did you mean '--verbose'?", "See 'sample list --help'"),
        ("list --revrese", "Unknown option '--revrese'. Did you mean '--reverse'?", "See 'sample list --help'"),
        ("list --no-warp", "Unknown option '--no-warp'. Did you mean '--no-wrap'?", "See 'sample list --help'"),
        ("list --xyzzy=secret", "Unknown option '--xyzzy'", "See 'sample list --help'"),
        ("list -rx", "Unknown option '-x'", "See 'sample list --help'"),
        ("list -limit", "Unknown option '-limit'. Did you mean '--limit'?", "See 'sample list --help'"),
        ("--limit 5 list", "'--limit' belongs to 'sample list'", "Write it after the command's name"),
        ("lst", "Unknown command 'lst'. Did you mean 'list'?", "See 'sample --help'"),
        ("frobnicate", "Unknown command 'frobnicate'", "See 'sample --help'"),
        ("photo sett", "Unknown command 'sett'. Did you mean 'set'?", "See 'sample photo --help'"),
        ("help ad", "Unknown command 'ad'. Did you mean 'add'?", "See 'sample --help'"),
        ("list --limit", "Missing value for '--limit N'", nil),
        ("list -n", "Missing value for '-n N'", nil),
        (
            "list --limit --reverse", "Missing value for '--limit N'",
            "A value that begins with '-' is written --limit=VALUE"
        ),
        ("list --limit -- x", "Missing value for '--limit N'", nil),
        ("list --limit abc", "'--limit' needs a whole number from 0 to 1000", nil),
        ("list -n1001", "'-n' needs a whole number from 0 to 1000", nil),
        ("list --limit -5", "'--limit' needs a whole number from 0 to 1000", nil),
        ("list --limit=", "'--limit' needs a whole number from 0 to 1000", nil),
        ("list --limit 99999999999999999999", "'--limit' needs a whole number from 0 to 1000", nil),
        ("add x --score nan", "'--score' needs a number from 0.0 to 1.0", nil),
        ("add x --score 1.5", "'--score' needs a number from 0.0 to 1.0", nil),
        ("add x --set abc", "'--set' needs a key and a value, written KEY=VALUE", nil),
        ("add x --set =abc", "'--set' needs a key and a value, written KEY=VALUE", nil),
        ("add x --timeout 5x", "'--timeout' needs a time such as 500ms, 5s or 2m", nil),
        ("list --json a,,b", "'--json' needs words separated by commas", nil),
        ("list --sort agee", "'--sort' does not know 'agee'. Did you mean 'age'?", "Choose one of family, given, age"),
        ("list --sort x", "'--sort' does not know 'x'", "Choose one of family, given, age"),
        ("list --limit 5 -n 6", "'-n' is given twice", "Give it once"),
        ("list --json --json", "'--json' is given twice", "Give it once"),
        ("list --reverse=yes", "'--reverse' takes no value", nil),
        ("list -r=1", "'-r' takes no value", nil),
        ("list --no-wrap=1", "'--no-wrap' takes no value", nil),
        ("add", "Missing argument NAME", "Usage: sample add [options] NAME"),
        ("delete -y", "Missing argument REF", "Usage: sample delete [options] REF…"),
        ("copy a", "Missing argument TARGET", "Usage: sample copy [options] REF… TARGET"),
        (
            "add Wang Xiaoming", "'sample add' takes one argument, but 2 are given",
            "Put quotes around an argument that holds blanks"
        ),
        ("search --exact --regex x", "'--exact' and '--regex' cannot be used together", nil),
    ])
    func message(line: String, message: String, hint: String?) {
        #expect(throws: UsageError(message, hint: hint)) { try Sample.parse(line) }
    }

    @Test func environment() {
        let expected = UsageError(
            "The environment variable SAMPLE_SORT does not know 'agee'. Did you mean 'age'?",
            hint: "Choose one of family, given, age")
        #expect(throws: expected) { try Sample.parse("list", environment: ["SAMPLE_SORT": "agee"]) }
    }

    @Test func wordsAreEscaped() {
        #expect(throws: UsageError("Unknown option '--\\e[31m'", hint: "See 'sample list --help'")) {
            try Sample.parse(["list", "--\u{1B}[31m"])
        }
        #expect(throws: UsageError("Unknown command 'a\\u{202E}b'", hint: "See 'sample --help'")) {
            try Sample.parse(["a\u{202E}b"])
        }
    }

    @Test(
        arguments: [
            ("kitten", "sitting", nil), ("emial", "email", "email"), ("EMAIL", "email", "email"), ("", "a", nil),
            ("a", "b", nil), ("ab", "cd", nil), ("phnoe", "phone", "phone"), ("tsg", "tag", "tag"), ("ls", "la", "la"),
        ] as [(String, String, String?)])
    func spelling(word: String, candidate: String, found: String?) {
        #expect(Spelling.nearest(to: word, among: [candidate]) == found)
    }

    @Test func spellingTakesTheNearest() {
        #expect(Spelling.nearest(to: "phon", among: ["photos", "phones", "phone"]) == "phone")
    }
}

import CommandKit
import Testing

@Suite struct ArgumentParserTests {
    @Test(arguments: [
        "list --limit 5", "list --limit=5", "list -n 5", "list -n5", "list -n=5", "ls -rn5", "list -rn 5",
    ])
    func valueForms(line: String) throws {
        #expect(try Sample.parse(line)[Sample.limit] == 5)
    }

    @Test func leftOut() throws {
        let arguments = try Sample.parse("list")
        #expect(arguments[Sample.limit] == nil)
        #expect(arguments[Sample.sort] == .family)
        #expect(arguments[Sample.tags] == [])
        #expect(arguments[Sample.json] == .absent)
        #expect(arguments[Sample.query] == nil)
        #expect(!arguments[Sample.reverse])
        #expect(arguments.source(of: Sample.limit) == .defaultValue)
    }

    @Test func repeatedOptionsAreCollected() throws {
        let arguments = try Sample.parse("list -t a --tag b -tc --tag=d")
        #expect(arguments[Sample.tags] == ["a", "b", "c", "d"])
    }

    @Test(arguments: [
        ("list --json", OptionalValue<[String]>.bare, String?.none),
        ("list --json name,emails", .value(["name", "emails"]), nil),
        ("list --json=name wang", .value(["name"]), "wang"),
        ("list wang --json", .bare, "wang"),
        ("list --json -r", .bare, nil),
        ("list --json -- wang", .bare, "wang"),
    ])
    func optionalValue(line: String, json: OptionalValue<[String]>, query: String?) throws {
        let arguments = try Sample.parse(line)
        #expect(arguments[Sample.json] == json)
        #expect(arguments[Sample.query] == query)
    }

    @Test(arguments: [
        ("delete -ry x", true, true), ("delete -y x", true, false), ("delete x -r --yes", true, true),
        ("rm x", false, false), ("delete -yy x", true, false),
    ])
    func flags(line: String, yes: Bool, reverse: Bool) throws {
        let arguments = try Sample.parse(line)
        #expect(arguments[Sample.yes] == yes)
        #expect(arguments[Sample.reverse] == reverse)
        #expect(arguments[Sample.refs] == ["x"])
    }

    @Test(arguments: [
        ("list --wrap", true), ("list --no-wrap", false), ("list --no-wrap --wrap", true), ("list", false),
    ])
    func negatable(line: String, wrap: Bool) throws {
        #expect(try Sample.parse(line)[Sample.wrap] == wrap)
    }

    @Test(arguments: ["-vv list", "-v list -v", "list --verbose -v"])
    func globalOptionsStandAnywhere(line: String) throws {
        let arguments = try Sample.parse(line)
        #expect(arguments.count(of: StandardOption.verbose) == 2)
        #expect(arguments.command.name == "list")
    }

    @Test(arguments: ["--store a list", "list --store a", "--store b list --store a", "--store=b --store=a list"])
    func lastOneWinsWhereAllowed(line: String) throws {
        #expect(try Sample.parse(line)[Sample.store] == "a")
    }

    @Test(arguments: [
        (["delete", "a", "--", "-y", "--yes", "--"], ["a", "-y", "--yes", "--"]),
        (["delete", "-"], ["-"]),
        (["delete", "-5", "-0.5"], ["-5", "-0.5"]),
        (["delete", "", "a b"], ["", "a b"]),
        (["delete", "--", "list"], ["list"]),
        (["--", "delete", "x"], ["?"]),
    ])
    func argumentsThatLookLikeOptions(words: [String], refs: [String]) throws {
        if refs == ["?"] {
            #expect(throws: UsageError.self) { try Sample.parse(words) }
        } else {
            #expect(try Sample.parse(words)[Sample.refs] == refs)
        }
    }

    @Test func valuesThatLookLikeOptions() throws {
        let arguments = try Sample.parse("add x --birthday --02-29 --set a=-b=c --set=-=- --timeout 200ms")
        #expect(arguments[Sample.birthday] == "--02-29")
        #expect(arguments[Sample.set] == [KeyValue(key: "a", value: "-b=c"), KeyValue(key: "-", value: "-")])
        #expect(arguments[Sample.timeout] == .milliseconds(200))
        #expect(try Sample.parse("add x --birthday=--verbose")[Sample.birthday] == "--verbose")
        #expect(try Sample.parse("add x --birthday -")[Sample.birthday] == "-")
    }

    @Test func dashedWordsAreTermsWhereWanted() throws {
        let arguments = try Sample.parse("search wang -tag:x -r -n 5 -rank -5")
        #expect(arguments[Sample.terms] == ["wang", "-tag:x", "-rank", "-5"])
        #expect(arguments[Sample.reverse])
        #expect(arguments[Sample.limit] == 5)
        #expect(try Sample.parse("search")[Sample.terms] == [])
    }

    @Test func positionalsAreSharedOut() throws {
        let arguments = try Sample.parse("copy a b c file")
        #expect(arguments[Sample.refs] == ["a", "b", "c"])
        #expect(arguments[Sample.target] == "file")
    }

    @Test func environmentStandsIn() throws {
        let variables = ["SAMPLE_STORE": "e", "SAMPLE_SORT": "age", "SAMPLE_WRAP": "1"]
        let arguments = try Sample.parse("list", environment: variables)
        #expect(arguments[Sample.store] == "e")
        #expect(arguments[Sample.sort] == .age)
        #expect(arguments[Sample.wrap])
        #expect(arguments.source(of: Sample.store) == .environment)
        let given = try Sample.parse("list --store a --sort given --no-wrap", environment: variables)
        #expect(given[Sample.store] == "a")
        #expect(given[Sample.sort] == .given)
        #expect(!given[Sample.wrap])
        #expect(given.source(of: Sample.store) == .commandLine)
        #expect(try Sample.parse("list", environment: ["SAMPLE_STORE": ""])[Sample.store] == nil)
        #expect(try !Sample.parse("list", environment: ["SAMPLE_WRAP": "no"])[Sample.wrap])
    }

    @Test(arguments: [
        ("add --help", "sample add"), ("add -h", "sample add"), ("--help add", "sample add"), ("help", "sample"),
        ("help add", "sample add"), ("help rm", "sample delete"), ("help photo set", "sample photo set"),
        ("photo help set", "sample photo set"), ("photo", "sample photo"), ("", "sample"), ("-v", "sample"),
        ("add --bogus --help", "sample add"), ("add x y z --help", "sample add"), ("-h", "sample"),
        ("--store list add --help", "sample add"),
    ])
    func help(line: String, name: String) throws {
        let outcome = try Sample.root.parse(
            line.split(separator: " ").map { String($0) }, environment: Environment([:]))
        guard case .help(let path) = outcome else {
            Issue.record("no help")
            return
        }
        #expect(path.map(\.name).joined(separator: " ") == name)
    }

    @Test func helpAfterTheEndOfOptionsIsAnArgument() throws {
        #expect(try Sample.parse("add -- --help")[Sample.name] == "--help")
    }

    @Test func version() throws {
        guard case .version("1.2.3") = try Sample.root.parse(["--version"], environment: Environment([:])) else {
            Issue.record("no version")
            return
        }
    }

    @Test func readingWhatIsNotListedTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = try Sample.parse("list")[Sample.age]
        }
        await #expect(processExitsWith: .failure) {
            _ = try Sample.parse("list")[Sample.refs]
        }
    }
}

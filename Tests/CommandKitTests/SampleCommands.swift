import CommandKit

/// A small program to parse for: close to a contact book, so that the cases read like real ones.
enum Sample {
    enum Sort: String, CaseIterable, Sendable { case family, given, age }

    static let store = Option(
        "--store", as: .file, help: "Where the people are kept.", environment: "SAMPLE_STORE", lastWins: true)
    static let sort = Option(
        "--sort", as: .choice(Sort.self), default: .family, defaultText: "family", help: "Order of the people.",
        environment: "SAMPLE_SORT")
    static let limit = Option("--limit", "-n", as: .integer(0...1000), help: "Print at most N people.")
    static let tags = Option(
        "--tag", "-t", asMany: .text.named("TAG"), help: "Only people with TAG. May be given several times.")
    static let json = Option("--json", asOptional: .list.named("FIELDS"), help: "Print JSON with these fields.")
    static let reverse = Flag("--reverse", "-r", help: "The other way round.")
    static let yes = Flag("--yes", "-y", help: "Do not ask.")
    static let wrap = Flag("--wrap", help: "Break long lines.", environment: "SAMPLE_WRAP", negatable: true)
    static let birthday = Option("--birthday", as: .text.named("DATE"), help: "Date of birth.")
    static let age = Option("--age", as: .integer(0...150), help: "Age in years.")
    static let score = Option("--score", as: .number(0...1), help: "From 0 to 1.")
    static let set = Option("--set", asMany: .keyValue, help: "Set a field.")
    static let timeout = Option("--timeout", as: .duration, default: .seconds(5), help: "How long to wait.")
    static let exact = Flag("--exact", help: "Whole words.")
    static let regex = Flag("--regex", help: "A regular expression.")

    static let name = Positional("NAME", as: .text, help: "The full name.")
    static let query = Positional("QUERY", asOptional: .text, help: "What to look for.")
    static let refs = Positional("REF", asMany: .text, help: "Which people.")
    static let terms = Positional("TERM", asMany: .text, atLeast: 0, help: "Words to look for.")
    static let target = Positional("TARGET", as: .file, help: "Where to.")

    static let add = Command(
        "add", summary: "Add a person.",
        discussion: "Prints the new person's identifier. A person who looks like one that is already there is added "
            + "all the same, with a warning.\n\nA date may leave out its year.",
        positionals: [name], options: [age, birthday, score, set, timeout],
        exitCodes: [HelpEntry(.ok, "The person was added."), HelpEntry(.conflict, "There is such a person.")],
        examples: [HelpEntry("sample add \"Wang Xiaoming\" --age 30", "Adds a person with an age.")]
    ) { _ in .ok }
    static let list = Command(
        "list", aliases: ["ls"], summary: "List people.", positionals: [query],
        options: [sort, limit, tags, json, reverse, wrap]
    ) { _ in .ok }
    static let search = Command(
        "search", summary: "Search people.", positionals: [terms], options: [limit, reverse, exact, regex],
        exclusive: [[exact, regex]], takesDashedWords: true
    ) { _ in .ok }
    static let delete = Command(
        "delete", aliases: ["rm"], summary: "Delete people.", positionals: [refs], options: [yes, reverse]
    ) { _ in .ok }
    static let copy = Command("copy", summary: "Copy people.", positionals: [refs, target]) { _ in .ok }
    static let photo = Command(
        "photo", summary: "Photos of people.",
        subcommands: [
            Command("set", summary: "Set a photo.", positionals: [name]) { _ in .ok },
            Command("get", summary: "Print a photo.", positionals: [name]) { _ in .ok },
        ])

    static let root = Command(
        "sample", summary: "A contact book.",
        globalOptions: [store, StandardOption.color, StandardOption.quiet, StandardOption.verbose],
        subcommands: [add, list, search, delete, copy, photo], version: "1.2.3")

    /// The arguments of a line that runs a command.
    static func parse(_ words: [String], environment: [String: String] = [:]) throws -> ParsedArguments {
        switch try root.parse(words, environment: Environment(environment)) {
        case .run(let arguments): return arguments
        case .help: throw UsageError("help")
        case .version: throw UsageError("version")
        }
    }

    static func parse(_ line: String, environment: [String: String] = [:]) throws -> ParsedArguments {
        try parse(line.split(separator: " ").map { String($0) }, environment: environment)
    }
}

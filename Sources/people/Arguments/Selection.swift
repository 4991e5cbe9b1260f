import CommandKit
import PersonKit

/// Which people a command is about, in which order.
struct Selection {
    /// What a list can be ordered by.
    enum Order: String, CaseIterable, Sendable {
        case name, family, given, age, birthday, organization, created, updated, id

        var sort: PersonQuery.Sort {
            switch self {
            case .name: .name
            case .family: .familyName
            case .given: .givenName
            case .age: .age
            case .birthday: .birthday
            case .organization: .organization
            case .created: .createdAt
            case .updated: .updatedAt
            case .id: .personID
            }
        }
    }

    static let words = Positional("QUERY", asMany: .text, atLeast: 0, help: wordsHelp)
    static let neededWords = Positional("QUERY", asMany: .text, help: wordsHelp)
    private static let wordsHelp =
        "Words that a person must have, all of them: beginnings or parts of words, also romanised."
    static let tags = Option("--tag", "-t", asMany: .text.named("TAG"), help: "Only people with this tag.")
    static let predicate = Option(
        "--where", as: .text.named("PREDICATE"),
        help: "Only people for whom this is true: 'age > 30 AND name BEGINSWITH[cd] \"wang\"'.")
    static let order = Option(
        "--sort", as: .choice(Order.self, named: "ORDER"), default: .name, defaultText: "name",
        help: "Order by name, family, given, age, birthday, organization, created, updated or id.")
    static let reverse = Flag("--reverse", "-r", help: "Turn the order around.")
    static let limit = Option("--limit", "-n", as: .integer(1...), help: "At most N people.")
    static let offset = Option("--offset", as: .integer(0...), default: 0, help: "Leave out the first N people.")

    static var filters: [any DeclaredOption] { [tags, predicate] }
    static var paging: [any DeclaredOption] { [order, reverse, limit, offset] }

    var words: [String]
    var tags: [String] = []
    var predicate: NSPredicate?
    var order = Order.name
    var isReversed = false
    var limit: Int?
    var offset = 0

    /// - Throws: `PredicateParseError` for a `--where` that cannot be understood.
    init(words: [String], _ arguments: ParsedArguments) throws {
        self.words = words
        tags = arguments[Self.tags]
        predicate = try arguments[Self.predicate].map { try NSPredicate(parsing: $0) }
        guard arguments.knows(Self.order) else { return }
        order = arguments[Self.order]
        isReversed = arguments[Self.reverse]
        limit = arguments[Self.limit]
        offset = arguments[Self.offset]
    }
}

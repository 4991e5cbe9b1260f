import CommandKit
import ContactFormats

/// The table that `list` and `search` print.
struct PeopleTable {
    /// All that has to be read for it.
    static let attributes: [ContactAttribute] = [.personID, .name, .age, .organization, .tags, .emails, .phones]

    private static let columns = [
        TableColumn("NAME", minimumWidth: 8, isFlexible: true, style: .bold),
        TableColumn("AGE", alignment: .right),
        TableColumn("E-MAIL", minimumWidth: 8, isFlexible: true),
        TableColumn("PHONE", minimumWidth: 8, isFlexible: true),
        TableColumn("ORGANIZATION", minimumWidth: 6, isFlexible: true),
        TableColumn("TAGS", minimumWidth: 4, isFlexible: true, style: .cyan),
        TableColumn("ID", minimumWidth: 8, style: .dim),
    ]

    private var table: Table
    private let isOnTerminal: Bool

    init(_ call: Invocation) {
        table = Table(Self.columns, to: call.output, paint: call.paint)
        isOnTerminal = call.output.terminal.isTerminal
    }

    mutating func append(_ person: ContactRecord) throws {
        try table.append([
            person.derivedName ?? "",
            person.age.map(String.init) ?? "",
            Self.first(of: person.emails),
            Self.first(of: person.phones),
            person.organization ?? "",
            person.tags.joined(separator: ", "),
            isOnTerminal ? Self.short(person.personID ?? "") : person.personID ?? "",
        ])
    }

    mutating func finish() throws { try table.finish() }

    /// The value to use first.
    private static func first(of values: [Labeled<String>]) -> String {
        (values.first { $0.preferred } ?? values.first)?.value ?? ""
    }

    /// The first part of a UUID, which is enough for a REF.
    private static func short(_ id: String) -> String {
        id.utf8.count == 36 ? String(id.prefix(8)) : id
    }
}

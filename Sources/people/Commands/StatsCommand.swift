import CommandKit
import ContactFormats
import PersonKit

/// `people stats`: what is in the store, in numbers.
enum StatsCommand {
    private enum Format: String, CaseIterable, Sendable {
        case table, json
    }

    private static let format = Option(
        "--format", "-f", as: .choice(Format.self), default: .table, defaultText: "table",
        help: "How to print.")

    static var command: Command {
        Command(
            "stats",
            summary: "Show how many people there are, and what is known of them.",
            options: [format],
            action: run)
    }

    /// Attributes of which it is worth knowing how many people have them.
    private static let attributes: [ContactAttribute] = [
        .emails, .phones, .addresses, .organization, .note, .photo, .tags, .custom,
    ]

    private static func run(_ call: Invocation) throws -> ExitCode {
        let location = try StoreLocation(call)
        let book = try ContactBook.open(call, for: .reading)
        var numbers: [(name: String, title: String, count: Int)] = [
            ("people", "People", try book.manager.count())
        ]
        for attribute in attributes {
            let predicate = NSPredicate(format: "%K != nil", attribute.rawValue)
            numbers.append((attribute.rawValue, "with \(attribute.title)", try book.manager.count(matching: predicate)))
        }
        let withBirthday = NSPredicate(format: "birthMonth != nil OR birthYear != nil OR birthdayText != nil")
        numbers.append(("birthday", "with Birthday", try book.manager.count(matching: withBirthday)))
        let groups = try book.manager.groups()
        numbers.append(("groups", "Groups", groups.count))
        numbers.append(("bytes", "Bytes in the store", location.size))
        if call.arguments[format] == .json {
            try writeJSON(numbers, location, call)
        } else {
            try writeTable(numbers, location, call)
        }
        return .ok
    }

    private static func writeTable(
        _ numbers: [(name: String, title: String, count: Int)], _ location: StoreLocation, _ call: Invocation
    ) throws {
        try call.output.writeLine("Store: \(location.path.escapedControls)")
        var table = Table(
            [TableColumn("WHAT"), TableColumn("COUNT", alignment: .right)], to: call.output, paint: call.paint,
            showsHeader: false)
        for number in numbers { try table.append([number.title, number.count.grouped]) }
        try table.finish()
    }

    private static func writeJSON(
        _ numbers: [(name: String, title: String, count: Int)], _ location: StoreLocation, _ call: Invocation
    ) throws {
        let data = try JSONEncoder().encode(location.path)
        let members = numbers.map { "\"\($0.name)\":\($0.count)" }.joined(separator: ",")
        try call.output.writeLine("{\"store\":\(String(decoding: data, as: UTF8.self)),\(members)}")
    }
}

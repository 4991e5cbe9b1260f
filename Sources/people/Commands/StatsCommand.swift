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
        let numbers = try ContactBook.open(call, for: .reading) { try Self.numbers(of: $0.manager, in: location) }
        if call.arguments[format] == .json {
            try writeJSON(numbers, location, call)
        } else {
            try writeTable(numbers, location, call)
        }
        return .ok
    }

    private typealias Number = (name: String, title: String, count: Int)

    private static func numbers(of book: PersonManager, in location: StoreLocation) throws -> [Number] {
        var numbers: [Number] = [("people", "People", try book.count())]
        for attribute in attributes {
            let predicate = NSPredicate(format: "%K != nil", attribute.rawValue)
            numbers.append((attribute.rawValue, "with \(attribute.title)", try book.count(matching: predicate)))
        }
        let withBirthday = NSPredicate(format: "birthMonth != nil OR birthYear != nil OR birthdayText != nil")
        numbers.append(("birthday", "with Birthday", try book.count(matching: withBirthday)))
        let groups = try book.groups()
        numbers.append(("groups", "Groups", groups.count))
        numbers.append(("bytes", "Bytes in the store", location.size))
        return numbers
    }

    private static func writeTable(
        _ numbers: [Number], _ location: StoreLocation, _ call: Invocation
    ) throws {
        try call.output.writeLine("Store: \(location.path.escapedControls)")
        var table = Table(
            [TableColumn("WHAT"), TableColumn("COUNT", alignment: .right)], to: call.output, paint: call.paint,
            showsHeader: false)
        for number in numbers { try table.append([number.title, number.count.grouped]) }
        try table.finish()
    }

    private static func writeJSON(
        _ numbers: [Number], _ location: StoreLocation, _ call: Invocation
    ) throws {
        let data = try JSONEncoder().encode(location.path)
        let members = numbers.map { "\"\($0.name)\":\($0.count)" }.joined(separator: ",")
        try call.output.writeLine("{\"store\":\(String(decoding: data, as: UTF8.self)),\(members)}")
    }
}

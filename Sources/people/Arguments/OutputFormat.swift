import CommandKit
import ContactFormats

/// How people are printed.
enum OutputFormat: String, CaseIterable, Sendable {
    /// Aligned columns, or a card for each person, for people to read.
    case table
    case json
    case ndjson
    case csv
    case tsv
    /// One `personID` a line.
    case ids

    /// The file format of the same name, where there is one.
    var contactFormat: ContactFormat? {
        switch self {
        case .table, .ids: nil
        case .json: .json
        case .ndjson: .ndjson
        case .csv: .csv
        case .tsv: .tsv
        }
    }
}

/// The format and the fields that a command line asks for.
struct OutputChoice {
    static let format = Option(
        "--format", "-f", as: .choice(OutputFormat.self), default: .table, defaultText: "table",
        help: "How to print; ids is one ID a line.", environment: "PEOPLE_FORMAT")
    static let json = Option(
        "--json", asOptional: FieldList.type, help: "Print JSON with only these fields. Alone, list the fields.")

    static var options: [any DeclaredOption] { [format, json] }
    static var exclusive: [[any DeclaredOption]] { [[format, json]] }

    var format: OutputFormat
    /// Nil for all.
    var fields: [ContactAttribute]?

    /// What was asked for; nil when it was `--json` alone, and the fields have been listed.
    init?(_ call: Invocation) throws {
        switch call.arguments[Self.json] {
        case .absent:
            format = call.arguments[Self.format]
        case .value(let fields):
            format = .json
            self.fields = fields
        case .bare:
            for attribute in ContactAttribute.allCases { try call.output.writeLine(attribute.rawValue) }
            return nil
        }
    }

    /// Whether whoever reads the output is a program that wants errors in JSON as well.
    static func reportsErrorsAsJSON(_ arguments: ParsedArguments) -> Bool {
        if arguments.knows(json), arguments[json] != .absent { return true }
        guard arguments.knows(format) else { return false }
        return [.json, .ndjson].contains(arguments[format])
    }
}

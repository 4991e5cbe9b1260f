import CommandKit

/// How rows are printed.
enum OutputFormat: String, CaseIterable, Sendable {
    /// Aligned columns for people to read.
    case table
    case json
    case ndjson
    case csv

    static let option = Option(
        "--format", "-f", as: .choice(OutputFormat.self), default: .table, defaultText: "table", help: "How to print.")

    /// Whether whoever reads the output is a program that wants errors in JSON as well.
    static func reportsErrorsAsJSON(_ arguments: ParsedArguments) -> Bool {
        arguments.knows(option) && [.json, .ndjson].contains(arguments[option])
    }
}

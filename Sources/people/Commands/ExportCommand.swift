import CommandKit
import ContactFormats

/// `people export`: everyone, or those who fit, into a file that loses nothing.
enum ExportCommand {
    private static let file = Option(
        "--output", "-o", as: .file, help: "Write FILE instead of standard output; .gz at its end compresses.")
    private static let format = Option(
        "--format", "-f", as: .choice(ContactFormat.self),
        help: "The file's format, else told by FILE's ending, else json.")
    private static let force = Flag("--force", help: "Overwrite FILE.")
    private static let bom = Flag("--bom", help: "CSV: begin with a byte-order mark, by which Excel knows UTF-8.")
    private static let crlf = Flag("--crlf", help: "CSV: end lines in CR LF.")
    private static let excelSafe = Flag(
        "--excel-safe", help: "CSV: keep a spreadsheet from running cells as formulas.")
    private static let delimiter = Option(
        "--delimiter", as: DelimiterArgument.type, help: "CSV: what separates cells, such as ; or tab.")

    static var command: Command {
        Command(
            "export",
            summary: "Write people into a file for other programs, or for a backup.",
            discussion: """
                Everything about everyone is written, photos too, and comes back with import. A file appears under its \
                name only when it is complete.
                """,
            positionals: [Selection.words],
            options: Selection.filters + [file, format, force, delimiter, bom, crlf, excelSafe],
            examples: [
                HelpEntry("people export -o people.json.gz", "Everyone, compressed."),
                HelpEntry("people export --tag friend --excel-safe --bom -o friends.csv", "For a spreadsheet."),
                HelpEntry("people export --format ndjson | wc -l", "One person a line."),
            ],
            action: run)
    }

    private static func run(_ call: Invocation) throws -> ExitCode {
        let path = call.arguments[file].flatMap { $0 == "-" ? nil : $0 }
        let format = try format(for: path, call)
        let selection = try Selection(words: call.arguments[Selection.words], call.arguments)
        let count = try Interruption.watch {
            try ContactBook.open(call, for: .reading) { try write(selection, of: $0, as: format, to: path, call) }
        }
        if let path { call.talk.report("Exported \(count) \(count == 1 ? "person" : "people") to \(path)") }
        return count == 0 ? .nothingFound : .ok
    }

    private static func format(for path: String?, _ call: Invocation) throws -> ContactFormat {
        if let format = call.arguments[format] { return format }
        guard let path else { return .json }
        guard let format = ContactFormat(fileName: path) else {
            let endings = ContactFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
            throw UsageError(
                "The format is not clear from the name '\(path.escapedControls)'",
                hint: "End it in one of \(endings), or name the format with --format")
        }
        return format
    }

    private static func write(
        _ selection: Selection, of book: ContactBook, as format: ContactFormat, to path: String?, _ call: Invocation
    ) throws -> Int {
        let total = try book.count(selection)
        let options = try options(for: selection, of: book, as: format, call)
        let writer =
            if let path {
                try ContactWriter(
                    path: path, format: format, overwrites: call.arguments[force], options: options)
            } else {
                try ContactWriter(sink: OutputSink(call.output), format: format, options: options)
            }
        let progress = Progress("Exporting", talk: call.talk)
        defer { progress.finish() }
        var count = 0
        try book.forEach(selection, reading: ContactAttribute.allCases) { person in
            try Interruption.check()
            try writer.write(person)
            count += 1
            progress.update(done: count, total: total)
        }
        try writer.finish()
        return count
    }

    /// CSV needs to know its columns before the first row, so everyone is looked at once more.
    private static func options(
        for selection: Selection, of book: ContactBook, as format: ContactFormat, _ call: Invocation
    ) throws -> ContactWriteOptions {
        var options = ContactWriteOptions()
        options.bom = call.arguments[bom]
        options.crlf = call.arguments[crlf]
        options.excelSafe = call.arguments[excelSafe]
        options.delimiter = call.arguments[delimiter]
        guard format == .csv || format == .tsv else { return options }
        var usage = ContactColumnUsage()
        try book.forEach(selection, reading: ContactAttribute.allCases) { person in
            try Interruption.check()
            usage.add(person)
        }
        options.columns = usage.columns
        options.customColumns = usage.customColumns
        return options
    }
}

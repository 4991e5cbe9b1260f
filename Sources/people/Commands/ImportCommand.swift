import CommandKit
import ContactFormats
import PersonKit

/// `people import`: takes in a file of contacts.
enum ImportCommand {
    /// The format of the file; `auto` tells it by its name and content.
    private enum Format: String, CaseIterable, Sendable {
        case auto, csv, tsv, json, ndjson
    }

    private static let files = Positional(
        "FILE", asMany: .file, help: "A file of contacts, also compressed (.gz); - for standard input.")
    private static let format = Option(
        "--format", "-f", as: .choice(Format.self), default: .auto, defaultText: "auto",
        help: "The files' format, else told by name and content.")
    private static let encoding = Option(
        "--encoding", as: encodingType, help: "The text's encoding where it is not UTF-8, such as windows-1251.")
    private static let delimiter = Option(
        "--delimiter", as: DelimiterArgument.type, help: "CSV: what separates cells, such as ; or tab.")
    private static let map = Option(
        "--map", asMany: .keyValue.named("COLUMN=FIELD"),
        help: "CSV: what a column holds: 'Mail=emails.work', 'Size=custom.Shirt size', 'Row=' for nothing.")
    private static let noHeader = Flag("--no-header", help: "CSV: the first row is a person already.")
    private static let dateOrder = Option(
        "--date-order", as: .choice(DateOrder.self), help: "How to read dates such as 3/4/1984: dmy or mdy.")
    private static let onMatch = Option(
        "--on-match", as: .choice(ImportOptions.OnMatch.self), default: .update, defaultText: "update",
        help: "What to do with somebody who is in the store already.")
    private static let tags = Option("--tag", "-t", asMany: .text.named("TAG"), help: "Tag everyone imported.")
    private static let rejects = Option(
        "--rejects", as: .file, help: "Write the records that failed into FILE, to be corrected and read again.")
    private static let dryRun = Flag("--dry-run", help: "Say what would happen, and change nothing.")

    static var command: Command {
        Command(
            "import",
            summary: "Read contacts from files.",
            discussion: """
                The same file twice adds nothing: who is there already is updated with what the file says, and keeps the \
                rest. Somebody is known by the ID, or else by an e-mail address or a phone number, never by the name \
                alone. A column or key that is not known is kept as a field of one's own. A record that cannot be taken \
                is named and the others are; then the exit code is 3. A file that breaks off changes nothing; of \
                one that comes through a pipe, what came before may stay.
                """,
            positionals: [files],
            options: [
                format, encoding, delimiter, map, noHeader, dateOrder, onMatch, tags, rejects, dryRun,
            ],
            examples: [
                HelpEntry("people import contacts.csv --dry-run", "See first what would happen."),
                HelpEntry("people import old.csv --encoding windows-1251 --map 'Mail=emails.work'", ""),
                HelpEntry("people import contacts.csv --rejects failed.csv", ""),
                HelpEntry("curl -s https://example.com/team.json | people import -", ""),
            ],
            action: run)
    }

    private static var encodingType: ArgumentType<TextEncoding> {
        ArgumentType("NAME") { name in
            guard let encoding = TextEncoding(name) else {
                throw ValueProblem(
                    sentence: "does not know the encoding '\(name.escapedControls)'",
                    hint: "Some that it knows: utf-8, utf-16, windows-1252, windows-1251, shift_jis, gbk, big5")
            }
            return encoding
        }
    }

    private static func run(_ call: Invocation) throws -> ExitCode {
        let files = call.arguments[files]
        let rejects = try rejectsPath(files, call)
        let contactFormat = ContactFormat(rawValue: call.arguments[format].rawValue)
        let reading = try readOptions(call.arguments)
        // Before the store is touched, so that a mistake with a file or an option changes nothing.
        let sources = try files.map { try ImportSource(path: $0, format: contactFormat, options: reading) }
        let isTrial = call.arguments[dryRun]
        return try Interruption.watch {
            for source in sources where source.isCheap { try source.inspect(call) }
            return try ContactBook.open(call, for: isTrial ? .trying : .adding) { book in
                if try book.manager.count() > 0 {
                    for source in sources { try source.inspect(call) }
                }
                var options = ImportOptions()
                options.onMatch = call.arguments[onMatch]
                options.isDryRun = isTrial
                options.tags = call.arguments[tags]
                var session = ImportSession(book: book, options: options, rejectsPath: rejects, call)
                for source in sources { try session.run(source) }
                return try session.finish()
            }
        }
    }

    private static func readOptions(_ arguments: ParsedArguments) throws -> ContactReadOptions {
        var options = ContactReadOptions()
        options.encoding = arguments[encoding]
        options.delimiter = arguments[delimiter]
        options.dateOrder = arguments[dateOrder]
        if arguments[noHeader] { options.hasHeader = false }
        for pair in arguments[map] { options.map[pair.key] = pair.value }
        return options
    }

    /// - Throws: `UsageError` for a file of rejects that is one of those to be read.
    private static func rejectsPath(_ files: [String], _ call: Invocation) throws -> String? {
        guard let path = call.arguments[rejects] else { return nil }
        guard files.count == 1 else { throw UsageError("'--rejects' takes the records of one FILE only") }
        let resolve = { (path: String) in URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
        guard resolve(path) != resolve(files[0]) else {
            throw UsageError("'--rejects' names the file that is imported", hint: "Name another file")
        }
        return path
    }
}

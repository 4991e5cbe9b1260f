import CommandKit
import ContactFormats
import PersonKit

/// `people show`: everything about a person.
enum ShowCommand {
    private static let references = Positional("REF", asMany: .text, help: "Whom to show.")
    private static let photo = Option("--photo-out", as: .file, help: "Write the photo into FILE as well.")
    private static let force = Flag("--force", help: "Overwrite FILE.")

    static var command: Command {
        Command(
            "show",
            summary: "Show everything about people.",
            positionals: [references],
            options: OutputChoice.options + [photo, force],
            exclusive: OutputChoice.exclusive,
            examples: [
                HelpEntry("people show wang@example.com", "By an address."),
                HelpEntry("people show @ada --format json", "By a nickname, as JSON."),
            ],
            action: run)
    }

    private static func run(_ call: Invocation) throws -> ExitCode {
        guard let choice = try OutputChoice(call) else { return .ok }
        let readsPhoto = call.arguments[photo] != nil || choice.fields?.contains(.photoData) == true
        let people = try ContactBook.open(call, for: .reading) { book in
            try PersonReference.resolve(call.arguments[references], in: book, call)
                .map { try book.person($0, includesPhotoData: readsPhoto) }
        }
        if let path = call.arguments[photo] { try writePhoto(of: people, to: path, call) }
        var usage = ContactColumnUsage()
        for person in people { usage.add(person) }
        var printer = try PeoplePrinter(choice, layout: .cards, usage: usage, call)
        for person in people { try printer.print(person) }
        try printer.finish()
        return .ok
    }

    private static func writePhoto(of people: [ContactRecord], to path: String, _ call: Invocation) throws {
        guard people.count == 1 else { throw UsageError("'--photo-out' takes the photo of one person only") }
        guard let data = people[0].photoData else {
            throw CommandError(.nothingFound, "There is no photo of this person in the store")
        }
        let file = try AtomicOutputFile(path: path, overwrites: call.arguments[force])
        try data.withUnsafeBytes { try file.write($0) }
        try file.finish()
        call.talk.report("Wrote \(path)")
    }
}

import CommandKit
import ContactFormats

/// `people update`: changes fields of a person, all of them or none.
enum UpdateCommand {
    private static let reference = Positional("REF", as: .text, help: "Whom to change.")
    private static let settings = Option(
        "--set", asMany: .keyValue,
        help: "Give a field a value: age=41, tags='a;b', emails='work=a@example.org', custom.Size=M.")
    private static let removals = Option(
        "--unset", asMany: .text.named("KEY"), help: "Take a field away: nickname, custom.Size.")
    private static let photo = Option(
        "--photo", as: .file.named("FILE|URI"), help: "A photo: a file, which is taken into the store, or a link.")
    private static let dryRun = Flag("--dry-run", help: "Check everything and change nothing.")

    static var command: Command {
        Command(
            "update",
            summary: "Change a person.",
            discussion: """
                All changes are made, or none. A list is replaced as a whole; it is written a;b, with labels \
                work=a;home=b, or as JSON.
                """,
            positionals: [reference],
            options: [settings, removals, photo, dryRun],
            examples: [
                HelpEntry("people update @ada --set age=36 --set 'tags=friend;work' --unset note", "")
            ],
            action: run)
    }

    private static func run(_ call: Invocation) throws -> ExitCode {
        let changes = try RecordChanges(
            set: call.arguments[settings], unset: call.arguments[removals], photo: call.arguments[photo])
        guard !changes.isEmpty else {
            throw UsageError("There is nothing to change", hint: "Name a field with --set KEY=VALUE or --unset KEY")
        }
        try ContactBook.open(call, for: call.arguments[dryRun] ? .trying : .changing) { book in
            for id in try PersonReference.resolve([call.arguments[reference]], exactly: true, in: book, call) {
                try book.update(id, changes.values)
            }
        }
        return .ok
    }
}

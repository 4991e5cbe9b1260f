import CommandKit

/// The command `coredata` and everything below it.
enum CoreDataTool {
    static let version = "0.1.0"

    static var command: Command {
        Command(
            "coredata",
            summary: "Look into Core Data stores, and change them, without a Mac.",
            discussion: """
                STORE is the file of a store that Core Data made, on any system. Its model comes from the store itself, \
                or from --model where the store is too old to hold one.

                A store is only read, unless the command is set, delete or migrate. An OBJECT is written as in the \
                listings: Person/p12, or as the whole URI of its object ID.
                """,
            globalOptions: [
                ModelOption.model, ModelOption.timeout, StandardOption.color, StandardOption.noInput,
                StandardOption.quiet, StandardOption.verbose,
            ],
            subcommands: [
                InfoCommand.command, ModelCommand.command, FetchCommand.command, ExportCommand.command,
                HistoryCommand.command, DiffCommand.command, MigrateCommand.command, VerifyCommand.command,
                SetCommand.command, DeleteCommand.command, CompletionCommand.command,
            ],
            environment: [HelpEntry("NO_COLOR", "Set to anything to switch colours off.")],
            exitCodes: exitCodes,
            examples: [
                HelpEntry("coredata info Notes.sqlite", "What the store holds."),
                HelpEntry("coredata fetch Notes.sqlite Note --where 'title CONTAINS \"tax\"' --sort date", "Ask."),
                HelpEntry(
                    "coredata model Notes.sqlite --as xcdatamodel -o Notes.xcdatamodel", "Get a lost model back."),
            ],
            version: version)
    }

    private static var exitCodes: [HelpEntry] {
        [
            HelpEntry(.ok, "Done."),
            HelpEntry(.nothingFound, "Nothing was found; for verify and diff, there is something to report."),
            HelpEntry(.usage, "The command line is wrong."),
            HelpEntry(.partial, "Some values could not be read."),
            HelpEntry(.refused, "Not confirmed: -y was needed."),
            HelpEntry(.conflict, "Somebody else changed the object meanwhile, or a unique value is taken."),
            HelpEntry(.badInput, "The store, the model or a value cannot be understood."),
            HelpEntry(.missingInput, "The file is missing or cannot be read."),
            HelpEntry(.cannotCreate, "The output cannot be created."),
            HelpEntry(.io, "Reading or writing failed, such as on a full disk."),
            HelpEntry(.busy, "The store is in use: try again."),
            HelpEntry(.newerStore, "The model does not fit the store, or the store holds none."),
            HelpEntry(.interrupted, "Interrupted."),
        ]
    }
}

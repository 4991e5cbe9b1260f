import CommandKit

/// The command `people` and everything below it.
enum People {
    static let version = "0.1.0"

    static var command: Command {
        Command(
            "people",
            summary: "A contact book for the terminal.",
            discussion: """
                People are kept in one file, the store. Commands that read print data on standard output and everything \
                else on standard error, so that their output can go into a file or another program.

                Where a command takes a REF, that is a person's ID, the first four or more characters of it, @NICKNAME, \
                an e-mail address, a phone number in any spelling, the whole name, or name:WORDS.
                """,
            globalOptions: [
                StoreOption.store, StoreOption.timeout, StandardOption.color, StandardOption.noInput,
                StandardOption.quiet, StandardOption.verbose,
            ],
            subcommands: [
                AddCommand.command, ListCommand.command, SearchCommand.command, ShowCommand.command,
                UpdateCommand.command, DeleteCommand.command, ImportCommand.command, ExportCommand.command,
                StatsCommand.command, CompletionCommand.command,
            ],
            environment: [
                HelpEntry("XDG_DATA_HOME", "The store is people/people.sqlite in there when nothing else is said."),
                HelpEntry("NO_COLOR", "Set to anything to switch colours off."),
            ],
            exitCodes: exitCodes,
            examples: [
                HelpEntry("people import contacts.csv", "Read a file of contacts."),
                HelpEntry("people search wang xiao", "Find everyone whose words begin so."),
                HelpEntry("people list --where 'age > 30 AND name BEGINSWITH[cd] \"wang\"'", "Ask exactly."),
            ],
            version: version)
    }

    private static var exitCodes: [HelpEntry] {
        [
            HelpEntry(.ok, "Done."),
            HelpEntry(.nothingFound, "Nothing was found."),
            HelpEntry(.usage, "The command line is wrong, or a REF means several people."),
            HelpEntry(.partial, "Some records were done and some rejected."),
            HelpEntry(.refused, "Refused, or not confirmed: -y was needed."),
            HelpEntry(.conflict, "The person exists already, or somebody else changed it meanwhile."),
            HelpEntry(.badInput, "The input, or the store, cannot be understood."),
            HelpEntry(.missingInput, "The input file is missing or cannot be read."),
            HelpEntry(.cannotCreate, "The output or the store cannot be created."),
            HelpEntry(.io, "Reading or writing failed, such as on a full disk."),
            HelpEntry(.busy, "The store is in use: try again."),
            HelpEntry(.newerStore, "The store was made by another version or program."),
            HelpEntry(.interrupted, "Interrupted."),
        ]
    }
}

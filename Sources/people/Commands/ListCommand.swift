import CommandKit

/// `people list`: everyone, or those who fit.
enum ListCommand {
    static var command: Command {
        Command(
            "list", aliases: ["ls"],
            summary: "List people.",
            discussion: "Exits with 1 when there is nobody to list.",
            positionals: [Selection.words],
            options: Listing.options,
            exclusive: OutputChoice.exclusive,
            examples: [
                HelpEntry("people list --limit 20 --offset 40", "The third page of twenty."),
                HelpEntry("people list --tag friend --format csv > friends.csv", "A file for a spreadsheet."),
                HelpEntry("people list --json name,emails", "Names and e-mail addresses as JSON."),
                HelpEntry("people list --where 'age BETWEEN {30, 40}' --count", "How many are in their thirties."),
            ],
            action: { call in try Listing.run(words: call.arguments[Selection.words], call) })
    }
}

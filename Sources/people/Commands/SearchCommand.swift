import CommandKit

/// `people search`: those who have all the words.
enum SearchCommand {
    static var command: Command {
        Command(
            "search", aliases: ["find"],
            summary: "Find people by words.",
            discussion: """
                A word is found at the beginning of any word of a person, or inside one: in names, organizations, notes, \
                addresses and so on. Capitals, accents and the width of letters do not matter, and names in other \
                scripts are found by their romanised spelling. Exits with 1 when nobody is found.
                """,
            positionals: [Selection.neededWords],
            options: Listing.options,
            exclusive: OutputChoice.exclusive,
            examples: [
                HelpEntry("people search wang xiao", "Finds 王小明, as 小明 and wangxm do."),
                HelpEntry("people search example.com --format ids", "The IDs of everyone with such an address."),
            ],
            action: { call in try Listing.run(words: call.arguments[Selection.neededWords], call) })
    }
}

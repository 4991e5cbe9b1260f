import CommandKit
import CoreData

/// `coredata verify`: what is wrong with a store.
enum VerifyCommand {
    static var command: Command {
        Command(
            "verify",
            summary: "Look a store through for damage.",
            discussion: """
                Looks for damaged pages, rows of the wrong entity, keys that would be handed out twice, relationships \
                that lead nowhere or one way only, missing values, and files of large values that are missing or not \
                used. Nothing is changed. Exits with 1 when there is something to report.
                """,
            positionals: [ModelOption.store],
            options: [OutputFormat.option],
            examples: [HelpEntry("coredata verify Notes.sqlite && cp Notes.sqlite backup/", "A sound copy.")],
            action: { call in
                try OpenStore.open(call.arguments[ModelOption.store], for: .reading, call) { try run(in: $0, call) }
            })
    }

    private static func run(in store: OpenStore, _ call: Invocation) throws -> ExitCode {
        guard let verifier = StoreVerifier(store.store) else {
            throw CommandError(.usage, "Only SQLite stores can be verified", file: store.path)
        }
        let problems = try verifier.problems()
        var printer = try RowPrinter(
            call.arguments[OutputFormat.option], columns: ["problem", "where", "what"], call)
        for problem in problems {
            try printer.print([.string(problem.kind.rawValue), .string(problem.place), .string(problem.message)])
        }
        try printer.finish()
        if problems.isEmpty { call.talk.report("No problems found") }
        return problems.allSatisfy(\.isHarmless) ? .ok : .nothingFound
    }
}

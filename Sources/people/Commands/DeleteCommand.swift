import CommandKit
import ContactFormats

/// `people delete`: takes people out of the book.
enum DeleteCommand {
    private static let references = Positional("REF", asMany: .text, help: "Whom to delete.")
    private static let yes = Flag("--yes", "-y", help: "Do not ask.")
    private static let dryRun = Flag("--dry-run", help: "Say who would be deleted, and delete nobody.")

    static var command: Command {
        Command(
            "delete", aliases: ["rm"],
            summary: "Delete people.",
            discussion: "Asks on a terminal, and needs -y elsewhere. Either all are deleted or nobody is.",
            positionals: [references],
            options: [yes, dryRun],
            examples: [
                HelpEntry("people list --tag old --format ids | xargs people delete -y", "Everyone with a tag.")
            ],
            action: run)
    }

    private static func run(_ call: Invocation) throws -> ExitCode {
        let isTrial = call.arguments[dryRun]
        return try ContactBook.open(call, for: isTrial ? .reading : .changing) {
            try run(in: $0, isTrial: isTrial, call)
        }
    }

    private static func run(in book: ContactBook, isTrial: Bool, _ call: Invocation) throws -> ExitCode {
        let ids = try PersonReference.resolve(call.arguments[references], exactly: true, in: book, call)
        let people = ids.count == 1 ? "1 person" : "\(ids.count) people"
        if isTrial {
            for id in ids { call.talk.report("Would delete \(try book.person(id).candidateLine)") }
            return .ok
        }
        if !call.arguments[yes] {
            guard call.prompt.isInteractive else {
                throw CommandError(.refused, "Deleting \(people) was not confirmed", hint: "Pass -y to delete")
            }
            for id in ids.prefix(10) { call.talk.print(try book.person(id).candidateLine) }
            if ids.count > 10 { call.talk.print("and \(ids.count - 10) more") }
            guard try call.prompt.confirm("Delete \(people)?") else {
                call.talk.report("Nobody was deleted")
                return .refused
            }
        }
        try book.delete(ids)
        call.talk.report("Deleted \(people)")
        return .ok
    }
}

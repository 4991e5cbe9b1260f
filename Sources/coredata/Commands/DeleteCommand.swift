import CommandKit
import CoreData

/// `coredata delete`: deletes objects, as the model's delete rules say.
enum DeleteCommand {
    private static let objects = Positional(
        "OBJECT", asMany: .text, help: "The objects: Person/p12, or the URI of an ID.")
    private static let yes = Flag("--yes", "-y", help: "Do not ask.")

    static var command: Command {
        Command(
            "delete", aliases: ["rm"],
            summary: "Delete objects.",
            discussion: """
                The model's delete rules are followed: others may be deleted with an object, and one that a rule protects \
                is refused. Asks on a terminal, and needs -y elsewhere. Either all are deleted or none is.
                """,
            positionals: [ModelOption.store, objects],
            options: [yes],
            examples: [HelpEntry("coredata delete Notes.sqlite Note/p12 Note/p13", "")],
            action: { call in
                let options = [NSPersistentHistoryTrackingKey: try OpenStore.keepsHistory(call)]
                return try OpenStore.open(call.arguments[ModelOption.store], for: .writing, options: options, call) {
                    try run(in: $0, call)
                }
            })
    }

    private static func run(in store: OpenStore, _ call: Invocation) throws -> ExitCode {
        let found = try call.arguments[objects].map(store.object)
        for object in found { store.context.delete(object) }
        store.context.processPendingChanges()
        let all = store.context.deletedObjects.count
        let what = all == 1 ? "1 object" : "\(all) objects"
        if !call.arguments[yes] {
            guard call.prompt.isInteractive else {
                throw CommandError(.refused, "Deleting \(what) was not confirmed", hint: "Pass -y to delete")
            }
            let more = all > found.count ? ", with those that the model's rules delete along" : ""
            guard try call.prompt.confirm("Delete \(what)\(more)?") else {
                call.talk.report("Nothing was deleted")
                return .refused
            }
        }
        store.context.transactionAuthor = "coredata"
        try store.context.save()
        call.talk.report("Deleted \(what)")
        return .ok
    }
}

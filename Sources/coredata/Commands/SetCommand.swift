import CommandKit
import CoreData

/// `coredata set`: changes one object.
enum SetCommand {
    private static let assignments = Positional(
        "KEY=VALUE", asMany: .keyValue, atLeast: 0, help: "A property and its new value, read as the model's type.")
    private static let cleared = Option(
        "--clear", asMany: .text.named("KEY"), help: "Take this property's value away.")

    static var command: Command {
        Command(
            "set",
            summary: "Change an object.",
            discussion: """
                Dates are written as ISO 8601, bytes as @FILE, values of plain transformers as JSON, and relationships as \
                objects, several with commas between. The model's rules are kept: inverse relationships follow, and a \
                value that the model does not allow is refused. Nothing else in the store changes.
                """,
            positionals: [ModelOption.store, ObjectReference.positional, assignments],
            options: [cleared],
            examples: [
                HelpEntry("coredata set Notes.sqlite Note/p12 title='Tax 2025' pinned=true", ""),
                HelpEntry("coredata set Notes.sqlite Note/p12 folder=Folder/p3 --clear deletedAt", ""),
            ],
            action: { call in
                let assignments = call.arguments[assignments]
                let cleared = call.arguments[cleared]
                guard !assignments.isEmpty || !cleared.isEmpty else {
                    throw CommandError(.usage, "Nothing is to be set", hint: "Name a KEY=VALUE or --clear KEY")
                }
                // A store that keeps history must learn of the change.
                let options = [NSPersistentHistoryTrackingKey: try OpenStore.keepsHistory(call)]
                return try OpenStore.open(call.arguments[ModelOption.store], for: .writing, options: options, call) {
                    store in
                    let object = try store.object(call.arguments[ObjectReference.positional])
                    for assignment in assignments { try PropertyAssignment.apply(assignment, to: object, in: store) }
                    for key in cleared { try PropertyAssignment.clear(key, of: object) }
                    let count = object.changedValues().count
                    guard count > 0 else {
                        call.talk.report("Nothing was to be changed")
                        return .ok
                    }
                    store.context.transactionAuthor = "coredata"
                    try store.context.save()
                    call.talk.report("Set \(count == 1 ? "1 property" : "\(count) properties")")
                    return .ok
                }
            })
    }
}

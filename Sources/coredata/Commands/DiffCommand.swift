import CommandKit
import CoreData
import CoreDataModel

/// `coredata diff`: what changed between two models.
enum DiffCommand {
    private static let old = Positional("OLD", as: .file, help: "The older model, or a store of it.")
    private static let new = Positional("NEW", as: .file, help: "The newer model, or a store of it.")

    static var command: Command {
        Command(
            "diff",
            summary: "Show what changed between two models, and whether a store can follow by itself.",
            discussion: """
                A change is marked with * where stores have to be migrated for it, with ? where a store may lack values \
                that it calls for, and with ! where it needs a mapping model. Exits with 1 when something has changed.
                """,
            positionals: [old, new],
            options: [OutputFormat.option],
            examples: [
                HelpEntry("coredata diff Notes.sqlite Notes.xcdatamodeld", "What an update of the program changes.")
            ],
            action: { call in
                let difference = ModelDifference(
                    from: try ModelCommand.load(call.arguments[old], call),
                    to: try ModelCommand.load(call.arguments[new], call))
                try print(difference, call)
                return difference.changes.isEmpty ? .ok : .nothingFound
            })
    }

    /// Prints the changes, and says what they mean for a store.
    static func print(_ difference: ModelDifference, _ call: Invocation) throws {
        let format = call.arguments.knows(OutputFormat.option) ? call.arguments[OutputFormat.option] : .table
        if format == .table {
            for change in difference.changes {
                try call.output.writeLine("\(mark(of: change)) \(change.description.escapedControls)")
            }
        } else {
            var printer = try RowPrinter(
                format, columns: ["change", "entity", "property", "needsMigration", "isInferable", "description"],
                call)
            for change in difference.changes {
                try printer.print([
                    .string(change.kind.rawValue), .string(change.entity), ShownValue(change.property),
                    .bool(change.changesStorage), .bool(change.isInferable), .string(change.description),
                ])
            }
            try printer.finish()
        }
        call.talk.report(summary(of: difference))
    }

    private static func mark(of change: ModelChange) -> String {
        if !change.isInferable { return "!" }
        if change.needsValues { return "?" }
        return change.changesStorage ? "*" : " "
    }

    private static func summary(of difference: ModelDifference) -> String {
        if difference.changes.isEmpty { return "The models are alike" }
        if difference.isStoredAlike { return "Stores need no migration" }
        return difference.isInferable
            ? "Stores can be migrated without a mapping model" : "Stores need a mapping model to be migrated"
    }
}

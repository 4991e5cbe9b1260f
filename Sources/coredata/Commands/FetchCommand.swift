import CommandKit
import CoreData

/// `coredata fetch`: the objects of an entity.
enum FetchCommand {
    private static let entity = Positional(
        "ENTITY", as: .text, help: "The entity; objects of its subentities count too.")
    private static let predicate = Option(
        "--where", as: .text.named("PREDICATE"),
        help: "Only objects for which this is true: 'age > 30 AND name BEGINSWITH[cd] \"wang\"'.")
    private static let sort = Option(
        "--sort", asMany: .text.named("KEY"), help: "Order by this attribute; KEY:desc turns the order around.")
    private static let select = Option(
        "--select", as: .list.named("KEYS"),
        help:
            "Show only these: attributes, relationships, paths such as parent.name and items.@count. @count alone counts."
    )
    private static let limit = Option("--limit", "-n", as: .integer(1...), help: "At most N objects.")
    private static let offset = Option("--offset", as: .integer(0...), default: 0, help: "Leave out the first N.")

    static var command: Command {
        Command(
            "fetch",
            summary: "List the objects of an entity.",
            discussion: """
                Dates are printed as ISO 8601, bytes as their size, objects as references such as Person/p12. Values that \
                a transformer has stored are shown decoded where they are archives or JSON of plain values. Without \
                --select, all attributes and to-one relationships are shown. Exits with 1 when there is nothing.
                """,
            positionals: [ModelOption.store, entity],
            options: [predicate, sort, select, limit, offset, OutputFormat.option],
            examples: [
                HelpEntry("coredata fetch Notes.sqlite Note --sort date:desc --limit 10", "The last ten."),
                HelpEntry("coredata fetch Notes.sqlite Folder --select name,notes.@count", "How many are in each."),
                HelpEntry("coredata fetch Notes.sqlite Note --format csv > notes.csv", "For a spreadsheet."),
            ],
            action: { call in
                try OpenStore.open(call.arguments[ModelOption.store], for: .reading, call) { try run(in: $0, call) }
            })
    }

    private static func run(in store: OpenStore, _ call: Invocation) throws -> ExitCode {
        let entity = try store.entity(named: call.arguments[entity])
        let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
        request.predicate = try call.arguments[predicate].map { try NSPredicate(parsing: $0) }
        request.sortDescriptors = try call.arguments[sort].map { try descriptor($0, of: entity) }
        let selected = call.arguments[select]
        if selected == ["@count"] {
            let count = try store.context.count(for: request)
            try call.output.writeLine(String(count))
            return count == 0 ? .nothingFound : .ok
        }
        request.fetchLimit = call.arguments[limit] ?? 0
        request.fetchOffset = call.arguments[offset]
        request.returnsObjectsAsFaults = false
        var columns =
            try selected.map { try $0.map { try SelectedColumn($0, of: entity) } }
            ?? SelectedColumn.all(of: entity)
        request.relationshipKeyPathsForPrefetching = columns.compactMap(\.relationshipPath)
        let format = call.arguments[OutputFormat.option]
        if selected == nil, format == .table { columns = fitting(columns, call) }
        var printer = try RowPrinter(
            format, columns: ["ID"] + columns.map(\.title),
            numeric: Set(columns.indices.filter { columns[$0].isNumeric }.map { $0 + 1 }), call)
        var isEmpty = true
        var losses = UnreadableValues(call.talk)
        try store.context.forEach(request) { object in
            try Interruption.check()
            isEmpty = false
            let id = ShownValue(object.objectID)
            try printer.print([id] + columns.map { try $0.value(of: object) })
            losses.note(store.context)
        }
        try printer.finish()
        return losses.areThere ? .partial : isEmpty ? .nothingFound : .ok
    }

    /// As many columns as a terminal has room for.
    private static func fitting(_ columns: [SelectedColumn], _ call: Invocation) -> [SelectedColumn] {
        guard call.output.terminal.isTerminal else { return columns }
        let count = max(3, call.output.terminal.width / 12)
        guard columns.count > count else { return columns }
        let more = columns[count...].map(\.title).joined(separator: ", ")
        call.talk.note("Not shown for lack of room: \(more). Choose with --select, or use --format")
        return Array(columns.prefix(count))
    }

    private static func descriptor(_ text: String, of entity: NSEntityDescription) throws -> NSSortDescriptor {
        var key = Substring(text)
        var isAscending = true
        for (ending, ascending) in [(":desc", false), (":asc", true)] where key.hasSuffix(ending) {
            key = key.dropLast(ending.count)
            isAscending = ascending
        }
        _ = try SelectedColumn(String(key), of: entity)
        return NSSortDescriptor(key: String(key), ascending: isAscending)
    }
}

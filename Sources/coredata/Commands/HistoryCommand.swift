import CommandKit
import CoreData

/// `coredata history`: who changed what, where a store keeps that.
enum HistoryCommand {
    private static let since = Option(
        "--since", as: .text.named("TOKEN"),
        help: "Only what came after: a transaction's number, or a date such as 2026-01-31.")
    private static let changes = Flag("--changes", help: "List each change instead of each transaction.")

    static var command: Command {
        Command(
            "history",
            summary: "List a store's transactions, or its changes.",
            discussion: "Exits with 1 when the store keeps no history, or nothing came after --since.",
            positionals: [ModelOption.store],
            options: [since, changes, OutputFormat.option],
            examples: [
                HelpEntry("coredata history Notes.sqlite --since 120 --changes", "What happened after transaction 120.")
            ],
            action: { call in
                try OpenStore.open(call.arguments[ModelOption.store], for: .reading, call) { try run(in: $0, call) }
            })
    }

    private static func run(in store: OpenStore, _ call: Invocation) throws -> ExitCode {
        guard try OpenStore.keepsHistory(call) else {
            call.talk.note("The store keeps no history")
            return .nothingFound
        }
        let transactions = try transactions(of: store, after: call.arguments[since])
        let format = call.arguments[OutputFormat.option]
        if call.arguments[changes] {
            try printChanges(transactions, format, call)
        } else {
            try printTransactions(transactions, format, call)
        }
        return transactions.isEmpty ? .nothingFound : .ok
    }

    private static func transactions(
        of store: OpenStore, after text: String?
    ) throws -> [NSPersistentHistoryTransaction] {
        let request: NSPersistentHistoryChangeRequest
        var first = Int64.min
        switch text {
        case nil: request = .fetchHistory(after: nil as NSPersistentHistoryToken?)
        case let text? where Int64(text) != nil:
            request = .fetchHistory(after: nil as NSPersistentHistoryToken?)
            first = Int64(text) ?? first
        case let text?:
            guard
                let date = (try? Date.ISO8601FormatStyle().parse(text))
                    ?? (try? Date.ISO8601FormatStyle().year().month().day().parse(text))
            else {
                throw CommandError(
                    .usage, "'--since' needs a transaction's number or a date such as 2026-01-31T12:00:00Z")
            }
            request = .fetchHistory(after: date)
        }
        let result = try store.context.execute(request) as? NSPersistentHistoryResult
        let all = result?.result as? [NSPersistentHistoryTransaction] ?? []
        return all.filter { $0.transactionNumber > first }
    }

    private static func printTransactions(
        _ transactions: [NSPersistentHistoryTransaction], _ format: OutputFormat, _ call: Invocation
    ) throws {
        var printer = try RowPrinter(
            format, columns: ["transaction", "date", "changes", "author", "context", "bundle", "process"],
            numeric: [0, 2], call)
        for transaction in transactions {
            try printer.print([
                .number(String(transaction.transactionNumber)), ShownValue(transaction.timestamp),
                .number(String(transaction.changes?.count ?? 0)), ShownValue(transaction.author),
                ShownValue(transaction.contextName), ShownValue(transaction.bundleID),
                ShownValue(transaction.processID),
            ])
        }
        try printer.finish()
    }

    private static func printChanges(
        _ transactions: [NSPersistentHistoryTransaction], _ format: OutputFormat, _ call: Invocation
    ) throws {
        var printer = try RowPrinter(
            format, columns: ["transaction", "date", "change", "object", "properties"], numeric: [0], call)
        for transaction in transactions {
            for change in transaction.changes ?? [] {
                let properties = (change.updatedProperties ?? []).map(\.name).sorted()
                try printer.print([
                    .number(String(transaction.transactionNumber)), ShownValue(transaction.timestamp),
                    .string(word(for: change.changeType)), ShownValue(change.changedObjectID),
                    format == .json || format == .ndjson
                        ? .array(properties.map { .string($0) }) : .string(properties.joined(separator: ", ")),
                ])
            }
        }
        try printer.finish()
    }

    private static func word(for type: NSPersistentHistoryChangeType) -> String {
        switch type {
        case .insert: "insert"
        case .update: "update"
        case .delete: "delete"
        }
    }
}

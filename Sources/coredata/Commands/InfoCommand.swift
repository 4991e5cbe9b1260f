import CommandKit
import CoreData
import CoreDataModel

/// `coredata info`: what a store is and holds.
enum InfoCommand {
    static var command: Command {
        Command(
            "info",
            summary: "Show what a store holds: its model's version, its entities, its size.",
            positionals: [ModelOption.store],
            options: [json],
            examples: [HelpEntry("coredata info Notes.sqlite", "")],
            action: run)
    }

    private static let json = Flag("--json", help: "Print JSON.")

    private static func run(_ call: Invocation) throws -> ExitCode {
        let path = call.arguments[ModelOption.store]
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError(.missingInput, "There is no such file", file: path)
        }
        let url = URL(fileURLWithPath: path)
        let type = try StoreKind(ofFileAt: url).storeType
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        let inspection = type == NSSQLiteStoreType ? try StoreInspection(storeAt: url) : nil
        let facts = facts(type, metadata, inspection)
        let entities = entities(metadata, inspection, try? StoreModel(forStoreAt: url, type: type, call).model)
        if call.arguments[json] {
            let rows = ShownValue.array(entities.map { .object($0) })
            try call.output.writeLine(ShownValue.object(facts + [("entities", rows)]).json)
            return .ok
        }
        let width = facts.map(\.key.count).max() ?? 0
        for fact in facts {
            let title = fact.key.padded(to: width + 2, alignment: .left)
            try call.output.writeLine(call.paint(title, .bold) + text(fact.value).escapedControls)
        }
        try call.output.writeLine()
        var printer = try RowPrinter(
            .table, columns: ["ENTITY", "OBJECTS", "SUPERENTITY", "VERSION HASH"], numeric: [1], call)
        for entity in entities { try printer.print(entity.map(\.value)) }
        try printer.finish()
        return .ok
    }

    private static func text(_ value: ShownValue) -> String {
        if case .array(let items) = value { return items.map(\.text).joined(separator: ", ") }
        if case .bool(let flag) = value { return flag ? "yes" : "no" }
        return value.text
    }

    private static func facts(
        _ type: String, _ metadata: [String: Any], _ inspection: StoreInspection?
    ) -> [(key: String, value: ShownValue)] {
        var facts: [(key: String, value: ShownValue)] = [
            ("type", .string(type)), ("uuid", ShownValue(metadata[NSStoreUUIDKey])),
        ]
        let identifiers = metadata[NSStoreModelVersionIdentifiersKey] as? [Any] ?? []
        facts.append(("model version", .array(identifiers.map { ShownValue($0) })))
        facts.append(("framework version", ShownValue(metadata["NSPersistenceFrameworkVersion"])))
        if let inspection {
            facts.append(("holds its model", .bool(inspection.holdsModel)))
            facts.append(("keeps history", .bool(inspection.keepsHistory)))
            facts.append(("journal mode", .string(inspection.journalMode)))
            facts.append(("size in bytes", .number(String(inspection.size))))
            facts.append(("free in bytes", .number(String(inspection.freeSize))))
            facts.append(("other tables", .array(inspection.otherTables.map { .string($0) })))
        }
        let known: Set = [
            NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionIdentifiersKey, NSStoreModelVersionHashesKey,
            "NSPersistenceFrameworkVersion", "NSStoreModelVersionHashesVersion", "NSStoreModelVersionHashesDigest",
            "NSStoreModelVersionChecksumKey", "_NSAutoVacuumLevel", "NSPersistenceMaximumFrameworkVersion",
        ]
        let more = metadata.keys.filter { !known.contains($0) }.sorted()
        facts.append(("further metadata", .array(more.map { .string($0) })))
        return facts.filter { fact in
            if case .array(let items) = fact.value { return !items.isEmpty }
            if case .null = fact.value { return false }
            return true
        }
    }

    private static func entities(
        _ metadata: [String: Any], _ inspection: StoreInspection?, _ model: NSManagedObjectModel?
    ) -> [[(key: String, value: ShownValue)]] {
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let names = Set(hashes.keys).union(inspection?.rowCounts.keys.map { $0 } ?? [])
        return names.sorted().map { name in
            let entity = model?.entitiesByName[name]
            let count = inspection.map { ShownValue.number(String($0.rowCounts[name] ?? 0)) }
            return [
                ("entity", .string(name)),
                ("objects", entity?.isAbstract == true ? .string("abstract") : count ?? .null),
                ("superentity", ShownValue(entity?.superentity?.name)),
                ("versionHash", ShownValue(hashes[name]?.base64EncodedString())),
            ]
        }
    }
}

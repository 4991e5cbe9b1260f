import CommandKit
import CoreData
import CoreDataModel

/// `coredata migrate`: brings a store to another version of its model.
enum MigrateCommand {
    private static let target = Positional("MODEL", as: .file, help: "The model that the store is to have.")
    private static let mappings = Option(
        "--mapping", asMany: .file.named("MAPPING"),
        help: "A mapping model to migrate by: .cdm or .xcmappingmodel. Without one, the changes are inferred.")
    private static let dryRun = Flag("--dry-run", help: "Show what would change, and change nothing.")

    static var command: Command {
        Command(
            "migrate",
            summary: "Bring a store to another version of its model.",
            discussion: """
                The store is migrated as a whole or stays as it was, also when the command is killed. There is no way \
                back: keep a copy. Policies that a mapping model names are classes of the program that it was made for, \
                and cannot be had here.
                """,
            positionals: [ModelOption.store, target],
            options: [mappings, dryRun],
            examples: [
                HelpEntry("coredata migrate Notes.sqlite Notes.xcdatamodeld --dry-run", "What would change."),
                HelpEntry("coredata migrate Notes.sqlite Notes.momd --mapping 'Notes 1 to 2.cdm'", ""),
            ],
            action: run)
    }

    private static func run(_ call: Invocation) throws -> ExitCode {
        let path = call.arguments[ModelOption.store]
        let url = URL(fileURLWithPath: path)
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError(.missingInput, "There is no such file", file: path)
        }
        let type = try StoreKind(ofFileAt: url).storeType
        let source = try StoreModel(forStoreAt: url, type: type, call).model
        let destination = try ModelCommand.load(call.arguments[target], call)
        if call.arguments[dryRun] {
            try DiffCommand.print(ModelDifference(from: source, to: destination), call)
            return .ok
        }
        guard source.entityVersionHashesByName != destination.entityVersionHashesByName else {
            call.talk.report("The store has this model already")
            return .ok
        }
        // What a program's transformers have written is carried over as it is.
        for model in [source, destination] { DecodedTransformable.install(in: model, decodes: false) }
        let models = try call.arguments[mappings].map { try mappingModel($0, from: source, to: destination) }
        let coordinator = try NSPersistentStoreCoordinator(checking: destination)
        let store = try coordinator.addPersistentStore(
            ofType: type, configurationName: nil, at: url,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: models.isEmpty,
                PersistentStoreModelVersionsOption: [source], PersistentStoreMappingModelsOption: models,
                NSPersistentHistoryTrackingKey: try OpenStore.keepsHistory(call),
            ])
        try coordinator.remove(store)
        call.talk.report("Migrated \(path)")
        return .ok
    }

    private static func mappingModel(
        _ path: String, from source: NSManagedObjectModel, to destination: NSManagedObjectModel
    ) throws -> NSMappingModel {
        let url = URL(fileURLWithPath: path)
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError(.missingInput, "There is no such file", file: path)
        }
        if url.pathExtension.lowercased() == "cdm" { return try MappingModelFile.load(contentsOf: url) }
        return try MappingModelFile.load(contentsOf: url, source: source, destination: destination)
    }
}

import CommandKit
import CoreData
import CoreDataModel

/// The model that a store is read with: one that the command line names, else the store's own.
struct StoreModel {
    let model: NSManagedObjectModel
    let isOwn: Bool

    /// - Throws: `CommandError` (76) when the store holds no model and none is given, or when the given one does not fit.
    init(forStoreAt url: URL, type: String, _ call: Invocation) throws {
        guard let path = call.arguments[ModelOption.model] else {
            guard type == NSSQLiteStoreType else {
                throw CommandError(
                    .newerStore, "A binary store holds no model", hint: "Pass its model with --model", file: url.path)
            }
            do {
                model = try NSManagedObjectModel(cachedInStoreAt: url)
            } catch let error as CocoaError where error.code == .migrationMissingSourceModel {
                throw CommandError(
                    .newerStore, "The store holds no model of its own", hint: "Pass its model with --model",
                    file: url.path)
            }
            isOwn = true
            return
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        let versions = try ModelFile.versions(at: URL(fileURLWithPath: path))
        let models = try versions.map { try ModelFile.load(contentsOf: $0.url) }
        isOwn = false
        // A store without hashes is taken at the command line's word.
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Any] ?? [:]
        let isUnmarked = hashes.isEmpty
        let fitting =
            models.first { $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) }
            ?? models.first { $0.entities.count == hashes.count && $0.mayBe(thatOf: metadata) }
        if let fitting {
            model = fitting
        } else if isUnmarked, let current = zip(versions, models).first(where: { $0.0.isCurrent })?.1 ?? models.last {
            model = current
        } else {
            let which = models.count == 1 ? "The model is not" : "None of the model's \(models.count) versions is"
            throw CommandError(
                .newerStore, "\(which) the one that the store was made with",
                hint: "Leave out --model to use the store's own, if it holds one", file: path)
        }
    }
}

/// Option: an array of `NSManagedObjectModel`s, older versions of the model, in which a migration looks for the one that
/// a store was made with.
///
/// Apple's framework has no such option and ignores it: it is for programs whose models are in their code, and so in no
/// bundle.
public let PersistentStoreModelVersionsOption = "PersistentStoreModelVersionsOption"

/// Finds the model that a store was made with.
struct SourceModelFinder {
    let destination: NSManagedObjectModel
    let options: [AnyHashable: Any]

    /// The model whose version hashes are the store's: among the versions that the program gives, then those beside the
    /// file of the new model, those in the program's bundles (also parts of several models), at last the store's own
    /// copy.
    func model(for metadata: [String: Any], storeType: String, url: URL) -> NSManagedObjectModel? {
        let given = options[PersistentStoreModelVersionsOption] as? [NSManagedObjectModel] ?? []
        return NSManagedObjectModel(byMerging: given, forStoreMetadata: metadata)
            ?? beside(for: metadata)
            ?? NSManagedObjectModel.mergedModel(from: Self.bundles, forStoreMetadata: metadata)
            ?? (storeType == NSSQLiteStoreType ? cached(for: metadata, url) : nil)
    }

    static var bundles: [Bundle] {
        var seen: Set<URL> = []
        return ([.main] + Bundle.allBundles).filter { seen.insert($0.bundleURL).inserted }
    }

    /// The other versions in the folder that the new model was read from.
    private func beside(for metadata: [String: Any]) -> NSManagedObjectModel? {
        guard let file = destination.fileURL else { return nil }
        let folders = ["momd", "xcdatamodeld"]
        let folder = [file, file.deletingLastPathComponent()]
            .first { folders.contains($0.pathExtension.lowercased()) }
        guard let folder, let versions = try? ModelFile.versions(at: folder) else { return nil }
        let models = versions.compactMap { try? ModelFile.load(contentsOf: $0.url) }
        return NSManagedObjectModel(byMerging: models, forStoreMetadata: metadata)
    }

    /// The model that the store keeps. Its own hashes are not compared: a model with derived attributes may have others
    /// here than where it was made.
    private func cached(for metadata: [String: Any], _ url: URL) -> NSManagedObjectModel? {
        nil
    }
}

/// Names a version of a model, and finds it when it is needed.
open class NSManagedObjectModelReference: NSObject, @unchecked Sendable {
    // Sendable: constants; the model is not changed once it is in use.

    private enum Place {
        case model(NSManagedObjectModel)
        case file(URL)
        case name(String, Bundle)
        case hashes([String: Data], Bundle)
    }

    private let place: Place
    /// The version's checksum, as `NSManagedObjectModel.versionChecksum`.
    public let versionChecksum: String

    /// A model that is there.
    public init(model: NSManagedObjectModel, versionChecksum: String) {
        place = .model(model)
        self.versionChecksum = versionChecksum
    }

    /// A model in a file.
    public init(fileURL: URL, versionChecksum: String) {
        place = .file(fileURL)
        self.versionChecksum = versionChecksum
    }

    /// A model in a bundle, by its file's name without ending. Versions inside of versioned models count too.
    ///
    /// - Parameter bundle: Where it is; nil for the main bundle.
    public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
        place = .name(modelName, bundle ?? .main)
        self.versionChecksum = versionChecksum
    }

    /// The model in a bundle whose entities have these version hashes.
    ///
    /// - Parameter bundle: Where it is; nil for the main bundle.
    public init(entityVersionHashes: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String) {
        var hashes: [String: Data] = [:]
        for case (let name as String, let hash as Data) in entityVersionHashes { hashes[name] = hash }
        place = .hashes(hashes, bundle ?? .main)
        self.versionChecksum = versionChecksum
    }

    /// The model.
    ///
    /// Traps when it cannot be found or has another checksum, where Apple's framework raises an exception; a migration
    /// fails with 134504 instead.
    open var resolvedModel: NSManagedObjectModel {
        do {
            return try resolve()
        } catch {
            preconditionFailure(error.localizedDescription)
        }
    }

    /// - Throws: `CocoaError` 134504.
    func resolve() throws -> NSManagedObjectModel {
        guard let found = find() else {
            throw CocoaError.coreData(
                .managedObjectModelReferenceNotFound, "The model of the reference \(label) cannot be found or read")
        }
        guard found.versionChecksum == versionChecksum else {
            throw CocoaError.coreData(
                .managedObjectModelReferenceNotFound,
                "The model of the reference \(label) has the version checksum \(found.versionChecksum), not "
                    + "\(versionChecksum): it was changed, or another one is meant")
        }
        return found
    }

    private func find() -> NSManagedObjectModel? {
        switch place {
        case .model(let model): model
        case .file(let url): NSManagedObjectModel(contentsOf: url)
        case .name(let name, let bundle): ModelVersions.versions(in: bundle).first { $0.name == name }?.load()
        case .hashes(let hashes, let bundle):
            ModelVersions.versions(in: bundle).lazy.compactMap { $0.load() }
                .first { $0.entityVersionHashesByName == hashes }
        }
    }

    private var label: String {
        switch place {
        case .model: "to a model"
        case .file(let url): url.path
        case .name(let name, _): "'\(name)'"
        case .hashes: "by version hashes"
        }
    }
}

/// The versions of models in bundles.
enum ModelVersions {
    struct Version {
        let name: String
        let url: URL

        func load() -> NSManagedObjectModel? { NSManagedObjectModel(contentsOf: url) }
    }

    /// Every version of every model, and versioned models by their own name for their current version.
    static func versions(in bundle: Bundle) -> [Version] {
        let urls = ["momd", "mom", "xcdatamodeld", "xcdatamodel"].flatMap { ending in
            (bundle.urls(forResourcesWithExtension: ending, subdirectory: nil) ?? []).map { $0 as URL }
        }
        return urls.flatMap { url in
            let inside = ((try? ModelFile.versions(at: url)) ?? []).map { Version(name: $0.name, url: $0.url) }
            return inside + [Version(name: url.deletingPathExtension().lastPathComponent, url: url)]
        }
    }
}

extension CocoaError.Code {
    /// The model that a reference names was not found (134504).
    public static let managedObjectModelReferenceNotFound = Self(rawValue: 134504)
    /// A staged migration does not know the store's version (134505).
    public static let stagedMigrationFrameworkVersionMismatch = Self(rawValue: 134505)
    /// A staged migration would go back to an older version (134506).
    public static let stagedMigrationBackwardMigration = Self(rawValue: 134506)
}

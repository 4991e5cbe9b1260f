import CoreDataModel
import Synchronization

/// A store in one file that is read and written as a whole: `NSBinaryStoreType`.
///
/// The inner format is this package's own, since Apple's is undocumented; see `BinaryStoreFile`.
final class BinaryStore: NSAtomicStore, @unchecked Sendable {
    // Sendable: `lastNumbers` guards itself.

    /// The number of the last object of each root entity. Never taken back, so that no two objects have the same URI.
    private let lastNumbers = Mutex<[String: Int64]>([:])

    override func load() throws {
        guard let url, url.isFileURL else {
            throw CocoaError.coreData(.persistentStoreOpen, "A binary store needs a file URL")
        }
        guard FileManager.default.fileExists(atPath: url.path) else {
            guard !isReadOnly else {
                throw CocoaError.coreData(
                    .persistentStoreOpen, "\(url.path) does not exist and was opened read-only: no store can be made")
            }
            return
        }
        let file = try BinaryStoreFile(contentsOf: url)
        metadata = file.metadata
        // Before anything is read by the model, the model has to be the right one.
        try completeMetadata()
        lastNumbers.withLock { $0 = file.lastNumbers }
        try file.addNodes(to: self, modelLayout)
    }

    override func save() throws {
        guard let url else { return }
        let file = try BinaryStoreFile(
            metadata: metadata, lastNumbers: lastNumbers.withLock { $0 }, nodes: cacheNodes(), modelLayout)
        try file.write(to: url)
    }

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        let root = managedObject.entity.rootEntity.name ?? ""
        return lastNumbers.withLock { numbers in
            numbers[root, default: 0] += 1
            return NSNumber(value: numbers[root] ?? 0)
        }
    }

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        try BinaryStoreFile(contentsOf: url).metadata
    }

    override class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        var file = try BinaryStoreFile(contentsOf: url)
        file.metadata = StoreMetadata.completed(metadata ?? [:], from: file.metadata)
        try file.write(to: url)
    }
}

import CoreDataModel

/// A store in one file that is read and written as a whole: `NSBinaryStoreType`.
///
/// The inner format is this package's own, since Apple's is undocumented; see `BinaryStoreFile`.
final class BinaryStore: NSAtomicStore, @unchecked Sendable {
    // Sendable: `lastNumbers` is guarded by `lock`, which the thread sanitizer understands, unlike a `Mutex`.

    /// The number of the last object of each root entity. Never taken back, so that no two objects have the same URI.
    private var lastNumbers: [String: Int64] = [:]
    private let lock = NSLock()

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
        lock.withLock { lastNumbers = file.lastNumbers }
        try file.addNodes(to: self, modelLayout)
    }

    override func save() throws {
        guard let url else { return }
        let file = try BinaryStoreFile(
            metadata: metadata, lastNumbers: lock.withLock { lastNumbers }, nodes: cacheNodes(), modelLayout)
        try file.write(to: url)
    }

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        let root = managedObject.entity.rootEntity.name ?? ""
        return lock.withLock {
            lastNumbers[root, default: 0] += 1
            return NSNumber(value: lastNumbers[root] ?? 0)
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

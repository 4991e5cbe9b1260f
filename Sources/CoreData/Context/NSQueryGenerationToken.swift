import Synchronization

/// One state of a coordinator's stores, which contexts can be pinned to.
///
/// ```swift
/// try context.setQueryGenerationFrom(.current)
/// let before = try context.fetch(request)
/// // Whatever others save now, this context reads as before, until it saves, merges or is reset.
/// ```
///
/// The state is held as long as its token is, by a context or by the program.
public final class NSQueryGenerationToken: NSObject, NSCopying, Sendable {
    /// Stands for the state that a context will find at its next read.
    public static let current = NSQueryGenerationToken(of: nil)

    private let coordinator: ObjectIdentifier?
    private let readers = Mutex<[ObjectIdentifier: PinnedReader]>([:])

    /// A state that begins with the next read.
    init(of coordinator: NSPersistentStoreCoordinator?) {
        self.coordinator = coordinator.map(ObjectIdentifier.init)
    }

    func isFrom(_ coordinator: NSPersistentStoreCoordinator) -> Bool {
        self.coordinator == ObjectIdentifier(coordinator)
    }

    /// What reads a store in this state.
    func reader(of store: SQLiteStore) -> PinnedReader {
        readers.withLock { readers in
            if let known = readers[ObjectIdentifier(store)] { return known }
            let made = store.pool.makePinnedReader()
            readers[ObjectIdentifier(store)] = made
            return made
        }
    }

    /// The token itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSManagedObjectContext {
    /// Pins the context to one state of its stores: fetches, faults, relationships, counts and dictionaries show it,
    /// whatever is saved elsewhere.
    ///
    /// The state is that of the first read. The context moves on to the latest state, and stays pinned, when it saves or
    /// merges a save, and with `reset()` and `refreshAllObjects()`; objects that it has read already keep their values
    /// until they are refreshed. A save still finds out that a row has been changed meanwhile: that is a conflict.
    ///
    /// A pinned state needs a connection of its own, and a file in WAL mode: the log (`-wal`) grows with every save until
    /// the context moves on or is unpinned, since SQLite cannot empty it before. Other writers need not wait. A store in
    /// memory cannot be pinned: it always shows its latest state. Large values in files of their own are not part of a
    /// state: where another context has replaced one, the old one cannot be read any more. When the store is removed from
    /// its coordinator, the state ends, and reads throw as they do for any removed store.
    ///
    /// - Parameter generation: `.current`; or the `queryGenerationToken` of another context, to see what that one sees;
    ///   nil to see the latest state at each read.
    /// - Throws: `CocoaError` 134060 for a context with a parent, which sees what the parent sees, without a coordinator,
    ///   and for a token from another coordinator.
    /// - Complexity: runs no SQL.
    public func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        guard let generation else {
            queryGenerationToken = nil
            return
        }
        guard parent == nil else {
            throw CocoaError.coreData(
                .coreData, "A context with a parent sees what its parent sees: pin the context at the top instead")
        }
        let coordinator = try requireCoordinator()
        if generation === NSQueryGenerationToken.current {
            queryGenerationToken = NSQueryGenerationToken(of: coordinator)
        } else if generation.isFrom(coordinator) {
            queryGenerationToken = generation
        } else {
            throw CocoaError.coreData(.coreData, "The query generation token is from another coordinator")
        }
    }

    /// Goes on to the latest state, where the context is pinned to an older one.
    func moveToLatestGeneration() {
        if queryGenerationToken != nil { queryGenerationToken = NSQueryGenerationToken(of: persistentStoreCoordinator) }
    }
}

/// Numbers the versions of an incremental store's rows.
///
/// Stores that count versions and stores that always say 1 are to behave alike, so the numbers are made here: one more
/// with each save, and one more when a store says another number than before. A number stands for one state of the row
/// only: what is read while the row is being saved may be either state, and gets none.
final class RowVersions: @unchecked Sendable {
    // Sendable: `rows` is guarded by `lock`.

    /// The version of a row that was never seen at rest; saving it is a conflict.
    static let unknown: Int64 = -1

    private struct Place: Hashable {
        let rootIndex: Int
        let key: Int64

        init(_ key: Int64, _ layout: EntityLayout) {
            rootIndex = layout.rootIndex
            self.key = key
        }

        init(_ object: NSManagedObject) { self.init(object.primaryKey, object.layout) }
    }

    private struct Entry {
        var version: Int64 = 1
        /// What the store said last; nil after a save, which it has not been asked about yet.
        var reported: UInt64?
        var saveCount = 0
        var isBeingSaved = false
        var isDeleted = false
    }

    private let lock = NSLock()
    private var rows: [Place: Entry] = [:]

    // MARK: - Reading

    /// How often the row has been saved, to be given to `version`; nil while it is being saved.
    func saveCount(of key: Int64, in layout: EntityLayout) -> Int? {
        lock.withLock {
            guard let entry = rows[Place(key, layout)] else { return 0 }
            return entry.isBeingSaved ? nil : entry.saveCount
        }
    }

    /// The version of a row that was read; nil when it has been saved since `saveCount` was asked for.
    func version(reported: UInt64, of key: Int64, in layout: EntityLayout, since saveCount: Int?) -> Int64? {
        lock.withLock {
            var entry = rows[Place(key, layout)] ?? Entry()
            guard !entry.isBeingSaved, entry.saveCount == saveCount else { return nil }
            return note(reported, in: &entry, at: Place(key, layout))
        }
    }

    /// The version of a row that was read by the save that holds it.
    func version(reported: UInt64, of object: NSManagedObject) -> Int64 {
        lock.withLock {
            var entry = rows[Place(object)] ?? Entry()
            return note(reported, in: &entry, at: Place(object))
        }
    }

    private func note(_ reported: UInt64, in entry: inout Entry, at place: Place) -> Int64 {
        if entry.isDeleted || (entry.reported ?? reported) != reported { entry.version += 1 }
        entry.isDeleted = false
        entry.reported = reported
        rows[place] = entry
        return entry.version
    }

    /// The version of an object's row; nil when it was deleted, or never read.
    func latest(of object: NSManagedObject) -> Int64? {
        lock.withLock {
            guard let entry = rows[Place(object)], !entry.isDeleted else { return nil }
            return entry.version
        }
    }

    // MARK: - Saving

    /// Until `endSaving`, nobody else's reading changes the numbers of these objects. One save at a time.
    func beginSaving(_ objects: some Sequence<NSManagedObject>) {
        lock.withLock { for object in objects { rows[Place(object), default: Entry()].isBeingSaved = true } }
    }

    func endSaving(_ objects: some Sequence<NSManagedObject>) {
        lock.withLock {
            for object in objects {
                rows[Place(object)]?.isBeingSaved = false
                rows[Place(object)]?.saveCount += 1
            }
        }
    }

    /// The object's row was saved as this version.
    func note(_ version: Int64, of object: NSManagedObject) {
        lock.withLock {
            rows[Place(object), default: Entry()].version = version
            rows[Place(object)]?.reported = nil
            rows[Place(object)]?.isDeleted = false
        }
    }

    func noteDeletion(of object: NSManagedObject) {
        lock.withLock { rows[Place(object), default: Entry()].isDeleted = true }
    }
}

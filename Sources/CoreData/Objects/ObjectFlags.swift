import Synchronization

/// The state of a managed object, in one word.
package struct ObjectFlags: OptionSet {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The values have not been read; the next read fires the fault (which costs nothing when the row is there).
    static let fault = ObjectFlags(rawValue: 1 << 0)
    static let inserted = ObjectFlags(rawValue: 1 << 1)
    static let updated = ObjectFlags(rawValue: 1 << 2)
    static let deleted = ObjectFlags(rawValue: 1 << 3)
    static let temporaryID = ObjectFlags(rawValue: 1 << 4)
    /// Somebody has seen the temporary ID, so that it must still resolve after the save.
    static let temporaryIDWasShown = ObjectFlags(rawValue: 1 << 5)
    /// `rowBase` is an index into the `FaultBatch` in `slab`.
    static let batched = ObjectFlags(rawValue: 1 << 6)
    /// Listed among the objects changed since the last `processPendingChanges`.
    static let changedInEvent = ObjectFlags(rawValue: 1 << 7)
    /// The row was gone when the fault was fired; every value reads as nil.
    static let inaccessible = ObjectFlags(rawValue: 1 << 8)
    static let awokenFromInsert = ObjectFlags(rawValue: 1 << 9)
    /// Its delete rules have been applied.
    static let deletePropagated = ObjectFlags(rawValue: 1 << 10)
    /// Came into the context by merging another one's save.
    static let mergedIn = ObjectFlags(rawValue: 1 << 12)
    /// Was given a value by key that no row can hold, so that validation has to look at every attribute.
    static let holdsUnstorable = ObjectFlags(rawValue: 1 << 13)
    /// Inside awakeFromFetch, where changes are not tracked.
    static let awakening = ObjectFlags(rawValue: 1 << 11)
    /// Not an object at all, but a note-taker for key paths: reads are noted, and give nothing.
    static let recording = ObjectFlags(rawValue: 1 << 14)
    /// Was given its store by the program.
    static let assignedToStore = ObjectFlags(rawValue: 1 << 17)
    /// Was inserted when the event began; valid while `changedInEvent`.
    static let wasInserted = ObjectFlags(rawValue: 1 << 15)
    /// Was deleted when the event began; valid while `changedInEvent`.
    static let wasDeleted = ObjectFlags(rawValue: 1 << 16)
}

/// Primary keys for objects that have none yet: negative, and unique in the process.
enum TemporaryKeys {
    private static let counter = Atomic<Int64>(0)

    static func next() -> Int64 { -counter.wrappingAdd(1, ordering: .relaxed).newValue }
}

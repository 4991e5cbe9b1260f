/// The result of a fetch with a batch size: the keys in order. The first fault to be read brings the rows of its
/// neighbours with it.
final class FaultBatch {
    private let keys: [Int64]
    private let layout: EntityLayout
    private let batchSize: Int
    private weak var context: NSManagedObjectContext?
    private let store: NSPersistentStore

    init(
        keys: [Int64], layout: EntityLayout, batchSize: Int, context: NSManagedObjectContext, store: NSPersistentStore
    ) {
        self.keys = keys
        self.layout = layout
        self.batchSize = batchSize
        self.context = context
        self.store = store
    }

    /// The object's place in the batch is kept where its row will be.
    static func mark(_ object: NSManagedObject, in batch: FaultBatch, at index: Int) {
        object.slab = batch
        object.rowBase = UnsafeRawPointer(bitPattern: index + 1)
        object.flags.insert(.batched)
    }

    /// Reads the rows of the batch that `object` is in.
    ///
    /// - Complexity: runs one SQL statement.
    func load(around object: NSManagedObject) throws {
        guard let context, let place = object.rowBase.map({ Int(bitPattern: $0) - 1 }) else { return }
        let start = place / batchSize * batchSize
        let window = start..<min(start + batchSize, keys.count)
        if context.parent != nil {
            // Those that are gone from the context, nobody can look at.
            let objects = keys[window].compactMap {
                context.registered.object(key: $0, rootIndex: layout.rootIndex, store: store)
            }
            return try context.fulfill(objects)
        }
        let receiver = RowReceiver(context: context, store: store)
        let query = RowQuery(layout: layout, keys: Array(keys[window]), scope: context.readScope)
        try store.operations.fetchRows(query, into: receiver)
    }
}

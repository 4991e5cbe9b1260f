/// Fetches from an atomic store's rows in memory, and saves into those, the nodes and the file.
final class AtomicStoreOperations: StoreOperations {
    let engine: SQLiteStore
    private unowned let store: NSAtomicStore

    init(engine: SQLiteStore, store: NSAtomicStore) {
        self.engine = engine
        self.store = store
    }

    func fetchRows(_ query: RowQuery, into receiver: RowReceiver) throws {
        try engine.fetchRows(query, into: receiver)
    }

    func fetchKeys(_ query: RowQuery) throws -> [(key: Int64, layout: EntityLayout)] { try engine.fetchKeys(query) }

    func fetchKeys(
        _ query: RowQuery, inSectionsBy path: [String], into runs: inout SectionRuns
    ) throws -> [(key: Int64, layout: EntityLayout)]? {
        try engine.fetchKeys(query, inSectionsBy: path, into: &runs)
    }

    func count(_ query: RowQuery) throws -> Int { try engine.count(query) }

    func fetchDictionaries(_ query: RowQuery, _ selection: DictionarySelection) throws -> [[String: Any]] {
        try engine.fetchDictionaries(query, selection)
    }

    func fetchMembers(
        of relationship: RelationshipLayout, owners: [Int64], into receiver: RowReceiver,
        _ body: (Int64, NSManagedObject) -> Void
    ) throws {
        try engine.fetchMembers(of: relationship, owners: owners, into: receiver, body)
    }

    func reserveKeys(for objects: [NSManagedObject]) throws -> [Int64] {
        objects.map { store.newKey(for: $0) }
    }

    func save(
        _ changes: StoreChanges, resolving: (SaveConflicts) throws -> StoreChanges,
        completing: (StoreChanges) throws -> Void
    ) throws {
        try store.checkIsWritable()
        var before: NSAtomicStore.NodesBefore?
        var isWritten = false
        do {
            try engine.save(changes, resolving: resolving) { written in
                var nodes = store.nodesBefore
                defer { before = nodes }
                store.updateNodes(written, keeping: &nodes)
                try store.save()
                isWritten = true
                try completing(written)
            }
        } catch {
            if let before { store.restoreNodes(before) }
            // Another store of the same save has failed after this one was written.
            if isWritten { try store.save() }
            throw error
        }
    }
}

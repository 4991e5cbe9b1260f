/// What a store does for contexts: the one border between the object graph and storage.
///
/// Every call may come from any thread.
protocol StoreOperations: AnyObject {
    /// Reads whole rows into the receiver's objects, in the query's order.
    func fetchRows(_ query: RowQuery, into receiver: RowReceiver) throws
    /// Reads whole rows part after part, in the query's order. `body` is called when the receiver's objects are those of
    /// the next part; it may use the store, and lets go of them by `beginPart`.
    func streamRows(_ query: RowQuery, into receiver: RowReceiver, _ body: () throws -> Void) throws
    /// Reads keys only, in the query's order.
    func fetchKeys(_ query: RowQuery) throws -> [(key: Int64, layout: EntityLayout)]
    /// Reads keys, in the query's order, and which section each row is in.
    ///
    /// - Returns: nil when the path leads to no value that the store could name a section by.
    func fetchKeys(
        _ query: RowQuery, inSectionsBy path: [String], into runs: inout SectionRuns
    ) throws -> [(key: Int64, layout: EntityLayout)]?
    /// Counts rows; a limit bounds the count.
    func count(_ query: RowQuery) throws -> Int
    /// Reads selected values, grouped where the selection says so.
    func fetchDictionaries(_ query: RowQuery, _ selection: DictionarySelection) throws -> [[String: Any]]
    /// Reads the members of a to-many relationship for several owners at once, in order where there is one.
    func fetchMembers(
        of relationship: RelationshipLayout, owners: [Int64], into receiver: RowReceiver,
        _ body: (Int64, NSManagedObject) -> Void) throws
    /// Hands out keys for new objects, for good.
    func reserveKeys(for objects: [NSManagedObject]) throws -> [Int64]
    /// Writes changes in one transaction: all of them, or none and an error.
    ///
    /// - Parameters:
    ///   - resolving: Has conflicts resolved, and returns what is to be written instead.
    ///   - completing: Called with what was written before the transaction ends; an error in it takes everything back.
    /// - Throws: `SaveConflicts` where they are not to be resolved.
    func save(
        _ changes: StoreChanges, resolving: (SaveConflicts) throws -> StoreChanges,
        completing: (StoreChanges) throws -> Void) throws
    /// Inserts rows without objects, in one transaction.
    func insert(_ insertion: BatchInsertion, origin: TransactionOrigin) throws -> BatchOutcome
    /// Changes rows without objects, in one transaction.
    func update(_ update: BatchUpdate, origin: TransactionOrigin) throws -> BatchOutcome
    /// Deletes rows without objects, in one transaction.
    func delete(_ deletion: BatchDeletion, origin: TransactionOrigin) throws -> BatchOutcome

    /// Whether the store has a history.
    var keepsHistory: Bool { get }
    /// The number of the last transaction in the history.
    func lastTransactionNumber() throws -> Int64
    /// Reads transactions, in order.
    func history(
        after limit: NSPersistentHistoryChangeRequest.Limit, includesChanges: Bool
    ) throws -> [NSPersistentHistoryTransaction]
    /// Deletes transactions. Returns how many.
    func deleteHistory(before limit: NSPersistentHistoryChangeRequest.Limit) throws -> Int
}

/// What holds for a store that has nothing of the kind.
extension StoreOperations {
    func streamRows(_ query: RowQuery, into receiver: RowReceiver, _ body: () throws -> Void) throws {
        try streamRowsByKeys(query, into: receiver, body)
    }

    /// Streams with the keys of all rows in memory, and nothing held while `body` runs.
    func streamRowsByKeys(_ query: RowQuery, into receiver: RowReceiver, _ body: () throws -> Void) throws {
        let keys = try fetchKeys(query).map(\.key)
        let partSize = 500
        for start in stride(from: 0, to: keys.count, by: partSize) {
            let part = Array(keys[start..<min(start + partSize, keys.count)])
            try fetchRows(RowQuery(layout: query.layout, keys: part, scope: query.scope), into: receiver)
            receiver.putInOrder(of: part)
            try body()
        }
    }

    func fetchKeys(
        _ query: RowQuery, inSectionsBy path: [String], into runs: inout SectionRuns
    ) throws -> [(key: Int64, layout: EntityLayout)]? { nil }

    func insert(_ insertion: BatchInsertion, origin: TransactionOrigin) throws -> BatchOutcome {
        throw CocoaError.needsSQLiteStore("A batch insertion")
    }

    func update(_ update: BatchUpdate, origin: TransactionOrigin) throws -> BatchOutcome {
        throw CocoaError.needsSQLiteStore("A batch update")
    }

    func delete(_ deletion: BatchDeletion, origin: TransactionOrigin) throws -> BatchOutcome {
        throw CocoaError.needsSQLiteStore("A batch deletion")
    }

    var keepsHistory: Bool { false }

    func lastTransactionNumber() throws -> Int64 { throw CocoaError.needsSQLiteStore("Persistent history") }

    func history(
        after limit: NSPersistentHistoryChangeRequest.Limit, includesChanges: Bool
    ) throws -> [NSPersistentHistoryTransaction] { throw CocoaError.needsSQLiteStore("Persistent history") }

    func deleteHistory(before limit: NSPersistentHistoryChangeRequest.Limit) throws -> Int {
        throw CocoaError.needsSQLiteStore("Persistent history")
    }
}

extension CocoaError {
    fileprivate static func needsSQLiteStore(_ what: String) -> CocoaError {
        .coreData(
            .persistentStoreUnsupportedRequestType,
            "\(what) needs a SQLite store: save changes of objects instead, or migrate the store to NSSQLiteStoreType")
    }
}

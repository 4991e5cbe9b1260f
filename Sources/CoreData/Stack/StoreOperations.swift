/// What a store does for contexts: the one border between the object graph and storage.
///
/// Every call may come from any thread.
protocol StoreOperations: AnyObject {
    /// Reads whole rows into the receiver's objects, in the query's order.
    func fetchRows(_ query: RowQuery, into receiver: RowReceiver) throws
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
    func save(_ changes: StoreChanges) throws
}

import SQLite

/// Finds the first rows of a sorted search without reading all hits: the keys that the index of the order puts in front
/// are looked at first.
struct LeadingRows {
    private let query: RowQuery
    private let store: SQLiteStore
    private let candidates: SearchIndex.Candidates
    private let isAscending: Bool

    /// Nil for a query that this is of no use for.
    init?(_ query: RowQuery, in store: SQLiteStore) {
        guard query.limit > 0, query.keys == nil, let sort = query.sort.first, let predicate = query.predicate,
            sort.comparison == .standard, sort.path.count == 1,
            let candidates = SearchIndex.candidates(for: predicate, of: query.layout, in: store),
            let orderSlot = candidates.index.orderSlot, query.layout.properties.slot(forKey: sort.path[0]) == orderSlot
        else { return nil }
        self.query = query
        self.store = store
        self.candidates = candidates
        isAscending = sort.ascending
    }

    /// So few candidates are sorted faster than the order's index is looked through.
    private static let fewCandidates = 1000

    /// The query for just the rows that are to be found; nil when they are better found in another way.
    ///
    /// To be called in the transaction in which that query will run.
    func narrowed(_ connection: Connection) throws -> RowQuery? {
        if let keys = try fewKeys(connection) {
            var narrowed = query
            narrowed.keys = keys
            return narrowed
        }
        // Most candidates are hits; a few more than are asked for suffice.
        var count = (query.limit + query.offset) / 4 * 5 + 30
        while count < 50_000 {
            let (keys, isWhole) = try leadingKeys(count, connection)
            if !keys.isEmpty || isWhole {
                var narrowed = query
                narrowed.keys = keys
                let found = try store.fetchKeys(narrowed, connection).map(\.key)
                if isWhole || found.count == query.limit {
                    narrowed.keys = found
                    narrowed.limit = 0
                    narrowed.offset = 0
                    return narrowed
                }
            }
            count *= 8
        }
        return nil
    }

    /// All candidates, where they are few; nil where they are many.
    private func fewKeys(_ connection: Connection) throws -> [Int64]? {
        let statement = try connection.cachedStatement(
            "SELECT key FROM \(candidates.source(match: "?1")) LIMIT \(Self.fewCandidates + 1)")
        defer { statement.reset() }
        statement.bind(candidates.match, at: 1)
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.int64(0)) }
        return keys.count <= Self.fewCandidates ? keys : nil
    }

    /// The candidates that come first, without those that might share their place with others.
    private func leadingKeys(_ count: Int, _ connection: Connection) throws -> (keys: [Int64], isWhole: Bool) {
        let index = candidates.index
        let order = "o.\(Connection.quote(index.orderColumn ?? ""))"
        let statement = try connection.cachedStatement(
            "SELECT o.Z_PK, \(order) FROM \(candidates.source(match: "?1")) CROSS JOIN \(Connection.quote(index.table)) o "
                + "INDEXED BY \(Connection.quote(index.orderIndex)) ON o.Z_PK = s.key "
                + "ORDER BY \(order) \(isAscending ? "ASC" : "DESC") LIMIT ?2")
        defer { statement.reset() }
        statement.bind(candidates.match, at: 1)
        statement.bind(count, at: 2)
        var keys: [Int64] = []
        var place: SQLValue?
        var placeStart = 0
        while try statement.step() {
            let value = statement.value(1)
            if value != place {
                place = value
                placeStart = keys.count
            }
            keys.append(statement.int64(0))
        }
        let isWhole = keys.count < count
        if !isWhole { keys.removeLast(keys.count - placeStart) }
        return (keys, isWhole)
    }
}

extension SQLiteStore {
    /// Runs a query, by way of the leading rows of a search where that is faster.
    ///
    /// - Throws: Before anything is read, `CocoaError` 134060 for a query that cannot be translated.
    func readLeading<T>(
        _ query: RowQuery, selection: String, allowsRange: Bool = false, count: @escaping () -> Int = { 0 },
        _ body: (SelectStatement, Connection) throws -> T
    ) throws -> T {
        let sql = try SelectStatement(query: query, store: self, selection: selection, allowsRange: allowsRange)
        return try read(in: query.scope, count: count) { connection in
            guard let leading = LeadingRows(query, in: self) else { return try body(sql, connection) }
            return try connection.transaction(.deferred) {
                guard let narrowed = try leading.narrowed(connection) else { return try body(sql, connection) }
                return try body(SelectStatement(query: narrowed, store: self, selection: selection), connection)
            }
        }
    }
}

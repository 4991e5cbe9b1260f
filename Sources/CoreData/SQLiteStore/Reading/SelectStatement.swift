import SQLite

/// A query of the model's terms as SQL, with every value bound.
struct SelectStatement {
    let text: String
    let bindings: [SQLValue]
    /// The keys that were asked for, where rows with others may come between them; in their order then.
    private(set) var wantedKeys: [Int64]?

    /// - Parameter allowsRange: Whether the caller passes over rows whose keys the query does not have.
    /// - Throws: `CocoaError` 134060 for a predicate or sort key that cannot be translated, naming it.
    init(
        query: RowQuery, store: SQLiteStore, selection: String, isSorted: Bool = true, allowsRange: Bool = false
    ) throws {
        var translator = SQLTranslator(store: store, root: query.layout)
        try self.init(
            query: query, store: store, translator: &translator, selection: selection, isSorted: isSorted,
            allowsRange: allowsRange)
    }

    /// - Parameter translator: One that has translated the selection.
    init(
        query: RowQuery, store: SQLiteStore, translator: inout SQLTranslator, selection: String, isSorted: Bool = true,
        allowsRange: Bool = false, isDistinct: Bool = false, groupBy: [String] = [], having: String? = nil
    ) throws {
        guard let mapping = store.schema.mapping(of: query.layout) else {
            throw CocoaError.coreData(.persistentStoreOperation, "The store does not hold \(query.layout.name)")
        }
        var conditions: [String] = []
        if allowsRange, let range = query.denseKeys {
            conditions.append(
                "t0.Z_PK BETWEEN \(translator.bind(.integer(range.lowerBound))) AND "
                    + translator.bind(.integer(range.upperBound)))
            if range.upperBound - range.lowerBound >= Int64(query.keys?.count ?? 0) { wantedKeys = query.keys }
        } else if let keys = query.keys {
            if keys.count == 1, let key = keys.first {
                conditions.append("t0.Z_PK = \(translator.bind(.integer(key)))")
            } else {
                let list = translator.bind(.text(KeyList.json(keys)))
                conditions.append("t0.Z_PK IN (SELECT value FROM json_each(\(list)))")
            }
        }
        if let restriction = Self.entityRestriction(query, mapping, store) { conditions.append(restriction) }
        var source = "\(Connection.quote(mapping.table)) t0"
        if let predicate = query.predicate {
            if query.keys == nil,
                let candidates = SearchIndex.candidates(for: predicate, of: query.layout, in: store)
            {
                // CROSS JOIN keeps SQLite from walking the entity's table first.
                let found = candidates.source(match: translator.bind(.text(candidates.match)))
                source = "\(found) CROSS JOIN \(source) ON t0.Z_PK = s.key"
            }
            let condition = try translator.condition(predicate)
            if condition != "1" { conditions.append(condition) }
        }
        var tail = ""
        if !groupBy.isEmpty { tail += " GROUP BY \(groupBy.joined(separator: ", "))" }
        if let having { tail += " HAVING \(having)" }
        if isSorted, !query.sort.isEmpty {
            let keys = try query.sort.map { try translator.sortKey($0) }
            tail += " ORDER BY \(keys.joined(separator: ", "))"
        } else if wantedKeys != nil {
            tail += " ORDER BY t0.Z_PK"
        }
        if query.limit > 0 || query.offset > 0 {
            tail += " LIMIT \(translator.bind(.integer(query.limit > 0 ? Int64(query.limit) : -1)))"
            tail += " OFFSET \(translator.bind(.integer(Int64(query.offset))))"
        }
        let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        text =
            "SELECT \(isDistinct ? "DISTINCT " : "")\(selection) FROM \(source)"
            + translator.joins + condition + tail
        bindings = translator.bindings
    }

    /// Which of a shared table's rows are of the entity; nil where all are.
    static func entityRestriction(
        _ query: RowQuery, _ mapping: EntityMapping, _ store: SQLiteStore
    ) -> String? {
        guard mapping.sharesTable else { return nil }
        if !query.includesSubentities { return "t0.Z_ENT = \(mapping.number)" }
        if query.layout.entity.superentity == nil { return nil }
        return "t0.Z_ENT IN (\(store.entityNumbers(kindOf: query.layout)))"
    }
}

extension SQLiteStore {
    /// The numbers of an entity and its subentities, as a list for SQL. Numbers come from the schema, not from data.
    func entityNumbers(kindOf layout: EntityLayout) -> String {
        modelLayout.layouts.filter { layout.kindOfIndexes.contains($0.index) }
            .compactMap { schema.mapping(of: $0).map { String($0.number) } }.joined(separator: ", ")
    }
}

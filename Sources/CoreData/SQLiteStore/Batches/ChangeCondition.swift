import SQLite

/// The end of an UPDATE or DELETE of rows called `t0`: which of them.
struct ChangeCondition {
    /// " WHERE …", or nothing.
    let text: String

    /// - Parameter translator: One that has translated what comes before, without joins.
    /// - Throws: `CocoaError` 134060 for a predicate that cannot be translated, naming what.
    init(_ query: RowQuery, store: SQLiteStore, translator: inout SQLTranslator) throws {
        guard let mapping = store.schema.mapping(of: query.layout) else {
            throw CocoaError.coreData(.persistentStoreOperation, "The store does not hold \(query.layout.name)")
        }
        var conditions: [String] = []
        var direct = translator
        if let keys = query.keys {
            let list = direct.bind(.text(KeyList.json(keys)))
            conditions.append("t0.Z_PK IN (SELECT value FROM json_each(\(list)))")
        }
        if let restriction = SelectStatement.entityRestriction(query, mapping, store) {
            conditions.append(restriction)
        }
        var needsQuery = query.limit > 0 || query.offset > 0
        if let predicate = query.predicate {
            let condition = try direct.condition(predicate)
            if condition != "1" { conditions.append(condition) }
            needsQuery =
                needsQuery || !direct.joins.isEmpty
                || SearchIndex.candidates(for: predicate, of: query.layout, in: store) != nil
        }
        if needsQuery {
            // Joins and limits have no place in an UPDATE or DELETE.
            let select = try SelectStatement(
                query: query, store: store, translator: &translator, selection: "t0.Z_PK",
                isSorted: query.limit > 0 || query.offset > 0)
            text = " WHERE t0.Z_PK IN (\(select.text))"
        } else {
            translator = direct
            text = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        }
    }
}

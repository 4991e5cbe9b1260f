extension FetchExecution {
    /// Dictionaries of several stores as one result, in order and within the limit.
    ///
    /// - Throws: `CocoaError` 134091 for groups, aggregates and distinct results, which no store can know alone, and for
    ///   an order by a key that the dictionaries do not have.
    func mergedDictionaries(_ selection: DictionarySelection) throws -> [[String: Any]] {
        guard stores.count > 1 else {
            return try stores.flatMap { try $0.operations.fetchDictionaries(query, selection) }
        }
        let keys = Set(selection.columns.map(\.key))
        let isPlain = selection.columns.allSatisfy { column in
            if case .keyPath(_, let path) = column.expression { return !path.contains { $0.hasPrefix("@") } }
            return false
        }
        let sort = request.sortDescriptors ?? []
        guard selection.groupBy.isEmpty, !selection.isDistinct, isPlain,
            sort.allSatisfy({ keys.contains($0.key ?? "") })
        else {
            throw CocoaError.coreData(
                .persistentStoreUnsupportedRequestType,
                "Groups, aggregates and distinct dictionaries come from one store, and the order of several stores' is by "
                    + "keys that the dictionaries have: set affectedStores to one store, or fetch objects")
        }
        var merged = try stores.flatMap { try $0.operations.fetchDictionaries(query, selection) }
        for descriptor in sort.reversed() {
            let ordered = merged.enumerated().sorted { a, b in
                switch descriptor.compare(a.element, to: b.element) {
                case .orderedAscending: true
                case .orderedDescending: false
                case .orderedSame: a.offset < b.offset
                }
            }
            merged = ordered.map(\.element)
        }
        let rest = merged.dropFirst(request.fetchOffset)
        return Array(request.fetchLimit > 0 ? rest.prefix(request.fetchLimit) : rest)
    }
}

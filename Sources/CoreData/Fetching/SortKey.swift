/// A sort descriptor in terms of the model.
package struct SortKey {
    let path: [String]
    let ascending: Bool
    let comparison: SortComparison

    /// - Throws: `CocoaError` 134060 for a descriptor with a comparator block, which no store can run.
    init(_ descriptor: NSSortDescriptor) throws {
        guard let keys = descriptor.sortKeys, !keys.isEmpty, let comparison = descriptor.sortComparison else {
            throw CocoaError.coreData(
                .coreData,
                "A sort descriptor with a comparator cannot be used in a fetch: sort by a key, or sort the result")
        }
        path = keys
        ascending = descriptor.ascending
        self.comparison = comparison
    }
}

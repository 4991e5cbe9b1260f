extension FetchExecution {
    /// The objects as faults and their sections, both out of one statement that reads keys and the sections' values.
    ///
    /// - Returns: nil when the sections have to be read from the objects: the fetch is not lazy, the context has
    ///   unsaved changes or a parent that may have some, or the key path is not a stored attribute of text or number.
    /// - Throws: `CocoaError` 134060 when the objects of a section do not follow each other; what the store reports.
    func objects(
        inSectionsBy keyPath: String
    ) throws -> (objects: ContiguousArray<NSManagedObject>, runs: SectionRuns)? {
        guard request.fetchBatchSize > 0, !overlays, context.parent == nil, stores.count == 1, let store = stores.first,
            request.relationshipKeyPathsForPrefetching?.isEmpty ?? true
        else { return nil }
        var runs = SectionRuns(keyPath: keyPath)
        let path = keyPath.split(separator: ".").map(String.init)
        guard let found = try store.operations.fetchKeys(query, inSectionsBy: path, into: &runs) else { return nil }
        return (faults(found, in: store), runs)
    }
}

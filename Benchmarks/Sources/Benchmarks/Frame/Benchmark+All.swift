extension Benchmark {
    /// Every benchmark, in the order of the design's table.
    static let all: [Benchmark] = [
        bulkInsert,
        csvImport, csvImportAgainstInsert, csvImportAgainstShell,
        fetchLazy, fetchEveryAttribute,
        walkInBatches, walkByList, stream,
        findByPersonID, findRegistered,
        prefixSearch, fullText,
        updateBatch, updateObjects, deleteBatch, deleteObjects,
        peopleSearch,
    ]
}

import CBaseline

extension Benchmark {
    /// Every person as a managed object, saved in bulk; indexes are built after the rows on both sides.
    static let bulkInsert = Benchmark(
        name: "insert", needs: .newDatabase,
        checks: [
            Check("bulk insert as managed objects", .seconds, .times(1.5)),
            Check("bulk insert, peak memory", .peak, .none),
        ],
        baseline: insertInC)

    static let insertInC: Work = { scene in
        let people = try PersonRows(scene)
        return try measured(
            baseline_insert(
                scene.workPath, scene.loading, scene.schema.create, scene.schema.insert, scene.schema.indexes,
                people.rows))
    }
}

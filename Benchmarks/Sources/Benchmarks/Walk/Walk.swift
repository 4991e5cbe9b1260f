import CBaseline

extension Benchmark {
    /// All people with `fetchBatchSize` 100, against C's best way of reading a hundred at a time: by ranges of the key.
    static let walkInBatches = Benchmark(
        name: "walk", needs: .store,
        checks: [
            Check("walk all with fetchBatchSize 100", .seconds, .times(3.5)),
            Check("walk all, peak memory", .peak, .none),
        ],
        baseline: { scene in
            let select = scene.schema.select + " WHERE Z_PK > ?1 ORDER BY Z_PK LIMIT ?2"
            return try measured(baseline_walk_by_key(scene.storePath, scene.reading, select, 100))
        })

    /// The way a batched request has to go (all keys first, then a hundred rows by `IN`), in C, for comparison.
    static let walkByList = Benchmark(
        name: "walk-list", needs: .store,
        checks: [Check("walk all by lists of 100 keys", .seconds, .none)],
        baseline: { scene in
            let select = scene.schema.select + " WHERE Z_PK IN "
            return try measured(
                baseline_walk_by_list(scene.storePath, scene.reading, scene.schema.selectKeys, select, 100))
        })

    /// All people, one after another, every attribute read and nothing kept.
    static let stream = Benchmark(
        name: "stream", needs: .store,
        checks: [
            Check("stream all", .seconds, .times(1.3)),
            Check("stream all, peak memory", .peak, .most(40)),
        ],
        baseline: { scene in
            try measured(baseline_stream(scene.storePath, scene.reading, scene.schema.select))
        })
}

import CBaseline
import CoreData

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
        },
        ours: { scene in
            let context = try PersonModel.context(path: scene.storePath, cacheKiB: scene.reading.cache_kib)
            let request = NSFetchRequest<BenchmarkPerson>(entityName: "Person")
            request.fetchBatchSize = 100
            return try timed {
                let people = try context.fetch(request)
                var sum = 0
                for person in people { sum &+= person.readEverything() }
                return (people.count, sum, nil)
            }
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
        },
        ours: { scene in
            let context = try PersonModel.context(path: scene.storePath, cacheKiB: scene.reading.cache_kib)
            let request = NSFetchRequest<BenchmarkPerson>(entityName: "Person")
            return try timed {
                var (count, sum) = (0, 0)
                try context.forEach(request) { person in
                    count += 1
                    sum &+= person.readEverything()
                }
                return (count, sum, nil)
            }
        })
}

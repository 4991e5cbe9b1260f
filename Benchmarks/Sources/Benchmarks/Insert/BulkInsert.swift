import CBaseline
import CoreData
import FictionalPeople

extension Benchmark {
    /// Every person as a managed object, saved in bulk; indexes are built after the rows on both sides.
    static let bulkInsert = Benchmark(
        name: "insert", needs: .newDatabase,
        checks: [
            Check("bulk insert as managed objects", .seconds, .times(1.5)),
            Check("bulk insert, peak memory", .peak, .none),
        ],
        baseline: insertInC,
        ours: { scene in
            let values = try PersonValues(scene)
            let context = try PersonModel.context(path: scene.workPath, cacheKiB: scene.loading.cache_kib)
            guard let store = context.persistentStoreCoordinator?.persistentStores.first else {
                throw Failure("There is no store.")
            }
            return try timed {
                try store.performBulkLoad {
                    for start in stride(from: 0, to: values.count, by: 10_000) {
                        for index in start..<min(start + 10_000, values.count) {
                            values.fill(BenchmarkPerson(context: context), with: index)
                        }
                        try context.save()
                        context.reset()
                    }
                }
                return (values.count, 0, nil)
            }
        })

    static let insertInC: Work = { scene in
        let people = try PersonRows(scene)
        return try measured(
            baseline_insert(
                scene.workPath, scene.loading, scene.schema.create, scene.schema.insert,
                scene.schema.indexes + scene.schema.fullTextIndex,
                people.rows))
    }
}

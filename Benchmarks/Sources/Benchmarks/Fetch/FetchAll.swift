import CBaseline
import CoreData

extension Benchmark {
    /// Every person as a uniqued object whose attributes nobody reads, against copying the rows to structs.
    static let fetchLazy = Benchmark(
        name: "fetch-lazy", needs: .store,
        checks: [
            Check("fetch all as uniqued objects, lazy", .seconds, .times(1.25)),
            Check("fetch all, resident memory", .resident, .times(1.1)),
        ],
        baseline: { scene in
            try measured(baseline_fetch(scene.storePath, scene.reading, scene.schema.select, false))
        },
        ours: { scene in try fetchAll(scene, reads: false) })

    /// The same, and then every attribute of every object is read.
    static let fetchEveryAttribute = Benchmark(
        name: "fetch-every", needs: .store,
        checks: [
            Check("fetch all, every attribute read", .seconds, .times(1.7)),
            Check("fetch all, every attribute read, resident memory", .resident, .none),
        ],
        baseline: { scene in
            try measured(baseline_fetch(scene.storePath, scene.reading, scene.schema.select, true))
        },
        ours: { scene in try fetchAll(scene, reads: true) })

    private static func fetchAll(_ scene: Scene, reads: Bool) throws -> RunFigures {
        let context = try PersonModel.context(path: scene.storePath, cacheKiB: scene.reading.cache_kib)
        let request = NSFetchRequest<BenchmarkPerson>(entityName: "Person")
        return try timed {
            let people = try context.fetch(request)
            var sum = 0
            if reads { for person in people { sum &+= person.readEverything() } }
            return (people.count, sum, people)
        }
    }
}

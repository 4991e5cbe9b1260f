import CBaseline
import CoreData

extension Benchmark {
    /// A hundred thousand people by their personIDs, in random order, none of them registered yet.
    static let findByPersonID = Benchmark(
        name: "find", needs: .store,
        checks: [Check("find by personID, cold", .secondsEach, .times(1.75))],
        baseline: { scene in
            let select = scene.schema.select + " WHERE ZPERSONID = ?1"
            return try withCStrings(try scene.probes(.keys)) { keys, count in
                try measured(baseline_find(scene.storePath, scene.reading, select, keys, count))
            }
        },
        ours: { scene in
            let context = try PersonModel.context(path: scene.storePath, cacheKiB: scene.reading.cache_kib)
            let request = NSFetchRequest<BenchmarkPerson>(entityName: "Person")
            request.fetchLimit = 1
            return try timedEach(try scene.probes(.keys)) { key in
                request.predicate = NSPredicate(format: "personID == %@", key)
                return try context.fetch(request).count
            }
        })

    /// An object that its context holds already, by its ID. C has nothing like it; the limit is a microsecond.
    static let findRegistered = Benchmark(
        name: "registered", needs: .store,
        checks: [Check("object(with:), registered", .secondsEach, .most(0.000_001))],
        ours: { scene in
            let context = try PersonModel.context(path: scene.storePath, cacheKiB: scene.reading.cache_kib)
            let people = try context.fetch(NSFetchRequest<BenchmarkPerson>(entityName: "Person"))
            let ids = people.map(\.objectID)
            return timed {
                var found = 0
                for (id, person) in zip(ids, people) where context.object(with: id) === person { found += 1 }
                return (found, 0, people)
            }
        })
}

import CBaseline
import CoreData

extension Benchmark {
    /// One statement that changes everybody, as `NSBatchUpdateRequest` does.
    static let updateBatch = Benchmark(
        name: "update-batch", needs: .copyOfStore,
        checks: [Check("update all, batch", .seconds, .times(1.5))],
        baseline: { scene in
            try measured(
                baseline_execute(scene.workPath, scene.changing, "UPDATE ZPERSON SET ZAGE = 50, Z_OPT = Z_OPT + 1"))
        },
        ours: { scene in
            let context = try PersonModel.context(path: scene.workPath, cacheKiB: scene.changing.cache_kib)
            let request = NSBatchUpdateRequest(entityName: "Person")
            request.propertiesToUpdate = ["age": 50]
            request.resultType = .updatedObjectsCountResultType
            return try timed {
                let result = try context.execute(request) as? NSBatchUpdateResult
                return (result?.result as? Int ?? 0, 0, nil)
            }
        })

    /// Everybody fetched, a year older, and saved with optimistic locking.
    static let updateObjects = Benchmark(
        name: "update-objects", needs: .copyOfStore,
        checks: [Check("update all through objects", .seconds, .times(1.75))],
        baseline: { scene in
            try measured(
                baseline_update_each(
                    scene.workPath, scene.changing, scene.schema.select, "ZAGE",
                    "UPDATE ZPERSON SET ZAGE = ?1, Z_OPT = ?2 WHERE Z_PK = ?3 AND Z_OPT = ?4"))
        },
        ours: { scene in
            let context = try PersonModel.context(path: scene.workPath, cacheKiB: scene.changing.cache_kib)
            let age = BenchmarkPerson.slot("age")
            return try timed {
                let people = try context.fetch(NSFetchRequest<BenchmarkPerson>(entityName: "Person"))
                for person in people { person.setAttribute(age, (person.attribute(age) as Int16) + 1) }
                try context.save()
                return (people.count, 0, people)
            }
        })

    /// One statement that deletes the people from 50 up, as `NSBatchDeleteRequest` does.
    static let deleteBatch = Benchmark(
        name: "delete-batch", needs: .copyOfStore,
        checks: [Check("delete those from 50 up, batch", .seconds, .times(1.2))],
        baseline: { scene in
            try measured(baseline_execute(scene.workPath, scene.changing, "DELETE FROM ZPERSON WHERE ZAGE >= 50"))
        },
        ours: { scene in
            let context = try PersonModel.context(path: scene.workPath, cacheKiB: scene.changing.cache_kib)
            let people = NSFetchRequest<BenchmarkPerson>(entityName: "Person")
            people.predicate = NSPredicate(format: "age >= 50")
            let request = NSBatchDeleteRequest(fetchRequest: people)
            request.resultType = .resultTypeCount
            return try timed {
                let result = try context.execute(request) as? NSBatchDeleteResult
                return (result?.result as? Int ?? 0, 0, nil)
            }
        })

    /// The same people fetched, deleted and saved with optimistic locking.
    static let deleteObjects = Benchmark(
        name: "delete-objects", needs: .copyOfStore,
        checks: [Check("delete those from 50 up, through objects", .seconds, .times(1.75))],
        baseline: { scene in
            try measured(
                baseline_delete_each(
                    scene.workPath, scene.changing, scene.schema.select + " WHERE ZAGE >= 50",
                    "DELETE FROM ZPERSON WHERE Z_PK = ?1 AND Z_OPT = ?2"))
        },
        ours: { scene in
            let context = try PersonModel.context(path: scene.workPath, cacheKiB: scene.changing.cache_kib)
            let request = NSFetchRequest<BenchmarkPerson>(entityName: "Person")
            request.predicate = NSPredicate(format: "age >= 50")
            return try timed {
                let people = try context.fetch(request)
                for person in people { context.delete(person) }
                try context.save()
                return (people.count, 0, people)
            }
        })
}

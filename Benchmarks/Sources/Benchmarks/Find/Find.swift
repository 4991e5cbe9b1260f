import CBaseline

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
        })

    /// An object that its context holds already, by its ID. C has nothing like it; the limit is a microsecond.
    static let findRegistered = Benchmark(
        name: "registered", needs: .store,
        checks: [Check("object(with:), registered", .secondsEach, .most(0.000_001))])
}

import CBaseline

extension Benchmark {
    /// The first fifty people whose names begin so, sorted by name, for a thousand beginnings.
    static let prefixSearch = Benchmark(
        name: "prefix", needs: .store,
        checks: [
            Check("prefix search on an indexed name, first 50", .seconds, .times(1.5)),
            Check("prefix search, p99", .p99, .none),
        ],
        baseline: { scene in
            let select = scene.schema.select + " WHERE ZNAME >= ?1 AND ZNAME < ?2 ORDER BY ZNAME LIMIT 50"
            return try withCStrings(try scene.probes(.prefixes)) { prefixes, count in
                try measured(baseline_find_prefixes(scene.storePath, scene.reading, select, prefixes, count))
            }
        })

    /// A thousand full-text queries of one or two words, the first fifty people of each in any order.
    static let fullText = Benchmark(
        name: "text", needs: .store,
        checks: [
            Check("full-text search, first 50, unranked", .seconds, .times(1.5)),
            Check("full-text search, unranked, p50", .p50, .none),
            Check("full-text search, unranked, p99", .p99, .most(0.002)),
        ],
        baseline: { scene in try searchInC(scene, ranked: false) })

    /// The same, the best fifty by bm25.
    static let fullTextRanked = Benchmark(
        name: "text-ranked", needs: .store,
        checks: [
            Check("full-text search, first 50, ranked", .seconds, .times(1.5)),
            Check("full-text search, ranked, p50", .p50, .none),
            Check("full-text search, ranked, p99", .p99, .most(0.015)),
        ],
        baseline: { scene in try searchInC(scene, ranked: true) })

    private static func searchInC(_ scene: Scene, ranked: Bool) throws -> RunFigures {
        let select = scene.schema.selectMatches(ranked: ranked)
        return try withCStrings(try scene.probes(.queries)) { queries, count in
            try measured(baseline_find(scene.storePath, scene.reading, select, queries, count))
        }
    }
}

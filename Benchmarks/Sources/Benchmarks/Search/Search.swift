import CBaseline
import CoreData
import Foundation

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
        },
        ours: { scene in
            let context = try PersonModel.context(path: scene.storePath, cacheKiB: scene.reading.cache_kib)
            let request = NSFetchRequest<BenchmarkPerson>(entityName: "Person")
            request.fetchLimit = 50
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            return try timedEach(try scene.probes(.prefixes)) { prefix in
                request.predicate = NSPredicate(format: "name BEGINSWITH %@", prefix)
                return try context.fetch(request).count
            }
        })

    /// A thousand full-text queries of one or two words, the first fifty people of each in any order.
    static let fullText = Benchmark(
        name: "text", needs: .store,
        checks: [
            Check("full-text search, first 50", .seconds, .times(1.5)),
            Check("full-text search, p50", .p50, .none),
            Check("full-text search, p99", .p99, .most(0.002)),
        ],
        baseline: { scene in
            // The index holds folded words.
            let folded = try scene.probes(.queries).map {
                $0.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            }
            return try withCStrings(folded) { queries, count in
                try measured(baseline_find(scene.storePath, scene.reading, scene.schema.selectMatches, queries, count))
            }
        },
        ours: { scene in
            let context = try PersonModel.context(path: scene.storePath, cacheKiB: scene.reading.cache_kib)
            let request = NSFetchRequest<BenchmarkPerson>(entityName: "Person")
            request.fetchLimit = 50
            // C's query says it with quotes and stars: "ann"* "lee".
            let queries = try scene.probes(.queries).map { query in
                query.split(separator: " ").map { word in
                    " " + word.filter { $0 != "\"" && $0 != "*" } + (word.hasSuffix("*") ? "" : " ")
                }
            }
            return try timedEach(queries) { terms in
                request.predicate = NSCompoundPredicate(
                    andPredicateWithSubpredicates: terms.map {
                        NSPredicate(format: "searchText CONTAINS[cd] %@", $0)
                    })
                return try context.fetch(request).count
            }
        })
}

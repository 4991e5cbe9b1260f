import GeneratedCases
import SQLite
import Testing

@testable import CoreData

/// The first hits of a sorted search are those that a search without index finds, in the same order.
@Suite struct SearchOrderTests {
    private static func model() -> NSManagedObjectModel {
        let note = CompanyModel.entity("Note")
        let indexed = CompanyModel.attribute("indexed", .stringAttributeType)
        indexed.userInfo = ["searchIndex": "YES", "searchOrder": "rank"]
        note.properties =
            [indexed] + ["plain", "rank", "number"].map { CompanyModel.attribute($0, .stringAttributeType) }
        let model = NSManagedObjectModel()
        model.entities = [note]
        return model
    }

    /// - Parameter ranks: How many places there are; with few, many rows share one.
    @Test(arguments: [1, 3, 40, 5000]) func findsTheFirst(ranks: Int) throws {
        var random = SeededGenerator(seed: UInt64(ranks))
        let stack = try TestStack(model: Self.model())
        try stack.store.performBulkLoad {
            for index in 0..<1500 {
                let text = (0..<3).map { _ in ["abc", "abd", "xabcx", "zz", "王小明"].randomElement(using: &random)! }
                    .joined(separator: Bool.random(using: &random) ? " " : "")
                let rank = Int.random(in: 0...ranks, using: &random)
                stack.insert(
                    "Note",
                    [
                        "indexed": text, "plain": text, "rank": rank == 0 ? nil : "r\(rank)",
                        "number": String(index * 7919 % 10_000),
                    ])
            }
            try stack.context.save()
        }
        for condition in ["%K CONTAINS 'abc'", "%K CONTAINS[cd] '小明'", "%K CONTAINS 'abc' AND number BEGINSWITH '77'"] {
            for ascending in [true, false] {
                for (limit, offset) in [(5, 0), (5, 3), (50, 200), (1, 1400), (0, 0)] {
                    func found(_ key: String) throws -> [String] {
                        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
                        request.predicate = NSPredicate(format: condition, key)
                        request.sortDescriptors = ["rank", "number"].map {
                            NSSortDescriptor(key: $0, ascending: ascending)
                        }
                        (request.fetchLimit, request.fetchOffset) = (limit, offset)
                        return try stack.makeContext().fetch(request).map { $0.string("number") }
                    }
                    #expect(try found("indexed") == found("plain"), "\(condition) \(ascending) \(limit) \(offset)")
                }
            }
        }
        // Rows of others are among them.
        try stack.execute(
            "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZINDEXED, ZRANK, ZNUMBER) VALUES (9000, 1, 1, 'abc', 'a', 'other')")
        let request = TestStack.request("Note", "indexed CONTAINS 'abc' AND rank != nil", sort: ["rank", "number"])
        request.fetchLimit = 1
        #expect(try stack.makeContext().fetch(request).map { $0.string("number") } == ["other"])
    }

    /// Where it helps, and nowhere else.
    @Test(arguments: [
        ("indexed CONTAINS 'abc'", "rank", 10, true), ("indexed CONTAINS 'abc'", "number", 10, false),
        ("indexed CONTAINS 'abc'", "rank", 0, false), ("plain CONTAINS 'abc'", "rank", 10, false),
        ("indexed CONTAINS 'ab'", "rank", 10, false),
    ])
    func use(_ format: String, _ sort: String, _ limit: Int, _ isUsed: Bool) throws {
        let stack = try TestStack(model: Self.model())
        var query = RowQuery(layout: try #require(stack.coordinator.modelLayout["Note"]))
        query.predicate = predicateNode(of: NSPredicate(format: format))
        query.sort = [try SortKey(NSSortDescriptor(key: sort, ascending: true))]
        query.limit = limit
        #expect((LeadingRows(query, in: stack.store) != nil) == isUsed)
    }

    @Test func orderHasToBeAString() throws {
        let model = Self.model()
        model.entitiesByName["Note"]?.attributesByName["indexed"]?.userInfo = [
            "searchIndex": "YES", "searchOrder": "nothing",
        ]
        let error = try #require(caught { _ = try TestStack(model: model) })
        #expect(error.localizedDescription.contains("Note.indexed"))
    }
}

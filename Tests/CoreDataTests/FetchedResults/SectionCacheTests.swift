import Testing

@testable import CoreData

/// R12: sections that are kept under a name.
@Suite(.serialized) struct SectionCacheTests {
    /// A fetch whose sections only objects know: without a cache it has to read rows.
    private static func controller(
        _ list: ListStack, _ cacheName: String, predicate: String? = nil
    ) -> NSFetchedResultsController<NSManagedObject> {
        let request = TestStack.request("Item", predicate, sort: ["weight", "name"])
        request.fetchBatchSize = 10
        return list.another(request, sections: "weight", cacheName: cacheName)
    }

    private static func makeList() throws -> ListStack {
        let list = try ListStack(.sqlite)
        for (index, item) in list.items("a1", "a2", "b1").enumerated() {
            item.setValue(Double(index / 2) + 0.5, forKey: "weight")
        }
        try list.context.save()
        list.context.reset()
        return list
    }

    private static let content = "0.5: a1 a2 | 1.5: b1"

    /// How many statements a fetch runs; one when the sections are known.
    private func statements(_ list: ListStack, _ controller: NSFetchedResultsController<NSManagedObject>) throws -> Int
    {
        list.context.reset()
        return try list.stack.statements { try controller.performFetch() }.1
    }

    @Test("R12 Sections are kept for the same request and store") func kept() throws {
        let list = try Self.makeList()
        let name = UUID().uuidString
        defer { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name) }
        #expect(try statements(list, Self.controller(list, name)) > 1)
        let second = Self.controller(list, name)
        #expect(try statements(list, second) == 1)
        #expect(ListStack.content(of: second) == Self.content)
        NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name)
        #expect(try statements(list, second) > 1)
        #expect(try statements(list, second) == 1)
        NSFetchedResultsController<any NSFetchRequestResult>.deleteCache(withName: nil)
        #expect(try statements(list, second) > 1)
    }

    @Test("R12 Another request or a changed store drops what was kept") func dropped() throws {
        let list = try Self.makeList()
        let name = UUID().uuidString
        defer { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name) }
        let controller = Self.controller(list, name)
        try controller.performFetch()
        let other = Self.controller(list, name, predicate: "name != 'a2'")
        #expect(try statements(list, other) > 1)
        #expect(ListStack.content(of: other) == "0.5: a1 | 1.5: b1")

        try Self.controller(list, name).performFetch()
        try list.stack.execute("UPDATE ZITEM SET ZWEIGHT = 9, Z_OPT = Z_OPT + 1 WHERE ZNAME = 'a2'")
        let third = Self.controller(list, name)
        #expect(try statements(list, third) > 1)
        #expect(ListStack.content(of: third) == "0.5: a1 | 1.5: b1 | 9: a2")
    }

    @Test("R12 Unsaved changes are neither kept nor hidden") func unsaved() throws {
        let list = try Self.makeList()
        let name = UUID().uuidString
        defer { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name) }
        try Self.controller(list, name).performFetch()
        list.item("c1").setValue(0.5, forKey: "weight")
        let second = Self.controller(list, name)
        try second.performFetch()
        #expect(ListStack.content(of: second) == "0.5: a1 a2 c1 | 1.5: b1")
        list.context.reset()
        let third = Self.controller(list, name)
        #expect(try statements(list, third) == 1)
        #expect(ListStack.content(of: third) == Self.content)
    }

    @Test("R12 A request that was changed while its cache is there ends the program with a sentence")
    func changedRequest() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let list = try SectionCacheTests.makeList()
            let controller = SectionCacheTests.controller(list, "changed")
            try controller.performFetch()
            controller.fetchRequest.predicate = NSPredicate(format: "name = 'a1'")
            try controller.performFetch()
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("deleteCache(withName:)"))
    }

    @Test("R12 It may be changed when the cache was deleted before") func changedAfterDeletion() throws {
        let list = try Self.makeList()
        let name = UUID().uuidString
        defer { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name) }
        let controller = Self.controller(list, name)
        try controller.performFetch()
        NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name)
        controller.fetchRequest.predicate = NSPredicate(format: "name = 'a1'")
        try controller.performFetch()
        #expect(ListStack.content(of: controller) == "0.5: a1")
    }
}

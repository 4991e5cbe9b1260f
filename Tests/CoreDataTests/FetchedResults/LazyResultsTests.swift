import Testing

@testable import CoreData

/// Long lists.
@Suite struct LazyResultsTests {
    /// Rows that no context has made.
    private static func makeList(_ count: Int, sections: String?) throws -> ListStack {
        let list = try ListStack(.sqlite, sections: sections, sort: ["rank", "name"]) { $0.fetchBatchSize = 50 }
        try list.stack.execute(
            """
            WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZRANK, ZSHOWN)
            SELECT n, 1, 1, printf('%07d', n), n * 26 / \(count + 1), 1 FROM numbers
            """)
        try list.stack.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_NAME = 'Item'")
        return list
    }

    @Test func manyRowsStayUnread() throws {
        let count = 100_000
        let list = try Self.makeList(count, sections: "rank")
        let log = ChangeLog()
        list.controller.delegate = log
        // Connections are made when they are first used.
        _ = try list.context.count(for: list.controller.fetchRequest)
        let (_, fetching) = try list.stack.statements { try list.controller.performFetch() }
        #expect(fetching == 1)
        #expect(list.controller.sections?.count == 26)
        #expect(list.controller.sections?.map(\.numberOfObjects).reduce(0, +) == count)
        let object = list.controller.object(at: IndexPath(item: 3, section: 2))
        #expect(object.isFault)
        #expect(list.stack.statements { object.string("name").isEmpty }.1 == 1)

        // A change reads what it is compared with and no more.
        let (_, moving) = list.stack.statements {
            object.setValue("9", forKey: "name")
            list.context.processPendingChanges()
        }
        #expect(
            log.take() == ["will", "move 9 2.3→2.\((list.controller.sections?[2].numberOfObjects ?? 0) - 1)", "did"])
        #expect(moving <= 24)
        #expect(list.controller.fetchedObjects?.lazy.filter { !$0.isFault }.count ?? count < 50 * 26)
    }

    /// Many changes at a time cost one pass over the list, and every one finds its place.
    @Test func manyChangesAtOnce() throws {
        let list = try Self.makeList(1_000, sections: nil)
        let log = ChangeLog()
        try list.start(log)
        let objects = try #require(list.controller.fetchedObjects)
        for index in stride(from: 0, to: objects.count, by: 2) {
            if index % 4 == 0 {
                list.context.delete(objects[index])
            } else {
                objects[index].setValue(99, forKey: "rank")
            }
        }
        for index in 0..<300 { list.item("new \(index)").setValue(index % 26, forKey: "rank") }
        list.context.processPendingChanges()
        #expect(log.changes.count == 800)
        let fetched = try list.context.fetch(list.controller.fetchRequest)
        #expect(list.controller.fetchedObjects == fetched)
        for (index, object) in fetched.enumerated() where index % 20 == 0 {
            #expect(list.controller.indexPath(forObject: object) == IndexPath(item: index, section: 0))
        }
    }

    /// Equal objects stay in the order that they have.
    @Test func tiesAreStable() throws {
        let list = try ListStack(sections: nil, sort: ["rank"])
        let items = list.items("a", "b", "c", "d")
        let log = ChangeLog()
        try list.start(log)
        #expect(list.content == "a b c d")
        items[1].setValue("x", forKey: "note")
        items[2].setValue(1, forKey: "rank")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "move c 0.2→0.3", "update b 0.1→0.1", "did"])
        items[2].setValue(0, forKey: "rank")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "update c 0.3→0.3", "did"])
        #expect(list.content == "a b d c")
    }
}

import Testing

@testable import CoreData

/// Contents as values.
@Suite struct SnapshotTests {
    @Test func sequenceOfSnapshots() async throws {
        let list = try ListStack()
        list.items("a1")
        try list.start()
        var iterator = list.controller.snapshots.makeAsyncIterator()
        #expect(await iterator.next()?.sectionIdentifiers == ["a"])
        list.items("b1", "b2")
        list.context.processPendingChanges()
        let snapshot = try #require(await iterator.next())
        #expect(snapshot.sectionIdentifiers == ["a", "b"] && snapshot.numberOfItems(inSection: "b") == 2)
        // Who is slow gets the newest content.
        list.items("c1")
        list.context.processPendingChanges()
        list.items("d1")
        list.context.processPendingChanges()
        #expect(await iterator.next()?.sectionIdentifiers == ["a", "b", "c", "d"])
        try list.controller.performFetch()
        #expect(await iterator.next()?.numberOfItems == 5)
    }

    /// Changes are made on the context's queue, and read anywhere.
    @Test func snapshotsCrossThreads() async throws {
        let list = try ListStack()
        let context = list.context
        let (controller, snapshots) = try await context.perform {
            let controller = Unshared(list.controller)
            try controller.value.performFetch()
            return (controller, controller.value.snapshots)
        }
        let reader = Task {
            for await snapshot in snapshots where snapshot.numberOfItems == 50 { return snapshot.sectionIdentifiers }
            return []
        }
        for index in 0..<50 {
            await context.perform {
                let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                item.setValue("\(index % 2)", forKey: "group")
            }
        }
        #expect(await reader.value == ["0", "1"])
        withExtendedLifetime(controller) {}
    }

    @Test func sequenceEndsWithItsController() async throws {
        let stack = try TestStack(model: ListModel.make(), .memory)
        var controller: NSFetchedResultsController<NSManagedObject>? = NSFetchedResultsController(
            fetchRequest: TestStack.request("Item", sort: ["name"]), managedObjectContext: stack.context,
            sectionNameKeyPath: nil, cacheName: nil)
        let snapshots = try #require(controller).snapshots
        controller = nil
        var count = 0
        for await _ in snapshots { count += 1 }
        #expect(count == 0)
    }

    /// Nobody reads any more: nothing is followed.
    @Test func sequenceThatIsLetGo() async throws {
        let list = try ListStack()
        try list.start()
        do {
            var iterator = list.controller.snapshots.makeAsyncIterator()
            _ = await iterator.next()
        }
        list.items("a1")
        list.context.processPendingChanges()
        #expect(list.content == "")
    }

    @Test func makingASnapshot() {
        var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
        snapshot.appendSections(["a", "b"])
        snapshot.appendItems([1, 2], toSection: "a")
        snapshot.appendItems([5])
        snapshot.appendItems([3], toSection: "a")
        snapshot.reloadItems([5])
        #expect(snapshot.itemIdentifiers == [1, 2, 3, 5])
        #expect(snapshot.itemIdentifiers(inSection: "b") == [5] && snapshot.itemIdentifiers(inSection: "x") == [])
        #expect(snapshot.indexOfItem(3) == 2 && snapshot.indexOfSection("b") == 1)
        #expect(
            snapshot.sectionIdentifier(containingItem: 5) == "b" && snapshot.sectionIdentifier(containingItem: 9) == nil
        )
        #expect(snapshot.numberOfSections == 2 && snapshot.numberOfItems == 4)
        #expect(snapshot.reloadedItemIdentifiers == [5])
    }

    @Test func indexPaths() {
        var path = IndexPath(item: 3, section: 1)
        #expect(path == IndexPath(row: 3, section: 1) && path == [1, 3])
        #expect(path.section == 1 && path.item == 3 && path.row == 3)
        path.row = 4
        path.section = 0
        #expect(path == [0, 4])
    }
}

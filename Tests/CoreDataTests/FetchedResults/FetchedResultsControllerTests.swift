import Testing

@testable import CoreData

/// The rules of fetched results controllers, R1 to R16.
@Suite struct FetchedResultsControllerTests {
    @Test("R1 A request without a sort descriptor ends the program with a sentence") func needsAnOrder() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try TestStack(model: ListModel.make(), .memory)
            _ = NSFetchedResultsController(
                fetchRequest: TestStack.request("Item"), managedObjectContext: stack.context, sectionNameKeyPath: nil,
                cacheName: nil)
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("give its fetch request a sort descriptor"))
    }

    // MARK: - Sections

    @Test("R2 Sections come in the order of the first descriptor", arguments: StoreKind.allCases, [0, 2])
    func sectionsInOrder(_ kind: StoreKind, batchSize: Int) throws {
        let list = try ListStack(kind) { $0.fetchBatchSize = batchSize }
        list.items("b1", "a2", "c1", "a1", "b2")
        list.item("n1").setValue(nil, forKey: "group")
        try list.start()
        // Nil is before everything, and its section has no name.
        #expect(list.content == "n1 | a: a1 a2 | b: b1 b2 | c: c1")
        #expect(list.controller.sections?.map(\.numberOfObjects) == [1, 2, 2, 1])
        #expect(list.controller.object(at: IndexPath(item: 1, section: 1)).string("name") == "a2")
        let b2 = try #require(list.controller.fetchedObjects?[4])
        #expect(list.controller.indexPath(forObject: b2) == IndexPath(row: 1, section: 2))
    }

    @Test("R2 A section that ends and begins again is an error", arguments: [0, 2])
    func outOfOrder(batchSize: Int) throws {
        let list = try ListStack(sort: ["name"]) { $0.fetchBatchSize = batchSize }
        list.item("1", group: "a")
        list.item("2", group: "b")
        list.item("3", group: "a")
        try list.context.save()
        let error = try #require(caught { try list.controller.performFetch() })
        #expect(error.code == 134060)
        #expect(error.localizedDescription.contains("'group'"))
        #expect(list.controller.fetchedObjects == nil)
    }

    @Test("Sections from numbers, from related objects and from values that only objects know")
    func kindsOfSections() throws {
        let list = try ListStack(.sqlite, sections: nil)
        for (name, rank) in [("x", 10), ("y", 9), ("z", 9)] {
            let item = list.item(name)
            item.setValue(rank, forKey: "rank")
            item.setValue(Double(rank) / 2, forKey: "weight")
            let owner = list.stack.insert("Owner", ["name": "owner \(rank)"])
            item.setValue(owner, forKey: "owner")
        }
        try list.context.save()
        for batchSize in [0, 2] {
            for (path, content) in [
                ("rank", "9: y z | 10: x"), ("weight", "4.5: y z | 5: x"), ("owner.name", "owner 10: x | owner 9: y z"),
            ] {
                let request = TestStack.request("Item", sort: [path, "name"])
                request.fetchBatchSize = batchSize
                let controller = list.another(request, sections: path)
                try controller.performFetch()
                #expect(ListStack.content(of: controller) == content, "\(path), batches of \(batchSize)")
            }
        }
    }

    @Test func withoutSectionsThereIsOne() throws {
        let list = try ListStack(sections: nil)
        #expect(list.controller.sections == nil && list.controller.fetchedObjects == nil)
        try list.start()
        #expect(list.controller.sections?.map(\.numberOfObjects) == [0])
        #expect(list.controller.fetchedObjects == [])
        let empty = try ListStack()
        try empty.start()
        #expect(empty.controller.sections?.count == 0)
    }

    @Test func unknownSectionKeyPath() throws {
        let list = try ListStack(sections: "colour", sort: ["name"])
        list.items("a1")
        let error = try #require(caught { try list.controller.performFetch() })
        #expect(error.code == 134060 && error.localizedDescription.contains("'colour'"))
    }

    // MARK: - Events

    @Test("R3 Events come after the fetch only, and none for it") func noEventForTheFetch() throws {
        let list = try ListStack()
        let log = ChangeLog()
        list.controller.delegate = log
        list.items("a1")
        try list.context.save()
        #expect(log.take() == [])
        list.items("a2")
        try list.controller.performFetch()
        #expect(log.take() == [])
        #expect(list.content == "a: a1 a2")
        list.items("a3")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "insert a3 0.2", "did"])
    }

    @Test("R4 First will, then sections, then objects, then did") func orderOfEvents() throws {
        let list = try ListStack()
        let items = list.items("a1", "b1", "b2", "c1")
        let log = ChangeLog()
        try list.start(log)
        var before = ""
        log.willChange = { _ in before = list.content }
        list.context.delete(items[0])
        list.items("d1")
        items[3].setValue("c0", forKey: "note")
        items[2].setValue("b0", forKey: "name")
        list.context.processPendingChanges()
        #expect(
            log.take() == [
                "will", "delete section a 0", "insert section d 2", "delete a1 0.0", "insert d1 2.0",
                "move b0 1.1→0.0", "update c1 2.0→1.0", "did",
            ])
        // While it is told that something will change, the delegate sees the old content.
        #expect(before.hasPrefix("a: a1 | b: b1"))
    }

    @Test("R5 Insertions and deletions report only their object") func onlyTheObject() throws {
        let list = try ListStack(sections: nil)
        let items = list.items("a", "c", "e")
        let log = ChangeLog()
        try list.start(log)
        list.items("b")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "insert b 0.1", "did"])
        list.context.delete(items[0])
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "delete a 0.0", "did"])
    }

    @Test("R5 A changed sort key or section moves, anything else updates; R6 old and new places")
    func moveOrUpdate() throws {
        let list = try ListStack()
        let items = list.items("a1", "a2", "a3", "b1")
        let log = ChangeLog()
        try list.start(log)
        items[0].setValue("a4", forKey: "name")
        items[0].setValue("x", forKey: "note")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "move a4 0.0→0.2", "did"])
        items[0].setValue("b", forKey: "group")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "move a4 0.2→1.0", "did"])
        items[1].setValue("x", forKey: "note")
        list.items("a1")
        list.context.processPendingChanges()
        // [K] An update has both places: the old one, and the new one, which the insertion has shifted.
        #expect(log.take() == ["will", "insert a1 0.0", "update a2 0.0→0.1", "did"])
    }

    @Test("R7 A changed sort key that keeps the place is an update") func noMoveInPlace() throws {
        let list = try ListStack(sections: nil, sort: ["name"])
        let items = list.items("a", "c", "e")
        let log = ChangeLog()
        try list.start(log)
        items[1].setValue("d", forKey: "name")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "update d 0.1→0.1", "did"])
    }

    @Test("R7 An object that moves past others to the same path is deleted and inserted") func noMoveToItself() throws {
        let list = try ListStack(sections: nil, sort: ["name"])
        let items = list.items("a", "b", "c")
        let log = ChangeLog()
        try list.start(log)
        list.context.delete(items[0])
        items[1].setValue("d", forKey: "name")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "delete d 0.1", "delete a 0.0", "insert d 0.1", "did"])
        #expect(list.content == "c d")
    }

    @Test("R5 Of neighbours that change together, those that keep their order are updates") func neighbours() throws {
        let list = try ListStack(sections: nil, sort: ["name"])
        let items = list.items("a", "b", "c")
        let log = ChangeLog()
        try list.start(log)
        for item in items { item.setValue("x", forKey: "note") }
        items[0].setValue("z", forKey: "name")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "move z 0.0→0.2", "update b 0.1→0.0", "update c 0.2→0.1", "did"])
        #expect(list.content == "b c z")
    }

    @Test("R8 The last object leaves its section") func sectionEmpties() throws {
        let list = try ListStack()
        let items = list.items("a1", "b1", "c1")
        let log = ChangeLog()
        try list.start(log)
        items[0].setValue("c", forKey: "group")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "delete section a 0", "move a1 0.0→1.0", "did"])
        items[0].setValue("d", forKey: "group")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "insert section d 2", "move a1 1.0→2.0", "did"])
        list.context.delete(items[1])
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "delete section b 0", "delete b1 0.0", "did"])
        // The only object of a section goes to a section that takes its place.
        items[2].setValue("b", forKey: "group")
        list.context.processPendingChanges()
        #expect(
            log.take() == ["will", "delete section c 0", "insert section b 0", "delete c1 0.0", "insert c1 0.0", "did"])
    }

    @Test("R9 Beginning to match is an insertion, ceasing to match a deletion") func matching() throws {
        let list = try ListStack(predicate: "shown = YES")
        let items = list.items("a1", "a2")
        items[1].setValue(false, forKey: "shown")
        let log = ChangeLog()
        try list.start(log)
        #expect(list.content == "a: a1")
        items[1].setValue(true, forKey: "shown")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "insert a2 0.1", "did"])
        items[0].setValue(false, forKey: "shown")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "delete a1 0.0", "did"])
    }

    @Test("R10 A change of a related object alone is not seen") func relatedObject() throws {
        let list = try ListStack(sections: nil, sort: ["name"], predicate: "owner.name = 'x'")
        let items = list.items("a", "b")
        let owner = list.stack.insert("Owner", ["name": "x"])
        items[0].setValue(owner, forKey: "owner")
        let log = ChangeLog()
        try list.start(log)
        #expect(list.content == "a")
        owner.setValue("y", forKey: "name")
        list.context.processPendingChanges()
        #expect(log.take() == [] && list.content == "a")
        items[0].setValue("n", forKey: "note")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "delete a 0.0", "did"])
    }

    @Test("R11 An unrelated change calls nobody") func unrelated() throws {
        let list = try ListStack(predicate: "shown = YES") { $0.includesSubentities = false }
        list.items("a1")
        let hidden = list.item("a2")
        hidden.setValue(false, forKey: "shown")
        let log = ChangeLog()
        try list.start(log)
        list.stack.insert("Owner", ["name": "x"])
        list.item("a3", entity: "SpecialItem")
        hidden.setValue("x", forKey: "note")
        try list.context.save()
        #expect(log.take() == [])
    }

    @Test("R13 The fetch limit does not bound what is inserted later") func limit() throws {
        let list = try ListStack(sections: nil) { $0.fetchLimit = 2 }
        list.items("a", "b", "c")
        let log = ChangeLog()
        try list.start(log)
        #expect(list.content == "a b")
        list.items("aa")
        list.context.processPendingChanges()
        #expect(log.take() == ["will", "insert aa 0.1", "did"])
        #expect(list.content == "a aa b")
    }

    // MARK: - Whole contents

    @Test("R14 A delegate that takes snapshots is told nothing else") func snapshots() throws {
        let list = try ListStack()
        let items = list.items("a1", "b1")
        let log = SnapshotLog()
        try list.start(log)
        // [K] Apple's framework gives the fetched content too.
        #expect(log.snapshots.count == 1)
        let new = list.item("b0")
        items[0].setValue("x", forKey: "note")
        list.context.processPendingChanges()
        let snapshot = try #require(log.snapshots.last)
        #expect(log.snapshots.count == 2 && log.others == 0)
        #expect(snapshot.sectionIdentifiers == ["a", "b"])
        #expect(snapshot.itemIdentifiers(inSection: "b") == [new.objectID, items[1].objectID])
        #expect(snapshot.itemIdentifiers(inSection: "b")[0].isTemporaryID)
        #expect(snapshot.reloadedItemIdentifiers == [items[0].objectID])
        #expect(snapshot.sectionIdentifier(containingItem: items[1].objectID) == "b")
        #expect(snapshot.numberOfItems == 3 && snapshot.numberOfItems(inSection: "a") == 1)
    }

    @Test("R14 Differences are for lists without sections") func differences() throws {
        let list = try ListStack(sections: nil, sort: ["name"])
        let items = list.items("a", "b", "c")
        let log = DifferenceLog()
        try list.start(log)
        let before = try #require(list.controller.fetchedObjects?.map(\.objectID))
        items[0].setValue("d", forKey: "name")
        list.context.delete(items[1])
        list.items("cc")
        list.context.processPendingChanges()
        #expect(log.differences.count == 1 && log.others == 0)
        let after = try #require(list.controller.fetchedObjects?.map(\.objectID))
        #expect(before.applying(try #require(log.differences.first)) == after)
        #expect(list.content == "c cc d")

        let sectioned = try ListStack()
        let other = DifferenceLog()
        try sectioned.start(other)
        sectioned.items("a1")
        sectioned.context.processPendingChanges()
        #expect(other.differences.isEmpty && other.others == 1)
    }

    @Test("R15 Dictionaries and IDs are not followed") func otherResults() throws {
        let list = try ListStack()
        list.items("a1", "b1")
        try list.context.save()
        let log = ChangeLog()
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["group", "name"]
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: list.context, sectionNameKeyPath: "group", cacheName: nil)
        controller.delegate = log
        try controller.performFetch()
        #expect(controller.sections?.map(\.name) == ["a", "b"])
        #expect(controller.object(at: IndexPath(item: 0, section: 1))["name"] as? String == "b1")
        let byID = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
        byID.resultType = .managedObjectIDResultType
        byID.sortDescriptors = request.sortDescriptors
        let ids = NSFetchedResultsController(
            fetchRequest: byID, managedObjectContext: list.context, sectionNameKeyPath: nil, cacheName: nil)
        ids.delegate = log
        try ids.performFetch()
        let second = try #require(ids.fetchedObjects?.last)
        #expect(ids.indexPath(forObject: second) == IndexPath(item: 1, section: 0))
        list.items("c1")
        try list.context.save()
        #expect(log.take() == [])
        #expect(controller.fetchedObjects?.count == 2 && ids.fetchedObjects?.count == 2)
    }

    @Test("R16 What passes over the context is seen when it is merged") func passingOver() throws {
        let list = try ListStack(.sqlite)
        let items = list.items("a1", "b1")
        let log = ChangeLog()
        try list.start(log)
        try list.stack.execute("UPDATE ZITEM SET ZNAME = 'a2', Z_OPT = Z_OPT + 1 WHERE ZNAME = 'a1'")
        list.context.processPendingChanges()
        #expect(log.take() == [] && list.content == "a: a1 | b: b1")
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: [items[0].objectID]], into: [list.context])
        #expect(log.take() == ["will", "update a2 0.0→0.0", "did"])
    }

    // MARK: - More of what happens to objects

    @Test(arguments: StoreKind.allCases) func savesOfAnotherContext(_ kind: StoreKind) throws {
        let list = try ListStack(kind)
        list.items("a1", "b1", "c1")
        let log = ChangeLog()
        try list.start(log)
        let other = list.stack.makeContext()
        let theirs = try other.fetch(TestStack.request("Item", sort: ["name"]))
        theirs[0].setValue("c", forKey: "group")
        other.delete(theirs[1])
        list.item("b2", in: other)
        let notifications = NotificationLog(other)
        try other.save()
        list.context.mergeChanges(fromContextDidSave: try #require(notifications.notifications.last))
        #expect(
            log.take() == ["will", "delete section a 0", "delete b1 1.0", "insert b2 0.0", "move a1 0.0→1.0", "did"])
        #expect(list.content == "b: b2 | c: a1 c1")
    }

    @Test func savingChangesNothing() throws {
        let list = try ListStack()
        let log = ChangeLog()
        try list.start(log)
        list.items("a1")
        try list.context.save()
        #expect(log.take() == ["will", "insert section a 0", "insert a1 0.0", "did"])
        try list.context.save()
        #expect(log.take() == [])
    }

    @Test func deletionOfAnUnsavedObject() throws {
        let list = try ListStack()
        let log = ChangeLog()
        try list.start(log)
        let item = list.item("a1")
        list.context.processPendingChanges()
        list.context.delete(item)
        list.context.processPendingChanges()
        #expect(log.take().suffix(3) == ["delete section a 0", "delete a1 0.0", "did"])
        #expect(list.content == "")
    }

    /// What was inserted goes, what was deleted comes back, what was changed goes back to its place.
    @Test func rollback() throws {
        let list = try ListStack()
        let items = list.items("a1", "b1", "c1")
        let log = ChangeLog()
        try list.start(log)
        let new = list.item("a2")
        list.context.delete(items[1])
        items[2].setValue("a", forKey: "group")
        list.context.processPendingChanges()
        #expect(list.content == "a: a1 a2 c1")
        list.context.rollback()
        list.controller.results.contextDidChange([
            NSRefreshedObjectsKey: Set([items[1], items[2]]), NSDeletedObjectsKey: Set([new]),
        ])
        #expect(list.content == "a: a1 | b: b1 | c: c1")
    }

    /// A context without objects has nothing to show; the next fetch begins anew.
    @Test func reset() throws {
        let list = try ListStack()
        list.items("a1")
        let log = ChangeLog()
        try list.start(log)
        list.context.reset()
        #expect(log.take() == [] && list.controller.fetchedObjects == nil)
        try list.controller.performFetch()
        list.controller.delegate = nil
        list.context.reset()
        #expect(list.controller.fetchedObjects == nil)
        try list.controller.performFetch()
        #expect(list.content == "a: a1")
    }

    @Test func nobodyListensNothingFollowed() throws {
        let list = try ListStack()
        list.items("a1")
        try list.start()
        list.items("a2")
        list.context.processPendingChanges()
        #expect(list.content == "a: a1")
    }

    /// A delegate may fetch in the middle of an event.
    @Test func fetchInsideAnEvent() throws {
        let list = try ListStack()
        list.items("a1", "b1")
        let log = ChangeLog()
        try list.start(log)
        log.willChange = { _ in try? list.controller.performFetch() }
        list.items("a0")
        list.context.processPendingChanges()
        #expect(list.content == "a: a0 a1 | b: b1")
    }

    // MARK: - The delegate's view

    @Test func theDelegateSeesItsController() throws {
        let list = try ListStack()
        list.items("a1")
        let log = ChangeLog()
        try list.start(log)
        let controller = list.controller
        var views: [NSFetchedResultsController<any NSFetchRequestResult>] = []
        log.willChange = { view in views.append(view) }
        for name in ["a2", "a3"] {
            list.items(name)
            list.context.processPendingChanges()
        }
        #expect(views.count == 2 && views[0] === views[1])
        #expect(views[0] == controller && controller.isEqual(views[0]) && views[0].hash == controller.hash)
        #expect(views[0].fetchedObjects?.count == 3 && views[0].fetchRequest.entityName == "Item")
        #expect(try views[0] != ListStack().controller)
    }

    @Test func resultsOfTheWrongType() throws {
        let list = try ListStack()
        list.items("a1")
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: list.context, sectionNameKeyPath: nil, cacheName: nil)
        #expect(code { try controller.performFetch() } == 134060)
    }
}

import Testing

@testable import CoreData

/// Parents and children: each level shows the one above and saves into it.
@Suite struct ChildContextTests {
    private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        return child
    }

    private func twin(_ object: NSManagedObject, in context: NSManagedObjectContext) -> NSManagedObject {
        context.object(with: object.objectID)
    }

    @Test("C1 A save goes one level up and writes nothing", arguments: StoreKind.allCases)
    func oneLevelAtATime(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let child = child(of: stack.context)
        let made = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
        made.setValue("Ada", forKey: "name")
        #expect(!stack.context.hasChanges && child.hasChanges)
        let (_, statements) = try stack.statements { try child.save() }
        #expect(statements == 0)
        #expect(!child.hasChanges && stack.context.hasChanges && !made.hasChanges)
        let above = try #require(stack.context.insertedObjects.first)
        #expect(above !== made && above.objectID == made.objectID && above.string("name") == "Ada")
        #expect(try stack.fetch(in: stack.makeContext()).isEmpty)
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["Ada"])
    }

    @Test("C1 Updates and deletions go up", arguments: StoreKind.allCases)
    func updatesAndDeletions(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let (ada, bob) = (try stack.insertEmployees("Ada", "Bob")[0], try stack.fetch("Employee", "name == 'Bob'")[0])
        let child = child(of: stack.context)
        twin(ada, in: child).setValue("Ada L.", forKey: "name")
        child.delete(twin(bob, in: child))
        #expect(ada.string("name") == "Ada" && !bob.isDeleted)
        try child.save()
        #expect(ada.string("name") == "Ada L." && ada.isUpdated && bob.isDeleted)
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["Ada L."])
    }

    @Test("C1 Several levels", arguments: [2, 5]) func levels(_ depth: Int) throws {
        let stack = try TestStack()
        var contexts = [stack.context]
        for _ in 1..<depth { contexts.append(child(of: contexts[contexts.count - 1])) }
        let department = NSEntityDescription.insertNewObject(
            forEntityName: "Department", into: contexts[depth - 1])
        let made = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: contexts[depth - 1])
        made.setValue("Ada", forKey: "name")
        made.setValue(department, forKey: "depart")
        for context in contexts.reversed() { try context.save() }
        let stored = try #require(try stack.fetch(in: stack.makeContext()).first)
        #expect(stored.string("name") == "Ada" && stored.object("depart") != nil)
        // The lowest level finds its object again, under the permanent ID.
        let found = try stack.fetch(in: contexts[depth - 1])
        #expect(found.count == 1 && found[0] === made && !made.objectID.isTemporaryID)
    }

    @Test("C2 IDs stay temporary in the child until it looks", arguments: StoreKind.allCases)
    func temporaryIDs(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let child = child(of: stack.context)
        let made = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
        made.setValue("Ada", forKey: "name")
        let temporary = made.objectID
        try child.save()
        #expect(made.objectID.isTemporaryID)
        try stack.context.save()
        #expect(made.objectID == temporary, "nobody has told the child")
        made.setValue("Ada L.", forKey: "name")
        try child.save()
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["Ada L."])
        #expect(try stack.fetch(in: child).first === made && !made.objectID.isTemporaryID)
        #expect(child.object(with: temporary) === made)
    }

    @Test("C2 Permanent IDs before the save", arguments: StoreKind.allCases, [false, true])
    func permanentIDs(_ kind: StoreKind, afterTheSave: Bool) throws {
        let stack = try TestStack(kind)
        let child = child(of: stack.context)
        let made = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
        made.setValue("Ada", forKey: "name")
        if afterTheSave { try child.save() }
        try child.obtainPermanentIDs(for: [made])
        let id = made.objectID
        #expect(!id.isTemporaryID)
        try child.save()
        #expect(stack.context.object(with: id).string("name") == "Ada")
        try stack.context.save()
        #expect(try stack.fetch(in: stack.makeContext()).map(\.objectID) == [id])
        #expect(try child.existingObject(with: id) === made)
    }

    @Test("C3 The child sees the parent's unsaved changes, not the other way round", arguments: StoreKind.allCases)
    func whoSeesWhat(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let department = stack.insert("Department", ["name": "d"])
        let all = try stack.insertEmployees("Ada", "Bob", "Cyd")
        all[0].setValue("Ada 2", forKey: "name")
        all[0].setValue(department, forKey: "depart")
        stack.context.delete(all[1])
        let new = stack.insert("Employee", ["name": "New", "age": 40, "depart": department])
        let child = child(of: stack.context)
        #expect(try stack.names(in: child) == ["Ada 2", "Cyd", "New"])
        #expect(try stack.names("name == 'Ada'", in: child).isEmpty)
        #expect(try child.count(for: TestStack.request()) == 3)
        let sorted = try child.fetch(TestStack.request(sort: ["name"]))
        #expect(sorted.map { $0.string("name") } == ["Ada 2", "Cyd", "New"])
        let below = twin(new, in: child)
        #expect(below.value(forKey: "age") as? Int == 40 && below.objectID == new.objectID)
        #expect(!child.hasChanges && !below.isInserted)
        #expect(twin(department, in: child).names("employees") == ["Ada 2", "New"])
        #expect(below.object("depart") === twin(department, in: child))
        below.setValue("Below", forKey: "name")
        #expect(new.string("name") == "New")
        #expect(try stack.names("name == 'Below'").isEmpty)
        child.rollback()
        #expect(below.string("name") == "New" && below.value(forKey: "age") as? Int == 40)
    }

    @Test("C4 The parent's changes are not pushed down", arguments: StoreKind.allCases)
    func changesAreNotPushedDown(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let ada = try stack.insertEmployees("Ada")[0]
        let child = child(of: stack.context)
        let below = twin(ada, in: child)
        #expect(below.string("name") == "Ada")
        ada.setValue("Ada 2", forKey: "name")
        #expect(below.string("name") == "Ada")
        #expect(try stack.fetch(in: child).first?.string("name") == "Ada", "a fetch replaces no values (T6)")
        child.refresh(below, mergeChanges: false)
        #expect(below.string("name") == "Ada 2")
        try stack.context.save()
        ada.setValue("Ada 3", forKey: "name")
        try stack.context.save()
        #expect(below.string("name") == "Ada 2")
    }

    @Test("C4 Automatic merging brings the parent's and the siblings' saves") func automaticMerge() async throws {
        let stack = try TestStack()
        let ada = try stack.insertEmployees("Ada")[0]
        let (first, second) = (child(of: stack.context), child(of: stack.context))
        first.automaticallyMergesChangesFromParent = true
        let below = twin(ada, in: first)
        #expect(below.string("name") == "Ada")
        second.performAndWait { twin(ada, in: second).setValue("sibling", forKey: "name") }
        try second.performAndWait { try second.save() }
        await first.perform {}
        #expect(below.string("name") == "sibling")
        ada.setValue("parent", forKey: "name")
        try stack.context.save()
        await first.perform {}
        #expect(below.string("name") == "parent")
    }

    @Test("C5 A child's save validates") func validation() throws {
        let stack = try TestStack()
        let child = child(of: stack.context)
        let made = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
        #expect(code { try child.save() } == 1570)
        #expect(!stack.context.hasChanges && child.hasChanges)
        made.setValue("Ada", forKey: "name")
        try child.save()
        #expect(stack.context.hasChanges)
    }

    @Test("C6 A child keeps its parent") func childKeepsItsParent() throws {
        let stack = try TestStack()
        try stack.insertEmployees("Ada")
        let child = child(of: stack.makeContext())
        #expect(try stack.names(in: child) == ["Ada"])
    }

    /// General knowledge: what the parent has changed since the child read it is a conflict like one with a store.
    @Test(
        "C7 The child's merge policy decides over what the parent has changed meanwhile",
        arguments: [
            (NSMergePolicy.error, "parent", 2.0, 133020 as Int?),
            (.mergeByPropertyObjectTrump, "child", 2.0, nil), (.mergeByPropertyStoreTrump, "parent", 2.0, nil),
            (.overwrite, "child", 1.0, nil), (.rollback, "parent", 2.0, nil),
        ])
    func conflicts(policy: NSMergePolicy, name: String, height: Double, expected: Int?) throws {
        let stack = try TestStack()
        let ada = stack.insert("Employee", ["name": "Ada", "height": 1.0])
        try stack.context.save()
        let child = child(of: stack.context)
        child.mergePolicy = policy
        let below = twin(ada, in: child)
        below.setValue("child", forKey: "name")
        ada.setValue("parent", forKey: "name")
        ada.setValue(2.0, forKey: "height")
        #expect(code { try child.save() } == expected)
        #expect(ada.string("name") == name && ada.value(forKey: "height") as? Double == height)
        #expect(child.hasChanges == (expected != nil))
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == [name])
    }

    @Test("C7 What only the child has changed is no conflict") func separateChanges() throws {
        let stack = try TestStack()
        let ada = try stack.insertEmployees("Ada")[0]
        let child = child(of: stack.context)
        twin(ada, in: child).setValue("child", forKey: "name")
        ada.setValue(2.0, forKey: "height")
        try child.save()
        #expect(ada.string("name") == "child" && ada.value(forKey: "height") as? Double == 2)
    }

    @Test("Relationships of every kind go up", arguments: StoreKind.allCases)
    func relationships(_ kind: StoreKind) throws {
        let stack = try TestStack(model: GraphModel.make(), kind)
        let hub = stack.insert("Node", ["name": "hub"])
        let old = stack.insert("Node", ["name": "old", "parent": hub])
        hub.add(old, to: "list")
        try stack.context.save()
        let child = child(of: stack.context)
        let below = twin(hub, in: child)
        let new = ["a", "b", "c"].map { name in
            let node = NSEntityDescription.insertNewObject(forEntityName: "Node", into: child)
            node.setValue(name, forKey: "name")
            return node
        }
        below.add(new[0], new[1], to: "children")
        below.remove(twin(old, in: child), from: "children")
        below.setValue(NSOrderedSet(array: [new[2], twin(old, in: child), new[0]]), forKey: "list")
        below.add(new[0], new[2], to: "many")
        below.add(below, new[1], to: "friends")
        below.setValue(new[1], forKey: "one")
        below.setValue(new[2], forKey: "favorite")
        try child.save()
        func check(_ hub: NSManagedObject, _ comment: Comment) {
            #expect(hub.names("children") == ["a", "b"], comment)
            #expect(hub.names("list") == ["c", "old", "a"], comment)
            #expect(hub.names("many") == ["a", "c"], comment)
            #expect(hub.names("friends") == ["b", "hub"], comment)
            #expect(hub.object("one")?.string("name") == "b", comment)
            #expect(hub.object("one")?.object("oneBack") === hub, comment)
            #expect(hub.object("favorite")?.string("name") == "c", comment)
        }
        check(hub, "parent")
        check(below, "child")
        try stack.context.save()
        let other = stack.makeContext()
        check(other.object(with: hub.objectID), "store")
        child.refreshAllObjects()
        check(below, "child, read again")
    }

    @Test("What a child deletes is deleted above, with its rules", arguments: StoreKind.allCases)
    func cascade(_ kind: StoreKind) throws {
        let stack = try TestStack(model: GraphModel.rules(.cascadeDeleteRule), kind)
        let owner = stack.insert("Owner", ["name": "o"])
        for index in 0..<3 { stack.insert("Item", ["name": "i\(index)", "owner": owner]) }
        let child = child(of: stack.context)
        child.delete(twin(owner, in: child))
        try child.save()
        #expect(try stack.fetch("Item").isEmpty && stack.fetch("Owner").isEmpty)
        try stack.context.save()
        #expect(!stack.context.hasChanges)
    }

    @Test("Rows are read from above in batches") func batches() throws {
        let stack = try TestStack()
        for index in 0..<60 { stack.insert("Employee", ["name": "e\(index)"]) }
        try stack.context.save()
        // Opens the connection that reads.
        #expect(try stack.fetch().count == 60)
        stack.context.reset()
        let child = child(of: stack.context)
        let request = TestStack.request(sort: ["name"])
        request.fetchBatchSize = 20
        let (objects, keys) = try stack.statements { try child.fetch(request) }
        #expect(keys == 1)
        #expect(objects.count == 60)
        let (_, rows) = stack.statements { objects.forEach { _ = $0.string("name") } }
        #expect(rows == 3)
    }

    @Test("A fetched-results controller below sees the sections above, unsaved ones too", arguments: [0, 20])
    func fetchedResults(batchSize: Int) throws {
        let stack = try TestStack()
        try stack.insertEmployees("Ada", "Bob")
        stack.insert("Employee", ["name": "Cyd"])
        let request = TestStack.request(sort: ["name"])
        request.fetchBatchSize = batchSize
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: child(of: stack.context), sectionNameKeyPath: "name",
            cacheName: nil)
        try controller.performFetch()
        #expect(controller.sections?.map(\.name) == ["Ada", "Bob", "Cyd"])
    }

    @Test("What is saved again and again is not kept") func forgettingSavedObjects() throws {
        let stack = try TestStack()
        let child = child(of: stack.context)
        for index in 0..<20 {
            let made = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
            made.setValue("e\(index)", forKey: "name")
            try child.save()
            try stack.context.save()
        }
        #expect(child.temporaryInParent.count == 1, "the last one, which nobody has looked for yet")
    }

    @Test("Unrelated rows are shared, not read twice") func sharedRows() throws {
        let stack = try TestStack()
        try stack.insertEmployees("Ada", "Bob")
        stack.context.reset()
        let held = try stack.fetch()
        let child = child(of: stack.context)
        let (_, statements) = stack.statements { held.forEach { _ = twin($0, in: child).string("name") } }
        #expect(statements == 0)
    }

    @Test("The two-context arrangement: a writer below the queue, the interface above", .timeLimit(.minutes(1)))
    func writerAndInterface() async throws {
        let stack = try TestStack()
        let writer = stack.context
        let main = NSManagedObjectContext(.mainQueue)
        main.parent = writer
        try await MainActor.run {
            let made = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: main)
            made.setValue("Ada", forKey: "name")
            try main.save()
        }
        let worker = child(of: main)
        try await worker.perform {
            let made = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: worker)
            made.setValue("Bob", forKey: "name")
            try worker.save()
        }
        try await main.perform { try main.save() }
        try await writer.perform { try writer.save() }
        #expect(try stack.names(in: stack.makeContext()) == ["Ada", "Bob"])
    }

    @Test(
        "C7 The child's policy decides between its changes and the parent's",
        arguments: [
            (NSMergePolicy.error, 133020, "above"), (.mergeByPropertyStoreTrump, nil, "above"),
            (.mergeByPropertyObjectTrump, nil, "below"),
        ] as [(NSMergePolicy, Int?, String)])
    func policies(_ policy: NSMergePolicy, _ expected: Int?, _ name: String) throws {
        let stack = try TestStack()
        let ada = try stack.insertEmployees("Ada")[0]
        let child = child(of: stack.context)
        child.mergePolicy = policy
        let below = twin(ada, in: child)
        #expect(below.string("name") == "Ada")
        ada.setValue("above", forKey: "name")
        below.setValue("below", forKey: "name")
        #expect(code { try child.save() } == expected)
        #expect(ada.string("name") == name)
        #expect(child.hasChanges == (expected != nil))
    }

    @Test("Case 12 Uniqueness is enforced at the root; without the offender, saves work again")
    func duplicateFromAChild() throws {
        let stack = try TestStack()
        stack.insert("Employee", ["name": "old", "employeeID": "1"])
        try stack.context.save()
        let child = child(of: stack.context)
        let made = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
        made.setValuesForKeys(["name": "new", "employeeID": "1"])
        try child.save()
        let error = try #require(caught { try stack.context.save() })
        #expect(error.code == 133021)
        #expect(code { try stack.context.save() } == 133021)
        let offender = try #require(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject)
        #expect(offender.string("name") == "new" && offender.managedObjectContext === stack.context)
        stack.context.delete(offender)
        stack.insert("Employee", ["name": "next", "employeeID": "2"])
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["next", "old"])
    }
}

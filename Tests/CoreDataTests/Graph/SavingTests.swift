import Testing

@testable import CoreData

/// Insert, change, delete, save, rollback, reset and refresh, over each kind of store.
@Suite struct SavingTests {
    @Test("D7 An object from insertion to deletion", arguments: StoreKind.allCases)
    func lifeOfAnObject(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let context = stack.context
        #expect(!context.hasChanges)
        let employee = stack.insert("Employee", ["name": "zhangsan"])
        #expect(employee.isInserted && !employee.isUpdated && !employee.isDeleted && employee.hasChanges)
        #expect(context.insertedObjects == [employee] && context.hasChanges)
        try context.save()
        #expect(!employee.isInserted && !employee.hasChanges && !context.hasChanges)

        employee.setValue("lisi", forKey: "name")
        #expect(employee.isUpdated && context.updatedObjects == [employee])
        try context.save()
        #expect(try stack.names() == ["lisi"])
        #expect(try stack.names(in: stack.makeContext()) == ["lisi"])

        context.delete(employee)
        #expect(employee.isDeleted && context.deletedObjects == [employee])
        try context.save()
        #expect(!employee.isDeleted && employee.managedObjectContext == nil)
        #expect(try stack.names() == [])
        #expect(try stack.names(in: stack.makeContext()) == [])
    }

    @Test("T10 Rollback: insertions vanish, deletions are taken back", arguments: StoreKind.allCases)
    func rollback(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let context = stack.context
        let kept = try stack.insertEmployees("a", "b")
        let new = stack.insert("Employee", ["name": "c"])
        kept[0].setValue("x", forKey: "name")
        context.delete(kept[1])
        context.processPendingChanges()
        context.rollback()
        #expect(!context.hasChanges && context.insertedObjects.isEmpty && context.deletedObjects.isEmpty)
        #expect(new.managedObjectContext == nil)
        #expect(kept[0].string("name") == "a" && !kept[1].isDeleted)
        #expect(try stack.names() == ["a", "b"])
        kept[1].setValue("y", forKey: "name")
        try context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["a", "y"])
    }

    @Test("T10 Reset: no object has a context any more", arguments: StoreKind.allCases)
    func reset(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let employee = try stack.insertEmployees("a")[0]
        let id = employee.objectID
        employee.setValue("b", forKey: "name")
        stack.context.reset()
        #expect(!stack.context.hasChanges && stack.context.registeredObjects.isEmpty)
        #expect(employee.managedObjectContext == nil)
        #expect(employee.objectID == id, "an object that has left its context still names its row")
        #expect(stack.context.object(with: id) !== employee)
        #expect(try stack.names() == ["a"])
    }

    @Test("T9 T14 Refreshing drops changes or puts them on top", arguments: StoreKind.allCases)
    func refresh(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let employee = try stack.insertEmployees("a")[0]
        let other = stack.makeContext()
        try #require(try stack.fetch(in: other).first).setValue(Int16(50), forKey: "age")
        try other.save()
        employee.setValue("b", forKey: "name")
        #expect(employee.value(forKey: "age") as? Int == 18)
        stack.context.refresh(employee, mergeChanges: true)
        #expect(employee.value(forKey: "age") as? Int == 50 && employee.string("name") == "b" && employee.hasChanges)
        stack.context.refresh(employee, mergeChanges: false)
        #expect(employee.isFault && !employee.hasChanges && !stack.context.hasChanges)
        #expect(employee.string("name") == "a")
        employee.setValue("c", forKey: "name")
        stack.context.refreshAllObjects()
        #expect(employee.string("name") == "c", "refreshing all keeps changes")
    }

    /// A refreshed to-many relationship is read again, with local changes on top.
    @Test("T9 A refreshed to-many relationship is read again", arguments: StoreKind.allCases)
    func refreshReadsMembersAgain(_ kind: StoreKind) throws {
        let stack = try TestStack(model: GraphModel.make(), kind)
        let parent = stack.insert("Node", ["name": "p"])
        parent.add(stack.insert("Node", ["name": "1"]), to: "children")
        try stack.context.save()
        let other = stack.makeContext()
        let theirs = other.object(with: parent.objectID)
        let second = NSEntityDescription.insertNewObject(forEntityName: "Node", into: other)
        second.setValue("2", forKey: "name")
        second.setValue(theirs, forKey: "parent")
        try other.save()
        parent.add(stack.insert("Node", ["name": "3"]), to: "children")
        stack.context.refresh(parent, mergeChanges: true)
        #expect(parent.names("children") == ["1", "2", "3"])
    }

    @Test("Notifications A save without changes does not reach the store", arguments: StoreKind.allCases)
    func nothingToSave(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        try stack.context.save()
        let (_, count) = try stack.statements { try stack.context.save() }
        #expect(count == 0)
    }

    /// Inserted and deleted again before a save: it was never there.
    @Test("D6 An unsaved object that is deleted was never there", arguments: StoreKind.allCases)
    func deletionOfUnsavedObject(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let employee = stack.insert("Employee", ["name": "a"])
        stack.context.delete(employee)
        #expect(!stack.context.hasChanges)
        let log = NotificationLog(stack.context)
        try stack.context.save()
        #expect(!log.take().contains { $0.hasPrefix("didSave") })
        #expect(employee.managedObjectContext == nil)
        #expect(try stack.names() == [])
    }

    @Test(arguments: StoreKind.allCases) func insertionTakesBackADeletion(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let employee = try stack.insertEmployees("a")[0]
        stack.context.delete(employee)
        stack.context.insert(employee)
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["a"])
    }

    /// A transient value is the object's own: it survives saves, and writes nothing.
    @Test(arguments: StoreKind.allCases) func transientValues(_ kind: StoreKind) throws {
        let stack = try TestStack(model: ZooModel.make(), kind)
        let tag = stack.insert("Tag", ["text": "a", "temporary": "t"])
        try stack.context.save()
        #expect(tag.string("temporary") == "t")
        for text in ["b", "c"] {
            tag.setValue("u", forKey: "temporary")
            try stack.context.save()
            #expect(tag.string("temporary") == "u")
            tag.setValue(text, forKey: "text")
            try stack.context.save()
            #expect(tag.string("temporary") == "u" && tag.string("text") == text)
        }
        stack.context.refresh(tag, mergeChanges: false)
        #expect(tag.value(forKey: "temporary") == nil && tag.string("text") == "c")
    }

    /// Default values are set at insertion, also of an object that was made without a context, and never over a value.
    @Test("T8 Default values are there at insertion", arguments: StoreKind.allCases)
    func defaults(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let entity = try #require(NSEntityDescription.entity(forEntityName: "Employee", in: stack.context))
        let first = NSManagedObject(entity: entity, insertInto: stack.context)
        #expect(first.value(forKey: "age") as? Int == 18)
        let second = NSManagedObject(entity: entity, insertInto: nil)
        second.setValue(30, forKey: "age")
        stack.context.insert(second)
        #expect(second.value(forKey: "age") as? Int == 30)
        let third = NSManagedObject(entity: entity, insertInto: nil)
        stack.context.insert(third)
        for (index, object) in [first, second, third].enumerated() { object.setValue("\(index)", forKey: "name") }
        try stack.context.save()
        let ages = try stack.fetch(sort: ["name"], in: stack.makeContext()).map { $0.value(forKey: "age") as? Int }
        #expect(ages == [18, 30, 18])
    }

    /// What is left of a graph does not keep itself alive when its context is gone.
    @Test("T5 A context lets go of its objects") func contextLetsGoOfItsObjects() throws {
        let stack = try TestStack(model: GraphModel.make())
        weak var parent: NSManagedObject?
        weak var child: NSManagedObject?
        try autoreleasingScope {
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = stack.coordinator
            let first = NSEntityDescription.insertNewObject(forEntityName: "Node", into: context)
            let second = NSEntityDescription.insertNewObject(forEntityName: "Node", into: context)
            first.add(second, to: "many")
            second.add(first, to: "many")
            try context.save()
            _ = first.names("many") + second.names("manyBack")
            (parent, child) = (first, second)
        }
        #expect(parent == nil && child == nil)
    }

    private func autoreleasingScope(_ body: () throws -> Void) rethrows { try body() }

    /// An object outlives its context: it keeps its values, and reading a relationship is harmless.
    @Test func objectOutlivesItsContext() throws {
        let stack = try TestStack(model: GraphModel.make())
        var context: NSManagedObjectContext? = NSManagedObjectContext(.privateQueue)
        context?.persistentStoreCoordinator = stack.coordinator
        let node = NSEntityDescription.insertNewObject(forEntityName: "Node", into: try #require(context))
        node.setValue("a", forKey: "name")
        node.setValue(node, forKey: "parent")
        try context?.save()
        let id = node.objectID
        context = nil
        #expect(node.managedObjectContext == nil && node.objectID == id && node.string("name") == "a")
        #expect(node.objects("children") == [] && node.value(forKey: "parent") == nil)
    }
}

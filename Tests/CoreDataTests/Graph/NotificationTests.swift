import Testing

@testable import CoreData

/// What contexts announce, and how other contexts take it over.
@Suite struct NotificationTests {
    @Test("Notifications Sets of objects and of IDs, did-change before the save", arguments: StoreKind.allCases)
    func saveAnnouncesSets(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let objects = try stack.insertEmployees("a", "b")
        let log = NotificationLog(stack.context)
        let new = stack.insert("Employee", ["name": "c"])
        objects[0].setValue("x", forKey: "name")
        stack.context.delete(objects[1])
        let deletedID = objects[1].objectID
        try stack.context.save()
        #expect(
            log.take() == [
                "didChange inserted 1, updated 1, deleted 1", "willSave", "didSave inserted 1, updated 1, deleted 1",
            ])
        let info = try #require(log.notifications.last?.userInfo)
        #expect(info[NSInsertedObjectsKey] as? Set<NSManagedObject> == [new])
        #expect(info[NSUpdatedObjectsKey] as? Set<NSManagedObject> == [objects[0]])
        #expect(info[NSDeletedObjectsKey] as? Set<NSManagedObject> == [objects[1]])
        #expect(info["inserted_objectIDs"] as? Set<NSManagedObjectID> == [new.objectID])
        #expect(info["deleted_objectIDs"] as? Set<NSManagedObjectID> == [deletedID])
        #expect(!new.objectID.isTemporaryID)
    }

    @Test("Notifications Nothing changed, nothing posted", arguments: StoreKind.allCases)
    func nothingChangedNothingPosted(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        try stack.insertEmployees("a")
        let log = NotificationLog(stack.context)
        try stack.context.save()
        stack.context.processPendingChanges()
        _ = try stack.fetch().map { $0.string("name") }
        try stack.context.save()
        #expect(log.take() == [])
    }

    /// A change is announced once, however often pending changes are processed.
    @Test("Notifications Each change is announced once") func announcedOnce() throws {
        let stack = try TestStack()
        let employee = try stack.insertEmployees("a")[0]
        let log = NotificationLog(stack.context)
        employee.setValue("b", forKey: "name")
        employee.setValue("c", forKey: "name")
        stack.context.processPendingChanges()
        stack.context.processPendingChanges()
        #expect(log.take() == ["didChange updated 1"])
        employee.setValue("d", forKey: "name")
        stack.context.processPendingChanges()
        #expect(log.take() == ["didChange updated 1"])
        stack.context.refresh(employee, mergeChanges: false)
        stack.context.processPendingChanges()
        #expect(log.take() == ["didChange refreshed 1"])
    }

    /// The end of a `perform` block is the end of an event.
    @Test("Notifications The end of a block is the end of an event") func endOfABlock() async throws {
        let stack = try TestStack()
        let log = NotificationLog(stack.context)
        let context = stack.context
        await context.perform { _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context) }
        #expect(log.take() == ["didChange inserted 1"])
    }

    @Test("Notifications A failed save announces no save") func failedSaveAnnouncesNoSave() throws {
        let stack = try TestStack()
        stack.insert("Employee")
        let log = NotificationLog(stack.context)
        #expect(code { try stack.context.save() } == 1570)
        #expect(!log.take().contains { $0.hasPrefix("didSave") })
    }

    @Test("Notifications A reset invalidates every object") func resetIsAnnounced() throws {
        let stack = try TestStack()
        let employee = try stack.insertEmployees("a")[0]
        let log = NotificationLog(stack.context)
        stack.context.reset()
        let info = try #require(log.notifications.last?.userInfo)
        let key = NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue
        #expect(info[key] as? [NSManagedObjectID] == [employee.objectID])
        _ = log.take()
        stack.context.reset()
        #expect(log.take() == [])
    }

    @Test("Notifications What willSave changes is saved and announced with it") func changesWhileSaving() throws {
        let model = CompanyModel.make()
        model.entitiesByName["Employee"]?.managedObjectClassName = String(reflecting: EmployeeWithDepartment.self)
        let stack = try TestStack(model: model)
        stack.insert("Employee", ["name": "a"])
        let log = NotificationLog(stack.context)
        try stack.context.save()
        #expect(log.take().last == "didSave inserted 2")
        #expect(try stack.fetch("Department", in: stack.makeContext()).map { $0.string("name") } == ["a's"])
    }

    // MARK: - Merging

    private struct Pair {
        let stack: TestStack
        let other: NSManagedObjectContext
        let objects: [NSManagedObject]
        let theirs: [NSManagedObject]
        let log: NotificationLog

        init(_ kind: StoreKind) throws {
            stack = try TestStack(kind)
            objects = try stack.insertEmployees("a", "b", "c")
            let other = stack.makeContext()
            self.other = other
            theirs = objects.map { other.object(with: $0.objectID) }
            log = NotificationLog(other)
        }

        /// Saves changes of all kinds and gives the notification.
        func save() throws -> Notification {
            let log = NotificationLog(stack.context)
            objects[0].setValue("x", forKey: "name")
            stack.context.delete(objects[1])
            stack.insert("Employee", ["name": "d"])
            try stack.context.save()
            return try #require(log.notifications.last)
        }
    }

    @Test("Notifications Merging another context's save", arguments: StoreKind.allCases)
    func mergeOfANotification(_ kind: StoreKind) throws {
        let pair = try Pair(kind)
        #expect(pair.theirs.map { $0.string("name") } == ["a", "b", "c"])
        pair.theirs[0].setValue(Int16(99), forKey: "age")
        let notification = try pair.save()
        _ = pair.log.take()
        pair.other.mergeChanges(fromContextDidSave: notification)
        #expect(pair.theirs[0].string("name") == "x" && pair.theirs[0].value(forKey: "age") as? Int == 99)
        #expect(pair.theirs[1].managedObjectContext == nil)
        #expect(pair.theirs[0].hasChanges)
        #expect(pair.log.take() == ["didChange inserted 1, updated 1, deleted 1"])
        #expect(try pair.stack.names(in: pair.other) == ["c", "d", "x"])
        // With the changes merged, the save has no conflict.
        try pair.other.save()
    }

    /// A merge arrives later than the save: the store may have gone meanwhile.
    @Test(arguments: StoreKind.allCases) func mergeAfterTheStoreWasRemoved(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let ids = try stack.insertEmployees("a", "b").map(\.objectID)
        let other = stack.makeContext()
        try stack.coordinator.remove(stack.anyStore)
        other.mergeChanges(inserted: [ids[0]], updated: [ids[1]], deleted: ids)
        #expect(other.registeredObjects.isEmpty)
    }

    @Test("Notifications Merging IDs or URIs", arguments: StoreKind.allCases, [true, false])
    func mergeOfRemoteChanges(_ kind: StoreKind, asURIs: Bool)
        throws
    {
        let pair = try Pair(kind)
        #expect(pair.theirs.map { $0.string("name") } == ["a", "b", "c"])
        let info = try #require(try pair.save().userInfo)
        var changes: [AnyHashable: Any] = [:]
        for (key, idKey) in [
            (NSInsertedObjectsKey, "inserted_objectIDs"), (NSUpdatedObjectsKey, "updated_objectIDs"),
            (NSDeletedObjectsKey, "deleted_objectIDs"),
        ] {
            let ids = Array(info[idKey] as? Set<NSManagedObjectID> ?? [])
            changes[key] = asURIs ? ids.map { $0.uriRepresentation() } as Any : ids
        }
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [pair.other])
        #expect(pair.theirs[0].string("name") == "x" && pair.theirs[1].managedObjectContext == nil)
        #expect(try pair.stack.names(in: pair.other) == ["c", "d", "x"])
    }

    @Test("Notifications Merging by itself", arguments: StoreKind.allCases)
    func automaticMerge(_ kind: StoreKind) async throws {
        let pair = try Pair(kind)
        let (other, theirs) = (pair.other, Unshared(pair.theirs))
        other.automaticallyMergesChangesFromParent = true
        await other.perform { for object in theirs.value { _ = object.string("name") } }
        _ = try pair.save()
        let (name, isGone) = await other.perform {
            (theirs.value[0].string("name"), theirs.value[1].managedObjectContext == nil)
        }
        #expect(name == "x" && isGone)
        other.automaticallyMergesChangesFromParent = false
        pair.objects[0].setValue("y", forKey: "name")
        try pair.stack.context.save()
        #expect(await other.perform { theirs.value[0].string("name") } == "x")
    }

    /// Relationships follow: the sets that the other context shows are those of the store.
    @Test(arguments: StoreKind.allCases) func mergedRelationships(_ kind: StoreKind) throws {
        let stack = try TestStack(model: GraphModel.make(), kind)
        let parent = stack.insert("Node", ["name": "p"])
        let children = ["1", "2"].map { stack.insert("Node", ["name": $0, "parent": parent]) }
        try stack.context.save()
        let other = stack.makeContext()
        let theirs = other.object(with: parent.objectID)
        #expect(theirs.names("children") == ["1", "2"])
        let log = NotificationLog(stack.context)
        stack.context.delete(children[0])
        stack.insert("Node", ["name": "3", "parent": parent])
        try stack.context.save()
        for notification in log.notifications where notification.name == .NSManagedObjectContextDidSave {
            other.mergeChanges(fromContextDidSave: notification)
        }
        #expect(theirs.names("children") == ["2", "3"])
    }
}

/// Carries objects to the queue that they belong to.
struct Unshared<Value>: @unchecked Sendable {
    // Sendable: used on the objects' own queue only.
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// Makes its department when it is saved.
final class EmployeeWithDepartment: NSManagedObject {
    override func willSave() {
        guard value(forKey: "depart") == nil, let context = managedObjectContext else { return }
        let department = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
        department.setValue("\(string("name"))'s", forKey: "name")
        setValue(department, forKey: "depart")
    }
}

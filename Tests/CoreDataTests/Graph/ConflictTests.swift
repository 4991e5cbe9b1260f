import SQLite
import Testing

@testable import CoreData

/// Two contexts change one row; two objects want one name.
@Suite struct ConflictTests {
    private func pair(_ kind: StoreKind) throws -> (TestStack, NSManagedObject, NSManagedObjectContext, NSManagedObject)
    {
        let stack = try TestStack(kind)
        let mine = try stack.insertEmployees("a")[0]
        let other = stack.makeContext()
        return (stack, mine, other, try other.existingObject(with: mine.objectID))
    }

    @Test("Locking Two updates of one row are a conflict, and nothing is written", arguments: StoreKind.allCases)
    func bothUpdate(_ kind: StoreKind) throws {
        let (stack, mine, other, theirs) = try pair(kind)
        theirs.setValue("theirs", forKey: "name")
        try other.save()
        mine.setValue("mine", forKey: "name")
        let new = stack.insert("Employee", ["name": "new"])
        let log = NotificationLog(stack.context)
        let error = try #require(caught { try stack.context.save() })
        #expect(error.code == 133020)
        #expect(error.localizedDescription.contains("Employee p1") && !error.localizedDescription.contains("mine"))
        for key in ["conflictList", NSPersistentStoreSaveConflictsErrorKey] {
            let conflicts = try #require(error.userInfo[key] as? [NSMergeConflict])
            #expect(conflicts.count == 1 && conflicts[0].sourceObject === mine)
            #expect(conflicts[0].oldVersionNumber == 1 && conflicts[0].newVersionNumber == 2)
        }
        #expect(!log.take().contains { $0.hasPrefix("didSave") })
        #expect(mine.string("name") == "mine" && mine.isUpdated && new.isInserted && new.objectID.isTemporaryID)
        #expect(try stack.names(in: stack.makeContext()) == ["theirs"], "nothing was written")
        // The way out: take the row, with the change on top.
        stack.context.refresh(mine, mergeChanges: true)
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["mine", "new"])
    }

    @Test("Locking An update of a deleted row is a conflict with version 0", arguments: StoreKind.allCases)
    func updateOfADeletedRow(_ kind: StoreKind) throws {
        let (stack, mine, other, theirs) = try pair(kind)
        other.delete(theirs)
        try other.save()
        mine.setValue("mine", forKey: "name")
        let error = try #require(caught { try stack.context.save() })
        #expect(error.code == 133020)
        #expect((error.userInfo["conflictList"] as? [NSMergeConflict])?.first?.newVersionNumber == 0)
        stack.context.rollback()
        try stack.context.save()
    }

    @Test("Locking A deletion of an updated row is a conflict", arguments: StoreKind.allCases)
    func deletionOfAnUpdatedRow(_ kind: StoreKind) throws {
        let (stack, mine, other, theirs) = try pair(kind)
        theirs.setValue("theirs", forKey: "name")
        try other.save()
        _ = mine.string("name")
        stack.context.delete(mine)
        #expect(code { try stack.context.save() } == 133020)
        #expect(mine.isDeleted)
        #expect(try stack.names(in: stack.makeContext()) == ["theirs"])
    }

    /// Writes nothing into a row that was only looked at.
    @Test("T6 F9 Fetches and saves change no object that was read, unless asked to", arguments: StoreKind.allCases)
    func reading(_ kind: StoreKind) throws {
        let (stack, mine, other, theirs) = try pair(kind)
        _ = mine.string("name")
        theirs.setValue("theirs", forKey: "name")
        try other.save()
        stack.insert("Employee", ["name": "b"])
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["b", "theirs"])
        #expect(mine.string("name") == "a", "a fetch or save does not change what an object shows")
        #expect(try stack.fetch("Employee", "name == 'theirs'").first?.string("name") == "a")
        let request = TestStack.request("Employee", "name == 'theirs'")
        request.shouldRefreshRefetchedObjects = true
        #expect(try stack.context.fetch(request).first?.string("name") == "theirs")
    }

    @Test("Locking Every conflict is listed", arguments: StoreKind.allCases)
    func manyConflicts(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let mine = try stack.insertEmployees("a", "b", "c")
        let other = stack.makeContext()
        for object in try stack.fetch(in: other) { object.setValue("x", forKey: "name") }
        try other.save()
        for object in mine { object.setValue("y", forKey: "name") }
        let error = try #require(caught { try stack.context.save() })
        #expect((error.userInfo["conflictList"] as? [NSMergeConflict])?.count == 3)
    }

    @Test("Locking Versions go up with each save", arguments: StoreKind.allCases)
    func versionsGoUp(_ kind: StoreKind) throws {
        let (stack, mine, _, _) = try pair(kind)
        for index in 0..<5 {
            mine.setValue("\(index)", forKey: "name")
            try stack.context.save()
        }
        guard kind == .sqlite else { return }
        #expect(try stack.rows("SELECT Z_OPT FROM ZEMPLOYEE") == [[.integer(6)]])
    }

    // MARK: - Uniqueness

    @Test("Uniqueness The error stays until the offender is gone", arguments: StoreKind.withTables)
    func sameNameInTheStore(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        stack.insert("Employee", ["name": "a", "employeeID": "1"])
        try stack.context.save()
        let offender = stack.insert("Manager", ["name": "b", "employeeID": "1"])
        let innocent = stack.insert("Employee", ["name": "c", "employeeID": "2"])
        let error = try #require(caught { try stack.context.save() })
        #expect(error.code == 133021)
        #expect(error.localizedDescription.contains("the same employeeID"))
        #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === offender)
        #expect(offender.isInserted && innocent.isInserted)
        #expect(try stack.names(in: stack.makeContext()) == ["a"])
        // It fails again and again, until the offender is gone.
        #expect(code { try stack.context.save() } == 133021)
        stack.context.delete(offender)
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["a", "c"])
    }

    @Test("Uniqueness Two unsaved objects", arguments: StoreKind.withTables)
    func sameNameInTheContext(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        stack.insert("Employee", ["name": "a", "employeeID": "1"])
        let second = stack.insert("Employee", ["name": "b", "employeeID": "1"])
        #expect(code { try stack.context.save() } == 133021)
        second.setValue("2", forKey: "employeeID")
        try stack.context.save()
        second.setValue("1", forKey: "employeeID")
        #expect(code { try stack.context.save() } == 133021)
        stack.context.rollback()
        #expect(second.string("employeeID") == "2")
    }

    /// The name of a deleted object is free in the same save; nil is never taken.
    @Test("Uniqueness Nil collides with nothing, and a deleted name is free", arguments: StoreKind.allCases)
    func freeNames(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let first = stack.insert("Employee", ["name": "a", "employeeID": "1"])
        stack.insert("Employee", ["name": "b"])
        stack.insert("Employee", ["name": "c"])
        try stack.context.save()
        stack.context.delete(first)
        stack.insert("Employee", ["name": "d", "employeeID": "1"])
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["b", "c", "d"])
    }
}

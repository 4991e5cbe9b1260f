import SQLite
import Testing

@testable import CoreData

/// Two contexts change one row, and the policy of the one that saves last decides.
@Suite struct MergePolicyTests {
    private struct Pair {
        let stack: TestStack
        let mine: NSManagedObject
        let other: NSManagedObjectContext
        let theirs: NSManagedObject

        init(_ kind: StoreKind, _ policy: NSMergePolicy) throws {
            stack = try TestStack(kind)
            mine = stack.insert("Employee", ["name": "a", "age": 1, "code": "AA1"])
            try stack.context.save()
            other = stack.makeContext()
            theirs = try other.existingObject(with: mine.objectID)
            stack.context.mergePolicy = policy
        }

        /// Name, age and code in the store.
        func stored() throws -> [String] {
            try stack.fetch(in: stack.makeContext()).map { object in
                "\(object.string("name")) \(object.value(forKey: "age") ?? "nil") \(object.string("code"))"
            }
        }
    }

    private func bothChange(_ kind: StoreKind, _ policy: NSMergePolicy) throws -> Pair {
        let pair = try Pair(kind, policy)
        pair.theirs.setValue("theirs", forKey: "name")
        pair.theirs.setValue(2, forKey: "age")
        try pair.other.save()
        pair.mine.setValue("mine", forKey: "name")
        pair.mine.setValue("BB2", forKey: "code")
        try pair.stack.context.save()
        return pair
    }

    @Test("Locking Store trump", arguments: StoreKind.allCases) func storeTrump(_ kind: StoreKind) throws {
        let pair = try bothChange(kind, .mergeByPropertyStoreTrump)
        #expect(try pair.stored() == ["theirs 2 BB2"])
        #expect(pair.mine.string("name") == "theirs" && pair.mine.value(forKey: "age") as? Int == 2)
        #expect(!pair.stack.context.hasChanges)
    }

    @Test("Locking Object trump", arguments: StoreKind.allCases) func objectTrump(_ kind: StoreKind) throws {
        let pair = try bothChange(kind, .mergeByPropertyObjectTrump)
        #expect(try pair.stored() == ["mine 2 BB2"])
        #expect(pair.mine.value(forKey: "age") as? Int == 2)
        pair.mine.setValue("again", forKey: "name")
        try pair.stack.context.save()
        #expect(try pair.stored() == ["again 2 BB2"])
    }

    @Test("Locking Overwrite", arguments: StoreKind.allCases) func overwrite(_ kind: StoreKind) throws {
        #expect(try bothChange(kind, .overwrite).stored() == ["mine 1 BB2"])
    }

    @Test("Locking Rollback", arguments: StoreKind.allCases) func rollback(_ kind: StoreKind) throws {
        let pair = try bothChange(kind, .rollback)
        #expect(try pair.stored() == ["theirs 2 AA1"])
        #expect(pair.mine.string("name") == "theirs" && !pair.mine.hasChanges)
    }

    /// [K] Whoever wins over the store inserts the row again.
    @Test("Locking Policies and a row that is gone", arguments: StoreKind.allCases)
    func aRowThatIsGone(_ kind: StoreKind) throws {
        let expected: [(NSMergePolicy, [String])] = [
            (.mergeByPropertyStoreTrump, []), (.rollback, []), (.mergeByPropertyObjectTrump, ["mine 1 AA1"]),
            (.overwrite, ["mine 1 AA1"]),
        ]
        for (policy, rows) in expected {
            let pair = try Pair(kind, policy)
            let id = pair.mine.objectID
            pair.other.delete(pair.theirs)
            try pair.other.save()
            pair.mine.setValue("mine", forKey: "name")
            try pair.stack.context.save()
            #expect(try pair.stored() == rows, "\(policy.mergeType)")
            #expect((pair.mine.managedObjectContext == nil) == rows.isEmpty)
            #expect(!pair.stack.context.hasChanges && pair.mine.objectID == id)
        }
    }

    @Test("Locking Policies and the deletion of a changed row", arguments: StoreKind.allCases)
    func deletionOfAChangedRow(_ kind: StoreKind) throws {
        let expected: [(NSMergePolicy, [String])] = [
            (.mergeByPropertyStoreTrump, ["theirs 1 AA1"]), (.rollback, ["theirs 1 AA1"]),
            (.mergeByPropertyObjectTrump, []), (.overwrite, []),
        ]
        for (policy, rows) in expected {
            let pair = try Pair(kind, policy)
            _ = pair.mine.string("name")
            pair.theirs.setValue("theirs", forKey: "name")
            try pair.other.save()
            pair.stack.context.delete(pair.mine)
            try pair.stack.context.save()
            #expect(try pair.stored() == rows, "\(policy.mergeType)")
            #expect(!pair.stack.context.hasChanges)
            if !rows.isEmpty { #expect(pair.mine.string("name") == "theirs" && !pair.mine.isDeleted) }
        }
    }

    /// A to-one relationship is a property like others; the side that loses lets go of the object.
    @Test(
        "Locking A to-one relationship is a property like others",
        arguments: [NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump])
    func relationships(_ policy: NSMergePolicy) throws {
        let stack = try TestStack()
        let mine = stack.insert("Employee", ["name": "a"])
        let (first, second) = (stack.insert("Department", ["name": "1"]), stack.insert("Department", ["name": "2"]))
        let project = stack.insert("Project", ["title": "p"])
        try stack.context.save()
        let other = stack.makeContext()
        let theirs = try other.existingObject(with: mine.objectID)
        theirs.setValue(try other.existingObject(with: first.objectID), forKey: "depart")
        try other.save()
        stack.context.mergePolicy = policy
        mine.setValue(second, forKey: "depart")
        mine.setValue(NSSet(object: project), forKey: "projects")
        try stack.context.save()
        let winner = policy.mergeType == .mergeByPropertyStoreTrumpMergePolicyType ? first : second
        let loser = winner === first ? second : first
        #expect(mine.value(forKey: "depart") as? NSManagedObject === winner)
        #expect((loser.value(forKey: "employees") as? NSSet)?.count == 0)
        let fresh = try stack.makeContext().existingObject(with: mine.objectID)
        #expect((fresh.value(forKey: "depart") as? NSManagedObject)?.objectID == winner.objectID)
        #expect((fresh.value(forKey: "projects") as? NSSet)?.count == 1, "additions of both sides stay")
    }

    @Test("Locking The three snapshots of a conflict") func snapshots() throws {
        let pair = try Pair(.sqlite, .error)
        pair.theirs.setValue("theirs", forKey: "name")
        try pair.other.save()
        pair.mine.setValue("mine", forKey: "name")
        let error = try #require(caught { try pair.stack.context.save() })
        let conflict = try #require((error.userInfo["conflictList"] as? [NSMergeConflict])?.first)
        #expect(conflict.objectSnapshot?["name"] as? String == "mine")
        #expect(conflict.cachedSnapshot?["name"] as? String == "a")
        #expect(conflict.persistedSnapshot?["name"] as? String == "theirs")
        #expect(conflict.persistedSnapshot?["age"] as? Int == 1 && conflict.persistedSnapshot?["depart"] is NSNull)
        #expect(conflict.cachedSnapshot?["projects"] == nil)
    }

    @Test("Locking Every context has a policy of its own, Error at first") func onePolicyForEachContext() throws {
        let container = NSPersistentContainer(name: "Company", managedObjectModel: CompanyModel.make())
        container.viewContext.mergePolicy = .mergeByPropertyObjectTrump
        #expect(container.newBackgroundContext().mergePolicy.mergeType == .errorMergePolicyType)
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = container.viewContext
        #expect(child.mergePolicy.mergeType == .errorMergePolicyType)
    }

    private final class Recorder: NSMergePolicy, @unchecked Sendable {
        nonisolated(unsafe) var locking = 0
        nonisolated(unsafe) var constraints = 0
        var resolves = true

        override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
            locking += list.count
            guard resolves else { return }
            for conflict in list {
                let context = try #require(conflict.sourceObject.managedObjectContext)
                context.refresh(conflict.sourceObject, mergeChanges: true)
                conflict.sourceObject.setValue("resolved", forKey: "name")
            }
        }

        override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
            constraints += list.count
            for conflict in list {
                for object in conflict.conflictingObjects { object.setValue("other", forKey: "employeeID") }
            }
        }
    }

    @Test(arguments: StoreKind.withTables) func aPolicyOfOnesOwn(_ kind: StoreKind) throws {
        let policy = Recorder(merge: .errorMergePolicyType)
        let pair = try bothChange(kind, policy)
        #expect(policy.locking == 1)
        #expect(try pair.stored() == ["resolved 2 BB2"])
        pair.stack.insert("Employee", ["name": "b", "employeeID": "1"])
        try pair.stack.context.save()
        pair.stack.insert("Employee", ["name": "c", "employeeID": "1"])
        try pair.stack.context.save()
        #expect(policy.constraints == 1)
        #expect(try pair.stack.names("employeeID == 'other'", in: pair.stack.makeContext()) == ["c"])
    }

    @Test func aPolicyThatResolvesNothing() throws {
        let policy = Recorder(merge: .errorMergePolicyType)
        policy.resolves = false
        #expect(code { _ = try bothChange(.sqlite, policy) } == 133020)
        #expect(policy.locking > 1 && policy.locking < 20)
    }

    /// An attempt that failed leaves nothing behind: no file, no key, no row.
    @Test func attemptsLeaveNothing() throws {
        let pair = try Pair(.sqlite, .mergeByPropertyObjectTrump)
        pair.theirs.setValue(7, forKey: "age")
        try pair.other.save()
        pair.mine.setValue(Data(repeating: 1, count: 200_000), forKey: "photo")
        pair.stack.insert("Employee", ["name": "new"])
        try pair.stack.context.save()
        let directory = try #require(pair.stack.store.externalDataDirectory)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
        #expect(try pair.stack.rows("SELECT COUNT(*), MAX(Z_PK) FROM ZEMPLOYEE") == [[2, 2]])
        let saved = try pair.stack.fetch("Employee", "name == 'a'", in: pair.stack.makeContext())[0]
        #expect((saved.value(forKey: "photo") as? Data)?.count == 200_000)
    }
}

/// Two objects want one name, and the policy decides.
@Suite struct UniquenessPolicyTests {
    private func stack(_ kind: StoreKind, _ policy: NSMergePolicy) throws -> (TestStack, NSManagedObject) {
        let stack = try TestStack(kind)
        let old = stack.insert("Employee", ["name": "old", "employeeID": "1", "age": 60, "code": "AA1"])
        try stack.context.save()
        stack.context.mergePolicy = policy
        return (stack, old)
    }

    @Test("Uniqueness Object trump updates the row", arguments: StoreKind.withTables)
    func objectTrumpUpdatesTheRow(_ kind: StoreKind) throws {
        let (stack, old) = try stack(kind, .mergeByPropertyObjectTrump)
        let department = stack.insert("Department", ["name": "d"])
        let project = stack.insert("Project", ["title": "p"])
        let new = stack.insert(
            "Employee",
            ["name": "new", "employeeID": "1", "depart": department, "projects": NSSet(object: project)])
        try stack.context.save()
        let found = try stack.fetch(in: stack.makeContext())
        #expect(found.map(\.objectID) == [old.objectID])
        #expect(found[0].string("name") == "new" && found[0].string("code") == "AA1")
        #expect(found[0].value(forKey: "age") as? Int == 60, "a default value was not set by anybody")
        #expect((found[0].value(forKey: "depart") as? NSManagedObject)?.objectID == department.objectID)
        #expect((found[0].value(forKey: "projects") as? NSSet)?.count == 1)
        #expect(new.managedObjectContext == nil && !stack.context.hasChanges)
        #expect(department.value(forKey: "employees") as? NSSet == NSSet(object: old))
    }

    @Test("Uniqueness Overwrite takes everything") func overwriteTakesEverything() throws {
        let (stack, _) = try stack(.sqlite, .overwrite)
        stack.insert("Employee", ["name": "new", "employeeID": "1"])
        try stack.context.save()
        #expect(try stack.rows("SELECT ZNAME, ZAGE, ZCODE FROM ZEMPLOYEE") == [["new", 18, .null]])
    }

    @Test(
        "Uniqueness Store trump and rollback leave the row",
        arguments: [NSMergePolicy.mergeByPropertyStoreTrump, .rollback])
    func theStoreWins(_ policy: NSMergePolicy) throws {
        let (stack, old) = try stack(.sqlite, policy)
        stack.insert("Employee", ["name": "new", "employeeID": "1"])
        stack.insert("Employee", ["name": "b", "employeeID": "2"])
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["b", "old"])
        #expect(!old.hasChanges && !stack.context.hasChanges)
    }

    @Test("Uniqueness Duplicates in the context", arguments: StoreKind.withTables)
    func duplicatesInTheContext(_ kind: StoreKind) throws {
        let (stack, _) = try stack(kind, .mergeByPropertyObjectTrump)
        stack.insert("Employee", ["name": "first", "employeeID": "2"])
        stack.insert("Employee", ["name": "second", "employeeID": "2"])
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["first", "old"])
    }

    @Test func anUpdateThatTakesAName() throws {
        let (stack, old) = try stack(.sqlite, .mergeByPropertyStoreTrump)
        let second = stack.insert("Employee", ["name": "b", "employeeID": "2"])
        try stack.context.save()
        second.setValue("1", forKey: "employeeID")
        try stack.context.save()
        #expect(second.string("employeeID") == "2" && old.string("employeeID") == "1")
    }

    @Test("Uniqueness The error says which objects") func theErrorSaysWhichObjects() throws {
        let (stack, old) = try stack(.sqlite, .error)
        let new = stack.insert("Employee", ["name": "new", "employeeID": "1"])
        let error = try #require(caught { try stack.context.save() })
        let conflict = try #require(
            (error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?.first)
        #expect(conflict.constraint == ["employeeID"] && conflict.databaseObject === old)
        #expect(conflict.conflictingObjects == [new])
        #expect(conflict.constraintValues["employeeID"] as? String == "1")
        #expect(conflict.databaseSnapshot?["name"] as? String == "old")
        #expect(conflict.conflictingSnapshots.first?["name"] as? String == "new")
    }

    /// Values that change places are no reason to merge two people into one.
    @Test func exchangedNames() throws {
        let (stack, old) = try stack(.sqlite, .mergeByPropertyObjectTrump)
        let second = stack.insert("Employee", ["name": "b", "employeeID": "2"])
        try stack.context.save()
        second.setValue("1", forKey: "employeeID")
        old.setValue("2", forKey: "employeeID")
        #expect(code { try stack.context.save() } == 133021)
        #expect(try stack.names(in: stack.makeContext()) == ["b", "old"])
    }
}

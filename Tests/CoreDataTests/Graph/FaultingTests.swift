import Testing

@testable import CoreData

/// When rows are read, counted in SQL statements: a batch wherever a batch will do.
@Suite struct FaultingTests {
    private func company(_ count: Int = 50) throws -> TestStack {
        let stack = try TestStack()
        let departments = (0..<5).map { stack.insert("Department", ["name": "d\($0)"]) }
        for index in 0..<count {
            stack.insert("Employee", ["name": "e\(100 + index)", "depart": departments[index % 5]])
        }
        let project = stack.insert("Project", ["title": "p"])
        project.setValue(NSSet(array: try stack.fetch()), forKey: "members")
        try stack.context.save()
        return stack
    }

    /// The row comes with the fetch: reading values costs nothing more.
    @Test("T7 Fetched objects are faults with their rows") func fetchedObjectsAreFaultsWithTheirRows() throws {
        let stack = try company()
        let context = stack.makeContext()
        let (objects, count) = try stack.statements { try stack.fetch(in: context) }
        #expect(count == 1 && objects.count == 50)
        #expect(objects.allSatisfy { $0.isFault })
        let (_, more) = stack.statements { objects.forEach { _ = $0.string("name") } }
        #expect(more == 0 && objects.allSatisfy { !$0.isFault })
    }

    @Test("F10 Objects without faults") func objectsWithoutFaults() throws {
        let stack = try company()
        let request = TestStack.request()
        request.returnsObjectsAsFaults = false
        let (objects, count) = try stack.statements { try stack.makeContext().fetch(request) }
        #expect(count == 1 && objects.allSatisfy { !$0.isFault })
        request.includesPropertyValues = false
        let context = stack.makeContext()
        let (again, two) = try stack.statements { try context.fetch(request) }
        #expect(two == 2 && again.allSatisfy { !$0.isFault }, "one for the keys, one for all rows")
    }

    @Test("T7 Identity and description read nothing") func identityReadsNothing() throws {
        let stack = try company(1)
        let id = try #require(try stack.fetch().first).objectID
        let context = stack.makeContext()
        let (fault, count) = stack.statements { context.object(with: id) }
        let (_, more) = stack.statements {
            _ = (fault.objectID, fault.entity, fault.hash, fault.isFault, fault.isDeleted, fault.description)
        }
        #expect(count == 0 && more == 0 && fault.isFault)
        let (_, read) = stack.statements { _ = fault.string("name") }
        #expect(read == 1 && !fault.isFault)
        #expect(!fault.description.contains("e100"), "no value in a description")
    }

    @Test("F3 Rows come in batches", arguments: [(50, 10, 5), (50, 7, 8), (3, 10, 1), (50, 50, 1)])
    func batches(count: Int, size: Int, statements: Int) throws {
        let stack = try company(count)
        let request = TestStack.request(sort: ["name"])
        request.fetchBatchSize = size
        let context = stack.makeContext()
        let (objects, one) = try stack.statements { try context.fetch(request) }
        #expect(one == 1 && objects.count == count)
        let (names, more) = stack.statements { objects.map { $0.string("name") } }
        #expect(names == (0..<count).map { "e\(100 + $0)" })
        #expect(more == statements)
    }

    /// An object of a batch that nobody has read can be deleted, refreshed and changed as any other.
    @Test("F3 Unread objects of a batch are like any other") func unreadObjectsOfABatch() throws {
        let stack = try company(9)
        let context = stack.makeContext()
        let department = try #require(try stack.fetch("Department", "name == 'd0'", in: context).first)
        #expect(department.objects("employees").count == 2)
        context.reset()
        let request = TestStack.request(sort: ["name"])
        request.fetchBatchSize = 3
        let objects = try context.fetch(request)
        let owner = try #require(try stack.fetch("Department", "name == 'd0'", in: context).first)
        context.delete(objects[0])
        context.processPendingChanges()
        #expect(owner.names("employees") == ["e105"])
        context.refresh(objects[1], mergeChanges: false)
        #expect(objects[1].string("name") == "e101")
        objects[4].setValue("x", forKey: "name")
        try context.save()
        #expect(
            try stack.names(in: stack.makeContext()) == ["e101", "e102", "e103", "e105", "e106", "e107", "e108", "x"])
    }

    @Test("T13 Prefetched to-one relationships") func prefetchedToOne() throws {
        let stack = try company()
        let request = TestStack.request()
        request.relationshipKeyPathsForPrefetching = ["depart"]
        let context = stack.makeContext()
        let (objects, count) = try stack.statements { try context.fetch(request) }
        #expect(count == 2)
        let (_, more) = stack.statements { objects.forEach { _ = $0.object("depart")?.string("name") } }
        #expect(more == 0)
    }

    @Test("T13 Prefetched to-many relationships") func prefetchedToMany() throws {
        let stack = try company()
        let request = TestStack.request("Department")
        request.relationshipKeyPathsForPrefetching = ["employees.projects"]
        let context = stack.makeContext()
        let (objects, count) = try stack.statements { try context.fetch(request) }
        #expect(count == 3, "departments, employees, projects")
        let (_, more) = stack.statements {
            for object in objects {
                for employee in object.objects("employees") {
                    _ = employee.objects("projects").map { $0.string("title") }
                }
            }
        }
        #expect(more == 0)
    }

    @Test(arguments: ["nothing", "name", "depart.nothing", "depart.name"])
    func prefetchingWhatIsNoRelationship(_ path: String) throws {
        let stack = try company(1)
        let request = TestStack.request()
        request.relationshipKeyPathsForPrefetching = [path]
        let error = try #require(caught { _ = try stack.context.fetch(request) })
        #expect(error.code == 134060 && error.localizedDescription.contains("'\(path)'"))
    }

    /// Without prefetching, a to-many relationship is one statement, rows included.
    @Test("T13 A to-many relationship is one statement when it is touched") func firingARelationship() throws {
        let stack = try company()
        let context = stack.makeContext()
        let project = try #require(try stack.fetch("Project", in: context).first)
        let (_, count) = stack.statements { _ = project.names("members") }
        #expect(count == 1)
    }

    /// Deleting many objects reads each relationship of all of them at once.
    @Test func deletionInBatches() throws {
        let stack = try company()
        let context = stack.makeContext()
        let objects = try stack.fetch(in: context)
        let (_, count) = stack.statements {
            objects.forEach(context.delete)
            context.processPendingChanges()
        }
        #expect(count <= 3, "\(count)")
    }

    /// Objects that nobody holds are forgotten; a walk over many does not fill memory.
    @Test func streaming() throws {
        let stack = try company(40)
        var names: [String] = []
        try stack.makeContext().forEach(TestStack.request(sort: ["name"])) { names.append($0.string("name")) }
        #expect(names.count == 40 && names == names.sorted())
    }

    @Test("T5 Clean objects that nobody holds are forgotten") func sweeping() throws {
        let stack = try TestStack()
        try stack.context.performAndWait {
            for index in 0..<3000 { stack.insert("Project", ["title": "\(index)"]) }
            try stack.context.save()
        }
        let context = stack.makeContext()
        let held = try #require(try stack.fetch("Project", "title == '7'", in: context).first)
        let dirty = try #require(try stack.fetch("Project", "title == '8'", in: context).first).objectID
        context.object(with: dirty).setValue("changed", forKey: "title")
        for _ in 0..<3 { _ = try stack.fetch("Project", in: context) }
        context.processPendingChanges()
        #expect(context.registeredObjects.count < 3000)
        #expect(context.registeredObject(for: held.objectID) === held)
        #expect(context.object(with: dirty).string("title") == "changed", "changes are never forgotten")
    }

    @Test("T5 Changed objects are held, others only if asked for", arguments: [false, true])
    func changedObjectsAreHeld(retains: Bool) throws {
        let stack = try company(2)
        let context = stack.makeContext()
        context.retainsRegisteredObjects = retains
        let ids = try stack.fetch(sort: ["name"], in: context).map(\.objectID)
        context.object(with: ids[0]).setValue("changed", forKey: "name")
        context.registered.sweepUnlessRetained()
        #expect(context.registeredObject(for: ids[0])?.string("name") == "changed")
        #expect((context.registeredObject(for: ids[1]) != nil) == retains)
    }

    @Test("T8 An object awakes once from its insertion, and each time that its fault is fired")
    func awaking() throws {
        let model = CompanyModel.make()
        model.entitiesByName["Employee"]?.managedObjectClassName = String(reflecting: AwakingEmployee.self)
        let stack = try TestStack(model: model)
        let employee = try #require(stack.insert("Employee", ["name": "a"]) as? AwakingEmployee)
        #expect(employee.calls == ["insert, age 18"], "the default value is there")
        try stack.context.save()
        let context = stack.makeContext()
        let read = try #require(context.object(with: employee.objectID) as? AwakingEmployee)
        #expect(read.calls == [])
        _ = read.string("name")
        #expect(read.calls == ["fetch"])
        #expect(read.string("code") == "AA1", "set while it awoke")
        #expect(!read.hasChanges && !context.hasChanges, "which is not tracked")
        context.refresh(read, mergeChanges: false)
        _ = read.string("name")
        #expect(read.calls == ["fetch", "fetch"])
    }

    @Test("T15 Rows have no age limit, and a fault reads what the store has now") func staleness() throws {
        let stack = try company(1)
        let context = stack.makeContext()
        #expect(context.stalenessInterval == -1)
        let id = try #require(try stack.fetch(in: context).first).objectID
        context.refreshAllObjects()
        try #require(try stack.fetch().first).setValue("new", forKey: "name")
        try stack.context.save()
        let object = context.object(with: id)
        context.refresh(object, mergeChanges: false)
        #expect(object.string("name") == "new")
    }
}

/// Notes how it was awoken.
final class AwakingEmployee: NSManagedObject {
    private(set) var calls: [String] = []

    override func awakeFromInsert() { calls.append("insert, age \(value(forKey: "age") as? Int ?? -1)") }

    override func awakeFromFetch() {
        calls.append("fetch")
        setValue("AA1", forKey: "code")
    }
}

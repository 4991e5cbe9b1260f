import Testing

@testable import CoreData

/// The options of fetch requests, over each kind of store.
@Suite struct FetchRequestTests {
    private func company(_ kind: StoreKind) throws -> TestStack {
        let stack = try TestStack(kind)
        let departments = ["d1", "d2"].map { stack.insert("Department", ["name": $0]) }
        for index in 1...6 {
            stack.insert(
                index == 6 ? "Manager" : "Employee",
                [
                    "name": "e\(index)", "height": index == 3 ? nil : Double(index) / 4 + 0.5, "age": 20 + index % 3,
                    "depart": index == 5 ? nil : departments[index % 2],
                ])
        }
        try stack.context.save()
        return stack
    }

    private func names(_ request: NSFetchRequest<NSManagedObject>, _ stack: TestStack) throws -> [String] {
        try stack.makeContext().fetch(request).map { $0.string("name") }
    }

    @Test("F4 Order, limit and offset; the count follows them", arguments: StoreKind.allCases)
    func sortLimitOffset(_ kind: StoreKind) throws {
        let stack = try company(kind)
        let request = TestStack.request(sort: ["name"])
        #expect(try names(request, stack) == ["e1", "e2", "e3", "e4", "e5", "e6"])
        request.fetchLimit = 4
        #expect(try names(request, stack) == ["e1", "e2", "e3", "e4"])
        request.fetchOffset = 4
        #expect(try names(request, stack) == ["e5", "e6"])
        #expect(try stack.context.count(for: request) == 2)
        request.fetchLimit = 0
        #expect(try names(request, stack) == ["e5", "e6"])
        request.fetchOffset = 10
        #expect(try names(request, stack) == [])
    }

    /// Nil comes first; a second key decides between equals; a key may lead over a to-one relationship.
    @Test("F11 Sort keys, nil first, over to-one relationships too", arguments: StoreKind.allCases)
    func sortKeys(_ kind: StoreKind) throws {
        let stack = try company(kind)
        func sorted(_ keys: (String, Bool)...) throws -> [String] {
            let request = TestStack.request()
            request.sortDescriptors = keys.map { NSSortDescriptor(key: $0.0, ascending: $0.1) }
            return try names(request, stack)
        }
        #expect(try sorted(("height", true)) == ["e3", "e1", "e2", "e4", "e5", "e6"])
        #expect(try sorted(("height", false)) == ["e6", "e5", "e4", "e2", "e1", "e3"])
        #expect(try sorted(("age", false), ("name", true)) == ["e2", "e5", "e1", "e4", "e3", "e6"])
        #expect(try sorted(("depart.name", true), ("name", false)) == ["e5", "e6", "e4", "e2", "e3", "e1"])
        // The same with a change that is not saved, sorted in memory.
        stack.insert("Project", ["title": "p"])
        let context = stack.context
        let request = TestStack.request(sort: ["depart.name", "name"])
        try #require(try stack.fetch("Employee", "name == 'e1'").first).setValue("e9", forKey: "name")
        #expect(try context.fetch(request).map { $0.string("name") } == ["e5", "e2", "e4", "e6", "e3", "e9"])
    }

    @Test(arguments: StoreKind.allCases) func localizedSort(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        try stack.insertEmployees("b", "a10", "a9", "B", "a", "é", "f", "z")
        let request = TestStack.request()
        request.sortDescriptors = [
            NSSortDescriptor(
                key: "name", ascending: true, selector: "localizedStandardCompare:")
        ]
        #expect(try names(request, stack).first == "a")
        let sorted = try names(request, stack)
        #expect(try #require(sorted.firstIndex(of: "a9")) < #require(sorted.firstIndex(of: "a10")))
        #expect(try #require(sorted.firstIndex(of: "é")) < #require(sorted.firstIndex(of: "f")))
    }

    @Test("F8 Without subentities", arguments: StoreKind.allCases) func subentities(_ kind: StoreKind) throws {
        let stack = try company(kind)
        let request = TestStack.request(sort: ["name"])
        request.includesSubentities = false
        #expect(try names(request, stack).count == 5)
        #expect(try stack.context.count(for: request) == 5)
        #expect(try names(TestStack.request("Manager"), stack) == ["e6"])
        stack.insert("Manager", ["name": "pending"])
        #expect(try stack.context.fetch(request).count == 5, "pending ones are filtered, too")
        #expect(try stack.context.count(for: TestStack.request()) == 7)
    }

    @Test("F4 IDs and counts as results", arguments: StoreKind.allCases) func resultTypes(_ kind: StoreKind) throws {
        let stack = try company(kind)
        let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Employee")
        ids.resultType = .managedObjectIDResultType
        ids.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
        let found = try stack.context.fetch(ids)
        #expect(found.count == 6 && found[0].entity.name == "Manager" && found[1].entity.name == "Employee")
        #expect(stack.makeContext().object(with: found[0]).string("name") == "e6")

        let count = NSFetchRequest<NSNumber>(entityName: "Employee")
        count.resultType = .countResultType
        #expect(try stack.context.fetch(count) == [6])
        count.fetchLimit = 4
        #expect(try stack.context.fetch(count) == [4])

        let wrong = NSFetchRequest<NSNumber>(entityName: "Employee")
        #expect(code { _ = try stack.context.fetch(wrong) } == 134060)
    }

    @Test func mistakes() throws {
        let stack = try company(.sqlite)
        for (request, text) in [
            (TestStack.request("Nobody"), "Nobody"), (NSFetchRequest<NSManagedObject>(), "entity"),
            (TestStack.request(sort: ["nome"]), "nome"), (TestStack.request("Employee", "nome == 1"), "nome"),
            (TestStack.request(sort: ["projects"]), "projects"), (TestStack.request(sort: ["tags"]), "tags"),
            (TestStack.request(sort: ["depart"]), "depart"),
        ] {
            let error = try #require(caught { _ = try stack.context.fetch(request) })
            #expect(error.code == 134060 && error.localizedDescription.contains(text), "\(error.localizedDescription)")
        }
        let comparator = TestStack.request()
        comparator.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true) { _, _ in .orderedSame }]
        #expect(code { _ = try stack.context.fetch(comparator) } == 134060)
    }

    @Test func executeInsidePerform() throws {
        let stack = try company(.sqlite)
        let request = TestStack.request()
        #expect(code { _ = try request.execute() } == 134060)
        let context = stack.context
        #expect(try context.performAndWait { try request.execute().count } == 6)
    }

    @Test func templates() throws {
        let model = CompanyModel.make()
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
        request.predicate = NSPredicate(format: "height < $LIMIT")
        model.setFetchRequestTemplate(request, forName: "EmployeeFR")
        let stack = try TestStack(model: model)
        stack.insert("Employee", ["name": "a", "height": 1.5])
        stack.insert("Employee", ["name": "b", "height": 2.5])
        try stack.context.save()
        let template = try #require(
            model.fetchRequestFromTemplate(withName: "EmployeeFR", substitutionVariables: ["LIMIT": 2]))
        let found = try stack.context.fetch(template)
        #expect(found.compactMap { ($0 as? NSManagedObject)?.string("name") } == ["a"])
    }

    // MARK: - Unsaved changes

    @Test("F1 Unsaved changes count unless asked not to", arguments: StoreKind.allCases)
    func pendingChangesCount(_ kind: StoreKind) throws {
        let stack = try company(kind)
        let context = stack.context
        let all = try stack.fetch(sort: ["name"])
        all[0].setValue("x", forKey: "name")
        context.delete(all[1])
        stack.insert("Employee", ["name": "e7"])
        let request = TestStack.request("Employee", "name BEGINSWITH 'e'", sort: ["name"])
        #expect(try context.fetch(request).map { $0.string("name") } == ["e3", "e4", "e5", "e6", "e7"])
        #expect(try context.count(for: request) == 5)
        #expect(try stack.fetch("Employee", "name == 'x'") == [all[0]])
        let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Employee")
        ids.resultType = .managedObjectIDResultType
        #expect(try context.fetch(ids).count == 6)
        // Without them, the request sees the store; objects show their own values all the same.
        request.includesPendingChanges = false
        #expect(try context.fetch(request).count == 6)
        #expect(try context.count(for: request) == 6)
        // Other contexts see nothing of it.
        #expect(try stack.names(in: stack.makeContext()) == ["e1", "e2", "e3", "e4", "e5", "e6"])
    }

    @Test("F2 A limit and unsaved objects", arguments: StoreKind.allCases)
    func pendingChangesWithLimit(_ kind: StoreKind) throws {
        let stack = try company(kind)
        stack.insert("Employee", ["name": "e0"])
        let request = TestStack.request(sort: ["name"])
        request.fetchLimit = 2
        #expect(try stack.context.fetch(request).map { $0.string("name") } == ["e0", "e1"])
    }

    /// Predicates see pending relationships, too.
    @Test("F1 Unsaved relationships count", arguments: StoreKind.allCases)
    func pendingRelationships(_ kind: StoreKind) throws {
        let stack = try company(kind)
        let department = try #require(try stack.fetch("Department", "name == 'd1'").first)
        let mover = try #require(try stack.fetch("Employee", "name == 'e5'").first)
        mover.setValue(department, forKey: "depart")
        #expect(try stack.names("depart == %@", [department]) == ["e2", "e4", "e5", "e6"])
        #expect(try stack.names("depart == %@", [department.objectID]) == ["e2", "e4", "e5", "e6"])
        #expect(try stack.names("depart.name == 'd1'") == ["e2", "e4", "e5", "e6"])
        #expect(try stack.fetch("Department", "employees.@count == 4") == [department])
        #expect(try stack.names("SELF == %@", [mover]) == ["e5"])
        #expect(try stack.names("objectID IN %@", [[mover.objectID]]) == ["e5"])
    }
}

import Testing

@testable import CoreData

/// Fetched properties, whose value is what a request finds.
@Suite struct FetchedPropertyTests {
    /// A stack whose employees have a fetched property `peers`.
    private func stack(
        _ kind: StoreKind, _ predicate: String, userInfo: [AnyHashable: Any]? = nil
    ) throws -> TestStack {
        let model = CompanyModel.make()
        let property = NSFetchedPropertyDescription()
        property.name = "peers"
        property.userInfo = userInfo
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
        request.predicate = NSPredicate(format: predicate)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        property.fetchRequest = request
        let employee = try #require(model.entitiesByName["Employee"])
        employee.properties += [property]
        let stack = try TestStack(model: model, kind)
        for (name, age) in [("a", 20), ("b", 20), ("c", 30)] { stack.insert("Employee", ["name": name, "age": age]) }
        try stack.context.save()
        return stack
    }

    private func peers(_ object: NSManagedObject) -> [String]? {
        (object.value(forKey: "peers") as? [NSManagedObject])?.map { $0.string("name") }
    }

    @Test(arguments: StoreKind.onSQLite) func source(_ kind: StoreKind) throws {
        let stack = try stack(kind, "age == $FETCH_SOURCE.age AND SELF != $FETCH_SOURCE")
        let all = try stack.fetch(sort: ["name"])
        #expect(all.map(peers) == [["b"], ["a"], []])
    }

    /// [A] The result stays until the object is refreshed.
    @Test(arguments: StoreKind.onSQLite) func keptUntilRefreshed(_ kind: StoreKind) throws {
        let stack = try stack(kind, "age == $FETCH_SOURCE.age AND SELF != $FETCH_SOURCE")
        let context = stack.context
        let first = try #require(try stack.fetch("Employee", "name == 'a'").first)
        #expect(stack.statements { peers(first) }.1 == 1)
        let (again, count) = stack.statements { peers(first) }
        #expect(again == ["b"] && count == 0)

        let new = stack.insert("Employee", ["name": "bb", "age": 20])
        try context.save()
        first.setValue("aa", forKey: "name")
        try context.save()
        #expect(peers(first) == ["b"], "neither a new match nor a save of the object has it fetched again")

        // Refreshed with its changes kept, and without.
        first.setValue("aaa", forKey: "name")
        context.refresh(first, mergeChanges: true)
        #expect(peers(first) == ["b", "bb"] && first.string("name") == "aaa")
        context.delete(new)
        try context.save()
        context.refresh(first, mergeChanges: false)
        #expect(peers(first) == ["b"])
    }

    /// A merge refreshes what another context has changed, and with it the fetched properties.
    @Test func mergedChanges() throws {
        let stack = try stack(.sqlite, "age == $FETCH_SOURCE.age AND SELF != $FETCH_SOURCE")
        let first = try #require(try stack.fetch("Employee", "name == 'a'").first)
        #expect(peers(first) == ["b"])
        let other = stack.makeContext()
        other.object(with: first.objectID).setValue(30, forKey: "age")
        try other.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: [first.objectID]], into: [stack.context])
        #expect(peers(first) == ["c"])
    }

    /// Unsaved changes take part, and a new object's own values do.
    @Test(arguments: StoreKind.onSQLite) func unsaved(_ kind: StoreKind) throws {
        let stack = try stack(kind, "age == $FETCH_SOURCE.age AND SELF != $FETCH_SOURCE")
        let new = stack.insert("Employee", ["name": "d", "age": 30])
        #expect(peers(new) == ["c"])
        #expect(peers(try #require(try stack.fetch("Employee", "name == 'c'").first)) == ["d"])
    }

    @Test(arguments: StoreKind.onSQLite) func description(_ kind: StoreKind) throws {
        let stack = try stack(
            kind, "age >= $FETCHED_PROPERTY.userInfo.least AND $FETCHED_PROPERTY.name == 'peers'",
            userInfo: ["least": 30])
        #expect(peers(try #require(try stack.fetch("Employee", "name == 'a'").first)) == ["c"])
    }

    @Test(arguments: StoreKind.onSQLite) func childContext(_ kind: StoreKind) throws {
        let stack = try stack(kind, "age == $FETCH_SOURCE.age AND SELF != $FETCH_SOURCE")
        stack.insert("Employee", ["name": "pending", "age": 20])
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = stack.context
        let first = try #require(try stack.fetch("Employee", "name == 'a'", in: child).first)
        #expect(peers(first) == ["b", "pending"])
        let members = first.value(forKey: "peers") as? [NSManagedObject]
        #expect(members?.allSatisfy { $0.managedObjectContext === child } == true)
    }

    /// A request that fails is no result: what was wrong is reported, and the next read tries again.
    @Test func failure() throws {
        let stack = try stack(.sqlite, "nome == $FETCH_SOURCE.name")
        let first = try #require(try stack.fetch("Employee", "name == 'a'").first)
        #expect(code { _ = try first.tryValue(forKey: "peers") } == 134060)
        #expect(first.state?.fetched.isEmpty ?? true)
    }
}

import Testing

@testable import CoreData

/// Object IDs: temporary and permanent, their URIs, and one object for each.
@Suite struct ObjectIDTests {
    @Test("T1 Temporary IDs become permanent, and still lead to the object", arguments: StoreKind.allCases)
    func temporaryBecomesPermanent(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let employee = stack.insert("Employee", ["name": "a"])
        let temporary = employee.objectID
        #expect(temporary.isTemporaryID && temporary.persistentStore == nil)
        #expect(temporary.uriRepresentation().absoluteString.hasPrefix("x-coredata:///Employee/t"))
        try stack.context.save()
        let permanent = employee.objectID
        #expect(!permanent.isTemporaryID && permanent != temporary)
        #expect(permanent.persistentStore === stack.anyStore)
        #expect(stack.context.object(with: temporary) === employee, "the temporary ID still leads there")
        #expect(stack.context.object(with: permanent) === employee)
        #expect(stack.context.registeredObject(for: permanent) === employee)
    }

    @Test("T2 URIs name store, actual entity and key") func uri() throws {
        let stack = try TestStack()
        let manager = stack.insert("Manager", ["name": "a"])
        try stack.context.save()
        let uri = manager.objectID.uriRepresentation()
        let identifier = try #require(stack.store.identifier)
        #expect(uri.absoluteString == "x-coredata://\(identifier)/Manager/p1")
        let id = try #require(stack.coordinator.managedObjectID(forURIRepresentation: uri))
        #expect(id == manager.objectID && id.hash == manager.objectID.hash && id.entity.name == "Manager")
        // The same row after the store was opened again.
        let again = try stack.another()
        let same = try #require(again.coordinator.managedObjectID(forURIRepresentation: uri))
        #expect(again.context.object(with: same).string("name") == "a")
    }

    @Test(arguments: [
        "http://example.com/Employee/p1", "x-coredata:///Employee/t1", "x-coredata://UUID/Employee/p1",
        "x-coredata://STORE/Nobody/p1", "x-coredata://STORE/Employee/q1", "x-coredata://STORE/Employee/p0",
        "x-coredata://STORE/Employee/p-1", "x-coredata://STORE/Employee", "x-coredata://STORE/Employee/p1/x",
    ])
    func badURI(_ text: String) throws {
        let stack = try TestStack()
        let uri = try #require(URL(string: text.replacingOccurrences(of: "STORE", with: stack.store.identifier ?? "")))
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == nil)
    }

    @Test func entityNameOutsideASCII() throws {
        let entity = CompanyModel.entity("人")
        entity.properties = [CompanyModel.attribute("名", .stringAttributeType)]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let stack = try TestStack(model: model)
        let person = stack.insert("人", ["名": "王"])
        try stack.context.save()
        let uri = person.objectID.uriRepresentation()
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == person.objectID)
        #expect(try stack.fetch("人", "名 == '王'").count == 1)
    }

    @Test("T1 Permanent IDs before the save", arguments: StoreKind.allCases)
    func permanentBeforeTheSave(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let employee = stack.insert("Employee", ["name": "a"])
        try stack.context.obtainPermanentIDs(for: [employee])
        let id = employee.objectID
        #expect(!id.isTemporaryID && employee.isInserted)
        #expect(try stack.names(in: stack.makeContext()) == [])
        try stack.context.save()
        #expect(employee.objectID == id)
        #expect(stack.makeContext().object(with: id).string("name") == "a")
        // One that is deleted again leaves nothing behind.
        let second = stack.insert("Employee", ["name": "b"])
        try stack.context.obtainPermanentIDs(for: [second])
        stack.context.delete(second)
        try stack.context.save()
        #expect(try stack.names() == ["a"])
    }

    /// A context has one object for each row, whichever way it comes.
    @Test("T3 One object for each row", arguments: StoreKind.allCases) func uniquing(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let department = stack.insert("Department", ["name": "d"])
        let employee = stack.insert("Employee", ["name": "a", "depart": department])
        try stack.context.save()
        let context = stack.makeContext()
        let fetched = try #require(try stack.fetch(in: context).first)
        #expect(context.object(with: employee.objectID) === fetched)
        #expect(try context.existingObject(with: employee.objectID) === fetched)
        #expect(fetched.object("depart")?.objects("employees").first === fetched)
        #expect(try stack.fetch(in: context).first === fetched)
        #expect(fetched !== employee)
    }

    @Test("T4 An ID without a row", arguments: StoreKind.allCases)
    func objectThatDoesNotExist(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let employee = try stack.insertEmployees("a")[0]
        let id = employee.objectID
        stack.context.delete(employee)
        try stack.context.save()
        #expect(employee.objectID == id, "a deleted object keeps its ID")
        #expect(code { _ = try stack.context.existingObject(with: id) } == 133000)
        // A fault whose row has gone: nil everywhere, or an error at the next save.
        let context = stack.makeContext()
        let fault = context.object(with: id)
        #expect(fault.isFault && fault.value(forKey: "name") == nil)
        try context.save()
        let strict = stack.makeContext()
        strict.shouldDeleteInaccessibleFaults = false
        #expect(strict.object(with: id).value(forKey: "name") == nil)
        #expect(code { try strict.save() } == 133000)
    }
}

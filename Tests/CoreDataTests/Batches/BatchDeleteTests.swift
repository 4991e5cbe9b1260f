import SQLite
import Testing

@testable import CoreData

@Suite struct BatchDeleteTests {
    private func delete(
        _ stack: TestStack, _ entity: String = "Employee", _ format: String? = nil, limit: Int = 0
    ) throws -> [NSManagedObjectID] {
        let fetch = TestStack.request(entity, format, sort: ["name"])
        fetch.fetchLimit = limit
        let request = NSBatchDeleteRequest(fetchRequest: fetch)
        request.resultType = .resultTypeObjectIDs
        let result = try #require(try stack.context.execute(request) as? NSBatchDeleteResult)
        return try #require(result.result as? [NSManagedObjectID])
    }

    @Test("Batch Case 7 Contexts learn of deletions by merging", arguments: StoreKind.onSQLite)
    func contextsLearnByMerging(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let people = try stack.insertEmployees("a", "b", "c")
        let ids = try delete(stack, "Employee", "name < 'c'")
        #expect(Set(ids) == Set(people[0...1].map(\.objectID)))
        #expect(stack.context.registeredObjects.count == 3)
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [stack.context])
        #expect(people[0].managedObjectContext == nil && people[2].managedObjectContext === stack.context)
        #expect(try stack.names() == ["c"])
    }

    @Test("Batch Delete within limit and order") func limitAndOrderCount() throws {
        let stack = try TestStack()
        try stack.insertEmployees("c", "a", "b")
        #expect(try delete(stack, limit: 2).count == 2)
        #expect(try stack.names(in: stack.makeContext()) == ["c"])
    }

    @Test("Batch Delete by IDs") func objectIDs() throws {
        let stack = try TestStack()
        let people = try stack.insertEmployees("a", "b", "c")
        let department = stack.insert("Department", ["name": "d"])
        try stack.context.save()
        let request = NSBatchDeleteRequest(
            objectIDs: [people[0].objectID, people[1].objectID, department.objectID])
        request.resultType = .resultTypeCount
        #expect((try stack.context.execute(request) as? NSBatchDeleteResult)?.result as? Int == 3)
        #expect((try stack.context.execute(request) as? NSBatchDeleteResult)?.result as? Int == 0)
        #expect(try stack.names(in: stack.makeContext()) == ["c"])
    }

    @Test("Batch Delete nullifies") func relationshipsAreNullified() throws {
        let stack = try TestStack()
        let department = stack.insert("Department", ["name": "d"])
        let project = stack.insert("Project", ["title": "p"])
        stack.insert("Employee", ["name": "a", "depart": department, "projects": NSSet(object: project)])
        try stack.context.save()
        #expect(try delete(stack, "Department").count == 1)
        #expect(try stack.rows("SELECT ZDEPART, Z_OPT FROM ZEMPLOYEE") == [[.null, 2]])
        #expect(try delete(stack).count == 1)
        let join = try stack.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'")
        let table = try #require(join.first?.first?.text)
        #expect(try stack.rows("SELECT COUNT(*) FROM \(table)") == [[0]])
    }

    @Test("Batch Delete cascades") func cascadesAreFollowed() throws {
        let stack = try TestStack(model: GraphModel.rules(.cascadeDeleteRule))
        let owner = stack.insert("Owner", ["name": "o"])
        stack.insert("Item", ["name": "i", "owner": owner])
        stack.insert("Item", ["name": "free"])
        try stack.context.save()
        #expect(try delete(stack, "Owner").count == 2)
        #expect(try stack.rows("SELECT ZNAME FROM ZITEM") == [["free"]])
    }

    /// A cycle of cascades ends.
    @Test func cascadesInACircle() throws {
        let stack = try TestStack(model: GraphModel.rules(.cascadeDeleteRule, .cascadeDeleteRule))
        let owner = stack.insert("Owner", ["name": "o"])
        for name in ["a", "b"] { stack.insert("Item", ["name": name, "owner": owner]) }
        try stack.context.save()
        #expect(try delete(stack, "Item", "name == 'a'").count == 3)
        #expect(try stack.rows("SELECT COUNT(*) FROM ZITEM") == [[0]])
    }

    /// [K] A rule that denies is not asked.
    @Test("Batch Delete passes over deny") func denyIsPassedOver() throws {
        let stack = try TestStack(model: GraphModel.rules(.denyDeleteRule))
        let owner = stack.insert("Owner", ["name": "o"])
        stack.insert("Item", ["name": "i", "owner": owner])
        try stack.context.save()
        #expect(try delete(stack, "Owner").count == 1)
        #expect(try stack.rows("SELECT ZOWNER FROM ZITEM") == [[.null]])
    }

    @Test("Batch Delete fails on a required inverse") func requiredInverses() throws {
        let model = GraphModel.rules(.nullifyDeleteRule)
        model.entitiesByName["Item"]?.relationshipsByName["owner"]?.isOptional = false
        let stack = try TestStack(model: model)
        let owner = stack.insert("Owner", ["name": "o"])
        stack.insert("Item", ["name": "i", "owner": owner])
        try stack.context.save()
        let error = try #require(caught { _ = try delete(stack, "Owner") })
        #expect(error.code == 134050 && error.localizedDescription.contains("Item.owner"))
        #expect(try stack.rows("SELECT COUNT(*) FROM ZOWNER") == [[1]])
    }

    @Test func searchIndexAndFilesFollow() throws {
        let stack = try TestStack()
        for name in ["a", "b"] {
            stack.insert(
                "Employee", ["name": name, "about": "likes \(name)", "photo": Data(repeating: 1, count: 200_000)])
        }
        try stack.context.save()
        _ = try delete(stack, "Employee", "name == 'a'")
        let directory = try #require(stack.store.externalDataDirectory)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
        #expect(try stack.names("about CONTAINS[cd] 'likes'", in: stack.makeContext()) == ["b"])
    }

    /// Rows that nothing depends on go with one statement, the search index with them.
    @Test(arguments: [500, 1500]) func rowsThatStandAlone(_ count: Int) throws {
        let model = NSManagedObjectModel()
        let note = CompanyModel.entity("Note")
        let text = CompanyModel.attribute("name", .stringAttributeType)
        text.userInfo = ["searchIndex": "YES"]
        note.properties = [text]
        model.entities = [note]
        let stack = try TestStack(model: model)
        for index in 0..<count { stack.insert("Note", ["name": "note \(index)"]) }
        stack.insert("Note", ["name": "other"])
        try stack.context.save()
        let request = NSBatchDeleteRequest(fetchRequest: TestStack.request("Note", "name BEGINSWITH 'note'"))
        request.resultType = .resultTypeCount
        #expect((try stack.context.execute(request) as? NSBatchDeleteResult)?.result as? Int == count)
        #expect(try stack.fetch("Note", "name CONTAINS[cd] 'note'", in: stack.makeContext()).isEmpty)
        let all = NSBatchDeleteRequest(fetchRequest: TestStack.request("Note"))
        try stack.context.execute(all)
        stack.insert("Note", ["name": "note new"])
        try stack.context.save()
        #expect(try stack.fetch("Note", "name CONTAINS[cd] 'note'", in: stack.makeContext()).count == 1)
        let words = "CDSEARCH_ZNOTE_ZNAME_WORDS"
        let found = try stack.store.write { connection in
            let statement = try connection.prepare("SELECT rowid FROM \(words) WHERE \(words) MATCH 'note'")
            var keys: [Int64] = []
            while try statement.step() { keys.append(statement.int64(0)) }
            return keys
        }
        #expect(found == [Int64(count) + 2], "an emptied table has an empty index")
    }
}

import SQLite
import Testing

@testable import CoreData

@Suite struct BatchUpdateTests {
    private func update(
        _ stack: TestStack, _ values: [AnyHashable: Any], _ format: String? = nil, entity: String = "Employee"
    ) throws -> [NSManagedObjectID] {
        let request = NSBatchUpdateRequest(entityName: entity)
        request.propertiesToUpdate = values
        request.predicate = format.map { NSPredicate(format: $0) }
        request.resultType = .updatedObjectIDsResultType
        let result = try #require(try stack.context.execute(request) as? NSBatchUpdateResult)
        return try #require(result.result as? [NSManagedObjectID])
    }

    @Test("Batch Update values and expressions", arguments: StoreKind.onSQLite)
    func valuesAndExpressions(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let people = try stack.insertEmployees("a", "b", "c")
        let ids = try update(
            stack,
            ["age": NSExpression(format: "age + 1"), "height": 1.5, "name": NSExpression(forConstantValue: "x")],
            "name != 'c'")
        #expect(Set(ids) == Set(people[0...1].map(\.objectID)))
        #expect(people[0].string("name") == "a", "contexts learn nothing by themselves")
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [stack.context])
        #expect(people[0].string("name") == "x")
        #expect(people[0].value(forKey: "age") as? Int == 19 && people[2].value(forKey: "age") as? Int == 18)
        #expect(people[1].value(forKey: "height") as? Double == 1.5)
    }

    @Test("Batch Update result types") func resultTypes() throws {
        let stack = try TestStack()
        try stack.insertEmployees("a", "b")
        let request = NSBatchUpdateRequest(entity: CompanyModel.make().entitiesByName["Employee"] ?? .init())
        request.propertiesToUpdate = ["age": 30]
        #expect((try stack.context.execute(request) as? NSBatchUpdateResult)?.result as? Bool == true)
        request.resultType = .updatedObjectsCountResultType
        let (result, statements) = try stack.statements {
            try stack.context.execute(request) as? NSBatchUpdateResult
        }
        #expect(result?.result as? Int == 2)
        #expect(statements == 4, "BEGIN, UPDATE, a look at what the search index has to take in, COMMIT")
    }

    /// An update raises Z_OPT, so that whoever has changed the row in a context gets a conflict.
    @Test("Batch Update raises versions") func versionsGoUp() throws {
        let stack = try TestStack()
        let person = try stack.insertEmployees("a")[0]
        person.setValue("mine", forKey: "name")
        _ = try update(stack, ["age": 40])
        #expect(try stack.rows("SELECT Z_OPT, ZAGE FROM ZEMPLOYEE") == [[2, 40]])
        #expect(code { try stack.context.save() } == 133020)
    }

    @Test func pathsOfThePredicateMayCrossRelationships() throws {
        let stack = try TestStack()
        let department = stack.insert("Department", ["name": "tools"])
        stack.insert("Employee", ["name": "a", "depart": department])
        stack.insert("Employee", ["name": "b"])
        try stack.context.save()
        #expect(try update(stack, ["age": 50], "depart.name == 'tools'").count == 1)
        #expect(try update(stack, ["depart": department], "name == 'b'").count == 1)
        #expect(try stack.names("depart.name == 'tools'", in: stack.makeContext()) == ["a", "b"])
        #expect(try update(stack, ["depart": NSNull()]).count == 2)
        #expect(try stack.names("depart == nil", in: stack.makeContext()) == ["a", "b"])
    }

    @Test func subentities() throws {
        let stack = try TestStack()
        stack.insert("Employee", ["name": "a"])
        stack.insert("Manager", ["name": "b"])
        try stack.context.save()
        #expect(try update(stack, ["age": 1]).count == 2)
        #expect(try update(stack, ["age": 2], entity: "Manager").count == 1)
        let request = NSBatchUpdateRequest(entityName: "Employee")
        request.includesSubentities = false
        request.propertiesToUpdate = ["age": 3]
        try stack.context.execute(request)
        #expect(try stack.rows("SELECT ZAGE FROM ZEMPLOYEE ORDER BY ZNAME") == [[3], [2]])
    }

    @Test(arguments: StoreKind.onSQLite) func theSearchIndexFollows(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        stack.insert("Employee", ["name": "a", "about": "likes gardens"])
        stack.insert("Manager", ["name": "b", "about": "likes trains"])
        try stack.context.save()
        _ = try update(stack, ["about": "likes bridges"], "about CONTAINS[cd] 'garden'")
        #expect(try stack.names("about CONTAINS[cd] 'bridge'") == ["a"])
        #expect(try stack.names("about CONTAINS[cd] 'garden'") == [])
        _ = try update(stack, ["about": NSExpression(forConstantValue: nil)])
        #expect(try stack.names("about CONTAINS[cd] 'likes'") == [])
        #expect(try indexedRows(stack, "likes") == 0)
    }

    private func indexedRows(_ stack: TestStack, _ word: String) throws -> Int64 {
        try stack.store.write { connection in
            let statement = try connection.prepare(
                "SELECT COUNT(*) FROM CDSEARCH_ZEMPLOYEE_ZABOUT_WORDS WHERE CDSEARCH_ZEMPLOYEE_ZABOUT_WORDS MATCH ?")
            statement.bind(word, at: 1)
            return try statement.step() ? statement.int64(0) : -1
        }
    }

    @Test func filesOfReplacedValuesGo() throws {
        let stack = try TestStack()
        stack.insert("Employee", ["name": "a", "photo": Data(repeating: 1, count: 200_000)])
        try stack.context.save()
        let directory = try #require(stack.store.externalDataDirectory)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
        let large = Data(repeating: 2, count: 150_000)
        _ = try update(stack, ["photo": large, "tags": ["x"], "site": URL(string: "https://a.example") as Any])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        let person = try stack.fetch(in: stack.makeContext())[0]
        #expect(person.value(forKey: "photo") as? Data == large)
        #expect(person.value(forKey: "tags") as? [String] == ["x"])
    }

    @Test("Batch Update changes nothing by mistake") func mistakesChangeNothing() throws {
        let mistakes: [([String: Any], Int)] = [
            (["nothing": 1], 134060), (["projects": 1], 134060), ([:], 134060), (["age": "x"], 1550),
            (["age": 100_000], 1550), (["age": NSExpression(format: "name")], 134060),
            (["name": NSExpression(format: "depart.name")], 134060), (["depart": 7], 1550),
        ]
        let stack = try TestStack()
        try stack.insertEmployees("a")
        let before = try TestStack.contents(of: stack.url)
        for (values, expected) in mistakes {
            #expect(code { _ = try update(stack, values) } == expected, "\(values)")
            #expect(try TestStack.contents(of: stack.url) == before)
        }
    }

    @Test func aBrokenConstraintChangesNothing() throws {
        let stack = try TestStack()
        try stack.insertEmployees("a", "b")
        let error = try #require(caught { _ = try update(stack, ["employeeID": "same"]) })
        #expect(error.code == 133021)
        #expect(try stack.rows("SELECT Z_OPT FROM ZEMPLOYEE") == [[1], [1]])
    }

    @Test func fetchRequestsAreFetched() throws {
        let stack = try TestStack()
        #expect(code { try stack.context.execute(TestStack.request()) } == 134091)
    }
}

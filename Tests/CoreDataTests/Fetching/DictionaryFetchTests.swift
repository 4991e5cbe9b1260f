import Testing

@testable import CoreData

/// Fetches of dictionaries: selected values, aggregates, groups.
@Suite struct DictionaryFetchTests {
    private func company(_ kind: StoreKind) throws -> TestStack {
        let stack = try TestStack(kind)
        let departments = ["d1", "d2"].map { stack.insert("Department", ["name": $0]) }
        for (name, age, height, department) in [
            ("a", 20, 1.5, 0), ("b", 20, 2.0, 0), ("c", 30, nil, 0), ("d", 40, 1.0, 1), ("e", 40, 1.25, nil),
        ] as [(String, Int, Double?, Int?)] {
            stack.insert(
                "Employee", ["name": name, "age": age, "height": height, "depart": department.map { departments[$0] }])
        }
        try stack.context.save()
        return stack
    }

    private func request(_ properties: [Any]?, sort: [String] = ["name"]) -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Employee")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = properties
        request.sortDescriptors = sort.map { NSSortDescriptor(key: $0, ascending: true) }
        return request
    }

    private func column(_ name: String, _ format: String, _ type: NSAttributeType) -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = name
        description.expression = NSExpression(format: format)
        description.expressionResultType = type
        return description
    }

    private func run(_ request: NSFetchRequest<NSDictionary>, _ stack: TestStack) throws -> [[String: AnyHashable]] {
        try stack.context.fetch(request).map { dictionary in
            var result: [String: AnyHashable] = [:]
            for case (let key as String, let value) in dictionary {
                switch value {
                case let text as String: result[key] = text
                case let number as NSNumber: result[key] = number.doubleValue
                default: result[key] = value as? AnyHashable
                }
            }
            return result
        }
    }

    @Test("F5 Selected values", arguments: StoreKind.withTables) func selectedValues(_ kind: StoreKind) throws {
        let stack = try company(kind)
        let rows = try run(request(["name", "height", "depart.name"]), stack)
        #expect(rows.map { $0["name"] } == ["a", "b", "c", "d", "e"])
        #expect(rows[0] == ["name": "a", "height": 1.5, "depart.name": "d1"])
        #expect(rows[2] == ["name": "c", "depart.name": "d1"], "a missing value is a missing key")
        // Without a list: every attribute that has a column.
        let all = try run(request(nil), stack)
        #expect(all[0]["age"] == AnyHashable(20) && all[0]["name"] == AnyHashable("a") && all[0]["depart"] == nil)
        // A to-one relationship is its object's ID.
        let entity = try #require(NSEntityDescription.entity(forEntityName: "Employee", in: stack.context))
        let department = try #require(entity.propertiesByName["depart"])
        let ids = try run(request([department]), stack)
        let id = try #require(try stack.fetch("Department", "name == 'd1'").first).objectID
        #expect(ids[0]["depart"] as? NSManagedObjectID == id)
        #expect(code { _ = try run(request(["projects"]), stack) } == 134060)
    }

    @Test("F6 Aggregates without groups are one row", arguments: StoreKind.withTables)
    func aggregates(_ kind: StoreKind) throws {
        let stack = try company(kind)
        let rows = try run(
            request(
                [
                    column("n", "count:(name)", .integer64AttributeType),
                    column("h", "count:(height)", .integer64AttributeType),
                    column("sum", "sum:(age)", .integer64AttributeType),
                    column("avg", "average:(age)", .doubleAttributeType),
                    column("min", "min:(height)", .doubleAttributeType),
                    column("max", "max:(name)", .stringAttributeType),
                ], sort: []), stack)
        #expect(rows == [["n": 5, "h": 4, "sum": 150, "avg": 30.0, "min": 1.0, "max": "e"]])
    }

    @Test("F6 Groups and conditions on them", arguments: StoreKind.withTables) func groups(_ kind: StoreKind) throws {
        let stack = try company(kind)
        let grouped = request(["age", column("n", "count:(name)", .integer64AttributeType)], sort: ["age"])
        grouped.propertiesToGroupBy = ["age"]
        #expect(try run(grouped, stack) == [["age": 20, "n": 2], ["age": 30, "n": 1], ["age": 40, "n": 2]])
        grouped.predicate = NSPredicate(format: "height != nil")
        #expect(try run(grouped, stack) == [["age": 20, "n": 2], ["age": 40, "n": 2]])
        // A condition on groups names an aggregate, or a column as a variable.
        for having in ["count:(name) > 1 AND age < 40", "$n > 1 AND age < 40", "max:(height) > 1.75"] {
            grouped.havingPredicate = NSPredicate(format: having)
            #expect(try run(grouped, stack) == [["age": 20, "n": 2]], "\(having)")
        }
        let byDepartment = request(
            ["depart.name", column("n", "count:(name)", .integer64AttributeType)], sort: ["depart.name"])
        byDepartment.propertiesToGroupBy = ["depart.name"]
        #expect(
            try run(byDepartment, stack) == [["n": 1], ["depart.name": "d1", "n": 3], ["depart.name": "d2", "n": 1]])
    }

    /// The ID of an object is of the object's own entity, not of the one that the relationship leads to.
    @Test("F5 IDs have the objects' own entities", arguments: StoreKind.withTables)
    func ownEntities(_ kind: StoreKind) throws {
        let stack = try TestStack(model: GraphModel.make(), kind)
        let leaf = stack.insert("Leaf", ["name": "leaf"])
        let node = stack.insert("Node", ["name": "node"])
        leaf.setValue(node, forKey: "favorite")
        node.setValue(leaf, forKey: "favorite")
        try stack.context.save()
        let request = NSFetchRequest<NSDictionary>(entityName: "Node")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["name", "favorite"]
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let rows = try stack.context.fetch(request)
        #expect(rows.map { $0["favorite"] as? NSManagedObjectID } == [node.objectID, leaf.objectID])
        #expect(rows.map { ($0["favorite"] as? NSManagedObjectID)?.entity.name } == ["Node", "Leaf"])
        request.propertiesToFetch = ["favorite"]
        request.propertiesToGroupBy = ["favorite"]
        request.sortDescriptors = []
        #expect(
            try Set(stack.context.fetch(request).compactMap { ($0["favorite"] as? NSManagedObjectID)?.entity.name })
                == ["Leaf", "Node"])
    }

    /// Groups may be formed by what an expression gives, selected or not.
    @Test("F6 Groups by an expression", arguments: StoreKind.withTables)
    func groupsByExpression(_ kind: StoreKind) throws {
        let stack = try company(kind)
        let double = column("double", "age * 2", .integer64AttributeType)
        let count = column("n", "count:(name)", .integer64AttributeType)
        let grouped = request([double, count], sort: ["age"])
        grouped.propertiesToGroupBy = [double]
        #expect(try run(grouped, stack) == [["double": 40, "n": 2], ["double": 60, "n": 1], ["double": 80, "n": 2]])
        grouped.propertiesToFetch = [count]
        #expect(try run(grouped, stack) == [["n": 2], ["n": 1], ["n": 2]])
        grouped.propertiesToGroupBy = [3]
        let error = try #require(caught { _ = try run(grouped, stack) })
        #expect(error.localizedDescription.contains("propertiesToGroupBy"))
    }

    @Test("F6 What cannot be grouped is an error") func groupMistakes() throws {
        let stack = try company(.sqlite)
        let grouped = request(["name", column("n", "count:(name)", .integer64AttributeType)], sort: [])
        grouped.propertiesToGroupBy = ["age"]
        let error = try #require(caught { _ = try run(grouped, stack) })
        #expect(error.code == 134060 && error.localizedDescription.contains("'name'"))
        let having = request(["name"])
        having.havingPredicate = NSPredicate(format: "age > 1")
        #expect(code { _ = try run(having, stack) } == 134060)
    }

    @Test("F7 Distinct values", arguments: StoreKind.withTables) func distinct(_ kind: StoreKind) throws {
        let stack = try company(kind)
        let distinct = request(["age"], sort: ["age"])
        distinct.returnsDistinctResults = true
        #expect(try run(distinct, stack) == [["age": 20], ["age": 30], ["age": 40]])
        distinct.fetchLimit = 2
        #expect(try run(distinct, stack).count == 2)
    }

    /// Dictionaries show the store, never unsaved changes.
    @Test("F1 Dictionaries show the store", arguments: StoreKind.withTables) func storeOnly(_ kind: StoreKind) throws {
        let stack = try company(kind)
        try #require(try stack.fetch("Employee", "name == 'a'").first).setValue("z", forKey: "name")
        stack.insert("Employee", ["name": "f"])
        #expect(try run(request(["name"]), stack).map { $0["name"] } == ["a", "b", "c", "d", "e"])
    }

    @Test("F7 Objects are distinct anyway: without properties to fetch it changes nothing")
    func distinctObjects() throws {
        let stack = try company(.sqlite)
        let request = TestStack.request(sort: ["name"])
        request.returnsDistinctResults = true
        #expect(try stack.context.fetch(request).map { $0.string("name") } == ["a", "b", "c", "d", "e"])
    }

    @Test("F6 Groups are for dictionaries") func groupedObjects() throws {
        let stack = try company(.sqlite)
        let request = TestStack.request()
        request.propertiesToGroupBy = ["age"]
        #expect(code { _ = try stack.context.fetch(request) } == 134060)
    }
}

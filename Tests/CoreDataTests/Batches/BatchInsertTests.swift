import SQLite
import Testing

@testable import CoreData

@Suite struct BatchInsertTests {
    private func insert(_ stack: TestStack, _ request: NSBatchInsertRequest) throws -> [NSManagedObjectID] {
        request.resultType = .objectIDs
        let result = try #require(try stack.context.execute(request) as? NSBatchInsertResult)
        return try #require(result.result as? [NSManagedObjectID])
    }

    @Test("Batch Insert rows from dictionaries, with default values", arguments: StoreKind.onSQLite)
    func dictionaries(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let department = stack.insert("Department", ["name": "d"])
        try stack.context.save()
        let token = UUID()
        let ids = try insert(
            stack,
            NSBatchInsertRequest(
                entityName: "Manager",
                objects: [
                    [
                        "name": "a", "level": 3, "tags": ["x"], "token": token,
                        "salary": NSDecimalNumber(string: "1.5"), "depart": department.objectID,
                        "birthday": Date(timeIntervalSinceReferenceDate: 5),
                        "photo": Data(repeating: 7, count: 150_000), "about": "likes gardens",
                    ],
                    ["name": "b", "age": 40],
                ]))
        #expect(ids.count == 2 && ids.allSatisfy { $0.entity.name == "Manager" && !$0.isTemporaryID })
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSInsertedObjectsKey: ids], into: [stack.context])
        let first = try stack.context.existingObject(with: ids[0])
        #expect(first.value(forKey: "age") as? Int == 18, "defaults apply")
        #expect(first.value(forKey: "tags") as? [String] == ["x"] && first.value(forKey: "token") as? UUID == token)
        #expect(first.value(forKey: "depart") as? NSManagedObject === department)
        #expect((first.value(forKey: "photo") as? Data)?.count == 150_000)
        #expect(try stack.names("about CONTAINS[cd] 'garden'") == ["a"])
        #expect(try stack.names("age == 40") == ["b"])
        let next = stack.insert("Employee", ["name": "c"])
        try stack.context.save()
        #expect(Set(ids + [next.objectID]).count == 3, "keys go on behind the batch")
    }

    @Test("Batch Insert rows from handlers") func handlers() throws {
        let stack = try TestStack()
        var index = 0
        let filled = NSBatchInsertRequest(entityName: "Employee") { (row: NSMutableDictionary) in
            if index == 3 { return true }
            row["name"] = "d\(index)"
            if index == 0 { row["age"] = 5 }
            index += 1
            return false
        }
        #expect(try insert(stack, filled).count == 3)
        index = 0
        let set = NSBatchInsertRequest(entityName: "Employee") { (row: NSManagedObject) in
            if index == 2 { return true }
            row.setValue("o\(index)", forKey: "name")
            if index == 0 { row.setValue(6, forKey: "age") }
            index += 1
            return false
        }
        set.resultType = .count
        #expect((try stack.context.execute(set) as? NSBatchInsertResult)?.result as? Int == 2)
        #expect(
            try stack.rows("SELECT ZNAME, ZAGE FROM ZEMPLOYEE ORDER BY Z_PK") == [
                ["d0", 5], ["d1", 18], ["d2", 18], ["o0", 6], ["o1", 18],
            ], "nothing of a row is left for the next")
    }

    @Test("Batch Insert nothing when a row is wrong") func mistakesInsertNothing() throws {
        let mistakes: [([[String: Any]], Int)] = [
            ([["nothing": 1]], 134060), ([["name": "a"], ["name": 7]], 1550), ([["age": 1]], 1570),
            ([["name": "a", "employeeID": "1"], ["name": "b", "employeeID": "1"]], 133021),
            ([["name": "a", "projects": 1]], 134060),
        ]
        let stack = try TestStack()
        for (rows, expected) in mistakes {
            let request = NSBatchInsertRequest(entityName: "Employee", objects: rows)
            #expect(code { _ = try insert(stack, request) } == expected, "\(rows)")
            #expect(try stack.rows("SELECT COUNT(*) FROM ZEMPLOYEE") == [[0]])
        }
    }

    private func withDuplicates(_ policy: NSMergePolicyType) throws -> (TestStack, [NSManagedObjectID]) {
        let stack = try TestStack()
        stack.insert("Employee", ["name": "old", "employeeID": "1", "age": 60, "about": "likes gardens"])
        try stack.context.save()
        stack.context.mergePolicy = NSMergePolicy(merge: policy)
        let ids = try insert(
            stack,
            NSBatchInsertRequest(
                entityName: "Employee",
                objects: [
                    ["name": "new", "employeeID": "1", "about": "likes trains"], ["name": "b", "employeeID": "2"],
                    ["name": "c", "employeeID": "2"],
                ]))
        return (stack, ids)
    }

    @Test("Batch Insert with object trump updates what is there") func objectTrumpUpdatesWhatIsThere() throws {
        let (stack, ids) = try withDuplicates(.mergeByPropertyObjectTrumpMergePolicyType)
        #expect(ids.count == 2)
        #expect(
            try stack.rows("SELECT ZNAME, ZAGE, Z_OPT FROM ZEMPLOYEE ORDER BY Z_PK") == [
                ["new", 60, 2], ["c", 18, 2],
            ])
        #expect(try stack.names("about CONTAINS[cd] 'train'", in: stack.makeContext()) == ["new"])
        #expect(try stack.names("about CONTAINS[cd] 'garden'", in: stack.makeContext()) == [])
    }

    @Test("Batch Insert with store trump passes over what is there") func storeTrumpPassesOver() throws {
        let (stack, ids) = try withDuplicates(.mergeByPropertyStoreTrumpMergePolicyType)
        #expect(ids.count == 1)
        #expect(try stack.names(in: stack.makeContext()) == ["b", "old"])
    }

    @Test func insideABulkLoad() throws {
        let stack = try TestStack()
        try stack.store.performBulkLoad {
            let rows = (0..<50).map { ["name": "n\($0)", "about": "word\($0)"] }
            try stack.context.execute(NSBatchInsertRequest(entityName: "Employee", objects: rows))
        }
        #expect(try stack.names("about CONTAINS[cd] 'word49'") == ["n49"])
    }
}

import SQLite
import Testing

@testable import CoreData

/// The SQL of typical predicates, word for word: values are bound, indexes can be used, ANY is EXISTS.
@Suite struct SQLTextTests {
    static let table: [(String, String)] = [
        ("name == 'a'", #"t0."ZNAME" = ?1"#),
        ("name != 'a'", #"t0."ZNAME" <> ?1"#),
        ("height == nil", #"t0."ZHEIGHT" IS NULL"#),
        ("age > 5 AND age <= 9", #"(t0."ZAGE" > ?1 AND t0."ZAGE" <= ?2)"#),
        ("NOT (age == 1 OR age == 2)", #"NOT ((t0."ZAGE" = ?1 OR t0."ZAGE" = ?2))"#),
        ("age BETWEEN {1, 2}", #"t0."ZAGE" BETWEEN ?1 AND ?2"#),
        ("age IN {1, 2, nil}", #"t0."ZAGE" IN (?1, ?2, NULL)"#),
        ("name BEGINSWITH 'ab'", #"(t0."ZNAME" >= ?1 AND t0."ZNAME" < ?2)"#),
        ("name BEGINSWITH[c] 'ab'", #"cd_match(t0."ZNAME", ?1, 2, 1)"#),
        ("name CONTAINS[cd] 'ab'", #"cd_match(t0."ZNAME", ?1, 1, 3)"#),
        ("name LIKE 'a*'", #"cd_match(t0."ZNAME", ?1, 4, 0)"#),
        ("name <[c] 'b'", #"cd_fold(t0."ZNAME", 1) < cd_fold(?1, 1)"#),
        ("name <[l] 'b'", #"t0."ZNAME" < ?1 COLLATE cd_localized"#),
        ("age + 1 == 2", #"(t0."ZAGE" + ?1) = ?2"#),
        (
            "projects.@count == 0",
            #"(SELECT COUNT(*) FROM "Z_2PROJECTS" t2 JOIN "ZPROJECT" t1 ON t1.Z_PK = t2."Z_4PROJECTS" WHERE t2."Z_2MEMBERS" = t0.Z_PK) = ?1"#
        ),
        (
            "ANY projects.title == 'p'",
            #"EXISTS (SELECT 1 FROM "Z_2PROJECTS" t2 JOIN "ZPROJECT" t1 ON t1.Z_PK = t2."Z_4PROJECTS" WHERE t2."Z_2MEMBERS" = t0.Z_PK AND (t1."ZTITLE" = ?1))"#
        ),
        ("TRUEPREDICATE", "1"), ("FALSEPREDICATE", "0"),
    ]

    @Test(arguments: table) func condition(_ format: String, _ expected: String) throws {
        let stack = try TestStack()
        let layout = try #require(stack.coordinator.modelLayout["Employee"])
        var translator = SQLTranslator(store: stack.store, root: layout)
        #expect(try translator.condition(predicateNode(of: NSPredicate(format: format))) == expected)
    }

    @Test func joins() throws {
        let stack = try TestStack()
        let layout = try #require(stack.coordinator.modelLayout["Employee"])
        var query = RowQuery(layout: layout)
        query.predicate = predicateNode(of: NSPredicate(format: "depart.name == 'd' AND depart.name != 'e'"))
        query.sort = [try SortKey(NSSortDescriptor(key: "depart.name", ascending: false))]
        query.limit = 5
        let sql = try SelectStatement(query: query, store: stack.store, selection: "t0.Z_PK")
        #expect(
            sql.text
                == #"SELECT t0.Z_PK FROM "ZEMPLOYEE" t0 LEFT OUTER JOIN "ZDEPARTMENT" t1 ON t0."ZDEPART" = t1.Z_PK "#
                + #"WHERE (t1."ZNAME" = ?1 AND t1."ZNAME" <> ?2) ORDER BY t1."ZNAME" DESC LIMIT ?3 OFFSET ?4"#)
        #expect(sql.bindings == [.text("d"), .text("e"), .integer(5), .integer(0)])
    }

    /// The entity is named only where the table has rows of others.
    @Test func entities() throws {
        let stack = try TestStack()
        func text(_ entity: String, subentities: Bool) throws -> String {
            var query = RowQuery(layout: try #require(stack.coordinator.modelLayout[entity]))
            query.includesSubentities = subentities
            return try SelectStatement(query: query, store: stack.store, selection: "t0.Z_PK").text
        }
        #expect(try text("Employee", subentities: true) == #"SELECT t0.Z_PK FROM "ZEMPLOYEE" t0"#)
        #expect(try text("Employee", subentities: false) == #"SELECT t0.Z_PK FROM "ZEMPLOYEE" t0 WHERE t0.Z_ENT = 2"#)
        #expect(try text("Manager", subentities: true) == #"SELECT t0.Z_PK FROM "ZEMPLOYEE" t0 WHERE t0.Z_ENT IN (3)"#)
        #expect(try text("Project", subentities: false) == #"SELECT t0.Z_PK FROM "ZPROJECT" t0"#)
    }

    /// SQLite answers these from an index.
    @Test(arguments: [
        "employeeID == 'x'", "employeeID BEGINSWITH 'x'", "employeeID IN {'x', 'y'}",
        "employeeID >= 'a' AND employeeID < 'b'",
        "depart == %@",
    ])
    func indexIsUsed(_ format: String) throws {
        let stack = try TestStack()
        let department = stack.insert("Department", ["name": "d"])
        try stack.context.save()
        var query = RowQuery(layout: try #require(stack.coordinator.modelLayout["Employee"]))
        query.predicate = predicateNode(of: NSPredicate(format: format, argumentArray: [department]))
        let sql = try SelectStatement(query: query, store: stack.store, selection: "t0.Z_PK")
        let plan = try stack.store.read { connection in
            let statement = try connection.prepare("EXPLAIN QUERY PLAN " + sql.text)
            statement.bind(sql.bindings)
            return try statement.step() ? statement.string(3) : ""
        }
        #expect(plan.contains("SEARCH t0 USING") && plan.contains("INDEX"), "\(plan)")
    }

    /// The statement's text does not depend on values, so that one prepared statement serves all.
    @Test func textsDoNotDependOnValues() throws {
        let stack = try TestStack()
        let layout = try #require(stack.coordinator.modelLayout["Employee"])
        let texts = try ["a", "it's", "b; DROP TABLE ZEMPLOYEE"].map { name in
            var query = RowQuery(layout: layout)
            query.predicate = predicateNode(of: NSPredicate(format: "name == %@", name))
            return try SelectStatement(query: query, store: stack.store, selection: "t0.Z_PK").text
        }
        #expect(Set(texts).count == 1)
    }
}

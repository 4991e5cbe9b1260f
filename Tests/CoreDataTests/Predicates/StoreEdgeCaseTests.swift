import Testing

@testable import CoreData

/// The edge cases of predicates, numbered as in the reference, against both kinds of store. Names that a predicate selects
/// from the table below stand beside it; those that evaluation in memory selects, where they differ.
///
/// | name | age | height | code | active | birthday | department | projects |
/// |---|---|---|---|---|---|---|---|
/// | a | 20 | 1.5 | AB1 | yes | 0 | d1 | p1, p2 |
/// | b | 30 | 2.0 | ab1 | no | 100 | d1 | p2 |
/// | c | 40 | – | Äb% | – | – | – | – |
/// | é | 20 | 2.5 | – | yes | 200 | d2 | p1 |
@Suite struct StoreEdgeCaseTests {
    struct Example: Sendable {
        let format: String
        let store: String
        let memory: String
        let arguments: @Sendable () -> [Any]

        init(
            _ format: String, _ store: String, memory: String? = nil,
            _ arguments: @autoclosure @escaping @Sendable () -> [Any] = []
        ) {
            self.format = format
            self.store = store
            self.memory = memory ?? store
            self.arguments = arguments
        }
    }

    static let examples: [Example] = [
        // 1 nil
        Example("height == nil", "c"), Example("height != nil", "abé"), Example("nil == nil", "abcé"),
        Example("height == %@", "c", [NSNull()]), Example("depart == nil", "c"), Example("depart.name == nil", "c"),
        // 2 an inequality does not find null in a store; in memory it does
        Example("code != 'AB1'", "bc", memory: "bcé"), Example("NOT (code == 'AB1')", "bc", memory: "bcé"),
        Example("code == nil OR code != 'AB1'", "bcé"),
        // 3 no order with nil; BETWEEN takes in both ends
        Example("height < 9", "abé"), Example("height >= 0", "abé"), Example("height BETWEEN {1.5, 2}", "ab"),
        Example("height BETWEEN {2, 1}", ""), Example("NOT height < 9", "", memory: "c"),
        Example("height BETWEEN %@", "ab", [[1.5, 2.0]]),
        // 4 lists
        Example("age IN {}", ""), Example("NOT age IN {}", "abcé"), Example("age IN {20, 40}", "acé"),
        Example("age IN %@", "b", [[30]]), Example("height IN {1.5, nil}", "a", memory: "ac"),
        Example("NOT height IN {1.5, nil}", "", memory: "bé"), Example("code IN[c] {'ab1', nil}", "ab", memory: "abé"),
        Example("age IN %@", "", [[Int]()]), Example("name IN %@", "ab", [Set(["a", "b"])]),
        Example("name IN 'abx'", "ab"),
        // 5 LIKE
        Example("code LIKE 'AB?'", "a"), Example("code LIKE '*b*'", "bc"), Example("code LIKE[c] 'a*'", "ab"),
        Example("code LIKE[cd] 'a*'", "abc"), Example("code LIKE '*\\\\%'", "c"), Example("code LIKE '*%'", "c"),
        Example("code LIKE '_B1'", ""), Example("code LIKE ''", ""), Example("code LIKE '*'", "abc"),
        // 6 MATCHES is the whole text
        Example("code MATCHES 'AB'", ""), Example("code MATCHES 'AB[0-9]'", "a"),
        Example("code MATCHES[c] 'a|ab1'", "ab"),
        Example("code MATCHES '.*'", "abc"),
        // 7 equality is literal
        Example("code == 'ab1'", "b"), Example("code ==[c] 'AB1'", "ab"), Example("code ==[cd] 'ab%'", "c"),
        Example("name == 'e\u{301}'", ""), Example("name ==[d] 'e\u{301}'", "é"), Example("name ==[c] 'É'", "é"),
        Example("code !=[c] 'ab1'", "c", memory: "cé"), Example("code >[c] 'AB1'", "c"), Example("code > 'AB1'", "bc"),
        // 8 the empty text
        Example("code BEGINSWITH ''", "abc"), Example("code ENDSWITH ''", "abc"), Example("code CONTAINS ''", ""),
        // 9 and 10: ANY, ALL and NONE
        Example("ANY projects.title == 'p1'", "aé"), Example("SOME projects.title == 'p1'", "aé"),
        Example("ALL projects.title == 'p1'", "cé"), Example("NONE projects.title == 'p1'", "bc"),
        Example("NOT ANY projects.title == 'p1'", "bc"),
        Example("ANY projects.title == 'p1' AND ANY projects.title == 'p2'", "a"),
        Example("SUBQUERY(projects, $p, $p.title == 'p1' AND $p.title == 'p2').@count > 0", ""),
        Example("SUBQUERY(projects, $p, $p.title BEGINSWITH 'p').@count == 2", "a"),
        Example("SUBQUERY(projects, $p, SUBQUERY($p.members, $m, $m.name == 'b').@count > 0).@count > 0", "ab"),
        Example("ANY depart.employees.name == 'a'", "ab"), Example("ANY projects.title == name", ""),
        // 12 collection operators
        Example("projects.@count == 0", "c"), Example("projects.@count > 1", "a"),
        Example("depart.employees.@sum.age == 50", "ab"), Example("depart.employees.@avg.age == 25", "ab"),
        Example("depart.employees.@max.height == 2.5", "é"), Example("projects.@min.title == 'p1'", "aé"),
        Example("projects.@count == 0 AND projects.@min.title == nil", "c"),
        // 14 booleans
        Example("active == YES", "aé"), Example("active == 1", "aé"), Example("active == NO", "b"),
        Example("active == TRUE OR active == FALSE", "abé"), Example("active != YES", "b", memory: "bc"),
        // 15 numbers
        Example("age / 8 == 2.5", "aé"), Example("age * 2 == 60", "b"), Example("age - 10 == height * 4 + 14.0", ""),
        Example("2 ** 2 == 4", "abcé"), Example("height + 0.5 == 2", "a"), Example("modulus:by:(age, 30) == 10", "c"),
        Example("abs:(age - 30) == 10", "acé"), Example("uppercase:(name) == 'A'", "a"),
        Example("height > age", ""), Example("age > 9223372036854775807", ""), Example("age < 20.5", "aé"),
        // 16 dates
        Example("birthday == CAST(100, 'NSDate')", "b"),
        Example("birthday > %@", "é", [Date(timeIntervalSinceReferenceDate: 100)]),
        Example("birthday < now()", "abé"), Example("birthday + 100 == CAST(200, 'NSDate')", "b"),
        // 20 key paths over to-one relationships
        Example("depart.name == 'd1'", "ab"), Example("depart.name != 'd1'", "é", memory: "cé"),
        Example("depart.name BEGINSWITH 'd'", "abé"), Example("name.length == 1", "abcé"),
        // words of the language
        Example("TRUEPREDICATE", "abcé"), Example("FALSEPREDICATE", ""), Example("age == 20 AND NOT name == 'a'", "é"),
        Example("TERNARY(age > 25, 'old', 'young') == 'old'", "bc"), Example("name BEGINSWITH 'é'", "é"),
        Example("name BEGINSWITH 'b' OR age == 40", "bc"),
    ]

    private func stack(_ kind: StoreKind) throws -> TestStack {
        let model = CompanyModel.make()
        let code = try #require(model.entitiesByName["Employee"]?.attributesByName["code"])
        (code.regularExpression, code.maxLength) = (nil, nil)
        let stack = try TestStack(model: model, kind)
        let d1 = stack.insert("Department", ["name": "d1"])
        let d2 = stack.insert("Department", ["name": "d2"])
        let p1 = stack.insert("Project", ["title": "p1"])
        let p2 = stack.insert("Project", ["title": "p2"])
        func employee(
            _ name: String, _ age: Int, _ height: Double?, _ code: String?, _ active: Bool?, _ seconds: Double?,
            _ department: NSManagedObject?, _ projects: [NSManagedObject]
        ) {
            stack.insert(
                "Employee",
                [
                    "name": name, "age": age, "height": height, "code": code, "active": active,
                    "birthday": seconds.map { Date(timeIntervalSinceReferenceDate: $0) }, "depart": department,
                    "projects": NSSet(array: projects),
                ])
        }
        employee("a", 20, 1.5, "AB1", true, 0, d1, [p1, p2])
        employee("b", 30, 2, "ab1", false, 100, d1, [p2])
        employee("c", 40, nil, "Äb%", nil, nil, nil, [])
        employee("é", 20, 2.5, nil, true, 200, d2, [p1])
        return stack
    }

    private func saved(_ kind: StoreKind) throws -> TestStack {
        let stack = try stack(kind)
        try stack.context.save()
        return stack
    }

    /// One store for all examples, since each only reads.
    @Test("Case 11 In a store an inequality does not find nil", arguments: StoreKind.withTables)
    func inTheStore(_ kind: StoreKind) throws {
        let stack = try saved(kind)
        let context = stack.makeContext()
        for example in Self.examples {
            let names = try stack.names(example.format, example.arguments(), in: context).joined()
            #expect(names == example.store, "\(example.format)")
        }
    }

    @Test("Case 11 In memory an inequality finds nil") func inMemory() throws {
        let stack = try stack(.memory)
        let employees = stack.context.insertedObjects.filter { $0.entity.name == "Employee" }
        for example in Self.examples {
            let predicate = NSPredicate(format: example.format, argumentArray: example.arguments())
            let names = employees.filter { predicate.evaluate(with: $0) }.map { $0.string("name") }.sorted().joined()
            #expect(names == example.memory, "\(example.format)")
        }
    }

    /// 13 objects stand for their keys.
    @Test(arguments: StoreKind.withTables) func objects(_ kind: StoreKind) throws {
        let stack = try saved(kind)
        let context = stack.makeContext()
        let department = try #require(try stack.fetch("Department", "name == 'd1'", in: context).first)
        let project = try #require(try stack.fetch("Project", "title == 'p1'", in: context).first)
        let a = try #require(try stack.fetch("Employee", "name == 'a'", in: context).first)
        func names(_ format: String, _ arguments: Any...) throws -> String {
            try stack.names(format, arguments, in: context).joined()
        }
        #expect(try names("depart == %@", department) == "ab")
        #expect(try names("depart == %@", department.objectID) == "ab")
        #expect(try names("depart IN %@", [department]) == "ab")
        #expect(try names("depart != %@", department) == "é")
        #expect(try names("SELF == %@", a) == "a")
        #expect(try names("self == %@", a.objectID) == "a")
        #expect(try names("SELF IN %@", [a.objectID, department.objectID]) == "a")
        #expect(try names("NOT SELF IN %@", [a]) == "bcé")
        #expect(try names("%@ IN projects", project) == "aé")
        #expect(try names("projects CONTAINS %@", project) == "aé")
        #expect(try names("ANY projects == %@", project) == "aé")
        #expect(try names("NONE projects IN %@", [project]) == "bc")
        // An object that is not saved is no row's.
        let unsaved = NSEntityDescription.insertNewObject(forEntityName: "Department", into: stack.makeContext())
        #expect(try names("depart == %@", unsaved) == "")
    }

    /// 11, 17, 18, 19: what a store cannot answer is an error that names it, before anything is read.
    @Test(arguments: [
        ("projects.title == 'p1'", "projects"), ("projects == 'x'", "projects"),
        ("ANY projects.members.name == 'a'", "members"), ("tags == 'x'", "tags"), ("tags CONTAINS 'x'", "tags"),
        ("ANY tags == 'x'", "tags"), ("photo < 'x'", "photo"), ("nome == 1", "nome"), ("depart.nome == 1", "nome"),
        ("name.nome == 1", "nome"), ("height == $X", "$X"),
        ("projects.@distinctUnionOfObjects.title == 'p1'", "@distinct"),
        ("projects[0].title == 'x'", "projects"), ("random() > 0.5", "random"), ("projects.@sum.title == 1", "@sum"),
        ("name == 5", "name"), ("age == 'x'", "age"), ("age CONTAINS 'x'", "age"), ("name == age", "age"),
        ("birthday == 5", "birthday"), ("depart == 'x'", "depart"), ("depart < 'x'", "depart"),
        ("name + 1 == 2", "name"),
        ("{1, 2} == age", "collection"), ("site == 'x'", "site"), ("token == 'x'", "token"),
        ("SUBQUERY(projects, $p, $p.title == 'x').title == 'x'", "title"),
        ("FUNCTION(name, 'length') == 1", "length"),
    ])
    func untranslatable(_ format: String, _ named: String) throws {
        let stack = try TestStack()
        let (error, count) = stack.statements { caught { _ = try stack.fetch("Employee", format) } }
        let found = try #require(error)
        #expect(found.code == 134060 && count == 0)
        #expect(found.localizedDescription.contains(named), "\(found.localizedDescription)")
    }

    @Test func blockPredicate() throws {
        let stack = try TestStack()
        let request = TestStack.request()
        request.predicate = NSPredicate { _, _ in true }
        #expect(code { _ = try stack.context.fetch(request) } == 134060)
    }

    @Test func transientAttribute() throws {
        let stack = try TestStack(model: ZooModel.make())
        let error = try #require(caught { _ = try stack.fetch("Tag", "temporary == 'x'") })
        #expect(error.localizedDescription.contains("'temporary' is transient"))
        #expect(code { _ = try stack.fetch("Tag", sort: ["temporary"]) } == 134060)
    }

    /// Thousands of values, and thousands of terms, are no problem.
    @Test func large() throws {
        let stack = try TestStack()
        try stack.insertEmployees("a", "b\"\u{0}\\", "c")
        let names = (0..<50_000).map { "n\($0)" } + ["a", "b\"\u{0}\\"]
        #expect(try stack.names("name IN %@", [names + ["é"]]).count == 2)
        #expect(try stack.names("name IN %@", [names.filter { !$0.contains("\0") }]) == ["a"])
        #expect(try stack.names("age IN %@", [Array(0..<40_000)]).count == 3)
        let terms = (0..<3000).map { "age == \($0)" }.joined(separator: " OR ")
        #expect(try stack.names(terms).count == 3)
    }
}

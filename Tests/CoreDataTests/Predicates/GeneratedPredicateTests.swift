import CoreDataModel
import GeneratedCases
import Testing

@testable import CoreData

/// Random predicates over random rows: what SQL selects is what evaluation in memory selects under SQL's rules for null.
@Suite struct GeneratedPredicateTests {
    /// 12 × 150 predicates over 40 rows each.
    @Test(arguments: 0..<12) func sqlAgreesWithMemory(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let hasNulls = seed % 3 != 2
        let stack = try TestStack(model: Self.model(), seed % 2 == 0 ? .sqlite : .memory)
        let objects = Self.rows(stack, hasNulls: hasNulls, using: &random)
        try stack.context.save()
        for _ in 0..<150 {
            let format = GeneratedText.predicate(depth: 3, using: &random)
            let node = predicateNode(of: try NSPredicate(parsing: format))
            let compiled = try CompiledPredicate(node, nulls: .sql)
            let expected = try objects.filter { try compiled.evaluate(with: $0) }.map(\.primaryKey).sorted()
            let found = try stack.fetch("Thing", format).map(\.primaryKey).sorted()
            #expect(found == expected, "\(format)")
        }
    }

    /// Random orders: the store sorts as memory does.
    @Test(arguments: 0..<10) func sqlSortsAsMemory(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(100 + seed))
        let stack = try TestStack(model: Self.model())
        let objects = Self.rows(stack, hasNulls: true, using: &random)
        try stack.context.save()
        let selectors: [Selector] = ["caseInsensitiveCompare:", "localizedCompare:", "localizedStandardCompare:"]
        for _ in 0..<20 {
            var descriptors = [NSSortDescriptor]()
            for _ in 0..<2 {
                let key = ["a", "r", "s", "d", "flag", "other.s", "other.a"].randomElement(using: &random)!
                let ascending = Bool.random(using: &random)
                if key.hasSuffix("s"), Bool.random(using: &random) {
                    let selector = selectors.randomElement(using: &random)!
                    descriptors.append(NSSortDescriptor(key: key, ascending: ascending, selector: selector))
                } else {
                    descriptors.append(NSSortDescriptor(key: key, ascending: ascending))
                }
            }
            descriptors.append(NSSortDescriptor(key: "number", ascending: true))
            let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
            request.sortDescriptors = descriptors
            let expected = objects.sorted { a, b in
                for descriptor in descriptors {
                    let order = descriptor.compare(a, to: b)
                    if order != .orderedSame { return order == .orderedAscending }
                }
                return false
            }
            #expect(try stack.context.fetch(request).map(\.primaryKey) == expected.map(\.primaryKey), "\(descriptors)")
        }
    }

    private static func model() -> NSManagedObjectModel {
        let thing = CompanyModel.entity("Thing")
        let part = CompanyModel.entity("Part")
        let other = CompanyModel.relationship("other", to: thing, isToMany: false)
        let others = CompanyModel.relationship("others", to: thing, isToMany: true)
        let parts = CompanyModel.relationship("parts", to: part, isToMany: true)
        let things = CompanyModel.relationship("things", to: thing, isToMany: true)
        (other.inverseRelationship, others.inverseRelationship) = (others, other)
        (parts.inverseRelationship, things.inverseRelationship) = (things, parts)
        thing.properties = [
            CompanyModel.attribute("number", .integer64AttributeType),
            CompanyModel.attribute("a", .integer32AttributeType),
            CompanyModel.attribute("b", .integer64AttributeType), CompanyModel.attribute("r", .doubleAttributeType),
            CompanyModel.attribute("m", .decimalAttributeType), CompanyModel.attribute("s", .stringAttributeType),
            CompanyModel.attribute("t", .stringAttributeType), CompanyModel.attribute("d", .dateAttributeType),
            CompanyModel.attribute("flag", .booleanAttributeType), other, others, parts,
        ]
        part.properties = [
            CompanyModel.attribute("n", .integer32AttributeType), CompanyModel.attribute("w", .stringAttributeType),
            things,
        ]
        let model = NSManagedObjectModel()
        model.entities = [thing, part]
        return model
    }

    private static func rows(
        _ stack: TestStack, hasNulls: Bool, using random: inout SeededGenerator
    ) -> [NSManagedObject] {
        func maybe(_ value: Any, _ random: inout SeededGenerator) -> Any? {
            hasNulls && Int.random(in: 0..<4, using: &random) == 0 ? nil : value
        }
        let parts = (0..<6).map { index in
            stack.insert("Part", ["n": maybe(index % 4, &random), "w": maybe(GeneratedText.words[index * 2], &random)])
        }
        let things = (0..<40).map { index in
            stack.insert(
                "Thing",
                [
                    "number": index, "a": maybe(Int.random(in: 0..<5, using: &random), &random),
                    "b": maybe(Int.random(in: -2..<3, using: &random), &random),
                    "r": maybe(Double(Int.random(in: -4..<8, using: &random)) / 2, &random),
                    "m": maybe(Decimal(Int.random(in: 0..<50, using: &random)) / 10, &random),
                    "s": maybe(GeneratedText.words.randomElement(using: &random)!, &random),
                    "t": maybe(GeneratedText.words.randomElement(using: &random)!, &random),
                    "d": maybe(
                        Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<4, using: &random)) / 4), &random
                    ),
                    "flag": maybe(Bool.random(using: &random), &random),
                    "parts": NSSet(array: parts.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }),
                ])
        }
        for thing in things {
            thing.setValue(maybe(things.randomElement(using: &random)!, &random), forKey: "other")
        }
        return things
    }
}

/// Random predicates as text.
enum GeneratedText {
    static let words = [
        "", "a", "A", "ab", "aB", "é", "e\u{301}", "É", "e", "b*", "a_b", "100%", "王小明", "王", "ß", "SS", "ﬁ", "ba",
        "İ", "i", "ｗａｎｇ", "WANG", "🧑‍🚀", "a\\b", "\"q\"", "o'b", "ж", "Ж", "σς", "ΣΣ",
    ]

    static func predicate(depth: Int, using random: inout SeededGenerator) -> String {
        switch Int.random(in: depth > 0 ? 0..<12 : 3..<12, using: &random) {
        case 0:
            return "(\(predicate(depth: depth - 1, using: &random)) AND \(predicate(depth: depth - 1, using: &random)))"
        case 1:
            return "(\(predicate(depth: depth - 1, using: &random)) OR \(predicate(depth: depth - 1, using: &random)))"
        case 2: return "NOT (\(predicate(depth: depth - 1, using: &random)))"
        case 3, 4: return "\(number(2, &random)) \(order(&random)) \(number(1, &random))"
        case 5: return "\(text(&random)) \(textOperator(&random)) \(quoted(words.randomElement(using: &random)!))"
        case 6:
            return
                "\(path("s", &random)) \(["CONTAINS", "BEGINSWITH", "ENDSWITH", "==", "!="].randomElement(using: &random)!)"
                + "\(options(&random)) \(path("t", &random))"
        case 7: return list(&random)
        case 8: return quantified(&random)
        case 9: return collection(&random)
        case 10:
            return "\(path("d", &random)) \(order(&random)) CAST(\(Int.random(in: 0..<4, using: &random)).25, 'NSDate')"
        default:
            return "\(path(["a", "s", "r", "d", "flag", "m"].randomElement(using: &random)!, &random)) "
                + "\(["==", "!="].randomElement(using: &random)!) nil"
        }
    }

    private static func order(_ random: inout SeededGenerator) -> String {
        ["==", "!=", "<", "<=", ">", ">="].randomElement(using: &random)!
    }

    private static func path(_ key: String, _ random: inout SeededGenerator) -> String {
        ["", "", "", "other.", "other.other."].randomElement(using: &random)! + key
    }

    private static func number(_ depth: Int, _ random: inout SeededGenerator) -> String {
        switch Int.random(in: depth > 0 ? 0..<9 : 0..<5, using: &random) {
        case 0, 1: return path(["a", "b", "r"].randomElement(using: &random)!, &random)
        case 2: return "m"
        case 3: return "\(Int.random(in: -2..<6, using: &random))"
        case 4: return "\(Double(Int.random(in: -3..<9, using: &random)) / 2)"
        case 5:
            let symbol = ["+", "-", "*", "/"].randomElement(using: &random)!
            let (x, y) = (
                ["a", "b", "r"].randomElement(using: &random)!, ["a", "b", "r", "2"].randomElement(using: &random)!
            )
            return "(\(x) \(symbol) \(y))"
        case 6: return "abs:(\(["b", "r"].randomElement(using: &random)!))"
        case 7: return "TERNARY(\(predicate(depth: 0, using: &random)), a, b)"
        default: return "modulus:by:(a, 3)"
        }
    }

    private static func options(_ random: inout SeededGenerator) -> String {
        ["", "", "[c]", "[d]", "[cd]"].randomElement(using: &random)!
    }

    private static func textOperator(_ random: inout SeededGenerator) -> String {
        ["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "==", "!=", "<", ">="].randomElement(using: &random)!
            + options(&random)
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return "uppercase:(s)"
        case 1: return "lowercase:(t)"
        default: return path("s", &random)
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }

    private static func list(_ random: inout SeededGenerator) -> String {
        let count = Int.random(in: 0..<4, using: &random)
        let hasNull = Int.random(in: 0..<4, using: &random) == 0 ? ["nil"] : []
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let texts = (0..<count).map { _ in quoted(words.randomElement(using: &random)!) }
            return "\(path("s", &random)) IN\(options(&random)) {\((texts + hasNull).joined(separator: ", "))}"
        case 1:
            let low = Int.random(in: -1..<3, using: &random)
            return "\(number(1, &random)) BETWEEN {\(low), \(low + Int.random(in: -1..<4, using: &random))}"
        case 2: return "s BETWEEN\(options(&random)) {\"a\", \"b\"}"
        default:
            let numbers = (0..<count).map { _ in "\(Int.random(in: -1..<5, using: &random))" }
            return "\(path("a", &random)) IN {\((numbers + hasNull).joined(separator: ", "))}"
        }
    }

    private static func quantified(_ random: inout SeededGenerator) -> String {
        let modifier = ["ANY", "ALL", "NONE", "SOME"].randomElement(using: &random)!
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return "\(modifier) parts.n \(order(&random)) \(Int.random(in: 0..<4, using: &random))"
        case 1: return "\(modifier) parts.w \(textOperator(&random)) \(quoted(words.randomElement(using: &random)!))"
        case 2: return "\(modifier) other.parts.n \(order(&random)) a"
        default: return "\(modifier) others.a IN {1, 3}"
        }
    }

    private static func collection(_ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return "parts.@count \(order(&random)) \(Int.random(in: 0..<4, using: &random))"
        case 1:
            let name = ["@sum", "@min", "@max", "@avg"].randomElement(using: &random)!
            return "parts.\(name).n \(order(&random)) \(Int.random(in: 0..<5, using: &random))"
        case 2:
            return
                "SUBQUERY(parts, $p, $p.n \(order(&random)) \(Int.random(in: 0..<4, using: &random)) AND $p.w != 'a').@count "
                + "\(order(&random)) 1"
        case 3: return "SUBQUERY(others, $x, $x.a == 2 OR ANY $x.parts.n == 1).@count > 0"
        default: return "others.@count \(order(&random)) parts.@count"
        }
    }
}

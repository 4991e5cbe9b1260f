import CoreDataModel
import Foundation
import Testing

import class CoreDataModel.NSComparisonPredicate
import class CoreDataModel.NSExpression

/// Expressions and comparison predicates beside Foundation's empty classes of the same names. Calls need no more than the two
/// modules; names of types need the imports of single classes above.
@Suite struct NSExpressionTests {
    let employees: [[String: Any]] = [["salary": 10, "name": "a"], ["salary": 20, "name": "b"]]

    @Test func kindsAndParts() {
        #expect(NSExpression(forConstantValue: 3).expressionType == .constantValue)
        #expect(NSExpression(forConstantValue: 3).constantValue as? Int == 3)
        #expect(NSExpression(forConstantValue: nil).constantValue == nil)
        #expect(NSExpression.expressionForEvaluatedObject().expressionType == .evaluatedObject)
        #expect(NSExpression(forVariable: "x").variable == "x")
        #expect(NSExpression(forKeyPath: "a.b").keyPath == "a.b")
        #expect(NSExpression(forKeyPath: "a.b").node == .keyPath(.evaluatedObject, ["a", "b"]))
        let sum = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "salary")])
        #expect(sum.expressionType == .function)
        #expect(sum.function == "sum:")
        #expect(sum.arguments?.map(\.keyPath) == ["salary"])
        #expect(sum.formatText == "sum:(salary)")
        let aggregate: NSExpression = .init(forAggregate: [1, NSExpression(forKeyPath: "a")])
        #expect(aggregate.formatText == "{1, a}")
        let subquery = NSExpression(
            forSubquery: NSExpression(forKeyPath: "tasks"), usingIteratorVariable: "t",
            predicate: NSPredicate(format: "$t.done == YES"))
        #expect(subquery.formatText == "SUBQUERY(tasks, $t, $t.done == YES)")
        #expect(subquery.predicate.formatText == "$t.done == YES")
        let conditional = NSExpression(
            forConditional: NSPredicate(format: "a > 1"), trueExpression: aggregate, falseExpression: sum)
        #expect(conditional.true == aggregate)
        #expect(conditional.false == sum)
        let union = NSExpression(forUnionSet: aggregate, with: NSExpression(forKeyPath: "b"))
        #expect(union.formatText == "{1, a} UNION b")
        #expect(union.left == aggregate)
        #expect(NSExpression(format: "a + %d", 3) == NSExpression(format: "a + 3"))
        #expect(NSExpression(format: "a + 3") != NSExpression(format: "a + 4"))
    }

    @Test func values() {
        let person: [String: Any] = ["age": 30, "employees": employees]
        #expect(NSExpression(format: "age / 4").expressionValue(with: person, context: nil) as? Double == 7.5)
        #expect(NSExpression(format: "employees.@sum.salary").expressionValue(with: person, context: nil) as? Int == 30)
        #expect(NSExpression(format: "$x * 2").expressionValue(with: nil, context: ["x": 4]) as? Int == 8)
        #expect(NSExpression(format: "$x * 2").expressionValue(with: nil, context: nil) == nil)
        #expect(NSExpression(format: "age + name").expressionValue(with: ["age": 1, "name": "x"], context: nil) == nil)
        let filtered = NSExpression(format: "SUBQUERY(employees, $e, $e.salary > 15)")
            .expressionValue(with: person, context: nil)
        #expect((filtered as? [Any])?.count == 1)
        #expect(throws: PredicateEvaluationError.self) { try NSExpression(format: "$x").value(with: nil) }
        #expect(throws: PredicateParseError.self) { try NSExpression(parsing: "1 + ") }
        #expect(throws: PredicateParseError.self) { try NSExpression(parsing: "a == 1") }
    }

    @Test func comparisonPredicates() throws {
        let predicate = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "tags"), rightExpression: NSExpression(forConstantValue: "X"),
            modifier: .any, type: .beginsWith, options: [.caseInsensitive, .diacriticInsensitive])
        #expect(predicate.formatText == "ANY tags BEGINSWITH[cd] \"X\"")
        #expect(predicate == NSPredicate(format: "ANY tags BEGINSWITH[cd] 'x'".replacing("'x'", with: "'X'")))
        #expect(predicate.evaluate(with: ["tags": ["a", "xyz"]]))
        let parsed: NSPredicate = NSPredicate(format: "age BETWEEN {1, 2}")
        let comparison = try #require(parsed as? NSComparisonPredicate)
        #expect(comparison.predicateOperatorType == .between)
        #expect(comparison.leftExpression.keyPath == "age")
        #expect(comparison.rightExpression.expressionType == .aggregate)
        #expect(comparison.comparisonPredicateModifier == .direct)
        #expect(NSComparisonPredicate.Operator.contains.rawValue == 99)
        #expect(NSComparisonPredicate.Operator.between.rawValue == 100)
        #expect(!(NSPredicate(format: "NONE a == 1") is NSComparisonPredicate))
    }
}

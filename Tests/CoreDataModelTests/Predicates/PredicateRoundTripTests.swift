import CoreDataModel
import Foundation
import GeneratedCases
import Testing

/// Random trees, written as text and read again.
@Suite struct PredicateRoundTripTests {
    @Test(arguments: 0..<20)
    func sameTreeFromItsText(seed: Int) throws {
        var generator = TreeGenerator(random: SeededGenerator(seed: UInt64(seed)))
        for _ in 0..<150 {
            let tree = generator.predicate(depth: 4)
            let text = tree.formatText
            let again = try NSPredicate(parsing: text)
            #expect(predicateNode(of: again) == tree, "\(text)")
            #expect(again.formatText == text)
        }
    }

    @Test(arguments: 0..<10)
    func sameExpressionFromItsText(seed: Int) throws {
        var generator = TreeGenerator(random: SeededGenerator(seed: UInt64(1000 + seed)))
        for _ in 0..<150 {
            let tree = generator.expression(depth: 5)
            let text = tree.formatText
            #expect(try NSExpression(parsing: text).node == tree, "\(text)")
        }
    }

    /// Constants keep their type, which the equality of trees leaves open.
    @Test func constantsKeepTheirType() throws {
        let values: [Any] = [
            1, -1, Int.min, Int.max, 1.0, -0.5, 1e300, Double.leastNonzeroMagnitude, Double.infinity, true, false,
            "a\"b\\c'\n\t\r\u{0}é张",
            Date(timeIntervalSinceReferenceDate: 0.1), UUID(), Data([0, 255]), Decimal(string: "-1.50")!,
            URL(string: "https://example.com/?q=1")!, UInt64.max,
        ]
        for value in values {
            let text = ExpressionNode.constant(value).formatText
            guard case .constant(let again?) = try NSExpression(parsing: text).node else {
                Issue.record("\(text)")
                continue
            }
            #expect(type(of: again) == type(of: value) || value is UInt64, "\(text)")
            #expect(ExpressionNode.constant(again) == .constant(value), "\(text)")
        }
    }
}

/// Makes trees of the shapes that the parser makes.
private struct TreeGenerator {
    var random: SeededGenerator

    mutating func predicate(depth: Int) -> PredicateNode {
        guard depth > 0 else { return .comparison(comparison(depth: 0)) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .and(children(depth))
        case 1: return .or(children(depth))
        case 2: return .not(predicate(depth: depth - 1))
        case 3: return .constant(Bool.random(using: &random))
        default: return .comparison(comparison(depth: depth))
        }
    }

    private mutating func children(_ depth: Int) -> [PredicateNode] {
        (0..<Int.random(in: 2...3, using: &random)).map { _ in predicate(depth: depth - 1) }
    }

    private mutating func comparison(depth: Int) -> ComparisonNode {
        let operations: [ComparisonNode.Operator] = [
            .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .contains, .beginsWith, .endsWith,
            .like, .between,
        ]
        return ComparisonNode(
            modifier: [.direct, .direct, .any, .all, .none].randomElement(using: &random)!,
            left: expression(depth: depth), operation: operations.randomElement(using: &random)!,
            options: .init(rawValue: Bool.random(using: &random) ? 0 : .random(in: 0..<16, using: &random)),
            right: expression(depth: depth))
    }

    mutating func expression(depth: Int) -> ExpressionNode {
        guard depth > 0 else { return leaf() }
        let below = depth - 1
        switch Int.random(in: 0..<17, using: &random) {
        case 0...3: return leaf()
        case 4: return .keyPath(root(below), keys())
        case 5: return .aggregate((0..<Int.random(in: 0..<4, using: &random)).map { _ in expression(depth: below) })
        case 6...8:
            let names = [
                "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "raise:toPower:", "modulus:by:",
                "bitwiseAnd:with:",
            ]
            return .function(
                names.randomElement(using: &random)!, [expression(depth: below), expression(depth: below)])
        case 9:
            return .function(["abs:", "lowercase:", "sum:"].randomElement(using: &random)!, [expression(depth: below)])
        case 10: return .call(expression(depth: below), "f:g:", [expression(depth: below), leaf()])
        case 11:
            let index: IndexNode =
                [.first, .last, .size, .expression(expression(depth: below))].randomElement(using: &random)!
            return .index(expression(depth: below), index)
        case 12: return .subquery(expression(depth: below), variable: "x", predicate(depth: min(below, 2)))
        case 13:
            return .conditional(predicate(depth: min(below, 2)), expression(depth: below), expression(depth: below))
        case 14:
            let (a, b) = (expression(depth: below), expression(depth: below))
            return [.union(a, b), .intersect(a, b), .minus(a, b)].randomElement(using: &random)!
        case 15: return .cast(.keyPath(.evaluatedObject, keys()), "NSDate")
        default: return .assignment("y", expression(depth: below))
        }
    }

    /// A path of a path is one path, so a path does not begin with one.
    private mutating func root(_ depth: Int) -> ExpressionNode {
        let root = expression(depth: depth)
        if case .keyPath = root { return .variable("v") }
        return root
    }

    private mutating func keys() -> [String] {
        let names = [
            "a", "name", "IN", "size", "first name", "名前", "@count", "@sum", "#x", "SELF", "UTI", "function", "1st",
            "é",
            "null",
        ]
        return (0..<Int.random(in: 1...3, using: &random)).map { _ in names.randomElement(using: &random)! }
    }

    private mutating func leaf() -> ExpressionNode {
        let constants: [Any?] = [
            nil, 0, 1, -7, 2.5, -0.001, true, "text", "", "it's \"so\"", "\\d%@$x",
            Date(timeIntervalSinceReferenceDate: 1.5),
            Decimal(string: "0.3")!, Data([1, 2, 3]),
        ]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .evaluatedObject
        case 1: return .variable(["x", "LIMIT"].randomElement(using: &random)!)
        case 2: return .keyPath(.evaluatedObject, keys())
        default: return .constant(constants.randomElement(using: &random)!)
        }
    }
}

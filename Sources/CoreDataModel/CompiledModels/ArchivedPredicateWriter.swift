import Foundation

/// Writes predicates and expressions into a keyed archive as objects of Apple's classes.
struct ArchivedPredicateWriter {
    /// What cannot be said in an archive.
    struct Unwritable: Error {
        let reason: String
    }

    private static let expression = "NSExpression"

    /// - Throws: `Unwritable`.
    static func add(_ node: PredicateNode, to writer: inout ArchiveGraphWriter) throws -> Int {
        switch node {
        case .constant(let flag):
            return writer.add([flag ? "NSTruePredicate" : "NSFalsePredicate", "NSPredicate"], [:])
        case .and(let parts): return try compound(1, parts, &writer)
        case .or(let parts): return try compound(2, parts, &writer)
        case .not(let part): return try compound(0, [part], &writer)
        case .comparison(let comparison) where comparison.modifier == .none:
            var any = comparison
            any.modifier = .any
            return try add(.not(.comparison(any)), to: &writer)
        case .comparison(let comparison):
            let left = try add(comparison.left, to: &writer)
            let right = try add(comparison.right, to: &writer)
            let operation = addOperator(comparison, &writer)
            return writer.add(
                ["NSComparisonPredicate", "NSPredicate"],
                [
                    "NSLeftExpression": .object(left), "NSRightExpression": .object(right),
                    "NSPredicateOperator": .object(operation),
                ])
        case .foreign: throw Unwritable(reason: "a predicate made of a block cannot be written")
        }
    }

    private static func compound(
        _ type: Int, _ parts: [PredicateNode], _ writer: inout ArchiveGraphWriter
    ) throws -> Int {
        var members: [Int] = []
        for part in parts { members.append(try add(part, to: &writer)) }
        let array = writer.array(members)
        return writer.add(
            ["NSCompoundPredicate", "NSPredicate"],
            ["NSCompoundPredicateType": .int(type), "NSSubpredicates": .object(array)])
    }

    private static func addOperator(_ comparison: ComparisonNode, _ writer: inout ArchiveGraphWriter) -> Int {
        let type = ArchivedPredicate.operators.first { $0.value == comparison.operation }?.key ?? 4
        let modifier: Int =
            switch comparison.modifier {
            case .direct: 0
            case .all: 1
            case .any, .none: 2
            }
        let options = Int(comparison.options.rawValue)
        switch comparison.operation {
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            return writer.add(
                ["NSComparisonPredicateOperator", "NSPredicateOperator"],
                [
                    "NSOperatorType": .int(type), "NSModifier": .int(modifier), "NSOptions": .int(options),
                    "NSVariant": .int(type),
                ])
        case .equal, .notEqual:
            return writer.add(
                ["NSEqualityPredicateOperator", "NSPredicateOperator"],
                [
                    "NSOperatorType": .int(type), "NSModifier": .int(modifier), "NSOptions": .int(options),
                    "NSNegate": .bool(comparison.operation == .notEqual),
                ])
        case .between:
            return writer.add(
                ["NSBetweenPredicateOperator", "NSPredicateOperator"],
                ["NSOperatorType": .int(type), "NSModifier": .int(modifier)])
        case .in, .contains:
            return writer.add(
                ["NSInPredicateOperator", "NSPredicateOperator"],
                ["NSOperatorType": .int(type), "NSModifier": .int(modifier), "NSFlags": .int(options)])
        case .like: return text("NSLikePredicateOperator", type, modifier, options, &writer)
        case .matches: return text("NSMatchingPredicateOperator", type, modifier, options, &writer)
        case .beginsWith: return text("NSSubstringPredicateOperator", type, modifier, options, position: 0, &writer)
        case .endsWith: return text("NSSubstringPredicateOperator", type, modifier, options, position: 1, &writer)
        }
    }

    private static func text(
        _ name: String, _ type: Int, _ modifier: Int, _ options: Int, position: Int? = nil,
        _ writer: inout ArchiveGraphWriter
    ) -> Int {
        let lineage = [name, "NSStringPredicateOperator", "NSPredicateOperator"]
        guard let position else {
            return writer.add(
                lineage, ["NSOperatorType": .int(type), "NSModifier": .int(modifier), "NSFlags": .int(options)])
        }
        return writer.add(
            lineage,
            [
                "NSOperatorType": .int(type), "NSModifier": .int(modifier), "NSFlags": .int(options),
                "NSPosition": .int(position),
            ])
    }

    // MARK: - Expressions

    /// - Throws: `Unwritable`.
    static func add(_ node: ExpressionNode, to writer: inout ArchiveGraphWriter) throws -> Int {
        switch node {
        case .evaluatedObject: return writer.add(["NSSelfExpression", expression], ["NSExpressionType": .int(1)])
        case .constant(let value): return try constant(value, &writer)
        case .variable(let name):
            let name = writer.string(name)
            return writer.add(
                ["NSVariableExpression", expression], ["NSExpressionType": .int(2), "NSVariable": .object(name)])
        case .keyPath(let operand, let keys): return try keyPath(operand, keys, &writer)
        case .aggregate(let items):
            let members = try array(items, &writer)
            return writer.add(
                ["NSAggregateExpression", expression],
                ["NSExpressionType": .int(14), "NSCollection": .object(members)])
        case .function(let name, let arguments):
            let className = writer.string("_NSPredicateUtilities")
            let operand = writer.add(
                ["NSConstantValueExpression", expression],
                ["NSExpressionType": .int(0), "NSConstantValueClassName": .object(className)])
            return try call(operand, name, arguments, &writer)
        case .call(let operand, let name, let arguments):
            return try call(try add(operand, to: &writer), name, arguments, &writer)
        case .union(let left, let right): return try set(5, left, right, &writer)
        case .intersect(let left, let right): return try set(6, left, right, &writer)
        case .minus(let left, let right): return try set(7, left, right, &writer)
        case .conditional(let condition, let first, let second):
            let predicate = try add(condition, to: &writer)
            let (yes, no) = (try add(first, to: &writer), try add(second, to: &writer))
            return writer.add(
                ["NSTernaryExpression", expression],
                [
                    "NSExpressionType": .int(20), "NSPredicate": .object(predicate), "NSTrueExpression": .object(yes),
                    "NSFalseExpression": .object(no),
                ])
        case .subquery(let collection, let variable, let condition):
            let source = try add(collection, to: &writer)
            let name = writer.string(variable)
            let variable = try add(.variable(variable), to: &writer)
            let predicate = try add(condition, to: &writer)
            return writer.add(
                ["NSSubqueryExpression", expression],
                [
                    "NSExpressionType": .int(13), "NSCollection": .object(source), "NSVariable": .object(name),
                    "NSVariableExpression": .object(variable), "NSPredicate": .object(predicate),
                ])
        case .index, .cast, .assignment, .fetch:
            throw Unwritable(reason: "the expression \(node.formatText) cannot be written")
        }
    }

    private static func constant(_ value: Any?, _ writer: inout ArchiveGraphWriter) throws -> Int {
        var field = ArchiveGraphWriter.Field.null
        if let value = AnyValue.unwrapped(value) {
            guard let uid = writer.plainValue(value) else {
                throw Unwritable(reason: "a constant of the type \(type(of: value)) cannot be written")
            }
            field = .object(uid)
        }
        return writer.add(
            ["NSConstantValueExpression", expression], ["NSExpressionType": .int(0), "NSConstantValue": field])
    }

    private static func keyPath(
        _ operand: ExpressionNode, _ keys: [String], _ writer: inout ArchiveGraphWriter
    ) throws -> Int {
        let source = try add(operand, to: &writer)
        let isOfSelf = if case .evaluatedObject = operand { true } else { false }
        let selector = writer.string(isOfSelf && keys.count == 1 ? "valueForKey:" : "valueForKeyPath:")
        let path = writer.string(keys.joined(separator: "."))
        let specifier = writer.add(
            ["NSKeyPathSpecifierExpression", expression], ["NSExpressionType": .int(10), "NSKeyPath": .object(path)])
        let arguments = writer.array([specifier], isMutable: true)
        return writer.add(
            ["NSKeyPathExpression", "NSFunctionExpression", expression],
            [
                "NSExpressionType": .int(isOfSelf ? 3 : 4), "NSOperand": .object(source),
                "NSSelectorName": .object(selector), "NSArguments": .object(arguments),
            ])
    }

    private static func call(
        _ operand: Int, _ name: String, _ arguments: [ExpressionNode], _ writer: inout ArchiveGraphWriter
    ) throws -> Int {
        let selector = writer.string(name)
        let members = try array(arguments, &writer)
        return writer.add(
            ["NSFunctionExpression", expression],
            [
                "NSExpressionType": .int(4), "NSOperand": .object(operand), "NSSelectorName": .object(selector),
                "NSArguments": .object(members),
            ])
    }

    private static func set(
        _ type: Int, _ left: ExpressionNode, _ right: ExpressionNode, _ writer: inout ArchiveGraphWriter
    ) throws -> Int {
        let (first, second) = (try add(left, to: &writer), try add(right, to: &writer))
        return writer.add(
            ["NSSetExpression", expression],
            ["NSExpressionType": .int(type), "NSLeftExpression": .object(first), "NSRightExpression": .object(second)])
    }

    private static func array(_ items: [ExpressionNode], _ writer: inout ArchiveGraphWriter) throws -> Int {
        var members: [Int] = []
        for item in items { members.append(try add(item, to: &writer)) }
        return writer.array(members)
    }
}

import Foundation

/// Adds predicates and expressions to a keyed archive, under the names of Apple's classes and keys.
///
/// The classes of `=`, `<`, `CONTAINS`, key paths, variables, constants and functions are as found in files that Apple's
/// framework wrote. Those of `LIKE`, `MATCHES`, `BEGINSWITH`, `ENDSWITH`, `BETWEEN`, of sets, aggregates, subqueries and
/// conditionals follow the same pattern, but no file with one was at hand.
extension KeyedArchiveWriter {
    /// - Throws: `KeyedArchiveError` for a predicate that no archive can hold, such as a block.
    mutating func add(predicate: PredicateNode) throws -> Int {
        switch predicate {
        case .constant(let value):
            return addObject([value ? "NSTruePredicate" : "NSFalsePredicate", "NSPredicate", "NSObject"], [])
        case .and(let nodes): return try addCompound(1, nodes)
        case .or(let nodes): return try addCompound(2, nodes)
        case .not(let node): return try addCompound(0, [node])
        case .comparison(var node) where node.modifier == .none:
            // Apple's comparison has no such modifier.
            node.modifier = .any
            return try addCompound(0, [.comparison(node)])
        case .comparison(let node):
            return addObject(
                ["NSComparisonPredicate", "NSPredicate", "NSObject"],
                [
                    ("NSPredicateOperator", .object(addOperator(node))),
                    ("NSLeftExpression", .object(try add(expression: node.left))),
                    ("NSRightExpression", .object(try add(expression: node.right))),
                ])
        case .foreign: throw KeyedArchiveError.corrupt("a block predicate cannot be archived")
        }
    }

    private mutating func addCompound(_ type: Int, _ nodes: [PredicateNode]) throws -> Int {
        var parts: [Int] = []
        for node in nodes { parts.append(try add(predicate: node)) }
        return addObject(
            ["NSCompoundPredicate", "NSPredicate", "NSObject"],
            [
                ("NSCompoundPredicateType", .integer(type)),
                ("NSSubpredicates", .object(addCollection(.array, uids: parts))),
            ])
    }

    private mutating func addOperator(_ node: ComparisonNode) -> Int {
        let type = Int(NSComparisonPredicate.Operator(node.operation).rawValue)
        let options = Field.integer(Int(node.options.rawValue))
        let modifier = Int(NSComparisonPredicate.Modifier(node.modifier).rawValue)
        var fields: [(key: String, field: Field)] = [
            ("NSOperatorType", .integer(type)), ("NSModifier", .integer(modifier)),
        ]
        func lineage(_ name: String, isText: Bool = false) -> [String] {
            [name] + (isText ? ["NSStringPredicateOperator"] : []) + ["NSPredicateOperator", "NSObject"]
        }
        switch node.operation {
        case .equal, .notEqual:
            fields += [("NSNegate", .bool(node.operation == .notEqual)), ("NSOptions", options)]
            return addObject(lineage("NSEqualityPredicateOperator"), fields)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            fields += [("NSVariant", .integer(type)), ("NSOptions", options)]
            return addObject(lineage("NSComparisonPredicateOperator"), fields)
        case .in, .contains:
            return addObject(lineage("NSInPredicateOperator"), fields + [("NSFlags", options)])
        case .beginsWith, .endsWith:
            return addObject(lineage("NSSubstringPredicateOperator", isText: true), fields + [("NSFlags", options)])
        case .like:
            return addObject(lineage("NSLikePredicateOperator", isText: true), fields + [("NSFlags", options)])
        case .matches:
            return addObject(lineage("NSMatchingPredicateOperator", isText: true), fields + [("NSFlags", options)])
        case .between: return addObject(lineage("NSBetweenPredicateOperator"), fields)
        }
    }

    // MARK: Expressions

    /// - Throws: `KeyedArchiveError` for an expression that no archive can hold, such as one with a managed object.
    mutating func add(expression: ExpressionNode) throws -> Int {
        switch expression {
        case .evaluatedObject: return addExpression("NSSelfExpression", 1, [])
        case .constant(let value):
            return addExpression(
                "NSConstantValueExpression", 0, [("NSConstantValue", .object(try addConstant(value)))])
        case .variable(let name):
            return addExpression("NSVariableExpression", 2, [("NSVariable", .object(try add(name)))])
        case .keyPath(let root, let keys): return try addKeyPath(root, keys)
        case .function(let name, let arguments): return try addFunction(name, arguments)
        case .cast(let value, let type): return try addFunction("castObject:toType:", [value, .constant(type)])
        case .index(let collection, .expression(let index)):
            return try addFunction("objectFrom:withIndex:", [collection, index])
        case .call(let operand, let selector, let arguments):
            return try addFunction(selector, arguments, operand: try add(expression: operand))
        case .aggregate(let elements):
            let collection = Field.object(addCollection(.array, uids: try elements.map { try add(expression: $0) }))
            return addExpression("NSAggregateExpression", 14, [("NSCollection", collection)])
        case .union(let left, let right): return try addSet(5, left, right)
        case .intersect(let left, let right): return try addSet(6, left, right)
        case .minus(let left, let right): return try addSet(7, left, right)
        case .subquery(let collection, let variable, let predicate):
            return addExpression(
                "NSSubqueryExpression", 13,
                [
                    ("NSCollection", .object(try add(expression: collection))),
                    ("NSVariableExpression", .object(try add(expression: .variable(variable)))),
                    ("NSPredicate", .object(try add(predicate: predicate))),
                ])
        case .conditional(let condition, let first, let second):
            return addExpression(
                "NSTernaryExpression", 20,
                [
                    ("NSPredicate", .object(try add(predicate: condition))),
                    ("NSTrueExpression", .object(try add(expression: first))),
                    ("NSFalseExpression", .object(try add(expression: second))),
                ])
        case .index, .assignment, .fetch:
            throw KeyedArchiveError.corrupt("the expression \(expression.formatText) cannot be archived")
        }
    }

    private mutating func addExpression(
        _ name: String, _ type: Int, _ fields: [(key: String, field: Field)]
    ) -> Int {
        var lineage = [name, "NSExpression", "NSObject"]
        if name == "NSKeyPathExpression" { lineage.insert("NSFunctionExpression", at: 1) }
        return addObject(lineage, [("NSExpressionType", .integer(type))] + fields)
    }

    private mutating func addConstant(_ value: Any?) throws -> Int {
        guard let value = AnyValue.unwrapped(value) else { return 0 }
        do {
            return try add(value)
        } catch is ForeignValue {
            throw KeyedArchiveError.corrupt("a constant of type \(type(of: value)) cannot be archived")
        }
    }

    private mutating func addKeyPath(_ root: ExpressionNode, _ keys: [String]) throws -> Int {
        let path = addExpression(
            "NSKeyPathSpecifierExpression", 10, [("NSKeyPath", .object(try add(keys.joined(separator: "."))))])
        var isPlain = false
        if case .evaluatedObject = root { isPlain = true }
        let selector = isPlain && keys.count == 1 ? "valueForKey:" : "valueForKeyPath:"
        return addExpression(
            "NSKeyPathExpression", isPlain ? 3 : 4,
            [
                ("NSOperand", .object(try add(expression: root))), ("NSSelectorName", .object(try add(selector))),
                ("NSArguments", .object(addCollection(.mutableArray, uids: [path]))),
            ])
    }

    /// A function of the predicate language unless it has an operand of its own.
    private mutating func addFunction(
        _ name: String, _ arguments: [ExpressionNode], operand: Int? = nil
    ) throws -> Int {
        let library =
            try operand
            ?? addExpression(
                "NSConstantValueExpression", 0,
                [("NSConstantValueClassName", .object(try add(ArchivedPredicateReader.functionsClass)))])
        var parts: [Int] = []
        for argument in arguments { parts.append(try add(expression: argument)) }
        return addExpression(
            "NSFunctionExpression", 4,
            [
                ("NSOperand", .object(library)), ("NSSelectorName", .object(try add(name))),
                ("NSArguments", .object(addCollection(.array, uids: parts))),
            ])
    }

    private mutating func addSet(_ type: Int, _ left: ExpressionNode, _ right: ExpressionNode) throws -> Int {
        addExpression(
            "NSSetExpression", type,
            [
                ("NSLeftExpression", .object(try add(expression: left))),
                ("NSRightExpression", .object(try add(expression: right))),
            ])
    }
}

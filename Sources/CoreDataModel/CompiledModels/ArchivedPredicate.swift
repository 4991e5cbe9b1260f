import Foundation

/// Reads predicates and expressions out of a keyed archive of Apple's classes.
///
/// What a class does not tell in a way that is known is an error: a predicate that was read wrong would find the wrong
/// objects.
enum ArchivedPredicate {
    private static let depthLimit = 64

    /// - Throws: `KeyedArchiveError` with code `corrupt`.
    static func predicate(_ node: ArchiveNode) throws -> NSPredicate {
        PredicateTree(try predicateNode(node, depth: 0), isFromSource: false).predicate
    }

    /// - Throws: `KeyedArchiveError` with code `corrupt`.
    static func expression(_ node: ArchiveNode) throws -> NSExpression {
        NSExpression(node: try expressionNode(node, depth: 0))
    }

    private static func unknown(_ what: String) -> KeyedArchiveError { .corrupt("\(what) is not known") }

    // MARK: - Predicates

    private static func predicateNode(_ node: ArchiveNode?, depth: Int) throws -> PredicateNode {
        guard let node, depth < depthLimit else {
            throw KeyedArchiveError.corrupt("a predicate is missing or nested too deeply")
        }
        switch node.className {
        case "NSTruePredicate": return .constant(true)
        case "NSFalsePredicate": return .constant(false)
        case "NSCompoundPredicate":
            let parts = try (node["NSSubpredicates"]?.array ?? []).map { try predicateNode($0, depth: depth + 1) }
            switch node["NSCompoundPredicateType"]?.int {
            case 0 where parts.count == 1: return .not(parts[0])
            case 1: return .and(parts)
            case 2: return .or(parts)
            default: throw unknown("a compound predicate's type")
            }
        case "NSComparisonPredicate": return .comparison(try comparison(node, depth: depth))
        default: throw unknown("the predicate class \(node.className ?? "without a name")")
        }
    }

    private static func comparison(_ node: ArchiveNode, depth: Int) throws -> ComparisonNode {
        guard let operation = node["NSPredicateOperator"] else { throw unknown("a comparison without an operator") }
        let left = try expressionNode(node["NSLeftExpression"], depth: depth + 1)
        let right = try expressionNode(node["NSRightExpression"], depth: depth + 1)
        let modifier: ComparisonNode.Modifier
        switch operation["NSModifier"]?.int ?? 0 {
        case 0: modifier = .direct
        case 1: modifier = .all
        case 2: modifier = .any
        default: throw unknown("a comparison's modifier")
        }
        var type = operators[operation["NSOperatorType"]?.int ?? -1]
        if type == .equal, operation["NSNegate"]?.bool ?? false { type = .notEqual }
        guard let type else { throw unknown("a comparison's operator") }
        // Operators on texts call their options flags.
        let options = (operation["NSOptions"] ?? operation["NSFlags"])?.int ?? 0
        return ComparisonNode(
            modifier: modifier, left: left, operation: type,
            options: takesOptions(type) ? .init(rawValue: UInt8(truncatingIfNeeded: options & 15)) : [], right: right)
    }

    /// By Apple's documented raw values of `NSComparisonPredicate.Operator`.
    static let operators: [Int: ComparisonNode.Operator] = [
        0: .less, 1: .lessOrEqual, 2: .greater, 3: .greaterOrEqual, 4: .equal, 5: .notEqual, 6: .matches, 7: .like,
        8: .beginsWith, 9: .endsWith, 10: .in, 99: .contains, 100: .between,
    ]

    private static func takesOptions(_ type: ComparisonNode.Operator) -> Bool { type != .between }

    // MARK: - Expressions

    private static func expressionNode(_ node: ArchiveNode?, depth: Int) throws -> ExpressionNode {
        guard let node, depth < depthLimit else {
            throw KeyedArchiveError.corrupt("an expression is missing or nested too deeply")
        }
        func part(_ key: String) throws -> ExpressionNode { try expressionNode(node[key], depth: depth + 1) }
        switch node.className {
        case "NSSelfExpression": return .evaluatedObject
        case "NSConstantValueExpression":
            guard let constant = node["NSConstantValue"] else { return .constant(nil) }
            guard let value = constant.plainValue else {
                throw unknown("a constant of the class \(constant.className ?? "without a name")")
            }
            return .constant(value is NSNull ? nil : value)
        case "NSVariableExpression":
            guard let name = node["NSVariable"]?.string else { throw unknown("a variable without a name") }
            return .variable(name)
        case "NSKeyPathSpecifierExpression", "NSKeyPathExpression": return try keyPath(node, depth: depth)
        case "NSFunctionExpression": return try function(node, depth: depth)
        case "NSAggregateExpression":
            return .aggregate(try (node["NSCollection"]?.array ?? []).map { try expressionNode($0, depth: depth + 1) })
        case "NSSetExpression":
            let (left, right) = (try part("NSLeftExpression"), try part("NSRightExpression"))
            switch node["NSExpressionType"]?.int {
            case 5: return .union(left, right)
            case 6: return .intersect(left, right)
            case 7: return .minus(left, right)
            default: throw unknown("a set expression's type")
            }
        case "NSTernaryExpression":
            return .conditional(
                try predicateNode(node["NSPredicate"], depth: depth + 1), try part("NSTrueExpression"),
                try part("NSFalseExpression"))
        case "NSSubqueryExpression":
            let variable = node["NSVariable"]?.string ?? node["NSVariableExpression"]?["NSVariable"]?.string
            guard let variable else { throw unknown("a subquery without a variable") }
            return .subquery(
                try part("NSCollection"), variable: variable, try predicateNode(node["NSPredicate"], depth: depth + 1))
        default: throw unknown("the expression class \(node.className ?? "without a name")")
        }
    }

    /// `NSKeyPathExpression` is a call of `valueForKeyPath:` on an operand with a key path as its argument.
    private static func keyPath(_ node: ArchiveNode, depth: Int) throws -> ExpressionNode {
        let specifier = node["NSKeyPath"]?.string ?? node["NSArguments"]?.array?.first?["NSKeyPath"]?.string
        guard let specifier else { throw unknown("a key path without keys") }
        let operand = try node["NSOperand"].map { try expressionNode($0, depth: depth + 1) } ?? .evaluatedObject
        return .keyPath(operand, specifier.split(separator: ".").map(String.init))
    }

    private static func function(_ node: ArchiveNode, depth: Int) throws -> ExpressionNode {
        guard let selector = node["NSSelectorName"]?.string else { throw unknown("a function without a name") }
        let arguments = try (node["NSArguments"]?.array ?? []).map { try expressionNode($0, depth: depth + 1) }
        guard let operand = node["NSOperand"], operand["NSConstantValueClassName"] == nil else {
            return .function(selector, arguments)
        }
        return .call(try expressionNode(operand, depth: depth + 1), selector, arguments)
    }
}

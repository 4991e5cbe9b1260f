import Foundation

/// Turns predicates and expressions of a keyed archive, as compiled models hold them, into trees.
///
///     let tree = try ArchivedPredicate.expression(node["NSValueExpression"])
///
/// The archive names Apple's classes. None of them is made; a kind that is not known is an error that says which.
package enum ArchivedPredicate {
    /// The tree of an archived `NSPredicate`.
    ///
    /// - Throws: `KeyedArchiveError` with code `corrupt`.
    package static func predicate(_ node: ArchiveNode) throws -> PredicateNode {
        var reader = ArchivedPredicateReader()
        return try reader.predicate(node)
    }

    /// The tree of an archived `NSExpression`.
    ///
    /// - Throws: `KeyedArchiveError` with code `corrupt`.
    package static func expression(_ node: ArchiveNode) throws -> ExpressionNode {
        var reader = ArchivedPredicateReader()
        return try reader.expression(node)
    }
}

struct ArchivedPredicateReader {
    /// Trees share parts in an archive, which may also contain themselves: both are bounded.
    private static let largest = 20_000
    private static let deepest = 100
    /// The class whose methods are the functions of the predicate language.
    static let functionsClass = "_NSPredicateUtilities"

    private var room = largest
    private var depth = 0

    // MARK: Predicates

    mutating func predicate(_ node: ArchiveNode?) throws -> PredicateNode {
        guard let node else { throw KeyedArchiveError.corrupt("a predicate is missing a part") }
        try enter()
        defer { depth -= 1 }
        switch node.className {
        case "NSComparisonPredicate": return try comparison(node)
        case "NSCompoundPredicate":
            let parts = try (node["NSSubpredicates"]?.array ?? []).map { try predicate($0) }
            switch node["NSCompoundPredicateType"]?.int {
            case 0 where parts.count == 1: return .not(parts[0])
            case 1: return .and(parts)
            case 2: return .or(parts)
            default: throw KeyedArchiveError.corrupt("a compound predicate is neither AND, OR nor NOT")
            }
        case "NSTruePredicate": return .constant(true)
        case "NSFalsePredicate": return .constant(false)
        case let name: throw unknown("predicate", name)
        }
    }

    private mutating func comparison(_ node: ArchiveNode) throws -> PredicateNode {
        guard let archived = node["NSPredicateOperator"],
            let type = archived["NSOperatorType"]?.int.flatMap({ UInt(exactly: $0) }),
            let operation = NSComparisonPredicate.Operator(rawValue: type)
        else { throw KeyedArchiveError.corrupt("a comparison has no operator that is known") }
        guard let modifier = NSComparisonPredicate.Modifier(rawValue: UInt(archived["NSModifier"]?.int ?? 0)) else {
            throw KeyedArchiveError.corrupt("a comparison has an unknown modifier")
        }
        // Texts' operators call their options flags.
        let options = archived["NSOptions"]?.int ?? archived["NSFlags"]?.int ?? 0
        return .comparison(
            ComparisonNode(
                modifier: modifier.node, left: try expression(node["NSLeftExpression"]), operation: operation.node,
                options: .init(rawValue: UInt8(truncatingIfNeeded: options & 0xF)),
                right: try expression(node["NSRightExpression"])))
    }

    // MARK: Expressions

    mutating func expression(_ node: ArchiveNode?) throws -> ExpressionNode {
        guard let node else { throw KeyedArchiveError.corrupt("a predicate is missing an expression") }
        try enter()
        defer { depth -= 1 }
        switch node.className {
        case "NSSelfExpression": return .evaluatedObject
        case "NSConstantValueExpression": return .constant(try constant(node))
        case "NSVariableExpression":
            guard let name = node["NSVariable"]?.string else {
                throw KeyedArchiveError.corrupt("a variable has no name")
            }
            return .variable(name)
        case "NSKeyPathSpecifierExpression": return .keyPath(.evaluatedObject, try keys(node))
        case "NSKeyPathExpression":
            guard let path = node["NSArguments"]?.array?.first else {
                throw KeyedArchiveError.corrupt("a key path has no keys")
            }
            return .keyPath(try expression(node["NSOperand"]), try keys(path))
        case "NSFunctionExpression": return try function(node)
        case "NSAggregateExpression":
            return .aggregate(try (node["NSCollection"]?.array ?? []).map { try expression($0) })
        case "NSSetExpression":
            let left = try expression(node["NSLeftExpression"])
            let right = try expression(node["NSRightExpression"])
            switch node["NSExpressionType"]?.int {
            case 5: return .union(left, right)
            case 6: return .intersect(left, right)
            case 7: return .minus(left, right)
            default: throw unknown("set operation", nil)
            }
        case "NSSubqueryExpression":
            let variable = node["NSVariableExpression"]?["NSVariable"] ?? node["NSVariable"]
            guard let name = variable?.string else { throw KeyedArchiveError.corrupt("a subquery has no variable") }
            return .subquery(
                try expression(node["NSCollection"]), variable: name, try predicate(node["NSPredicate"]))
        case "NSTernaryExpression":
            return .conditional(
                try predicate(node["NSPredicate"]), try expression(node["NSTrueExpression"]),
                try expression(node["NSFalseExpression"]))
        case "NSFetchRequestExpression":
            return .fetch(
                try expression(node["NSFRExpression"]), try expression(node["NSMOCExpression"]),
                countOnly: node["NSCountOnlyFlag"]?.bool ?? false)
        case let name: throw unknown("expression", name)
        }
    }

    private mutating func function(_ node: ArchiveNode) throws -> ExpressionNode {
        guard let selector = node["NSSelectorName"]?.string else {
            throw KeyedArchiveError.corrupt("a function has no name")
        }
        let arguments = try (node["NSArguments"]?.array ?? []).map { try expression($0) }
        let isLibrary = node["NSOperand"]?["NSConstantValueClassName"]?.string == Self.functionsClass
        switch (selector, arguments.count) {
        case ("valueForKeyPath:", 1), ("valueForKey:", 1):
            if case .constant(let path as String) = arguments[0] {
                return .keyPath(try expression(node["NSOperand"]), path.split(separator: ".").map(String.init))
            }
        case ("castObject:toType:", 2) where isLibrary:
            if case .constant(let type as String) = arguments[1] { return .cast(arguments[0], type) }
        case ("objectFrom:withIndex:", 2) where isLibrary: return .index(arguments[0], .expression(arguments[1]))
        default: break
        }
        if isLibrary { return .function(ExpressionFunction.named(selector)?.name ?? selector, arguments) }
        return .call(try expression(node["NSOperand"]), selector, arguments)
    }

    private mutating func constant(_ node: ArchiveNode) throws -> Any? {
        if let name = node["NSConstantValueClassName"]?.string { return name }
        guard let value = node["NSConstantValue"] else { return nil }
        guard let constant = try value.propertyValue(&room) else {
            throw unknown("constant", value.className)
        }
        return Self.literal(constant)
    }

    /// A constant as the parser of formats makes it: Swift's own numbers, which unlike `NSNumber` are not taken for
    /// Booleans where they are 0 or 1.
    private static func literal(_ value: Any) -> Any? {
        switch value {
        case is NSNull: return nil
        case is NSDecimalNumber: return value
        case let items as [Any]: return items.map { literal($0) ?? NSNull() }
        case let number as NSNumber:
            switch KeyedArchiveWriter.object(number) {
            case .bool(let flag): return flag
            case .integer(let integer): return Int(exactly: integer) ?? value
            case .real(let real): return real
            default: return value
            }
        default: return value
        }
    }

    private func keys(_ node: ArchiveNode) throws -> [String] {
        guard let path = node["NSKeyPath"]?.string ?? node["NSConstantValue"]?.string else {
            throw KeyedArchiveError.corrupt("a key path has no keys")
        }
        return path.split(separator: ".").map(String.init)
    }

    private mutating func enter() throws {
        depth += 1
        room -= 1
        guard depth <= Self.deepest, room >= 0 else {
            throw KeyedArchiveError.corrupt("a predicate contains itself, or too much")
        }
    }

    private func unknown(_ kind: String, _ name: String?) -> KeyedArchiveError {
        .corrupt("a predicate holds an unknown kind of \(kind)\(name.map { " (\($0))" } ?? "")")
    }
}

import SQLite

extension SQLTranslator {
    /// A predicate as a condition.
    mutating func condition(_ node: PredicateNode) throws -> String {
        switch node {
        case .constant(let value): return value ? "1" : "0"
        case .and(let parts): return try joined(parts, " AND ", ifEmpty: "1")
        case .or(let parts): return try joined(parts, " OR ", ifEmpty: "0")
        case .not(let part): return "NOT (\(try condition(part)))"
        case .comparison(let comparison): return try condition(comparison)
        case .foreign: throw Self.failure("A block predicate")
        }
    }

    private mutating func joined(_ parts: [PredicateNode], _ separator: String, ifEmpty: String) throws -> String {
        if parts.isEmpty { return ifEmpty }
        // A balanced tree of thousands of terms stays within SQLite's limit of depth; a chain of them would not.
        if parts.count > 64 {
            let middle = parts.count / 2
            let left = try joined(Array(parts[..<middle]), separator, ifEmpty: ifEmpty)
            let right = try joined(Array(parts[middle...]), separator, ifEmpty: ifEmpty)
            return "(\(left)\(separator)\(right))"
        }
        return "(" + (try parts.map { try condition($0) }).joined(separator: separator) + ")"
    }

    private mutating func condition(_ comparison: ComparisonNode) throws -> String {
        if comparison.modifier != .direct { return try quantified(comparison) }
        // A collection on the right, as in `%@ IN groups`.
        if comparison.operation == .in, let members = try toMany(comparison.right) {
            return try membership(comparison.left, members)
        }
        if comparison.operation == .contains, let members = try toMany(comparison.left) {
            return try membership(comparison.right, members)
        }
        let left = try expression(comparison.left)
        return try condition(left, comparison.operation, comparison.options, comparison.right)
    }

    /// A comparison whose left side is translated.
    mutating func condition(
        _ left: SQLTerm, _ operation: ComparisonNode.Operator, _ options: ComparisonNode.Options,
        _ rightNode: ExpressionNode
    ) throws -> String {
        switch operation {
        case .in: return try inCondition(left, options, rightNode)
        case .between: return try betweenCondition(left, rightNode)
        default: break
        }
        let right = try expression(rightNode)
        switch operation {
        case .equal, .notEqual: return try equality(left, right, operation == .equal, options)
        case .less: return try ordering(left, "<", right, options)
        case .lessOrEqual: return try ordering(left, "<=", right, options)
        case .greater: return try ordering(left, ">", right, options)
        case .greaterOrEqual: return try ordering(left, ">=", right, options)
        case .contains: return try match(left, .contains, right, options)
        case .beginsWith: return try match(left, .beginsWith, right, options)
        case .endsWith: return try match(left, .endsWith, right, options)
        case .like: return try match(left, .like, right, options)
        case .matches: return try match(left, .matches, right, options)
        case .in, .between: return "0"
        }
    }

    private mutating func equality(
        _ left: SQLTerm, _ right: SQLTerm, _ isEqual: Bool, _ options: ComparisonNode.Options
    ) throws -> String {
        if left.isNullConstant, right.isNullConstant { return isEqual ? "1" : "0" }
        if right.isNullConstant { return "\(try sql(left, like: right)) IS \(isEqual ? "" : "NOT ")NULL" }
        if left.isNullConstant { return "\(try sql(right, like: left)) IS \(isEqual ? "" : "NOT ")NULL" }
        if Self.folds(options), Self.isText(left) || Self.isText(right) {
            let matched = try match(left, .equal, right, options)
            return isEqual ? matched : "NOT (\(matched))"
        }
        return "\(try sql(left, like: right)) \(isEqual ? "=" : "<>") \(try sql(right, like: left))"
    }

    private mutating func ordering(
        _ left: SQLTerm, _ symbol: String, _ right: SQLTerm, _ options: ComparisonNode.Options
    ) throws -> String {
        try checkValue(left)
        try checkValue(right)
        let (a, b) = (try sql(left, like: right), try sql(right, like: left))
        guard Self.folds(options), Self.isText(left) || Self.isText(right) else { return "\(a) \(symbol) \(b)" }
        let fold = "\(StoreFunctions.fold)"
        return "\(fold)(\(a), \(options.rawValue)) \(symbol) \(fold)(\(b), \(options.rawValue))"
    }

    private mutating func match(
        _ left: SQLTerm, _ operation: StringMatcher.Operation, _ right: SQLTerm, _ options: ComparisonNode.Options
    ) throws -> String {
        try checkText(left)
        try checkText(right)
        if case .constant(let pattern) = right.type, let pattern = pattern as? String {
            // A bad pattern is reported before anything is read, and a plain prefix can use an index.
            _ = try Self.matcher(operation, pattern, options)
            if operation == .beginsWith, !Self.folds(options), !pattern.isEmpty {
                return try prefixCondition(left, pattern)
            }
        }
        let (a, b) = (try sql(left, like: right), try sql(right, like: left))
        return "\(StoreFunctions.match)(\(a), \(b), \(StoreFunctions.code(of: operation)), \(options.rawValue))"
    }

    private static func matcher(
        _ operation: StringMatcher.Operation, _ pattern: String, _ options: ComparisonNode.Options
    ) throws -> StringMatcher {
        do {
            return try StringMatcher(operation, pattern: pattern, options: options)
        } catch {
            throw CocoaError.coreData(.coreData, "\(error)")
        }
    }

    /// `column >= prefix AND column < (prefix with its last byte raised)`, which an index can answer.
    private mutating func prefixCondition(_ left: SQLTerm, _ pattern: String) throws -> String {
        let column = left.sql
        let start = bind(.text(pattern))
        // U+10FFFF sorts behind every character that can follow the prefix.
        let end = bind(.text(pattern + "\u{10FFFF}"))
        return "(\(column) >= \(start) AND \(column) < \(end))"
    }

    private mutating func inCondition(
        _ left: SQLTerm, _ options: ComparisonNode.Options, _ rightNode: ExpressionNode
    ) throws -> String {
        let right = try expression(rightNode)
        let elements: [SQLTerm]
        switch right.type {
        case .list(let terms): elements = terms
        case .constant(let value):
            if let value = AnyValue.unwrapped(value), let list = CollectionElements.elements(of: value) {
                elements = list.map { SQLTerm(sql: "", type: .constant($0)) }
            } else {
                // A text in a text.
                return try match(right, .contains, left, options)
            }
        case .value, .object: return try match(right, .contains, left, options)
        }
        if elements.isEmpty { return "0" }
        if Self.folds(options) {
            return "(" + (try elements.map { try equality(left, $0, true, options) }).joined(separator: " OR ") + ")"
        }
        let column = try sql(left, like: elements[0])
        var placeholders: [String] = []
        var numbers: [String] = []
        for element in elements where !element.isNullConstant {
            if case .constant(let value) = element.type, elements.count > 500,
                case .integer(let number) = try boundValue(value, like: left)
            {
                numbers.append(String(number))
            } else {
                placeholders.append(try sql(element, like: left))
            }
        }
        // Thousands of keys go in as one value.
        if !numbers.isEmpty, placeholders.isEmpty {
            return "\(column) IN (SELECT value FROM json_each(\(bind(.text("[\(numbers.joined(separator: ","))]")))))"
        }
        for number in numbers { placeholders.append(number) }
        if placeholders.isEmpty { return "0" }
        return "\(column) IN (\(placeholders.joined(separator: ", ")))"
    }

    private mutating func betweenCondition(_ left: SQLTerm, _ rightNode: ExpressionNode) throws -> String {
        let right = try expression(rightNode)
        let bounds: [SQLTerm]
        switch right.type {
        case .list(let terms): bounds = terms
        case .constant(let value):
            bounds = (AnyValue.unwrapped(value).flatMap(CollectionElements.elements(of:)) ?? [])
                .map { SQLTerm(sql: "", type: .constant($0)) }
        case .value, .object: bounds = []
        }
        guard bounds.count == 2 else { throw Self.failure("BETWEEN takes two values") }
        try checkValue(left)
        let low = try sql(bounds[0], like: left)
        let high = try sql(bounds[1], like: left)
        return "\(try sql(left, like: bounds[0])) BETWEEN \(low) AND \(high)"
    }

    private func checkValue(_ term: SQLTerm) throws {
        if case .value(let kind) = term.type, kind == .transformable || kind == .externalBinary {
            throw Self.failure("'\(term.name ?? "an attribute")' is \(kind.title)")
        }
    }

    private func checkText(_ term: SQLTerm) throws {
        switch term.type {
        case .value(let kind) where kind.isText || kind.isNumber: return
        case .constant(let value) where value is String || term.isNullConstant: return
        case .value(let kind):
            throw Self.failure("'\(term.name ?? "An attribute")' is \(kind.title), not text")
        case .constant(let value):
            throw Self.failure("A text operator takes text, not \(value.map { "\(type(of: $0))" } ?? "nil")")
        case .object, .list: throw Self.failure("A text operator takes text, not an object")
        }
    }

    private static func folds(_ options: ComparisonNode.Options) -> Bool {
        !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
    }

    private static func isText(_ term: SQLTerm) -> Bool {
        switch term.type {
        case .value(let kind): kind.isText
        case .constant(let value): value is String
        case .object, .list: false
        }
    }

    private mutating func boundValue(_ value: Any?, like other: SQLTerm) throws -> SQLValue {
        _ = try bound(value, like: other)
        return removeLastBinding()
    }
}

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
        case .between: return try betweenCondition(left, options, rightNode)
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
        try checkSingle(left)
        try checkSingle(right)
        if right.isNullConstant { return "\(try sql(left, like: right)) IS \(isEqual ? "" : "NOT ")NULL" }
        if left.isNullConstant { return "\(try sql(right, like: left)) IS \(isEqual ? "" : "NOT ")NULL" }
        try checkComparable(left, right)
        if Self.folds(options), Self.isText(left) || Self.isText(right) {
            let matched = try match(left, .equal, right, options)
            return isEqual ? matched : "NOT (\(matched))"
        }
        return "\(try sql(left, like: right)) \(isEqual ? "=" : "<>") \(try sql(right, like: left))"
    }

    private mutating func ordering(
        _ left: SQLTerm, _ symbol: String, _ right: SQLTerm, _ options: ComparisonNode.Options
    ) throws -> String {
        try checkOrdered(left)
        try checkOrdered(right)
        try checkComparable(left, right)
        let (a, b) = (try sql(left, like: right), try sql(right, like: left))
        guard Self.isText(left) || Self.isText(right) else { return "\(a) \(symbol) \(b)" }
        if options.contains(.localeSensitive) {
            let comparison: SortComparison =
                options.contains(.caseInsensitive) ? .localizedCaseInsensitive : .localized
            return "\(a) \(symbol) \(b) COLLATE \(StoreFunctions.name(of: comparison))"
        }
        guard Self.folds(options) else { return "\(a) \(symbol) \(b)" }
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
            if operation == .beginsWith, !Self.folds(options), !pattern.isEmpty, case .value = left.type {
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

    /// `column >= prefix AND column < (prefix with its last character raised)`, which an index can answer.
    private mutating func prefixCondition(_ left: SQLTerm, _ pattern: String) throws -> String {
        let column = left.sql
        let start = bind(.text(pattern))
        guard let end = pattern.endOfPrefix else { return "(\(column) >= \(start))" }
        return "(\(column) >= \(start) AND \(column) < \(bind(.text(end))))"
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
        try checkSingle(left)
        for element in elements {
            try checkSingle(element)
            try checkComparable(left, element)
        }
        if Self.folds(options) {
            // A null among the elements is no question for null, as in a comparison: it makes the answer unknown.
            let tests = try elements.map { element in
                element.isNullConstant ? "NULL" : try equality(left, element, true, options)
            }
            return "(" + tests.joined(separator: " OR ") + ")"
        }
        let column = try sql(left, like: elements.first { !$0.isNullConstant } ?? elements[0])
        if elements.count > 500, let list = try jsonList(elements, like: left) {
            // Thousands of keys go in as one value.
            return "\(column) IN (SELECT value FROM json_each(\(bind(.text(list)))))"
        }
        let placeholders = try elements.map { $0.isNullConstant ? "NULL" : try sql($0, like: left) }
        return "\(column) IN (\(placeholders.joined(separator: ", ")))"
    }

    /// Constants that are integers or texts as a JSON array; nil when there are others.
    private mutating func jsonList(_ elements: [SQLTerm], like left: SQLTerm) throws -> String? {
        var numbers: [String] = []
        var texts: [String?] = []
        for element in elements {
            guard case .constant(let value) = element.type else { return nil }
            switch try boundValue(value, like: left) {
            case .null:
                numbers.append("null")
                texts.append(nil)
            case .integer(let number): numbers.append(String(number))
            // A zero character ends a JSON text for SQLite.
            case .text(let text) where !text.utf8.contains(0): texts.append(text)
            case .text, .real, .blob: return nil
            }
        }
        if numbers.count == elements.count { return "[\(numbers.joined(separator: ","))]" }
        guard texts.count == elements.count else { return nil }
        return String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    }

    private mutating func betweenCondition(
        _ left: SQLTerm, _ options: ComparisonNode.Options, _ rightNode: ExpressionNode
    ) throws -> String {
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
        if !options.isEmpty {
            let above = try ordering(left, ">=", bounds[0], options)
            return "(\(above) AND \(try ordering(left, "<=", bounds[1], options)))"
        }
        for term in [left] + bounds {
            try checkOrdered(term)
            try checkComparable(left, term)
        }
        let low = try sql(bounds[0], like: left)
        let high = try sql(bounds[1], like: left)
        return "\(try sql(left, like: bounds[0])) BETWEEN \(low) AND \(high)"
    }

    /// - Throws: an error for a collection where one value is needed.
    private func checkSingle(_ term: SQLTerm) throws {
        if case .list = term.type {
            throw Self.failure("A collection cannot equal a single value (use IN, ANY or ALL)")
        }
    }

    /// - Throws: an error for something that has no order.
    private func checkOrdered(_ term: SQLTerm) throws {
        switch term.type {
        case .value(let kind) where kind == .transformable || kind == .externalBinary:
            throw Self.failure("'\(term.name ?? "an attribute")' is \(kind.title)")
        case .object: throw Self.failure("'\(term.name ?? "SELF")' is an object and has no order")
        case .list: throw Self.failure("A collection has no order (use ANY or ALL)")
        case .value, .constant: return
        }
    }

    /// - Throws: an error for two columns of different kinds: SQLite would convert one, evaluation in memory does not.
    private func checkComparable(_ a: SQLTerm, _ b: SQLTerm) throws {
        switch (a.type, b.type) {
        case (.value(let first), .value(let second)) where first.comparisonClass != second.comparisonClass:
            throw Self.failure(
                "'\(a.name ?? "an expression")' is \(first.title) and cannot be compared with "
                    + "'\(b.name ?? "an expression")', which is \(second.title)")
        case (.object, .value(let kind)), (.value(let kind), .object):
            throw Self.failure(
                "'\(a.name ?? "an expression")' and '\(b.name ?? "an expression")': an object cannot be compared with "
                    + kind.title)
        default: return
        }
    }

    private func checkText(_ term: SQLTerm) throws {
        switch term.type {
        case .value(.string): return
        case .constant(let value) where value is String || term.isNullConstant: return
        case .value(let kind):
            throw Self.failure("'\(term.name ?? "An attribute")' is \(kind.title), not text")
        case .constant(let value):
            throw Self.failure("A text operator takes text, not \(value.map { "\(type(of: $0))" } ?? "nil")")
        case .object, .list: throw Self.failure("A text operator takes text, not an object")
        }
    }

    private static func folds(_ options: ComparisonNode.Options) -> Bool {
        options.contains(.caseInsensitive) || options.contains(.diacriticInsensitive)
    }

    private static func isText(_ term: SQLTerm) -> Bool {
        switch term.type {
        case .value(let kind): kind == .string
        case .constant(let value): value is String
        case .object, .list: false
        }
    }

    private mutating func boundValue(_ value: Any?, like other: SQLTerm) throws -> SQLValue {
        _ = try bound(value, like: other)
        return removeLastBinding()
    }
}

extension String {
    /// The first text, in the order of bytes, behind all that begin with this one; nil when there is none.
    fileprivate var endOfPrefix: String? {
        var scalars = Array(unicodeScalars)
        while let last = scalars.popLast() {
            // Behind U+D7FF come the surrogates, which no text holds.
            guard let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) else { continue }
            var end = String.UnicodeScalarView(scalars)
            end.append(next)
            return String(end)
        }
        return nil
    }
}

import Foundation

/// Compares two values by an operator. What depends on a constant right side alone is prepared in `init`.
struct ComparisonTest {
    private let operation: ComparisonNode.Operator
    private let options: ComparisonNode.Options
    private let folding: StringFolding
    private let nulls: NullSemantics
    /// Whether one side is written as nil, so that the comparison asks for null.
    private let asksForNull: Bool
    /// The prepared pattern, when the right side is a constant text.
    private let matcher: StringMatcher?
    /// The prepared elements, when the right side of IN is a constant collection.
    private let members: OperandSet?
    private let constantRight: Operand?

    init(_ node: ComparisonNode, _ nulls: NullSemantics) throws(PredicateEvaluationError) {
        operation = node.operation
        options = node.options
        folding = StringFolding(node.options)
        self.nulls = nulls
        asksForNull = Self.isNil(node.left) || Self.isNil(node.right)
        var matcher: StringMatcher?
        var members: OperandSet?
        var constantRight: Operand?
        if let constant = node.right.constantValue {
            let operand = Operand(constant)
            constantRight = operand
            if let matching = Self.matching(node.operation), let pattern = operand.string {
                matcher = try StringMatcher(matching, pattern: pattern, options: node.options)
            }
            if node.operation == .in, folding.isIdentity, case .collection(let elements) = operand {
                members = OperandSet(elements)
            }
        }
        self.matcher = matcher
        self.members = members
        self.constantRight = constantRight
    }

    func callAsFunction(_ left: Any?, _ right: Any?) throws(PredicateEvaluationError) -> Bool? {
        let a = Operand(left)
        let b = constantRight ?? Operand(right)
        switch operation {
        case .equal: return try equal(a, b)
        case .notEqual: return try equal(a, b).map { !$0 }
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return try ordered(a, b, operation)
        case .between: return try between(a, b)
        case .in: return try contains(b, a, isConstant: members != nil)
        case .contains:
            if case .collection = a { return try contains(a, b, isConstant: false) }
            return try text(a, b)
        case .beginsWith, .endsWith, .like, .matches: return try text(a, b)
        }
    }

    /// Null is unknown in SQL, and no comparison but equality holds for it in memory.
    private var nullResult: Bool? { nulls == .sql ? nil : false }

    // MARK: Equality and order

    private func equal(_ a: Operand, _ b: Operand) throws(PredicateEvaluationError) -> Bool? {
        if a.isNull || b.isNull {
            if nulls == .sql, !asksForNull { return nil }
            return a.isNull && b.isNull
        }
        switch (a, b) {
        case (.string(let first), .string(let second)) where !folding.isIdentity:
            if let matcher { return matcher.matches(first) }
            return folding.fold(first).utf8.elementsEqual(folding.fold(second).utf8)
        case (.collection, .collection): return a.isEqual(to: b)
        case (.collection, _), (_, .collection):
            throw PredicateEvaluationError(
                .collectionNotAllowed, "A collection cannot equal a single value: use ANY, ALL, @count or CONTAINS")
        default: return a.isEqual(to: b)
        }
    }

    private func ordered(
        _ a: Operand, _ b: Operand, _ operation: ComparisonNode.Operator
    ) throws(PredicateEvaluationError) -> Bool? {
        if a.isNull || b.isNull { return nullResult }
        let result: ComparisonResult?
        if case .string(let first) = a, case .string(let second) = b {
            if options.contains(.localeSensitive) {
                let collation = Collation(options.contains(.caseInsensitive) ? .localizedCaseInsensitive : .localized)
                result = collation.compare(first, second)
            } else {
                result = Operand.compareBytes(folding.fold(first), folding.fold(second))
            }
        } else {
            guard a.hasOrder(with: b) else {
                if case .collection = a {
                    throw PredicateEvaluationError(
                        .collectionNotAllowed, "A collection has no order: use ANY, ALL, @count or @max")
                }
                throw PredicateEvaluationError(.typeMismatch, "\(a.kind) and \(b.kind) have no order")
            }
            result = a.compare(b)
        }
        return switch operation {
        case .less: result == .orderedAscending
        case .lessOrEqual: result == .orderedAscending || result == .orderedSame
        case .greater: result == .orderedDescending
        default: result == .orderedDescending || result == .orderedSame
        }
    }

    private func between(_ a: Operand, _ b: Operand) throws(PredicateEvaluationError) -> Bool? {
        if b.isNull { return nullResult }
        guard case .collection(let bounds) = b, bounds.count == 2 else {
            throw PredicateEvaluationError(.typeMismatch, "BETWEEN needs two bounds on its right, as in {1, 5}")
        }
        let lower = try ordered(a, Operand(bounds[0]), .greaterOrEqual)
        let upper = try ordered(a, Operand(bounds[1]), .lessOrEqual)
        if lower == false || upper == false { return false }
        return lower == nil || upper == nil ? nil : true
    }

    // MARK: Membership

    private func contains(
        _ collection: Operand, _ element: Operand, isConstant: Bool
    ) throws(PredicateEvaluationError) -> Bool? {
        switch collection {
        case .null: return nullResult
        case .string(let text):
            // 'b' IN 'abc'
            if element.isNull { return nullResult }
            guard let part = element.string else { throw notText(element) }
            return try StringMatcher(.contains, pattern: part, options: options).matches(text)
        case .collection(let elements):
            if isConstant, let members {
                if element.isNull, nulls == .sql { return elements.isEmpty ? false : nil }
                if members.contains(element) { return true }
                return nulls == .sql && members.containsNull ? nil : false
            }
            if nulls == .sql, elements.isEmpty { return false }
            if nulls == .sql, element.isNull { return nil }
            var hasNull = false
            for candidate in elements {
                let candidate = Operand(candidate)
                hasNull = hasNull || candidate.isNull
                if isMember(element, candidate) { return true }
            }
            return nulls == .sql && hasNull ? nil : false
        default:
            throw PredicateEvaluationError(
                .typeMismatch, "\(operation == .in ? "IN" : "CONTAINS") needs a collection, not \(collection.kind)")
        }
    }

    private func isMember(_ element: Operand, _ candidate: Operand) -> Bool {
        if !folding.isIdentity, let first = element.string, let second = candidate.string {
            return folding.fold(first).utf8.elementsEqual(folding.fold(second).utf8)
        }
        if nulls == .sql, candidate.isNull { return false }
        return element.isEqual(to: candidate)
    }

    // MARK: Texts

    private func text(_ a: Operand, _ b: Operand) throws(PredicateEvaluationError) -> Bool? {
        if a.isNull || b.isNull { return nullResult }
        guard let text = a.string else {
            if case .collection = a {
                throw PredicateEvaluationError(
                    .collectionNotAllowed, "A text operator cannot take a collection: use ANY or ALL")
            }
            throw notText(a)
        }
        if let matcher { return matcher.matches(text) }
        guard let pattern = b.string else { throw notText(b) }
        guard let matching = Self.matching(operation) else { return false }
        return try StringMatcher(matching, pattern: pattern, options: options).matches(text)
    }

    private func notText(_ operand: Operand) -> PredicateEvaluationError {
        PredicateEvaluationError(.typeMismatch, "A text operator needs a text, not \(operand.kind)")
    }

    private static func matching(_ operation: ComparisonNode.Operator) -> StringMatcher.Operation? {
        switch operation {
        case .equal, .notEqual: .equal
        case .contains: .contains
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .like: .like
        case .matches: .matches
        default: nil
        }
    }

    private static func isNil(_ node: ExpressionNode) -> Bool {
        if case .constant(let value) = node { AnyValue.unwrapped(value) == nil } else { false }
    }
}

extension ExpressionNode {
    /// The value, if it needs no object: a constant, or a list of constants. The outer nil means "not constant".
    var constantValue: Any?? {
        switch self {
        case .constant(let value): return .some(value)
        case .aggregate(let elements):
            var values: [Any?] = []
            for element in elements {
                guard let value = element.constantValue else { return nil }
                values.append(value)
            }
            return .some(values)
        default: return nil
        }
    }
}

import Foundation

extension PredicateExpressions.Equal: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        let (left, right) = (try conversion.result(lhs), try conversion.result(rhs))
        if let node = left.equality(with: right) ?? right.equality(with: left) {
            return .condition(node, optionals: [])
        }
        return .condition(
            .comparison(
                ComparisonNode(left: try conversion.value(lhs), operation: .equal, right: try conversion.value(rhs))),
            optionals: [])
    }
}

extension PredicateExpressions.NotEqual: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        let (left, right) = (try conversion.result(lhs), try conversion.result(rhs))
        if let node = left.equality(with: right) ?? right.equality(with: left) {
            return .condition(node.negated, optionals: [])
        }
        let (a, b) = (try conversion.value(lhs), try conversion.value(rhs))
        if LHS.Output.self is any OptionalType.Type { return .condition(.unequal(a, b), optionals: []) }
        return .condition(.comparison(ComparisonNode(left: a, operation: .notEqual, right: b)), optionals: [])
    }
}

private protocol OptionalType {}

extension Optional: OptionalType {}

extension PredicateConversion.Result {
    /// Equality with a constant, where this is a condition or the order of two texts; nil where it is not.
    fileprivate func equality(with other: PredicateConversion.Result) -> PredicateNode? {
        guard case .value(.constant(let constant)) = other else { return nil }
        switch (self, AnyValue.unwrapped(constant)) {
        case (.condition(let node, _), let value as Bool) where value: return node
        case (.condition(let node, let optionals), is Bool):
            return .allOf(optionals.map(PredicateNode.isNotNil) + [node.negated])
        case (.condition(_, let optionals), nil): return .anyOf(optionals.map(PredicateNode.isNil))
        case (.order(let a, let b, let options), let order as ComparisonResult):
            let operation: ComparisonNode.Operator =
                switch order {
                case .orderedAscending: .less
                case .orderedSame: .equal
                case .orderedDescending: .greater
                }
            return .comparison(ComparisonNode(left: a, operation: operation, options: options, right: b))
        default: return nil
        }
    }
}

extension PredicateExpressions.Comparison: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        let operation: ComparisonNode.Operator =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            @unknown default: throw PredicateConversion.Impossible()
            }
        return .condition(
            .comparison(
                ComparisonNode(left: try conversion.value(lhs), operation: operation, right: try conversion.value(rhs))),
            optionals: [])
    }
}

// MARK: - Ranges

extension PredicateExpressions.Range: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .range(
            RangeBounds(lower: try conversion.value(lower), upper: try conversion.value(upper), includesUpper: false))
    }
}

extension PredicateExpressions.ClosedRange: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .range(RangeBounds(lower: try conversion.value(lower), upper: try conversion.value(upper)))
    }
}

extension PredicateExpressions.RangeExpressionContains: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        guard case .range(let bounds) = try conversion.result(range) else { throw PredicateConversion.Impossible() }
        return .condition(bounds.condition(on: try conversion.value(element)), optionals: [])
    }
}

/// A range that a predicate has captured.
protocol ConstantRange {
    var bounds: RangeBounds { get }
}

extension Range: ConstantRange {
    var bounds: RangeBounds {
        RangeBounds(lower: .constant(lowerBound), upper: .constant(upperBound), includesUpper: false)
    }
}

extension ClosedRange: ConstantRange {
    var bounds: RangeBounds { RangeBounds(lower: .constant(lowerBound), upper: .constant(upperBound)) }
}

extension PartialRangeFrom: ConstantRange {
    var bounds: RangeBounds { RangeBounds(lower: .constant(lowerBound)) }
}

extension PartialRangeThrough: ConstantRange {
    var bounds: RangeBounds { RangeBounds(upper: .constant(upperBound)) }
}

extension PartialRangeUpTo: ConstantRange {
    var bounds: RangeBounds { RangeBounds(upper: .constant(upperBound), includesUpper: false) }
}

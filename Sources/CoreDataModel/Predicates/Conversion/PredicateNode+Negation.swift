/// What Swift's rules about nil ask for: a comparison with nil is an answer there, where SQL has none.
extension PredicateNode {
    static func isNil(_ node: ExpressionNode) -> PredicateNode {
        .comparison(ComparisonNode(left: node, operation: .equal, right: .constant(nil)))
    }

    static func isNotNil(_ node: ExpressionNode) -> PredicateNode {
        .comparison(ComparisonNode(left: node, operation: .notEqual, right: .constant(nil)))
    }

    static func anyOf(_ nodes: [PredicateNode]) -> PredicateNode { nodes.count == 1 ? nodes[0] : .or(nodes) }
    static func allOf(_ nodes: [PredicateNode]) -> PredicateNode { nodes.count == 1 ? nodes[0] : .and(nodes) }

    /// Two values are not the same, nil being the same as nil only.
    static func unequal(
        _ left: ExpressionNode, _ right: ExpressionNode, _ options: ComparisonNode.Options = []
    ) -> PredicateNode {
        let differ = PredicateNode.comparison(
            ComparisonNode(left: left, operation: .notEqual, options: options, right: right))
        if left.isNilConstant || right.isNilConstant { return differ }
        switch (left.mayBeNil, right.mayBeNil) {
        case (false, false): return differ
        case (true, false): return .or([differ, isNil(left)])
        case (false, true): return .or([differ, isNil(right)])
        case (true, true):
            return .or([
                differ, .and([isNil(left), isNotNil(right)]), .and([isNotNil(left), isNil(right)]),
            ])
        }
    }

    /// The opposite: true wherever this is not, nil or not.
    var negated: PredicateNode {
        switch self {
        case .constant(let value): .constant(!value)
        case .not(let node): node
        case .and(let nodes): .or(nodes.map(\.negated))
        case .or(let nodes): .and(nodes.map(\.negated))
        case .foreign: .not(self)
        case .comparison(let comparison) where comparison.modifier != .direct: .not(self)
        case .comparison(let comparison) where comparison.operation == .equal:
            .unequal(comparison.left, comparison.right, comparison.options)
        case .comparison(let comparison) where comparison.operation == .notEqual:
            .comparison(
                ComparisonNode(
                    left: comparison.left, operation: .equal, options: comparison.options, right: comparison.right))
        case .comparison(let comparison):
            .anyOf(
                [.not(self)]
                    + [comparison.left, comparison.right].filter(\.mayBeNil).map(PredicateNode.isNil))
        }
    }
}

extension ExpressionNode {
    var isNilConstant: Bool {
        if case .constant(let value) = self { return AnyValue.unwrapped(value) == nil }
        return false
    }

    /// Whether the value may be nil for some object: that of a property, and what is computed from one.
    var mayBeNil: Bool {
        switch self {
        case .keyPath(.subquery, _): false
        case .keyPath(_, let keys): !keys.contains("@count")
        case .function(_, let arguments): arguments.contains(where: \.mayBeNil)
        case .conditional(_, let first, let second): first.mayBeNil || second.mayBeNil
        default: false
        }
    }
}

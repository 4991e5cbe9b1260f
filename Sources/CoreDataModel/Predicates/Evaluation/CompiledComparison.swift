import Foundation

/// Turns one comparison into a closure: gets both sides, applies ANY, ALL or NONE, and compares.
enum CompiledComparison {
    static func compile(
        _ node: ComparisonNode, _ nulls: NullSemantics
    ) throws(PredicateEvaluationError) -> CompiledPredicate.Test {
        let left = try CompiledExpression.compile(node.left, nulls)
        let right = try CompiledExpression.compile(node.right, nulls)
        let compare = try ComparisonTest(node, nulls)
        switch node.modifier {
        case .direct:
            return { scope throws(PredicateEvaluationError) in try compare(left(scope), right(scope)) }
        case .any, .none:
            let found = node.modifier == .any
            return { scope throws(PredicateEvaluationError) in
                let elements = try elements(left(scope))
                if elements.isEmpty { return !found }
                let operand = try right(scope)
                for element in elements where try compare(element, operand) == true { return found }
                return !found
            }
        case .all:
            return { scope throws(PredicateEvaluationError) in
                let elements = try elements(left(scope))
                if elements.isEmpty { return true }
                let operand = try right(scope)
                for element in elements where try compare(element, operand) != true { return false }
                return true
            }
        }
    }

    /// No collection at all is an empty one: a to-many relationship is never nil in a store.
    private static func elements(_ value: Any?) throws(PredicateEvaluationError) -> [Any?] {
        guard let value = AnyValue.unwrapped(value) else { return [] }
        guard let elements = CollectionElements.elements(of: value) else {
            throw PredicateEvaluationError(
                .typeMismatch, "ANY, ALL and NONE need a collection on the left, not \(Operand(value).kind)")
        }
        return elements
    }
}

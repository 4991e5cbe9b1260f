import Foundation

/// Replaces variables by values. Variables that a SUBQUERY binds stay.
struct VariableSubstitution {
    let values: [String: Any?]

    func apply(
        to node: PredicateNode, bound: Set<String> = []
    ) throws(PredicateEvaluationError) -> PredicateNode {
        switch node {
        case .constant, .foreign: return node
        case .and(let nodes): return .and(try all(nodes, bound))
        case .or(let nodes): return .or(try all(nodes, bound))
        case .not(let node): return .not(try apply(to: node, bound: bound))
        case .comparison(var comparison):
            comparison.left = try apply(to: comparison.left, bound: bound)
            comparison.right = try apply(to: comparison.right, bound: bound)
            return .comparison(comparison)
        }
    }

    func apply(
        to node: ExpressionNode, bound: Set<String> = []
    ) throws(PredicateEvaluationError) -> ExpressionNode {
        switch node {
        case .constant, .evaluatedObject: return node
        case .variable(let name):
            if bound.contains(name) { return node }
            guard let value = values[name] else {
                throw PredicateEvaluationError(.unboundVariable, "No value was given for the variable $\(name)")
            }
            let unwrapped = AnyValue.unwrapped(value)
            return (unwrapped as? NSExpression)?.node ?? .constant(unwrapped)
        case .keyPath(let root, let keys): return .keyPath(try apply(to: root, bound: bound), keys)
        case .aggregate(let elements): return .aggregate(try all(elements, bound))
        case .function(let name, let arguments): return .function(name, try all(arguments, bound))
        case .call(let operand, let selector, let arguments):
            return .call(try apply(to: operand, bound: bound), selector, try all(arguments, bound))
        case .index(let collection, .expression(let index)):
            return .index(
                try apply(to: collection, bound: bound), .expression(try apply(to: index, bound: bound)))
        case .index(let collection, let index): return .index(try apply(to: collection, bound: bound), index)
        case .subquery(let collection, let variable, let predicate):
            return .subquery(
                try apply(to: collection, bound: bound), variable: variable,
                try apply(to: predicate, bound: bound.union([variable])))
        case .conditional(let condition, let first, let second):
            return .conditional(
                try apply(to: condition, bound: bound), try apply(to: first, bound: bound),
                try apply(to: second, bound: bound))
        case .union(let a, let b): return .union(try apply(to: a, bound: bound), try apply(to: b, bound: bound))
        case .intersect(let a, let b):
            return .intersect(try apply(to: a, bound: bound), try apply(to: b, bound: bound))
        case .minus(let a, let b): return .minus(try apply(to: a, bound: bound), try apply(to: b, bound: bound))
        case .cast(let value, let type): return .cast(try apply(to: value, bound: bound), type)
        case .assignment(let name, let value): return .assignment(name, try apply(to: value, bound: bound))
        case .fetch(let request, let context, let countOnly):
            return .fetch(
                try apply(to: request, bound: bound), try apply(to: context, bound: bound), countOnly: countOnly)
        }
    }

    private func all(
        _ nodes: [PredicateNode], _ bound: Set<String>
    ) throws(PredicateEvaluationError) -> [PredicateNode] {
        var result: [PredicateNode] = []
        for node in nodes { result.append(try apply(to: node, bound: bound)) }
        return result
    }

    private func all(
        _ nodes: [ExpressionNode], _ bound: Set<String>
    ) throws(PredicateEvaluationError) -> [ExpressionNode] {
        var result: [ExpressionNode] = []
        for node in nodes { result.append(try apply(to: node, bound: bound)) }
        return result
    }
}

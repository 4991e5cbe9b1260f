import Foundation

/// A predicate turned into closures once, so that evaluation walks no tree and prepares no pattern.
///
/// `@unchecked Sendable`: nothing changes after `init`. The constants in it are the caller's, who gave them away by making
/// the predicate; a foreign block is as safe as its author made it.
package final class CompiledPredicate: @unchecked Sendable {
    /// True, false or, under SQL's rules, unknown.
    typealias Test = (EvaluationScope) throws(PredicateEvaluationError) -> Bool?

    private let test: Test

    /// Compiles a tree.
    ///
    /// - Throws: `PredicateEvaluationError` for a function or a pattern that is wrong for every object.
    package init(_ node: PredicateNode, nulls: NullSemantics = .memory) throws(PredicateEvaluationError) {
        test = try Self.compile(node, nulls)
    }

    /// Whether the predicate is true for an object. Unknown is not true.
    ///
    /// - Throws: `PredicateEvaluationError` when the object's values do not fit the predicate.
    package func evaluate(
        with object: Any?, variables: [String: Any?] = [:]
    ) throws(PredicateEvaluationError) -> Bool {
        try test(EvaluationScope(object: object, variables: variables)) ?? false
    }

    static func compile(_ node: PredicateNode, _ nulls: NullSemantics) throws(PredicateEvaluationError) -> Test {
        switch node {
        case .constant(let value):
            return { _ throws(PredicateEvaluationError) in value }
        case .and(let nodes): return try compile(nodes, nulls, absorbing: false)
        case .or(let nodes): return try compile(nodes, nulls, absorbing: true)
        case .not(let node):
            let test = try compile(node, nulls)
            return { scope throws(PredicateEvaluationError) in try test(scope).map { !$0 } }
        case .comparison(let comparison): return try CompiledComparison.compile(comparison, nulls)
        case .foreign(let predicate):
            return { scope throws(PredicateEvaluationError) in
                let bindings = scope.variables.compactMapValues { $0 }
                if bindings.isEmpty { return predicate.evaluate(with: scope.object) }
                return predicate.evaluate(with: scope.object, substitutionVariables: bindings)
            }
        }
    }

    /// AND and OR: one operand of the absorbing value decides, else an unknown one does.
    private static func compile(
        _ nodes: [PredicateNode], _ nulls: NullSemantics, absorbing: Bool
    ) throws(PredicateEvaluationError) -> Test {
        var tests: [Test] = []
        for node in nodes { tests.append(try compile(node, nulls)) }
        return { [tests] scope throws(PredicateEvaluationError) in
            var result: Bool? = !absorbing
            for test in tests {
                let value = try test(scope)
                if value == absorbing { return absorbing }
                if value == nil { result = nil }
            }
            return result
        }
    }
}

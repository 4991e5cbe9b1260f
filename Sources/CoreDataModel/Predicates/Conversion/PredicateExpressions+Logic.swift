import Foundation

extension PredicateExpressions.Conjunction: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .condition(.and(try conversion.parts(lhs) + conversion.parts(rhs)), optionals: [])
    }
}

extension PredicateConversion {
    /// The parts of a chain of `&&`, so that it becomes one AND.
    fileprivate mutating func parts<E: PredicateExpression>(_ expression: E) throws -> [PredicateNode] {
        let node = try condition(expression)
        if case .and(let nodes) = node { return nodes }
        return [node]
    }

    /// The parts of a chain of `||`.
    fileprivate mutating func alternatives<E: PredicateExpression>(_ expression: E) throws -> [PredicateNode] {
        let node = try condition(expression)
        if case .or(let nodes) = node { return nodes }
        return [node]
    }
}

extension PredicateExpressions.Disjunction: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .condition(.or(try conversion.alternatives(lhs) + conversion.alternatives(rhs)), optionals: [])
    }
}

extension PredicateExpressions.Negation: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .condition(try conversion.condition(wrapped).negated, optionals: [])
    }
}

extension PredicateExpressions.Conditional: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        let test = try conversion.condition(test)
        switch (try conversion.result(trueBranch), try conversion.result(falseBranch)) {
        case (.condition(let yes, optionals: []), .condition(let no, optionals: [])):
            return .condition(.or([.and([test, yes]), .and([test.negated, no])]), optionals: [])
        default:
            return .value(
                .conditional(test, try conversion.value(trueBranch), try conversion.value(falseBranch)))
        }
    }
}

import Foundation

extension PredicateExpressions.SequenceContains: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        let element = try conversion.value(element)
        if LHS.Output.self is any StringProtocol.Type {
            guard case .constant(let character as Character) = element else { throw PredicateConversion.Impossible() }
            return .text(.contains, try conversion.value(sequence), .constant(String(character)))
        }
        switch try conversion.result(sequence) {
        case .range(let bounds): return .condition(bounds.condition(on: element), optionals: [])
        case .value(let collection):
            return .condition(
                .comparison(ComparisonNode(left: element, operation: .in, right: collection)), optionals: [])
        case .condition, .order: throw PredicateConversion.Impossible()
        }
    }
}

extension PredicateExpressions.SequenceContainsWhere: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        let collection = try conversion.value(sequence)
        if let elements = collection.constantElements {
            return .condition(.or(try conversion.conditions(test, of: variable, elements: elements)), optionals: [])
        }
        let name = conversion.name(variable)
        let found = ExpressionNode.subquery(collection, variable: name, try conversion.condition(test))
        return .condition(.count(of: found, .greater, 0), optionals: [])
    }
}

extension PredicateExpressions.SequenceAllSatisfy: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        let collection = try conversion.value(sequence)
        if let elements = collection.constantElements {
            return .condition(.and(try conversion.conditions(test, of: variable, elements: elements)), optionals: [])
        }
        let name = conversion.name(variable)
        let others = ExpressionNode.subquery(collection, variable: name, try conversion.condition(test).negated)
        return .condition(.count(of: others, .equal, 0), optionals: [])
    }
}

extension PredicateExpressions.Filter: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        let collection = try conversion.value(sequence)
        let name = conversion.name(variable)
        return .value(.subquery(collection, variable: name, try conversion.condition(filter)))
    }
}

extension PredicateExpressions.SequenceMinimum: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .value(.function("min:", [try conversion.value(elements)]))
    }
}

extension PredicateExpressions.SequenceMaximum: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .value(.function("max:", [try conversion.value(elements)]))
    }
}

extension PredicateNode {
    fileprivate static func count(
        of collection: ExpressionNode, _ operation: ComparisonNode.Operator, _ number: Int
    ) -> PredicateNode {
        .comparison(
            ComparisonNode(left: .keyPath(collection, ["@count"]), operation: operation, right: .constant(number)))
    }
}

extension ExpressionNode {
    /// The elements of a collection that the predicate has captured.
    fileprivate var constantElements: [Any?]? {
        guard case .constant(let value) = self, let collection = AnyValue.unwrapped(value) else { return nil }
        return CollectionElements.elements(of: collection)
    }
}

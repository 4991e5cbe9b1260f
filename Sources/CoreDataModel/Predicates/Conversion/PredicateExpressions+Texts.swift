import Foundation

extension PredicateConversion.Result {
    static func text(
        _ operation: ComparisonNode.Operator, _ left: ExpressionNode, _ right: ExpressionNode,
        _ options: ComparisonNode.Options = []
    ) -> PredicateConversion.Result {
        .condition(
            .comparison(ComparisonNode(left: left, operation: operation, options: options, right: right)),
            optionals: [])
    }
}

extension PredicateExpressions.CollectionContainsCollection: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        guard Base.Output.self is any StringProtocol.Type, Other.Output.self is any StringProtocol.Type else {
            throw PredicateConversion.Impossible()
        }
        return .text(.contains, try conversion.value(base), try conversion.value(other))
    }
}

extension PredicateExpressions.SequenceStartsWith: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        guard Base.Output.self is any StringProtocol.Type, Prefix.Output.self is any StringProtocol.Type else {
            throw PredicateConversion.Impossible()
        }
        return .text(.beginsWith, try conversion.value(base), try conversion.value(prefix))
    }
}

extension PredicateExpressions.StringContainsRegex: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        guard case .constant(let regex as PredicateExpressions.PredicateRegex) = try conversion.value(regex) else {
            throw PredicateConversion.Impossible()
        }
        let pattern = "(?s:.*)(?:\(regex.stringRepresentation))(?s:.*)"
        return .text(.matches, try conversion.value(subject), .constant(pattern))
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .text(
            .contains, try conversion.value(root), try conversion.value(other),
            [.caseInsensitive, .diacriticInsensitive, .localeSensitive])
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .order(try conversion.value(root), try conversion.value(other), .caseInsensitive)
    }
}

extension PredicateExpressions.StringLocalizedCompare: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .order(try conversion.value(root), try conversion.value(other), .localeSensitive)
    }
}

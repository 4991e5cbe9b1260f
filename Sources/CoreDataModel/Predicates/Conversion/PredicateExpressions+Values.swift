import Foundation

extension PredicateExpressions.Variable: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .value(try conversion.node(of: self))
    }
}

extension PredicateExpressions.Value: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        if let range = value as? any ConstantRange { return .range(range.bounds) }
        return .value(.constant(value))
    }
}

extension PredicateExpressions.NilLiteral: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .value(.constant(nil))
    }
}

extension PredicateExpressions.KeyPath: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        let root = try conversion.value(root)
        // The key path of a constant is a constant, too.
        if case .constant = root { throw PredicateConversion.Impossible() }
        let isText = Root.Output.self is any StringProtocol.Type
        switch kind {
        case .collectionIsEmpty where isText:
            return .condition(
                .comparison(ComparisonNode(left: root, operation: .equal, right: .constant(""))), optionals: [])
        case .collectionCount where isText: throw PredicateConversion.Impossible()
        case .collectionIsEmpty:
            return .condition(
                .comparison(ComparisonNode(left: root.appending("@count"), operation: .equal, right: .constant(0))),
                optionals: [])
        case .collectionCount: return .value(root.appending("@count"))
        case .collectionFirst: return .value(.index(root, .first))
        case .bidirectionalCollectionLast: return .value(.index(root, .last))
        default: break
        }
        let path: AnyKeyPath = keyPath
        if path == \NSSet.count || path == \NSOrderedSet.count { return .value(root.appending("@count")) }
        guard let name = KeyPathName.name(of: path) else { throw PredicateConversion.Impossible() }
        return .value(name.split(separator: ".").reduce(root) { $0.appending(String($1)) })
    }
}

extension ExpressionNode {
    /// The key path that goes one step further.
    fileprivate func appending(_ key: String) -> ExpressionNode {
        if case .keyPath(let root, let keys) = self { return .keyPath(root, keys + [key]) }
        return .keyPath(self, [key])
    }
}

// MARK: - Optionals

extension PredicateExpressions.ForcedUnwrap: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        try conversion.result(inner)
    }
}

extension PredicateExpressions.OptionalFlatMap: ConvertibleExpression {
    /// `a?.b`: what is asked of nil is nil, as along a key path.
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        let operand = try conversion.value(wrapped)
        conversion.bind(variable, to: operand)
        let result = try conversion.result(transform)
        if case .condition(let node, let optionals) = result {
            return .condition(node, optionals: [operand] + optionals)
        }
        return result
    }
}

extension PredicateExpressions.NilCoalesce: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        guard case .condition(let node, let optionals) = try conversion.result(lhs) else {
            let value = try conversion.value(lhs)
            return .value(.conditional(.isNotNil(value), value, try conversion.value(rhs)))
        }
        let isNil = PredicateNode.anyOf(optionals.map(PredicateNode.isNil))
        switch try conversion.condition(rhs) {
        // A condition on nil is not true.
        case .constant(false): return .condition(node, optionals: [])
        case .constant(true): return .condition(.or([node, isNil]), optionals: [])
        case let other: return .condition(.or([node, .and([isNil, other])]), optionals: [])
        }
    }
}

// MARK: - Casts

extension PredicateExpressions.ForceCast: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        guard Desired.self is any KeyPathNaming.Type else { throw PredicateConversion.Impossible() }
        return try conversion.result(input)
    }
}

extension PredicateExpressions.ConditionalCast: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        guard Desired.self is any KeyPathNaming.Type else { throw PredicateConversion.Impossible() }
        return try conversion.result(input)
    }
}

// MARK: - Arithmetic

extension PredicateConversion {
    fileprivate mutating func function<L: PredicateExpression, R: PredicateExpression>(
        _ operation: Arithmetic.Operation, _ left: L, _ right: R
    ) throws -> ExpressionNode {
        .function(operation.rawValue, [try value(left), try value(right)])
    }
}

extension PredicateExpressions.Arithmetic: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        let operation: Arithmetic.Operation =
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            @unknown default: throw PredicateConversion.Impossible()
            }
        return .value(try conversion.function(operation, lhs, rhs))
    }
}

extension PredicateExpressions.FloatDivision: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .value(try conversion.function(.divide, lhs, rhs))
    }
}

extension PredicateExpressions.IntDivision: ConvertibleExpression {
    /// Division of predicates has a fraction, even that of integers.
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .value(.function("trunc:", [try conversion.function(.divide, lhs, rhs)]))
    }
}

extension PredicateExpressions.IntRemainder: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .value(try conversion.function(.modulus, lhs, rhs))
    }
}

extension PredicateExpressions.UnaryMinus: ConvertibleExpression {
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result {
        .value(.function(Arithmetic.Operation.subtract.rawValue, [.constant(0), try conversion.value(wrapped)]))
    }
}

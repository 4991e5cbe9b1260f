import Foundation

/// Turns an expression into a closure.
enum CompiledExpression {
    typealias Getter = (EvaluationScope) throws(PredicateEvaluationError) -> Any?

    static func compile(
        _ node: ExpressionNode, _ nulls: NullSemantics
    ) throws(PredicateEvaluationError) -> Getter {
        switch node {
        case .constant(let value):
            // Unwrapped once here instead of at each use.
            let value = AnyValue.unwrapped(value)
            return { _ throws(PredicateEvaluationError) in value }
        case .evaluatedObject:
            return { scope throws(PredicateEvaluationError) in scope.object }
        case .variable(let name):
            return { scope throws(PredicateEvaluationError) in
                guard let value = scope.variables[name] else {
                    throw PredicateEvaluationError(
                        .unboundVariable, "The variable $\(name) has no value: substitute the predicate's variables")
                }
                return AnyValue.unwrapped(value)
            }
        case .keyPath(let root, let keys): return try keyPath(root, keys, nulls)
        case .aggregate(let elements):
            if let constant = node.constantValue {
                return { _ throws(PredicateEvaluationError) in constant }
            }
            let getters = try compile(elements, nulls)
            return { scope throws(PredicateEvaluationError) in try values(getters, scope) }
        case .function(let name, let arguments): return try function(name, arguments, nulls)
        case .call(let operand, let selector, let arguments):
            return try call(operand, selector, arguments, nulls)
        case .index(let collection, let index): return try self.index(collection, index, nulls)
        case .subquery(let collection, let variable, let predicate):
            return try subquery(collection, variable, predicate, nulls)
        case .conditional(let condition, let first, let second):
            let test = try CompiledPredicate.compile(condition, nulls)
            let first = try compile(first, nulls)
            let second = try compile(second, nulls)
            return { scope throws(PredicateEvaluationError) in
                try test(scope) == true ? try first(scope) : try second(scope)
            }
        case .union(let a, let b):
            return try setOperation(a, b, nulls) { CollectionOperator.distinct($0 + $1) }
        case .intersect(let a, let b):
            return try setOperation(a, b, nulls) { first, second in
                let members = OperandSet(second)
                return CollectionOperator.distinct(first.filter { members.contains(Operand($0)) })
            }
        case .minus(let a, let b):
            return try setOperation(a, b, nulls) { first, second in
                let members = OperandSet(second)
                return CollectionOperator.distinct(first.filter { !members.contains(Operand($0)) })
            }
        case .cast(let value, let type):
            let value = try compile(value, nulls)
            return { scope throws(PredicateEvaluationError) in try ExpressionCast.convert(value(scope), to: type) }
        case .assignment(_, let value): return try compile(value, nulls)
        case .fetch(let request, let context, let countOnly):
            let request = try compile(request, nulls)
            let context = try compile(context, nulls)
            return { scope throws(PredicateEvaluationError) in
                guard let performer = try context(scope) as? any FetchExpressionPerforming else {
                    throw PredicateEvaluationError(.typeMismatch, "FETCH needs a managed object context")
                }
                return try performer.performFetchExpression(request(scope), countOnly: countOnly)
            }
        }
    }

    private static func compile(
        _ nodes: [ExpressionNode], _ nulls: NullSemantics
    ) throws(PredicateEvaluationError) -> [Getter] {
        var getters: [Getter] = []
        for node in nodes { getters.append(try compile(node, nulls)) }
        return getters
    }

    private static func values(
        _ getters: [Getter], _ scope: EvaluationScope
    ) throws(PredicateEvaluationError) -> [Any?] {
        var values: [Any?] = []
        values.reserveCapacity(getters.count)
        for getter in getters { values.append(try getter(scope)) }
        return values
    }

    private static func keyPath(
        _ root: ExpressionNode, _ keys: [String], _ nulls: NullSemantics
    ) throws(PredicateEvaluationError) -> Getter {
        for key in keys where key.hasPrefix("@") && CollectionOperator(rawValue: key) == nil {
            throw PredicateEvaluationError(.unknownFunction, "There is no collection operator \(key)")
        }
        if case .evaluatedObject = root, keys.count == 1, let key = keys.first, !key.hasPrefix("@") {
            // By far the most frequent expression.
            return { scope throws(PredicateEvaluationError) in
                guard let object = scope.object else { return nil }
                return try KeyValueCoding.value(of: object, key: key)
            }
        }
        let root = try compile(root, nulls)
        return { scope throws(PredicateEvaluationError) in try KeyValueCoding.value(of: root(scope), keys: keys[...]) }
    }

    private static func function(
        _ name: String, _ arguments: [ExpressionNode], _ nulls: NullSemantics
    ) throws(PredicateEvaluationError) -> Getter {
        guard let function = ExpressionFunction.named(name) else {
            throw PredicateEvaluationError(.unknownFunction, "There is no function \(name)")
        }
        let getters = try compile(arguments, nulls)
        return { scope throws(PredicateEvaluationError) in try function(values(getters, scope)) }
    }

    private static func call(
        _ operand: ExpressionNode, _ selector: String, _ arguments: [ExpressionNode], _ nulls: NullSemantics
    ) throws(PredicateEvaluationError) -> Getter {
        let operand = try compile(operand, nulls)
        let getters = try compile(arguments, nulls)
        let takesNothing = arguments.isEmpty && !selector.contains(":")
        return { scope throws(PredicateEvaluationError) in
            guard let object = AnyValue.unwrapped(try operand(scope)) else { return nil }
            if let performer = object as? any FunctionPerforming {
                return try performer.perform(selector, values(getters, scope))
            }
            guard takesNothing else {
                throw PredicateEvaluationError(
                    .unknownFunction, "FUNCTION can call only methods without parameters here, not \(selector)")
            }
            return try KeyValueCoding.value(of: object, key: selector)
        }
    }

    private static func index(
        _ collection: ExpressionNode, _ index: IndexNode, _ nulls: NullSemantics
    ) throws(PredicateEvaluationError) -> Getter {
        let collection = try compile(collection, nulls)
        if case .expression(let position) = index {
            let position = try compile(position, nulls)
            return { scope throws(PredicateEvaluationError) in
                try ExpressionIndex.element(of: collection(scope), at: position(scope))
            }
        }
        return { scope throws(PredicateEvaluationError) in
            guard let value = AnyValue.unwrapped(try collection(scope)) else { return nil }
            let elements = try ExpressionIndex.elements(of: value)
            return switch index {
            case .first: AnyValue.unwrapped(elements.first ?? nil)
            case .last: AnyValue.unwrapped(elements.last ?? nil)
            case .size, .expression: elements.count
            }
        }
    }

    private static func subquery(
        _ collection: ExpressionNode, _ variable: String, _ predicate: PredicateNode, _ nulls: NullSemantics
    ) throws(PredicateEvaluationError) -> Getter {
        let collection = try compile(collection, nulls)
        let test = try CompiledPredicate.compile(predicate, nulls)
        return { scope throws(PredicateEvaluationError) in
            let elements = try elements(collection(scope), "SUBQUERY")
            var inner = scope
            var found: [Any] = []
            for element in elements {
                inner.variables[variable] = .some(element)
                if try test(inner) == true { found.append(element) }
            }
            return found
        }
    }

    private static func setOperation(
        _ a: ExpressionNode, _ b: ExpressionNode, _ nulls: NullSemantics,
        _ combine: @escaping ([Any], [Any]) -> [Any]
    ) throws(PredicateEvaluationError) -> Getter {
        let a = try compile(a, nulls)
        let b = try compile(b, nulls)
        return { scope throws(PredicateEvaluationError) in
            combine(
                try elements(a(scope), "UNION, INTERSECT and MINUS"),
                try elements(b(scope), "UNION, INTERSECT and MINUS"))
        }
    }

    /// The elements that are not nil; none of nil.
    private static func elements(_ value: Any?, _ user: String) throws(PredicateEvaluationError) -> [Any] {
        guard let value = AnyValue.unwrapped(value) else { return [] }
        guard let elements = CollectionElements.elements(of: value) else {
            throw PredicateEvaluationError(.typeMismatch, "\(user) need collections, not \(Operand(value).kind)")
        }
        return elements.compactMap(AnyValue.unwrapped)
    }
}

/// A managed object context, as `FETCH(request, context, countOnly)` needs it.
package protocol FetchExpressionPerforming {
    /// The objects that the request finds, or their number.
    func performFetchExpression(_ request: Any?, countOnly: Bool) throws(PredicateEvaluationError) -> Any?
}

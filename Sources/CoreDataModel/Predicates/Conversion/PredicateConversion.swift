import Foundation

/// Turns the expressions of `#Predicate` into the tree that predicates are made of here.
struct PredicateConversion {
    /// Something has no counterpart in a predicate. No reason goes with it: the initialiser that fails has no place for one.
    struct Impossible: Error {}

    /// What an expression becomes.
    enum Result {
        case value(ExpressionNode)
        /// A truth value, nil where one of the operands is.
        case condition(PredicateNode, optionals: [ExpressionNode])
        /// The outcome of comparing two texts.
        case order(ExpressionNode, ExpressionNode, ComparisonNode.Options)
        case range(RangeBounds)
    }

    /// What the variables of the predicate and of its closures stand for.
    private var variables: [PredicateExpressions.VariableID: ExpressionNode] = [:]
    private var nameCount = 0

    static func node<Input>(of predicate: Predicate<Input>) -> PredicateNode? {
        var conversion = PredicateConversion()
        conversion.bind(predicate.variable, to: .evaluatedObject)
        return try? conversion.condition(predicate.expression)
    }

    static func node<Input, Output>(of expression: Expression<Input, Output>) -> ExpressionNode? {
        var conversion = PredicateConversion()
        conversion.bind(expression.variable, to: .evaluatedObject)
        return try? conversion.value(expression.expression)
    }

    // MARK: - Variables

    mutating func bind<T>(_ variable: PredicateExpressions.Variable<T>, to node: ExpressionNode) {
        variables[variable.key] = node
    }

    /// Gives a closure's variable a name of its own.
    mutating func name<T>(_ variable: PredicateExpressions.Variable<T>) -> String {
        nameCount += 1
        let name = "element\(nameCount)"
        bind(variable, to: .variable(name))
        return name
    }

    func node<T>(of variable: PredicateExpressions.Variable<T>) throws -> ExpressionNode {
        guard let node = variables[variable.key] else { throw Impossible() }
        return node
    }

    // MARK: - Expressions

    mutating func result<E: PredicateExpression>(_ expression: E) throws -> Result {
        do {
            guard let expression = expression as? any ConvertibleExpression else { throw Impossible() }
            return try expression.converted(&self)
        } catch {
            // What depends on no variable is a constant, whatever it is made of.
            guard let value = try? expression.evaluate(PredicateBindings()) else { throw Impossible() }
            return .value(.constant(value))
        }
    }

    mutating func value<E: PredicateExpression>(_ expression: E) throws -> ExpressionNode {
        switch try result(expression) {
        case .value(let node): return node
        case .condition(let node, optionals: []): return .conditional(node, .constant(true), .constant(false))
        case .condition, .order, .range: throw Impossible()
        }
    }

    mutating func condition<E: PredicateExpression>(_ expression: E) throws -> PredicateNode {
        switch try result(expression) {
        case .condition(let node, _): return node
        case .value(.constant(let value)):
            guard let value = AnyValue.unwrapped(value) as? Bool else { throw Impossible() }
            return .constant(value)
        case .value(let node): return .comparison(ComparisonNode(left: node, operation: .equal, right: .constant(true)))
        case .order, .range: throw Impossible()
        }
    }

    /// The condition with another node for a closure's variable, once for each element of a constant collection.
    mutating func conditions<T, E: PredicateExpression>(
        _ test: E, of variable: PredicateExpressions.Variable<T>, elements: [Any?]
    ) throws -> [PredicateNode] {
        try elements.map { element in
            bind(variable, to: .constant(element))
            return try condition(test)
        }
    }
}

/// An expression that has a counterpart in the tree.
protocol ConvertibleExpression {
    /// - Throws: `PredicateConversion.Impossible`.
    func converted(_ conversion: inout PredicateConversion) throws -> PredicateConversion.Result
}

/// The ends of a range.
struct RangeBounds {
    var lower: ExpressionNode?
    var upper: ExpressionNode?
    var includesUpper = true

    /// Whether a value lies in the range.
    func condition(on value: ExpressionNode) -> PredicateNode {
        if let lower, let upper, includesUpper {
            return .comparison(ComparisonNode(left: value, operation: .between, right: .aggregate([lower, upper])))
        }
        var parts: [PredicateNode] = []
        if let lower {
            parts.append(.comparison(ComparisonNode(left: value, operation: .greaterOrEqual, right: lower)))
        }
        if let upper {
            parts.append(
                .comparison(
                    ComparisonNode(left: value, operation: includesUpper ? .lessOrEqual : .less, right: upper)))
        }
        return parts.count == 1 ? parts[0] : .and(parts)
    }
}

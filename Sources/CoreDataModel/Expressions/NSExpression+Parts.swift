import Foundation

/// The parts of an expression. Each is nil or empty for a kind of expression that has no such part; Apple's framework raises
/// an exception there.
extension NSExpression {
    /// The value of a constant.
    public var constantValue: Any? {
        if case .constant(let value) = node { value } else { nil }
    }

    /// The key path, its keys joined by points; empty for other expressions.
    public var keyPath: String {
        if case .keyPath(_, let keys) = node { keys.joined(separator: ".") } else { "" }
    }

    /// The name of the function, as in `"sum:"`; empty for other expressions.
    public var function: String {
        switch node {
        case .function(let name, _): name
        case .call(_, let selector, _): selector
        case .index: "objectFrom:withIndex:"
        case .cast: "castObject:toType:"
        case .keyPath(let root, _) where root != .evaluatedObject: "valueForKeyPath:"
        default: ""
        }
    }

    /// The variable's name without the `$`; empty for other expressions.
    public var variable: String {
        switch node {
        case .variable(let name), .assignment(let name, _), .subquery(_, variable: let name, _): name
        default: ""
        }
    }

    /// What a function is called on, or what a key path begins at.
    public var operand: NSExpression {
        switch node {
        case .call(let operand, _, _): NSExpression(node: operand)
        case .keyPath(let root, _): NSExpression(node: root)
        default: NSExpression(node: .evaluatedObject)
        }
    }

    /// The arguments of a function.
    public var arguments: [NSExpression]? {
        switch node {
        case .function(_, let arguments), .call(_, _, let arguments): arguments.map(NSExpression.init(node:))
        case .index(let collection, .expression(let index)):
            [NSExpression(node: collection), NSExpression(node: index)]
        case .cast(let value, let type): [NSExpression(node: value), NSExpression(node: .constant(type))]
        default: nil
        }
    }

    /// The elements of an aggregate, or the collection of a subquery.
    public var collection: Any? {
        switch node {
        case .aggregate(let elements): elements.map(NSExpression.init(node:))
        case .subquery(let collection, _, _): NSExpression(node: collection)
        default: nil
        }
    }

    /// The predicate of a subquery or a conditional; true for other expressions.
    public var predicate: NSPredicate {
        switch node {
        case .subquery(_, _, let predicate), .conditional(let predicate, _, _): .predicate(predicate)
        default: NSPredicate(value: true)
        }
    }

    /// The left side of a set operation.
    public var left: NSExpression {
        switch node {
        case .union(let left, _), .intersect(let left, _), .minus(let left, _): NSExpression(node: left)
        default: self
        }
    }

    /// The right side of a set operation.
    public var right: NSExpression {
        switch node {
        case .union(_, let right), .intersect(_, let right), .minus(_, let right): NSExpression(node: right)
        default: self
        }
    }

    /// The first choice of a conditional.
    public var `true`: NSExpression {
        if case .conditional(_, let first, _) = node { NSExpression(node: first) } else { self }
    }

    /// The second choice of a conditional.
    public var `false`: NSExpression {
        if case .conditional(_, _, let second) = node { NSExpression(node: second) } else { self }
    }
}

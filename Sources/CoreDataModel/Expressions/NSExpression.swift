import Foundation
import Synchronization

/// A value, or the way to a value, in a predicate or a fetch request.
///
/// ```swift
/// let total = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "salary")])
/// let half = NSExpression(format: "age / 2")
/// half.expressionValue(with: ["age": 30], context: nil)  // 15.0
/// ```
///
/// Foundation on Linux has an empty class of this name. A file that imports Foundation too can call the initialisers as they
/// stand; to name the type in a declaration it needs `import class CoreData.NSExpression` as well.
public final class NSExpression: NSObject, NSCopying {
    /// The kinds of expressions, with Apple's raw values.
    public enum ExpressionType: UInt, Sendable {
        /// A value.
        case constantValue = 0
        /// `SELF`
        case evaluatedObject
        /// `$NAME`
        case variable
        /// A key path.
        case keyPath
        /// A function, an arithmetic operator, an index or a cast.
        case function
        /// `a UNION b`
        case unionSet
        /// `a INTERSECT b`
        case intersectSet
        /// `a MINUS b`
        case minusSet
        /// `SUBQUERY(…)`
        case subquery = 13
        /// `{a, b}`
        case aggregate
        /// Spotlight's ANYKEY; never made here.
        case anyKey
        /// A block; never made here.
        case block = 19
        /// `TERNARY(…)`
        case conditional
    }

    /// The tree.
    package let node: ExpressionNode
    private let compiled = Mutex<CompiledGetter?>(nil)

    /// Makes an expression from a tree.
    package init(node: ExpressionNode) {
        self.node = node
    }

    /// The kind of expression.
    public var expressionType: ExpressionType {
        switch node {
        case .constant: .constantValue
        case .evaluatedObject: .evaluatedObject
        case .variable: .variable
        case .keyPath(.evaluatedObject, _): .keyPath
        case .keyPath, .function, .call, .index, .cast, .assignment, .fetch: .function
        case .union: .unionSet
        case .intersect: .intersectSet
        case .minus: .minusSet
        case .subquery: .subquery
        case .aggregate: .aggregate
        case .conditional: .conditional
        }
    }

    /// The value of the expression for an object.
    ///
    /// - Parameters:
    ///   - object: What key paths and `SELF` refer to.
    ///   - context: Values of variables by name, without the `$`.
    /// - Returns: The value; nil also when the expression has no value for the object, where Apple's framework raises an
    ///   exception.
    public func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        var variables: [String: Any?] = [:]
        for case (let name as String, let value) in context ?? [:] { variables[name] = .some(value) }
        return try? value(with: object, variables: variables)
    }

    /// The value of the expression for an object.
    ///
    /// - Throws: `PredicateEvaluationError` when the object's values do not fit the expression.
    package func value(
        with object: Any?, variables: [String: Any?] = [:]
    ) throws(PredicateEvaluationError) -> Any? {
        let getter: CompiledGetter
        if let made = compiled.withLock({ $0 }) {
            getter = made
        } else {
            getter = CompiledGetter(try CompiledExpression.compile(node, .memory))
            compiled.withLock { $0 = getter }
        }
        return AnyValue.unwrapped(try getter.get(EvaluationScope(object: object, variables: variables)))
    }

    /// The text of the expression, which reads back as the same expression.
    public var formatText: String { node.formatText }

    /// The text of the expression.
    public override var description: String { node.formatText }
    /// The expression itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
    /// Whether the other expression has the same parts.
    public override func isEqual(_ object: Any?) -> Bool { (object as? NSExpression)?.node == node }
    /// Equal expressions have equal hashes.
    public override var hash: Int { node.formatText.hashValue }
}

/// A compiled expression in a box.
///
/// `@unchecked Sendable`: the closure never changes, and its constants are the caller's, who gave them away.
private final class CompiledGetter: @unchecked Sendable {
    let get: CompiledExpression.Getter

    init(_ get: @escaping CompiledExpression.Getter) { self.get = get }
}

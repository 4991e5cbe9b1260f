import Foundation

/// A parsed predicate. One tree serves the text form, evaluation in memory and translation to SQL.
package indirect enum PredicateNode {
    case constant(Bool)
    case and([PredicateNode])
    case or([PredicateNode])
    case not(PredicateNode)
    case comparison(ComparisonNode)
    /// A predicate that we did not make (a block, or Foundation's own): it can be evaluated, never translated.
    case foreign(NSPredicate)
}

/// `[modifier] left operator[options] right`.
package struct ComparisonNode {
    package enum Modifier: Sendable {
        case direct, any, all
        /// NOT ANY.
        case none
    }

    package enum Operator: Sendable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        case `in`, contains, beginsWith, endsWith, like, matches, between
    }

    package struct Options: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// `[c]`
        package static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`
        package static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`
        package static let normalized = Options(rawValue: 4)
        /// `[l]`
        package static let localeSensitive = Options(rawValue: 8)
    }

    package var modifier: Modifier
    package var left: ExpressionNode
    package var operation: Operator
    package var options: Options
    package var right: ExpressionNode

    package init(
        modifier: Modifier = .direct, left: ExpressionNode, operation: Operator, options: Options = [],
        right: ExpressionNode
    ) {
        self.modifier = modifier
        self.left = left
        self.operation = operation
        self.options = options
        self.right = right
    }
}

/// One side of a comparison.
package indirect enum ExpressionNode {
    /// A value from the text or from `%@`. Nil is `NULL`. Collections from `%@` stay whole.
    case constant(Any?)
    /// `SELF`
    case evaluatedObject
    /// `$NAME`, replaced by substitution.
    case variable(String)
    /// `a.b.c`, rooted at an operand (`SELF` for a plain path, a variable for `$x.a`). A component that begins with `@`
    /// is a collection operator (`@count`, `@sum` …).
    case keyPath(ExpressionNode, [String])
    /// `{a, b}`
    case aggregate([ExpressionNode])
    /// `+`, `sum:`, `lowercase:` … under Apple's selector names (`add:to:`, `from:subtract:` …).
    case function(String, [ExpressionNode])
    /// `FUNCTION(operand, "selector:", args…)`
    case call(ExpressionNode, String, [ExpressionNode])
    /// `a[i]`, `a[FIRST]`, `a[LAST]`, `a[SIZE]`
    case index(ExpressionNode, IndexNode)
    /// `SUBQUERY(collection, $variable, predicate)`
    case subquery(ExpressionNode, variable: String, PredicateNode)
    /// `TERNARY(predicate, a, b)`
    case conditional(PredicateNode, ExpressionNode, ExpressionNode)
    case union(ExpressionNode, ExpressionNode)
    case intersect(ExpressionNode, ExpressionNode)
    case minus(ExpressionNode, ExpressionNode)
    /// `CAST(expression, "NSDate")`
    case cast(ExpressionNode, String)
    /// `$x := expression`
    case assignment(String, ExpressionNode)
    /// `FETCH(request, context, countOnly)`
    case fetch(ExpressionNode, ExpressionNode, countOnly: Bool)
}

/// What stands between the brackets of `a[…]`.
package indirect enum IndexNode {
    case expression(ExpressionNode)
    case first, last, size
}

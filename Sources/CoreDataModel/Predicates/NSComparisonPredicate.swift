import Foundation

/// A predicate that compares two expressions.
///
/// ```swift
/// let older = NSComparisonPredicate(
///     leftExpression: NSExpression(forKeyPath: "age"), rightExpression: NSExpression(forConstantValue: 30),
///     modifier: .direct, type: .greaterThan)
/// ```
///
/// `NSPredicate(format:)` makes one for each comparison, as Apple's does. Foundation on Linux has an empty class of this
/// name: a file that imports Foundation too, and names the type in a declaration or a cast, needs
/// `import class CoreData.NSComparisonPredicate` as well.
public final class NSComparisonPredicate: NSPredicate {
    /// How a collection on the left is compared.
    public enum Modifier: UInt, Sendable {
        /// The two sides themselves.
        case direct = 0
        /// Every element.
        case all = 1
        /// At least one element.
        case any = 2
    }

    /// The operators, with Apple's raw values.
    public enum Operator: UInt, Sendable {
        /// `<`
        case lessThan = 0
        /// `<=`
        case lessThanOrEqualTo
        /// `>`
        case greaterThan
        /// `>=`
        case greaterThanOrEqualTo
        /// `==`
        case equalTo
        /// `!=`
        case notEqualTo
        /// `MATCHES`
        case matches
        /// `LIKE`
        case like
        /// `BEGINSWITH`
        case beginsWith
        /// `ENDSWITH`
        case endsWith
        /// `IN`
        case `in`
        /// `CONTAINS`
        case contains = 99
        /// `BETWEEN`
        case between
    }

    /// How texts are compared, with Apple's raw values.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The options as bits.
        public let rawValue: UInt

        /// Makes options from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// `[c]`
        public static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`
        public static let normalized = Options(rawValue: 4)
        /// `[l]`
        public static let localeSensitive = Options(rawValue: 8)
    }

    let tree: PredicateTree

    /// The left side.
    public let leftExpression: NSExpression
    /// The right side.
    public let rightExpression: NSExpression
    /// How a collection on the left is compared.
    public let comparisonPredicateModifier: Modifier
    /// The operator.
    public let predicateOperatorType: Operator
    /// How texts are compared.
    public let options: Options

    /// Makes a predicate from its parts.
    public convenience init(
        leftExpression: NSExpression, rightExpression: NSExpression, modifier: Modifier, type: Operator,
        options: Options = []
    ) {
        let node = ComparisonNode(
            modifier: modifier.node, left: leftExpression.node, operation: type.node,
            options: .init(rawValue: UInt8(truncatingIfNeeded: options.rawValue)), right: rightExpression.node)
        self.init(PredicateTree(.comparison(node), isFromSource: true), node)
    }

    init(_ tree: PredicateTree, _ node: ComparisonNode) {
        self.tree = tree
        leftExpression = NSExpression(node: node.left)
        rightExpression = NSExpression(node: node.right)
        comparisonPredicateModifier = Modifier(node.modifier)
        predicateOperatorType = Operator(node.operation)
        options = Options(rawValue: UInt(node.options.rawValue))
        // A constant would equal Foundation's constant predicates.
        super.init(block: { _, _ in false })
    }

    /// Evaluates the predicate; see `NSPredicate.evaluate(with:)`.
    public override func evaluate(with object: Any?) -> Bool { tree.evaluate(with: object, bindings: nil) }

    /// Evaluates the predicate with values for its variables.
    public override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        tree.evaluate(with: object, bindings: bindings)
    }

    /// The predicate as text; see `formatText`.
    public override var predicateFormat: String { tree.node.formatText }
    /// The predicate as text.
    public override var description: String { tree.node.formatText }
    /// The predicate itself, which never changes.
    public override func copy(with zone: NSZone? = nil) -> Any { self }
    /// Whether the other predicate has the same parts.
    public override func isEqual(_ object: Any?) -> Bool { tree.isEqual(object) }
    /// Equal predicates have equal hashes.
    public override var hash: Int { tree.hash }
}

extension NSComparisonPredicate.Modifier {
    var node: ComparisonNode.Modifier {
        switch self {
        case .direct: .direct
        case .all: .all
        case .any: .any
        }
    }

    init(_ node: ComparisonNode.Modifier) {
        switch node {
        case .direct: self = .direct
        case .all: self = .all
        case .any, .none: self = .any
        }
    }
}

extension NSComparisonPredicate.Operator {
    private static let pairs: [(NSComparisonPredicate.Operator, ComparisonNode.Operator)] = [
        (.lessThan, .less), (.lessThanOrEqualTo, .lessOrEqual), (.greaterThan, .greater),
        (.greaterThanOrEqualTo, .greaterOrEqual), (.equalTo, .equal), (.notEqualTo, .notEqual), (.matches, .matches),
        (.like, .like), (.beginsWith, .beginsWith), (.endsWith, .endsWith), (.in, .in), (.contains, .contains),
        (.between, .between),
    ]

    var node: ComparisonNode.Operator { Self.pairs.first { $0.0 == self }?.1 ?? .equal }

    init(_ node: ComparisonNode.Operator) {
        self = Self.pairs.first { $0.1 == node }?.0 ?? .equalTo
    }
}

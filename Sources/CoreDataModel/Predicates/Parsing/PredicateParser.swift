import Foundation

/// Reads a format string by recursive descent, in one pass, without going back.
///
/// A parenthesis may enclose a predicate or an expression, and which one is known only at its end. So every rule gives
/// back a `Term`, which is either, and the rules that need one of the two say so.
// The rules call each other in circles; an optimizer that may inline them into each other takes minutes over it.
struct PredicateParser {
    enum Term {
        case predicate(PredicateNode)
        case expression(ExpressionNode)
    }

    /// Parentheses, function arguments, signs and negations within each other. Each level costs a dozen stack frames.
    static let maximumNesting = 100
    /// Operators that make a tree deeper without nesting, as in `1 + 1 + 1`. The tree is walked by recursion later; within
    /// both limits that takes less than 2 MB of stack, even without optimisation.
    static let maximumChainedOperators = 250

    let format: String
    let tokens: [PredicateToken]
    var position = 0
    var arguments: PredicateArguments
    private var nesting = 0
    private var chainedOperators = 0

    init(format: String, arguments: [Any?]) throws(PredicateParseError) {
        self.format = format
        self.arguments = PredicateArguments(arguments)
        self.tokens = try PredicateTokens.of(format)
    }

    /// Reads a whole text as a predicate.
    static func predicate(_ format: String, _ arguments: [Any?]) throws(PredicateParseError) -> PredicateNode {
        var parser = try PredicateParser(format: format, arguments: arguments)
        let node = try parser.requirePredicate(parser.disjunction())
        try parser.requireEnd(expected: "AND, OR or the end of the text")
        return node
    }

    /// Reads a whole text as an expression.
    static func expression(_ format: String, _ arguments: [Any?]) throws(PredicateParseError) -> ExpressionNode {
        var parser = try PredicateParser(format: format, arguments: arguments)
        let node = try parser.requireExpression(parser.setOperation())
        try parser.requireEnd(expected: "an operator or the end of the text")
        return node
    }

    // MARK: Predicates

    /// `or := and { (OR | "||") and }`
    @inline(never)
    mutating func disjunction() throws(PredicateParseError) -> Term {
        let first = try conjunction()
        guard at(word: "OR", symbol: "||") else { return first }
        var nodes = [try requirePredicate(first)]
        while take(word: "OR", symbol: "||") { nodes.append(try requirePredicate(conjunction())) }
        return .predicate(.or(nodes))
    }

    /// `and := unary { (AND | "&&") unary }`
    @inline(never)
    private mutating func conjunction() throws(PredicateParseError) -> Term {
        let first = try negation()
        guard at(word: "AND", symbol: "&&") else { return first }
        var nodes = [try requirePredicate(first)]
        while take(word: "AND", symbol: "&&") { nodes.append(try requirePredicate(negation())) }
        return .predicate(.and(nodes))
    }

    /// `unary := (NOT | "!") unary | comparison`
    @inline(never)
    private mutating func negation() throws(PredicateParseError) -> Term {
        guard take(word: "NOT", symbol: "!") else { return try comparison() }
        try enter()
        defer { leave() }
        return .predicate(.not(try requirePredicate(negation())))
    }

    /// `comparison := [ANY | SOME | ALL | NONE] expression operator ["[" options "]"] expression`
    @inline(never)
    private mutating func comparison() throws(PredicateParseError) -> Term {
        let outerCount = chainedOperators
        defer { chainedOperators = outerCount }
        let modifier = comparisonModifier()
        let left = try setOperation()
        if modifier == nil, case .predicate = left { return left }
        let leftExpression = try requireExpression(left)
        guard let operation = try comparisonOperator() else {
            if modifier == nil { return left }
            throw error(expected: "an operator such as == or CONTAINS")
        }
        let options = try comparisonOptions()
        let rightToken = token
        let right = try requireExpression(setOperation())
        if operation == .matches, case .constant(let pattern as String) = right {
            // A wrong pattern is found here, not at the first object.
            do {
                _ = try StringMatcher(.matches, pattern: pattern, options: options)
            } catch {
                throw self.error(at: rightToken, expected: "a regular expression (ICU syntax) after MATCHES")
            }
        }
        let node = ComparisonNode(
            modifier: modifier ?? .direct, left: leftExpression, operation: operation, options: options, right: right)
        return .predicate(.comparison(node))
    }

    private mutating func comparisonModifier() -> ComparisonNode.Modifier? {
        let modifier: ComparisonNode.Modifier? =
            switch token.keyword {
            case "ANY", "SOME": .any
            case "ALL": .all
            case "NONE": ComparisonNode.Modifier.none
            default: nil
            }
        if modifier != nil { position += 1 }
        return modifier
    }

    @inline(never)
    private mutating func comparisonOperator() throws(PredicateParseError) -> ComparisonNode.Operator? {
        let operation: ComparisonNode.Operator?
        switch token.kind {
        case .symbol(let symbol): operation = Self.symbolOperators[symbol]
        case .word:
            let name = token.keyword
            if PredicateKeyword.unsupportedOperators.contains(name) {
                throw error(expected: "another operator: \(name) works only in Spotlight and Uniform Type queries")
            }
            if name == "NOT" {
                throw error(expected: "an operator (write NOT in front of the whole comparison: NOT (a IN b))")
            }
            operation = Self.wordOperators[name]
        default: operation = nil
        }
        if operation != nil { position += 1 }
        return operation
    }

    private static let symbolOperators: [String: ComparisonNode.Operator] = [
        "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual,
        "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
    ]

    private static let wordOperators: [String: ComparisonNode.Operator] = [
        "IN": .in, "CONTAINS": .contains, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith, "LIKE": .like,
        "MATCHES": .matches, "BETWEEN": .between,
    ]

    @inline(never)
    private mutating func comparisonOptions() throws(PredicateParseError) -> ComparisonNode.Options {
        var options: ComparisonNode.Options = []
        guard take(symbol: "[") else { return options }
        guard case .word(let letters) = token.kind else {
            throw error(expected: "the options c, d, n or l between brackets")
        }
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            case "n": options.insert(.normalized)
            case "l": options.insert(.localeSensitive)
            default: throw error(expected: "the options c, d, n or l between brackets")
            }
        }
        position += 1
        try require(symbol: "]")
        return options
    }

    // MARK: Terms

    // Mutating only so that the position in an error is the one after the term: the argument of a call that is not mutating
    // is evaluated after the parser is copied.

    @inline(never)
    mutating func requirePredicate(_ term: Term) throws(PredicateParseError) -> PredicateNode {
        if case .predicate(let node) = term { return node }
        throw error(expected: "an operator such as == or CONTAINS")
    }

    @inline(never)
    mutating func requireExpression(_ term: Term) throws(PredicateParseError) -> ExpressionNode {
        if case .expression(let node) = term { return node }
        throw error(expected: "AND, OR or the end of the text (a predicate is not a value)")
    }

    // MARK: Tokens

    var token: PredicateToken { tokens[position] }

    func at(symbol: String) -> Bool { token.kind == .symbol(symbol) }

    func at(word: String) -> Bool {
        token.keyword == word
    }

    private func at(word: String, symbol: String) -> Bool { at(word: word) || at(symbol: symbol) }

    mutating func take(symbol: String) -> Bool {
        guard at(symbol: symbol) else { return false }
        position += 1
        return true
    }

    mutating func take(word: String) -> Bool {
        guard at(word: word) else { return false }
        position += 1
        return true
    }

    private mutating func take(word: String, symbol: String) -> Bool { take(word: word) || take(symbol: symbol) }

    @inline(never)
    mutating func require(symbol: String) throws(PredicateParseError) {
        guard take(symbol: symbol) else { throw error(expected: "'\(symbol)'") }
    }

    func requireEnd(expected: String) throws(PredicateParseError) {
        guard token.kind == .end else { throw error(expected: expected) }
    }

    /// An error at the token that comes next.
    func error(expected: String) -> PredicateParseError { error(at: token, expected: expected) }

    @inline(never)
    func error(at token: PredicateToken, expected: String) -> PredicateParseError {
        let text = String(decoding: Array(format.utf8)[token.range], as: UTF8.self)
        return PredicateParseError(
            offset: token.range.lowerBound, found: token.kind == .end ? "the end" : "'\(text)'", expected: expected,
            format: format)
    }

    // MARK: Limits

    @inline(never)
    mutating func enter() throws(PredicateParseError) {
        nesting += 1
        if nesting > Self.maximumNesting {
            throw error(expected: "no more than \(Self.maximumNesting) levels of nesting")
        }
    }

    mutating func leave() { nesting -= 1 }

    /// Reads one of several expressions, each of which may be as deep as the limit allows.
    @inline(never)
    mutating func elementOfList() throws(PredicateParseError) -> ExpressionNode {
        let outerCount = chainedOperators
        defer { chainedOperators = outerCount }
        return try requireExpression(setOperation())
    }

    @inline(never)
    mutating func countChainedOperator() throws(PredicateParseError) {
        chainedOperators += 1
        if chainedOperators > Self.maximumChainedOperators {
            let maximum = Self.maximumChainedOperators
            throw error(expected: "no more than \(maximum) arithmetic operators and indexes in one expression")
        }
    }
}

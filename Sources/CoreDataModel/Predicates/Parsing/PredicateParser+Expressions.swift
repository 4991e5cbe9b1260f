import Foundation

/// The rules of expressions, from the loosest operator to the tightest.
extension PredicateParser {
    /// `set := sum { (UNION | INTERSECT | MINUS) sum }`
    @inline(never)
    mutating func setOperation() throws(PredicateParseError) -> Term {
        var left = try sum()
        while true {
            let make: (ExpressionNode, ExpressionNode) -> ExpressionNode
            if at(word: "UNION") {
                make = ExpressionNode.union
            } else if at(word: "INTERSECT") {
                make = ExpressionNode.intersect
            } else if at(word: "MINUS") {
                make = ExpressionNode.minus
            } else {
                return left
            }
            let operand = try requireExpression(left)
            position += 1
            try countChainedOperator()
            left = .expression(make(operand, try requireExpression(sum())))
        }
    }

    /// `sum := product { ("+" | "-") product }`
    @inline(never)
    private mutating func sum() throws(PredicateParseError) -> Term {
        var left = try product()
        while at(symbol: "+") || at(symbol: "-") {
            let name = at(symbol: "+") ? "add:to:" : "from:subtract:"
            let operand = try requireExpression(left)
            position += 1
            try countChainedOperator()
            left = .expression(.function(name, [operand, try requireExpression(product())]))
        }
        return left
    }

    /// `product := signed { ("*" | "/") signed }`
    @inline(never)
    private mutating func product() throws(PredicateParseError) -> Term {
        var left = try signed()
        while at(symbol: "*") || at(symbol: "/") {
            let name = at(symbol: "*") ? "multiply:by:" : "divide:by:"
            let operand = try requireExpression(left)
            position += 1
            try countChainedOperator()
            left = .expression(.function(name, [operand, try requireExpression(signed())]))
        }
        return left
    }

    /// `signed := "-" signed | power`. The minus of a number is part of the number; any other is `0 - x`.
    @inline(never)
    private mutating func signed() throws(PredicateParseError) -> Term {
        guard take(symbol: "-") else { return try power() }
        try enter()
        defer { leave() }
        let operand = try requireExpression(signed())
        switch operand {
        case .constant(let value as Int) where value != .min: return .expression(.constant(-value))
        case .constant(let value as Double): return .expression(.constant(-value))
        case .constant(let value as Decimal):
            // The one Int whose digits alone do not fit an Int.
            if value == -Decimal(Int.min) { return .expression(.constant(Int.min)) }
            return .expression(.constant(-value))
        default: return .expression(.function("from:subtract:", [.constant(0), operand]))
        }
    }

    /// `power := postfix [ "**" signed ]`, so that `2 ** 3 ** 2` is `2 ** (3 ** 2)`.
    @inline(never)
    private mutating func power() throws(PredicateParseError) -> Term {
        let base = try postfix()
        guard at(symbol: "**") else { return base }
        let operand = try requireExpression(base)
        position += 1
        try enter()
        defer { leave() }
        return .expression(.function("raise:toPower:", [operand, try requireExpression(signed())]))
    }

    /// `postfix := primary { "." key | "[" index "]" }`
    @inline(never)
    private mutating func postfix() throws(PredicateParseError) -> Term {
        var term = try primary()
        while true {
            if at(symbol: ".") {
                let operand = try requireExpression(term)
                position += 1
                term = .expression(operand.appending(keys: try key()))
            } else if at(symbol: "["), case .expression(let operand) = term {
                position += 1
                try countChainedOperator()
                let index = try index()
                try require(symbol: "]")
                term = .expression(.index(operand, index))
            } else {
                return term
            }
        }
    }

    /// What follows a point: a name (reserved words too), a collection operator or `%K`.
    @inline(never)
    private mutating func key() throws(PredicateParseError) -> [String] {
        switch token.kind {
        case .word(let name), .escapedWord(let name):
            position += 1
            return [name]
        case .collectionOperator(let name): return [try collectionOperator(name)]
        case .placeholder("K"): return try keyArgument()
        default: throw error(expected: "a key after the point")
        }
    }

    @inline(never)
    private mutating func collectionOperator(_ name: String) throws(PredicateParseError) -> String {
        guard CollectionOperator(rawValue: name) != nil else {
            let known = CollectionOperator.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(expected: "a collection operator (\(known))")
        }
        position += 1
        return name
    }

    @inline(never)
    private mutating func index() throws(PredicateParseError) -> IndexNode {
        if take(word: "FIRST") { return .first }
        if take(word: "LAST") { return .last }
        if take(word: "SIZE") { return .size }
        try enter()
        defer { leave() }
        return .expression(try requireExpression(setOperation()))
    }

    // MARK: Primary terms

    @inline(never)
    private mutating func primary() throws(PredicateParseError) -> Term {
        let start = token
        switch start.kind {
        case .integer(let value): return constant(value)
        case .real(let value): return constant(value)
        case .largeInteger(let value): return constant(value)
        case .string(let value): return constant(value)
        case .placeholder(let specifier): return .expression(try argument(for: specifier))
        case .variable(let name):
            position += 1
            guard take(symbol: ":=") else { return .expression(.variable(name)) }
            try enter()
            defer { leave() }
            return .expression(.assignment(name, try requireExpression(setOperation())))
        case .collectionOperator(let name):
            return .expression(.keyPath(.evaluatedObject, [try collectionOperator(name)]))
        case .escapedWord(let name):
            position += 1
            return .expression(.keyPath(.evaluatedObject, [name]))
        case .symbol("("):
            position += 1
            try enter()
            defer { leave() }
            let term = try disjunction()
            try require(symbol: ")")
            return term
        case .symbol("{"):
            position += 1
            return .expression(.aggregate(try list(until: "}")))
        case .word(let word): return try wordTerm(word)
        default: throw error(expected: "a key, a value or a parenthesis")
        }
    }

    private mutating func constant(_ value: Any?) -> Term {
        position += 1
        return .expression(.constant(value))
    }

    @inline(never)
    private mutating func wordTerm(_ word: String) throws(PredicateParseError) -> Term {
        let keyword = token.keyword
        switch keyword {
        case "TRUEPREDICATE", "FALSEPREDICATE":
            position += 1
            return .predicate(.constant(keyword == "TRUEPREDICATE"))
        case "NULL", "NIL": return constant(nil)
        case "TRUE", "YES": return constant(true)
        case "FALSE", "NO": return constant(false)
        case "SELF":
            position += 1
            return .expression(.evaluatedObject)
        case "SUBQUERY", "CAST", "FUNCTION", "TERNARY", "FETCH":
            if tokens[position + 1].kind == .symbol("(") { return .expression(try construct(keyword)) }
        case "ANYKEY": throw error(expected: "the name of a key (ANYKEY works only in Spotlight queries)")
        default: break
        }
        if let function = try functionCall() { return .expression(function) }
        if PredicateKeyword.reserved.contains(keyword) {
            throw error(expected: "a key or a value (a key of this name is written #\(word))")
        }
        position += 1
        return .expression(.keyPath(.evaluatedObject, [word]))
    }

    /// Expressions between commas, up to a closing bracket that is taken too.
    @inline(never)
    mutating func list(until bracket: String) throws(PredicateParseError) -> [ExpressionNode] {
        try enter()
        defer { leave() }
        var elements: [ExpressionNode] = []
        if take(symbol: bracket) { return elements }
        while true {
            elements.append(try elementOfList())
            if take(symbol: bracket) { return elements }
            guard take(symbol: ",") else { throw error(expected: "',' or '\(bracket)'") }
        }
    }
}

extension ExpressionNode {
    /// The expression with keys after it. A path of a path is one path.
    func appending(keys: [String]) -> ExpressionNode {
        if case .keyPath(let root, let first) = self { return .keyPath(root, first + keys) }
        return .keyPath(self, keys)
    }
}

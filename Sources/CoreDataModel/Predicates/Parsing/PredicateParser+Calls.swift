import Foundation

/// What is written like a call: functions, `SUBQUERY(…)`, `CAST(…)` and the other constructs in capitals.
extension PredicateParser {
    /// `name(…)`, `name:(…)`, `add:to:(…)`, or nil when no call stands here.
    @inline(never)
    mutating func functionCall() throws(PredicateParseError) -> ExpressionNode? {
        var end = position
        var name = ""
        scan: while true {
            switch tokens[end].kind {
            case .word(let word) where name.isEmpty || name.hasSuffix(":"): name += word
            case .symbol(":"): name += ":"
            default: break scan
            }
            end += 1
        }
        guard tokens[end].kind == .symbol("(") else { return nil }
        let nameToken = token
        guard let function = ExpressionFunction.named(name) else {
            let near = ExpressionFunction.nearest(to: name).map { " (did you mean '\($0)'?)" } ?? ""
            throw error(at: nameToken, expected: "a known function\(near)")
        }
        position = end + 1
        let arguments = try list(until: ")")
        guard function.accepts(arguments.count) else {
            throw error(at: nameToken, expected: "\(function.arityText) for \(function.name), not \(arguments.count)")
        }
        switch function.name {
        case "objectFrom:withIndex:": return .index(arguments[0], .expression(arguments[1]))
        case "castObject:toType:":
            guard case .constant(let type as String) = arguments[1] else { break }
            return try cast(arguments[0], to: type, at: nameToken)
        default: break
        }
        return .function(function.name, arguments)
    }

    /// A construct in capitals, whose name comes next.
    @inline(never)
    mutating func construct(_ name: String) throws(PredicateParseError) -> ExpressionNode {
        let start = token
        position += 2
        try enter()
        defer { leave() }
        let node: ExpressionNode
        switch name {
        case "SUBQUERY":
            let collection = try element()
            guard case .variable(let variable) = token.kind else { throw error(expected: "a variable, as in $x") }
            position += 1
            try require(symbol: ",")
            node = .subquery(collection, variable: variable, try requirePredicate(disjunction()))
        case "CAST":
            let value = try element()
            guard case .string(let type) = token.kind else { throw error(expected: "a quoted type, as in \"NSDate\"") }
            position += 1
            node = try cast(value, to: type, at: start)
        case "TERNARY":
            let condition = try requirePredicate(disjunction())
            try require(symbol: ",")
            let first = try element()
            node = .conditional(condition, first, try requireExpression(setOperation()))
        case "FETCH":
            let request = try element()
            let context = try element()
            guard case .expression(.constant(let countOnly as Bool)) = try setOperation() else {
                throw error(expected: "YES or NO for the third part of FETCH")
            }
            node = .fetch(request, context, countOnly: countOnly)
        default:
            let operand = try element()
            guard case .string(let selector) = token.kind else {
                throw error(expected: "a quoted selector, as in \"uppercaseString\"")
            }
            position += 1
            var arguments: [ExpressionNode] = []
            while take(symbol: ",") { arguments.append(try requireExpression(setOperation())) }
            node = .call(operand, selector, arguments)
        }
        try require(symbol: ")")
        return node
    }

    /// An expression and the comma after it.
    @inline(never)
    private mutating func element() throws(PredicateParseError) -> ExpressionNode {
        let node = try requireExpression(setOperation())
        try require(symbol: ",")
        return node
    }

    /// A cast of a literal is the value itself, so that dates in texts are constants for everyone who reads the tree.
    private func cast(
        _ value: ExpressionNode, to type: String, at start: PredicateToken
    ) throws(PredicateParseError) -> ExpressionNode {
        guard case .constant(let literal) = value else { return .cast(value, type) }
        do {
            return .constant(try ExpressionCast.convert(literal, to: type))
        } catch {
            throw self.error(at: start, expected: "a CAST that is possible (\(error.reason))")
        }
    }
}

import Foundation

extension ExpressionNode {
    /// How tightly an expression holds together; a looser one within a tighter one needs parentheses.
    private enum Precedence: Int, Comparable {
        case set, sum, product, sign, power, primary
        static func < (a: Precedence, b: Precedence) -> Bool { a.rawValue < b.rawValue }
    }

    /// The text that reads back as this tree. A value that has no text form is written `%@`.
    package var formatText: String {
        switch self {
        case .constant(let value): LiteralText.text(of: value)
        case .evaluatedObject: "SELF"
        case .variable(let name): "$\(name)"
        case .keyPath(let root, let keys): Self.pathText(root, keys)
        case .aggregate(let elements): "{\(Self.list(elements))}"
        case .function(let name, let arguments): Self.functionText(name, arguments)
        case .call(let operand, let selector, let arguments):
            "FUNCTION(\(Self.list([operand, .constant(selector)] + arguments)))"
        case .index(let collection, let index): "\(collection.text(.primary))[\(index.formatText)]"
        case .subquery(let collection, let variable, let predicate):
            "SUBQUERY(\(collection.formatText), $\(variable), \(predicate.formatText))"
        case .conditional(let condition, let first, let second):
            "TERNARY(\(condition.formatText), \(first.formatText), \(second.formatText))"
        case .union(let a, let b): "\(a.text(.set)) UNION \(b.text(.sum))"
        case .intersect(let a, let b): "\(a.text(.set)) INTERSECT \(b.text(.sum))"
        case .minus(let a, let b): "\(a.text(.set)) MINUS \(b.text(.sum))"
        case .cast(let value, let type): "CAST(\(value.formatText), \(LiteralText.quoted(type)))"
        case .assignment(let name, let value): "$\(name) := \(value.formatText)"
        case .fetch(let request, let context, let countOnly):
            "FETCH(\(request.formatText), \(context.formatText), \(countOnly ? "YES" : "NO"))"
        }
    }

    private var precedence: Precedence {
        switch self {
        case .union, .intersect, .minus, .assignment: .set
        case .function("add:to:", let arguments) where arguments.count == 2: .sum
        case .function("from:subtract:", let arguments) where arguments.count == 2: .sum
        case .function("multiply:by:", let arguments) where arguments.count == 2: .product
        case .function("divide:by:", let arguments) where arguments.count == 2: .product
        case .function("raise:toPower:", let arguments) where arguments.count == 2: .power
        // "-2" is read with its sign, and "2.a" would be read as a number.
        case .constant: LiteralText.text(of: constantValue ?? nil).hasPrefix("-") ? .sign : .primary
        default: .primary
        }
    }

    private func text(_ required: Precedence) -> String {
        precedence < required ? "(\(formatText))" : formatText
    }

    private static func functionText(_ name: String, _ arguments: [ExpressionNode]) -> String {
        guard arguments.count == 2 else { return "\(name)(\(list(arguments)))" }
        let (left, right) = (arguments[0], arguments[1])
        return switch name {
        case "add:to:": "\(left.text(.sum)) + \(right.text(.product))"
        case "from:subtract:": "\(left.text(.sum)) - \(right.text(.product))"
        case "multiply:by:": "\(left.text(.product)) * \(right.text(.sign))"
        case "divide:by:": "\(left.text(.product)) / \(right.text(.sign))"
        case "raise:toPower:": "\(left.text(.primary)) ** \(right.text(.sign))"
        default: "\(name)(\(list(arguments)))"
        }
    }

    private static func list(_ elements: [ExpressionNode]) -> String {
        elements.map(\.formatText).joined(separator: ", ")
    }

    private static func pathText(_ root: ExpressionNode, _ keys: [String]) -> String {
        var parts = keys.map(keyText)
        if case .evaluatedObject = root {
            // After a point, reserved words need no mark.
            parts = keys.enumerated().map {
                $0.offset > 0 && PredicateKeyword.isIdentifier($0.element) ? $0.element : parts[$0.offset]
            }
            return parts.joined(separator: ".")
        }
        let rootText: String
        switch root {
        case .constant: rootText = "(\(root.formatText))"
        default: rootText = root.text(.primary)
        }
        return ([rootText] + parts).joined(separator: ".")
    }

    private static func keyText(_ key: String) -> String {
        if PredicateKeyword.isPlainName(key) { return key }
        if key.hasPrefix("@"), PredicateKeyword.isIdentifier(String(key.dropFirst())) { return key }
        return PredicateKeyword.isIdentifier(key) ? "#\(key)" : "#\(LiteralText.quoted(key))"
    }
}

extension IndexNode {
    fileprivate var formatText: String {
        switch self {
        case .first: "FIRST"
        case .last: "LAST"
        case .size: "SIZE"
        case .expression(.keyPath(.evaluatedObject, let keys)) where keys.count == 1 && keys[0].isIndexWord:
            "#\(keys[0])"
        case .expression(let expression): expression.formatText
        }
    }
}

extension String {
    fileprivate var isIndexWord: Bool { ["FIRST", "LAST", "SIZE"].contains(uppercased()) }
}

/// Constants as they stand in a format string.
enum LiteralText {
    static func text(of value: Any?) -> String {
        switch Operand(value) {
        case .null: "nil"
        case .integer(let number): value is Bool ? (number == 0 ? "NO" : "YES") : String(number)
        case .unsigned(let number): String(number)
        case .double(let number) where number.isFinite: number.description
        case .double(let number): "CAST(\(quoted(number.description)), \"NSNumber\")"
        case .decimal(let number): "CAST(\(quoted(number.description)), \"NSDecimalNumber\")"
        case .string(let text): quoted(text)
        // The shortest digits that read back as the same Double.
        case .date(let date): "CAST(\(date.timeIntervalSinceReferenceDate.description), \"NSDate\")"
        case .uuid(let uuid): "CAST(\(quoted(uuid.uuidString)), \"NSUUID\")"
        case .url(let url): "CAST(\(quoted(url.absoluteString)), \"NSURL\")"
        case .data(let data): "CAST(\(quoted(data.base64EncodedString())), \"NSData\")"
        case .collection(let elements): "{\(elements.map { text(of: $0) }.joined(separator: ", "))}"
        case .other: "%@"
        }
    }

    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

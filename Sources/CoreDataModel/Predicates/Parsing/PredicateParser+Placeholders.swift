import Foundation

/// Placeholders and their arguments.
extension PredicateParser {
    /// The expression that an argument stands for.
    @inline(never)
    mutating func argument(for specifier: String) throws(PredicateParseError) -> ExpressionNode {
        if specifier == "K" {
            let keys = try keyArgument()
            return keys == ["SELF"] ? .evaluatedObject : .keyPath(.evaluatedObject, keys)
        }
        let value = try nextArgument(specifier)
        switch specifier.last {
        case "@":
            if let expression = value as? NSExpression { return expression.node }
            return .constant(value)
        case "s", "S", "c", "C":
            guard let text = Self.text(of: value, isCharacter: specifier.last?.lowercased() == "c") else {
                throw wrongArgument(specifier, "a text")
            }
            return .constant(text)
        case "f", "F", "e", "E", "g", "G", "a", "A":
            guard let number = Operand(value).double else { throw wrongArgument(specifier, "a number") }
            return .constant(number)
        default:
            guard Operand(value).isNumber else { throw wrongArgument(specifier, "a number") }
            return .constant(value)
        }
    }

    /// The keys of `%K`.
    @inline(never)
    mutating func keyArgument() throws(PredicateParseError) -> [String] {
        let value = try nextArgument("K")
        let path: String? =
            switch value {
            case let path as String: path
            case let path as NSString: String(path)
            case let path as AnyKeyPath: KeyPathName.name(of: path)
            default: nil
            }
        guard let path else {
            position -= 1
            throw wrongArgument("K", "a key path as a text")
        }
        let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !keys.contains("") else {
            position -= 1
            throw wrongArgument("K", "a key path without empty keys")
        }
        return keys.count > 1 && keys[0] == "SELF" ? Array(keys.dropFirst()) : keys
    }

    @inline(never)
    private mutating func nextArgument(_ specifier: String) throws(PredicateParseError) -> Any? {
        guard let value = arguments.take() else {
            throw error(
                expected: arguments.count == 0
                    ? "the value itself: no arguments came with the text for placeholders"
                    : "no more placeholders than arguments (\(arguments.count))")
        }
        position += 1
        return value
    }

    private func wrongArgument(_ specifier: String, _ wanted: String) -> PredicateParseError {
        // The faulty placeholder may have been taken already.
        var index = position
        while index > 0, tokens[index].kind != .placeholder(specifier) { index -= 1 }
        return error(at: tokens[index], expected: "\(wanted) as the argument of %\(specifier)")
    }

    private static func text(of value: Any?, isCharacter: Bool) -> String? {
        switch Operand(value) {
        case .string(let text): text
        case .integer(let code) where isCharacter:
            UInt32(exactly: code).flatMap(Unicode.Scalar.init).map { String(Character($0)) }
        default: (value as? Character).map { String($0) }
        }
    }
}

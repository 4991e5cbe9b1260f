import Foundation

extension PredicateNode {
    /// The format string that reads back as this tree.
    package var formatText: String {
        switch self {
        case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .and(let nodes): Self.join(nodes, " AND ", none: "TRUEPREDICATE")
        case .or(let nodes): Self.join(nodes, " OR ", none: "FALSEPREDICATE")
        case .not(let node): "NOT \(node.operandText)"
        case .comparison(let node): node.formatText
        case .foreign: "BLOCKPREDICATE"
        }
    }

    private static func join(_ nodes: [PredicateNode], _ separator: String, none: String) -> String {
        nodes.isEmpty ? none : nodes.map(\.operandText).joined(separator: separator)
    }

    /// The text within AND, OR and NOT. AND within OR would need no parentheses, but reads better with them.
    private var operandText: String {
        switch self {
        case .and(let nodes) where !nodes.isEmpty, .or(let nodes) where !nodes.isEmpty: "(\(formatText))"
        default: formatText
        }
    }
}

extension ComparisonNode {
    package var formatText: String {
        let prefix =
            switch modifier {
            case .direct: ""
            case .any: "ANY "
            case .all: "ALL "
            case .none: "NONE "
            }
        return "\(prefix)\(left.formatText) \(operation.text)\(options.text) \(right.formatText)"
    }
}

extension ComparisonNode.Operator {
    package var text: String {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .in: "IN"
        case .contains: "CONTAINS"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .like: "LIKE"
        case .matches: "MATCHES"
        case .between: "BETWEEN"
        }
    }
}

extension ComparisonNode.Options {
    /// `[cd]`, or nothing.
    package var text: String {
        let letters: [(ComparisonNode.Options, String)] = [
            (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"), (.localeSensitive, "l"),
        ]
        return isEmpty ? "" : "[\(letters.filter { contains($0.0) }.map(\.1).joined())]"
    }
}

import CoreDataModel
import Foundation
import GeneratedCases
import Testing

/// Random predicates over random dictionaries, against an evaluator that follows the rules word by word and shares no code.
@Suite struct PredicateModelTests {
    @Test(arguments: 0..<20, [NullSemantics.memory, .sql])
    func agreesWithTheNaiveEvaluator(seed: Int, nulls: NullSemantics) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<40 {
            let rule = Rule.random(depth: 3, using: &random)
            let predicate = try NSPredicate(parsing: rule.format)
            for _ in 0..<15 {
                let row = Row.random(using: &random)
                let expected = rule.evaluate(row, nulls) ?? false
                let result = try predicate.evaluate(row.dictionary, nulls: nulls)
                #expect(result == expected, "\(rule.format) for \(row)")
            }
        }
    }
}

private struct Row {
    var a: Int?
    var b: Double?
    var s: String?
    var t: [Int]

    var dictionary: [String: Any] {
        var dictionary: [String: Any] = ["t": t]
        dictionary["a"] = a
        dictionary["b"] = b
        dictionary["s"] = s
        return dictionary
    }

    static let words = ["", "a", "A", "ab", "aB", "é", "É", "e", "b*", "王小明", "ba"]

    static func random(using random: inout SeededGenerator) -> Row {
        Row(
            a: Int.random(in: 0..<4, using: &random) == 0 ? nil : .random(in: 0..<5, using: &random),
            b: Int.random(in: 0..<4, using: &random) == 0 ? nil : Double(Int.random(in: 0..<10, using: &random)) / 2,
            s: Int.random(in: 0..<4, using: &random) == 0 ? nil : words.randomElement(using: &random)!,
            t: (0..<Int.random(in: 0..<4, using: &random)).map { _ in .random(in: 0..<5, using: &random) })
    }
}

private indirect enum Rule {
    case and(Rule, Rule)
    case or(Rule, Rule)
    case not(Rule)
    /// `a < b`, `a == 3`, `b >= 1.5`
    case number(left: String, operation: String, right: String)
    case isNil(String, Bool)
    case text(operation: String, options: String, pattern: String)
    case list([Int])
    case nullList([Int])
    case range(Int, Int)
    case elements(modifier: String, operation: String, value: Int)

    static func random(depth: Int, using random: inout SeededGenerator) -> Rule {
        let value = Int.random(in: 0..<5, using: &random)
        let comparisons = ["==", "!=", "<", "<=", ">", ">="]
        switch Int.random(in: depth > 0 ? 0..<11 : 3..<11, using: &random) {
        case 0: return .and(.random(depth: depth - 1, using: &random), .random(depth: depth - 1, using: &random))
        case 1: return .or(.random(depth: depth - 1, using: &random), .random(depth: depth - 1, using: &random))
        case 2: return .not(.random(depth: depth - 1, using: &random))
        case 3, 4:
            return .number(
                left: ["a", "b"].randomElement(using: &random)!, operation: comparisons.randomElement(using: &random)!,
                right: ["a", "b", "\(value)", "\(value).5"].randomElement(using: &random)!)
        case 5: return .isNil(["a", "b", "s"].randomElement(using: &random)!, .random(using: &random))
        case 6, 7:
            return .text(
                operation: (comparisons + ["CONTAINS", "BEGINSWITH", "ENDSWITH"]).randomElement(using: &random)!,
                options: ["", "c", "cd"].randomElement(using: &random)!,
                pattern: Row.words.randomElement(using: &random)!)
        case 8: return .list((0..<Int.random(in: 0..<3, using: &random)).map { $0 + value })
        case 9:
            return Bool.random(using: &random)
                ? .range(value, value + .random(in: -1..<4, using: &random))
                : .nullList([value])
        default:
            return .elements(
                modifier: ["ANY", "ALL", "NONE", "SOME"].randomElement(using: &random)!,
                operation: comparisons.randomElement(using: &random)!, value: value)
        }
    }

    var format: String {
        switch self {
        case .and(let x, let y): "(\(x.format)) AND (\(y.format))"
        case .or(let x, let y): "((\(x.format)) || (\(y.format)))"
        case .not(let x): "NOT (\(x.format))"
        case .number(let left, let operation, let right): "\(left) \(operation) \(right)"
        case .isNil(let key, let isNil): "\(key) \(isNil ? "==" : "!=") nil"
        case .text(let operation, let options, let pattern):
            "s \(operation)\(options.isEmpty ? "" : "[\(options)]") '\(pattern)'"
        case .list(let values): "a IN {\(values.map(String.init).joined(separator: ","))}"
        case .nullList(let values): "a IN {\(values.map(String.init).joined(separator: ",")), nil}"
        case .range(let low, let high): "a BETWEEN {\(low), \(high)}"
        case .elements(let modifier, let operation, let value): "\(modifier) t \(operation) \(value)"
        }
    }

    func evaluate(_ row: Row, _ nulls: NullSemantics) -> Bool? {
        let unknown: Bool? = nulls == .sql ? nil : false
        switch self {
        case .and(let x, let y):
            let (p, q) = (x.evaluate(row, nulls), y.evaluate(row, nulls))
            if p == false || q == false { return false }
            return p == nil || q == nil ? nil : true
        case .or(let x, let y):
            let (p, q) = (x.evaluate(row, nulls), y.evaluate(row, nulls))
            if p == true || q == true { return true }
            return p == nil || q == nil ? nil : false
        case .not(let x): return x.evaluate(row, nulls).map { !$0 }
        case .number(let left, let operation, let right):
            guard let x = Self.number(left, row), let y = Self.number(right, row) else {
                if nulls == .sql { return nil }
                let bothNil = Self.number(left, row) == nil && Self.number(right, row) == nil
                return operation == "==" ? bothNil : operation == "!=" ? !bothNil : false
            }
            return Self.compare(x, operation, y)
        case .isNil(let key, let isNil): return (row.dictionary[key] == nil) == isNil
        case .text(let operation, let options, let pattern):
            guard let text = row.s else { return operation == "!=" && nulls == .memory ? true : unknown }
            let (x, y) = (Self.fold(text, options), Self.fold(pattern, options))
            switch operation {
            case "CONTAINS": return y.isEmpty ? false : x.contains(y)
            case "BEGINSWITH": return x.hasPrefix(y)
            case "ENDSWITH": return x.hasSuffix(y)
            default:
                let (p, q) = (x.unicodeScalars.map(\.value), y.unicodeScalars.map(\.value))
                return switch operation {
                case "==": p == q
                case "!=": p != q
                case "<": p.lexicographicallyPrecedes(q)
                case "<=": p == q || p.lexicographicallyPrecedes(q)
                case ">": q.lexicographicallyPrecedes(p)
                default: p == q || q.lexicographicallyPrecedes(p)
                }
            }
        case .list(let values): return row.a.map(values.contains) ?? (values.isEmpty ? false : unknown)
        case .nullList(let values):
            guard let a = row.a else { return nulls == .sql ? nil : true }
            return values.contains(a) ? true : unknown
        case .range(let low, let high): return row.a.map { low <= $0 && $0 <= high } ?? unknown
        case .elements(let modifier, let operation, let value):
            let results = row.t.map { Self.compare(Double($0), operation, Double(value)) }
            return switch modifier {
            case "ALL": results.allSatisfy { $0 }
            case "NONE": !results.contains(true)
            default: results.contains(true)
            }
        }
    }

    private static func number(_ word: String, _ row: Row) -> Double? {
        word == "a" ? row.a.map(Double.init) : word == "b" ? row.b : Double(word)
    }

    private static func compare(_ x: Double, _ operation: String, _ y: Double) -> Bool {
        switch operation {
        case "==": x == y
        case "!=": x != y
        case "<": x < y
        case "<=": x <= y
        case ">": x > y
        default: x >= y
        }
    }

    private static func fold(_ text: String, _ options: String) -> String {
        var result = options.contains("c") ? text.lowercased() : text
        if options.contains("d") { result = result.replacing("é", with: "e") }
        return result
    }
}

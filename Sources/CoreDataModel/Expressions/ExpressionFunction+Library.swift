import Foundation

extension ExpressionFunction {
    // MARK: Statistics

    /// One collection, or the values themselves. Nil values do not take part.
    private static func statistic(
        _ name: String, _ body: @escaping @Sendable ([Any], String) throws(PredicateEvaluationError) -> Any?
    ) -> ExpressionFunction {
        ExpressionFunction(name, arity: 1...Int.max) { arguments, name throws(PredicateEvaluationError) in
            if arguments.count == 1, let argument = arguments[0], let all = CollectionElements.elements(of: argument) {
                return try body(all.compactMap(AnyValue.unwrapped), name)
            }
            return try body(arguments.compactMap(AnyValue.unwrapped), name)
        }
    }

    static let statistics: [ExpressionFunction] = [
        statistic("sum:") { values, name throws(PredicateEvaluationError) in try Arithmetic.sum(values, name: name) },
        statistic("count:") { values, _ throws(PredicateEvaluationError) in values.count },
        statistic("min:") { values, name throws(PredicateEvaluationError) in
            try Arithmetic.extreme(values, .orderedAscending, name: name)
        },
        statistic("max:") { values, name throws(PredicateEvaluationError) in
            try Arithmetic.extreme(values, .orderedDescending, name: name)
        },
        statistic("average:") { values, name throws(PredicateEvaluationError) in
            try Arithmetic.average(values, name: name)
        },
        statistic("median:") { values, name throws(PredicateEvaluationError) in
            let sorted = try Arithmetic.doubles(values, name: name).sorted()
            if sorted.isEmpty { return nil }
            let middle = sorted.count / 2
            return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        },
        statistic("mode:") { values, name throws(PredicateEvaluationError) in
            let doubles = try Arithmetic.doubles(values, name: name)
            let counts = Dictionary(doubles.map { ($0, 1) }, uniquingKeysWith: +)
            let most = counts.values.max() ?? 0
            return counts.filter { $0.value == most }.keys.sorted() as [Any]
        },
        statistic("stddev:") { values, name throws(PredicateEvaluationError) in
            let doubles = try Arithmetic.doubles(values, name: name)
            if doubles.isEmpty { return nil }
            let mean = doubles.reduce(0, +) / Double(doubles.count)
            return (doubles.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(doubles.count)).squareRoot()
        },
    ]

    // MARK: Arithmetic

    private static func binary(_ operation: Arithmetic.Operation) -> ExpressionFunction {
        ExpressionFunction(operation.rawValue) { arguments, _ throws(PredicateEvaluationError) in
            try Arithmetic.apply(operation, arguments[0], arguments[1])
        }
    }

    private static func real(_ name: String, _ body: @escaping @Sendable (Double) -> Double) -> ExpressionFunction {
        ExpressionFunction(name) { arguments, name throws(PredicateEvaluationError) in
            guard let argument = arguments[0] else { return nil }
            let value = body(try Arithmetic.doubles([argument], name: name)[0])
            // SQL has no NaN: a root of -1 has no result.
            return value.isNaN ? nil : value
        }
    }

    /// Like `real`, where an integer is its own result.
    private static func rounding(_ name: String, _ rule: FloatingPointRoundingRule) -> ExpressionFunction {
        ExpressionFunction(name) { arguments, name throws(PredicateEvaluationError) in
            guard let argument = arguments[0] else { return nil }
            if case .integer = Operand(argument) { return argument }
            return try Arithmetic.doubles([argument], name: name)[0].rounded(rule)
        }
    }

    static let arithmetic: [ExpressionFunction] = [
        binary(.add), binary(.subtract), binary(.multiply), binary(.divide), binary(.modulus), binary(.power),
        real("sqrt:") { $0.squareRoot() },
        real("log:") { Foundation.log10($0) },
        real("ln:") { Foundation.log($0) },
        real("exp:") { Foundation.exp($0) },
        rounding("floor:", .down), rounding("ceiling:", .up), rounding("trunc:", .towardZero),
        ExpressionFunction("abs:") { arguments, name throws(PredicateEvaluationError) in
            guard let argument = arguments[0] else { return nil }
            if case .integer(let value) = Operand(argument), value != .min { return Int(abs(value)) }
            return abs(try Arithmetic.doubles([argument], name: name)[0])
        },
        ExpressionFunction("random") { _, _ throws(PredicateEvaluationError) in Double.random(in: 0..<1) },
        ExpressionFunction("randomn:") { arguments, name throws(PredicateEvaluationError) in
            let bound = try integers(arguments, name)[0]
            return bound > 0 ? Int(Int64.random(in: 0..<bound)) : 0
        },
        ExpressionFunction("now") { _, _ throws(PredicateEvaluationError) in Date() },
    ]

    // MARK: Bits

    private static func integers(_ arguments: [Any?], _ name: String) throws(PredicateEvaluationError) -> [Int64] {
        var result: [Int64] = []
        for argument in arguments {
            guard let double = Operand(argument).double, let value = Int64(exactly: double) ?? Operand(argument).int64
            else {
                throw PredicateEvaluationError(.typeMismatch, "\(name) needs integers, not \(Operand(argument).kind)")
            }
            result.append(Operand(argument).int64 ?? value)
        }
        return result
    }

    private static func bitwise(_ name: String, _ body: @escaping @Sendable (Int64, Int64) -> Int64)
        -> ExpressionFunction
    {
        ExpressionFunction(name) { arguments, name throws(PredicateEvaluationError) in
            if arguments.contains(where: { AnyValue.unwrapped($0) == nil }) { return nil }
            let values = try integers(arguments, name)
            return Int(body(values[0], values[1]))
        }
    }

    static let bits: [ExpressionFunction] = [
        bitwise("bitwiseAnd:with:") { $0 & $1 },
        bitwise("bitwiseOr:with:") { $0 | $1 },
        bitwise("bitwiseXor:with:") { $0 ^ $1 },
        bitwise("leftshift:by:") { $0 << $1 },
        bitwise("rightshift:by:") { $0 >> $1 },
        ExpressionFunction("onesComplement:") { arguments, name throws(PredicateEvaluationError) in
            if AnyValue.unwrapped(arguments[0]) == nil { return nil }
            return Int(~(try integers(arguments, name)[0]))
        },
    ]

    // MARK: Texts

    private static func text(_ name: String, _ body: @escaping @Sendable (String) -> Any?) -> ExpressionFunction {
        ExpressionFunction(name) { arguments, name throws(PredicateEvaluationError) in
            let operand = Operand(arguments[0])
            if operand.isNull { return nil }
            guard let string = operand.string else {
                throw PredicateEvaluationError(.typeMismatch, "\(name) needs a text, not \(operand.kind)")
            }
            return body(string)
        }
    }

    static let texts: [ExpressionFunction] = [
        text("uppercase:") { $0.uppercased() },
        text("lowercase:") { $0.lowercased() },
        text("canonical:") { StringFolding([.caseInsensitive, .diacriticInsensitive]).fold($0) },
        text("length:") { $0.utf16.count },
        ExpressionFunction("noindex:") { arguments, _ throws(PredicateEvaluationError) in arguments[0] },
    ]

    // MARK: Constructs that have a function's form too

    static let constructs: [ExpressionFunction] = [
        ExpressionFunction("castObject:toType:") { arguments, name throws(PredicateEvaluationError) in
            guard case .string(let type) = Operand(arguments[1]) else {
                throw PredicateEvaluationError(.typeMismatch, "\(name) needs the name of a type")
            }
            return try ExpressionCast.convert(arguments[0], to: type)
        },
        ExpressionFunction("objectFrom:withIndex:") { arguments, _ throws(PredicateEvaluationError) in
            try ExpressionIndex.element(of: arguments[0], at: arguments[1])
        },
        ExpressionFunction("distanceToLocation:fromLocation:") { _, name throws(PredicateEvaluationError) in
            throw PredicateEvaluationError(.unknownFunction, "\(name) needs Core Location, which is not on this system")
        },
    ]
}

extension Operand {
    var int64: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }
}

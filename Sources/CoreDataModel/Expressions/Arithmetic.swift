import Foundation

/// Arithmetic of expressions. Integers stay integers while they fit 64 bits, decimals stay decimals; all else is `Double`.
enum Arithmetic {
    enum Operation: String {
        case add = "add:to:"
        case subtract = "from:subtract:"
        case multiply = "multiply:by:"
        case divide = "divide:by:"
        case modulus = "modulus:by:"
        case power = "raise:toPower:"
    }

    /// The result for two operands; nil when one of them is nil, as in SQL.
    static func apply(_ operation: Operation, _ a: Any?, _ b: Any?) throws(PredicateEvaluationError) -> Any? {
        let left = Operand(a)
        let right = Operand(b)
        if left.isNull || right.isNull { return nil }
        switch (left, right) {
        case (.integer(let a), .integer(let b)):
            if let result = integers(operation, a, b) { return result }
        case (.date(let date), _) where operation == .add || operation == .subtract:
            if let seconds = right.double { return date.addingTimeInterval(operation == .add ? seconds : -seconds) }
            if case .date(let other) = right, operation == .subtract { return date.timeIntervalSince(other) }
        case (.decimal, .decimal), (.decimal, .integer), (.integer, .decimal):
            if let result = decimals(operation, left, right) { return result }
        default: break
        }
        guard let a = left.double, let b = right.double else {
            let wrong = left.isNumber ? right : left
            throw PredicateEvaluationError(.typeMismatch, "\(operation.rawValue) needs numbers, not \(wrong.kind)")
        }
        switch operation {
        case .add: return a + b
        case .subtract: return a - b
        case .multiply: return a * b
        // SQL has no infinity: a division by zero has no result.
        case .divide: return b == 0 ? nil : a / b
        case .modulus: return b == 0 ? nil : a.truncatingRemainder(dividingBy: b)
        case .power: return Foundation.pow(a, b)
        }
    }

    /// Nil when the result is not an integer of 64 bits. Division is never one of integers: 5 / 2 is 2.5.
    private static func integers(_ operation: Operation, _ a: Int64, _ b: Int64) -> Int? {
        let result: (partialValue: Int64, overflow: Bool)
        switch operation {
        case .add: result = a.addingReportingOverflow(b)
        case .subtract: result = a.subtractingReportingOverflow(b)
        case .multiply: result = a.multipliedReportingOverflow(by: b)
        case .modulus where b != 0: result = a.remainderReportingOverflow(dividingBy: b)
        case .modulus, .divide, .power: return nil
        }
        return result.overflow ? nil : Int(result.partialValue)
    }

    private static func decimals(_ operation: Operation, _ left: Operand, _ right: Operand) -> Decimal? {
        guard let a = left.decimal, let b = right.decimal else { return nil }
        return switch operation {
        case .add: a + b
        case .subtract: a - b
        case .multiply: a * b
        case .divide where b != 0: a / b
        default: nil
        }
    }

    // MARK: Aggregates

    static func sum(_ values: [Any], name: String) throws(PredicateEvaluationError) -> Any? {
        var total: Any? = 0
        for value in values {
            guard Operand(value).isNumber else { throw notNumber(value, name) }
            total = try apply(.add, total, value)
        }
        return total
    }

    static func average(_ values: [Any], name: String) throws(PredicateEvaluationError) -> Any? {
        values.isEmpty ? nil : try apply(.divide, sum(values, name: name), values.count)
    }

    /// The value that comes first in the given order.
    static func extreme(
        _ values: [Any], _ order: ComparisonResult, name: String
    ) throws(PredicateEvaluationError) -> Any? {
        guard var best = values.first else { return nil }
        var bestOperand = Operand(best)
        for value in values.dropFirst() {
            let operand = Operand(value)
            guard operand.hasOrder(with: bestOperand) else {
                throw PredicateEvaluationError(
                    .typeMismatch, "\(name) needs values of one kind, not \(bestOperand.kind) and \(operand.kind)")
            }
            if operand.compare(bestOperand) == order {
                best = value
                bestOperand = operand
            }
        }
        return best
    }

    /// All values as `Double`, for the statistics.
    static func doubles(_ values: [Any], name: String) throws(PredicateEvaluationError) -> [Double] {
        var result: [Double] = []
        for value in values {
            guard let double = Operand(value).double else { throw notNumber(value, name) }
            result.append(double)
        }
        return result
    }

    private static func notNumber(_ value: Any, _ name: String) -> PredicateEvaluationError {
        PredicateEvaluationError(.typeMismatch, "\(name) needs numbers, not \(Operand(value).kind)")
    }
}

extension Operand {
    fileprivate var decimal: Decimal? {
        switch self {
        case .decimal(let value): value
        case .integer(let value): Decimal(value)
        default: nil
        }
    }
}

import Foundation

/// Compares values as sort descriptors do.
package enum SortValue {
    /// The order of two values. Nil is before everything; values that have no order (of different kinds) are the same.
    package static func compare(_ a: Any?, _ b: Any?, _ collation: Collation) -> ComparisonResult {
        let first = Operand(a)
        let second = Operand(b)
        switch (first, second) {
        case (.null, .null): return .orderedSame
        case (.null, _): return .orderedAscending
        case (_, .null): return .orderedDescending
        case (.string(let first), .string(let second)): return collation.compare(first, second)
        default: return first.compare(second) ?? .orderedSame
        }
    }

    /// The order of two values by a comparison in the current locale.
    package static func compare(_ a: Any?, _ b: Any?, _ comparison: SortComparison) -> ComparisonResult {
        compare(a, b, Collation(comparison))
    }
}

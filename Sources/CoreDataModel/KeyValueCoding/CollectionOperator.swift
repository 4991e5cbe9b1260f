import Foundation

/// The operators that key paths apply to collections.
package enum CollectionOperator: String, CaseIterable, Sendable {
    case count = "@count"
    case sum = "@sum"
    case average = "@avg"
    case minimum = "@min"
    case maximum = "@max"
    case unionOfObjects = "@unionOfObjects"
    case distinctUnionOfObjects = "@distinctUnionOfObjects"
    case unionOfArrays = "@unionOfArrays"
    case distinctUnionOfArrays = "@distinctUnionOfArrays"
    case unionOfSets = "@unionOfSets"
    case distinctUnionOfSets = "@distinctUnionOfSets"

    /// The result for a collection. `keys` is the rest of the path.
    ///
    /// Nil values do not take part. The sum of nothing is 0; the average, minimum and maximum of nothing are nil.
    package func apply(to elements: [Any?], keys: ArraySlice<String>) throws(PredicateEvaluationError) -> Any? {
        if self == .count { return elements.count }
        var values: [Any] = []
        for element in elements {
            guard let value = AnyValue.unwrapped(try KeyValueCoding.value(of: element, keys: keys)) else { continue }
            switch self {
            case .unionOfArrays, .distinctUnionOfArrays, .unionOfSets, .distinctUnionOfSets:
                guard let inner = CollectionElements.elements(of: value) else {
                    throw PredicateEvaluationError(.typeMismatch, "\(rawValue) needs a collection of collections")
                }
                values.append(contentsOf: inner.compactMap(AnyValue.unwrapped))
            default: values.append(value)
            }
        }
        return switch self {
        case .count: elements.count
        case .sum: try Arithmetic.sum(values, name: rawValue)
        case .average: try Arithmetic.average(values, name: rawValue)
        case .minimum: try Arithmetic.extreme(values, .orderedAscending, name: rawValue)
        case .maximum: try Arithmetic.extreme(values, .orderedDescending, name: rawValue)
        case .unionOfObjects, .unionOfArrays, .unionOfSets: values
        case .distinctUnionOfObjects, .distinctUnionOfArrays, .distinctUnionOfSets: Self.distinct(values)
        }
    }

    /// The values without repetitions, in their first order.
    static func distinct(_ values: [Any]) -> [Any] {
        var members = OperandSet()
        return values.filter { members.insert(Operand($0)) }
    }
}

/// What nil means in a comparison.
package enum NullSemantics: Sendable {
    /// As in Apple's evaluation in memory: nil equals nil and differs from every value; no order, and no text operator,
    /// holds for it. Each comparison is true or false.
    case memory
    /// As in a store: a comparison with null is unknown, unless it is with `nil` itself, which asks for null. NOT unknown
    /// is unknown, and unknown rows are not selected. ANY and ALL count the elements for which the comparison is true.
    case sql
}

/// What expressions refer to while they are evaluated.
struct EvaluationScope {
    /// `SELF`
    let object: Any?
    /// `$NAME`
    var variables: [String: Any?]
}

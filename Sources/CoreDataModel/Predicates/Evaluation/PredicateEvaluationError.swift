/// Why a predicate or an expression has no result for an object.
///
/// Apple's framework raises exceptions in these cases. `reason` names keys, types and operators, never a value.
public struct PredicateEvaluationError: Error, Hashable, Sendable {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable {
        /// A `$NAME` without a value.
        case unboundVariable
        /// A function or a collection operator that does not exist, or has other parameters.
        case unknownFunction
        /// A pattern of `MATCHES` that is no regular expression.
        case invalidPattern
        /// A key that the object does not have.
        case unknownKey
        /// A key path through a collection where a single value is needed: ANY, ALL or a collection operator is missing.
        case collectionNotAllowed
        /// An operand of a type that the operator or the function cannot take.
        case typeMismatch
    }

    /// The kind of failure.
    public let code: Code

    /// What is wrong and what to do, as a sentence without its point.
    public let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension PredicateEvaluationError: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String { reason + "." }
}

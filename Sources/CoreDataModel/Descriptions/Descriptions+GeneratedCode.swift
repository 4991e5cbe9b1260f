import Foundation

// What generated models need beyond Apple's API. On Apple's systems the model comes from its file, and none of this is
// called.

extension NSAttributeDescription {
    /// Sets the smallest and the largest value of a number or date, both allowed themselves; nil for no limit.
    ///
    /// Apple's API has these limits only as validation predicates.
    ///
    /// - Parameters:
    ///   - minimum: A number (for a Decimal attribute an `NSDecimalNumber`) or a `Date`; the attribute's type must be
    ///     set before.
    ///   - maximum: Likewise.
    public func setLimits(minimum: Any?, maximum: Any?) {
        minValue = minimum.flatMap(limit)
        maxValue = maximum.flatMap(limit)
    }

    private func limit(_ value: Any) -> AttributeLimit? {
        switch attributeType {
        case .dateAttributeType: (value as? Date).map(AttributeLimit.date)
        case .decimalAttributeType: (value as? NSNumber).map { .decimal($0.decimalValue) }
        case .doubleAttributeType, .floatAttributeType: (value as? NSNumber).map { .real($0.doubleValue) }
        default: (value as? NSNumber).map { .integer($0.int64Value) }
        }
    }

    /// Sets the smallest and the largest length of a string in UTF-16 units; nil for no limit.
    public func setLengthLimits(minimum: Int?, maximum: Int?) {
        minLength = minimum
        maxLength = maximum
    }

    /// Sets the regular expression that a whole string must match; nil for none.
    public func setRegularExpression(_ pattern: String?) {
        regularExpression = pattern
    }
}

extension NSDerivedAttributeDescription {
    /// Sets the expression from its text, such as `books.@count` or `canonical:(name)`.
    public func setDerivationExpression(format: String) {
        derivationExpressionText = format
    }
}

extension NSExpressionDescription {
    /// Sets the expression from its text.
    public func setExpression(format: String) {
        expressionText = format
    }
}

extension AnyFetchRequest {
    /// Sets the predicate from its text, which is parsed when the request is used or its model is checked: a mistake in
    /// it is an error then, and does not trap here.
    public func setPredicate(format: String) {
        predicate = nil
        predicateFormatText = format
    }
}

extension NSFetchIndexDescription {
    /// Sets the condition from its text, which is parsed when the model is checked.
    public func setPartialIndexPredicate(format: String) {
        partialIndexPredicate = nil
        predicateFormatText = format
    }
}

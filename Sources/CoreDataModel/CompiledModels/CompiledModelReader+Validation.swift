import Foundation

extension CompiledModelReader {
    /// Reads the validation predicates. Those that an attribute's limits make become limits again, which are checked
    /// faster and can be shown and written as numbers; all others are kept as predicates.
    func readValidation(of property: NSPropertyDescription, from node: ArchiveNode) throws {
        let warnings = node["NSValidationWarnings"]?.array ?? []
        var kept: [NSPredicate] = []
        var keptWarnings: [Any] = []
        for (position, archived) in (node["NSValidationPredicates"]?.array ?? []).enumerated() {
            let predicate = try ArchivedPredicate.predicate(archived)
            let warning = position < warnings.count ? try warnings[position].propertyValue() : nil
            let code = (warning as? NSNumber)?.intValue
            if warning == nil || code != nil, let attribute = property as? NSAttributeDescription,
                attribute.takeLimit(from: predicate, code: code)
            {
                continue
            }
            kept.append(.predicate(predicate))
            keptWarnings.append(warning ?? "")
        }
        if !kept.isEmpty { property.setValidation(kept, warnings: keptWarnings) }
    }
}

extension NSAttributeDescription {
    /// Takes over a limit from the predicate that a compiler makes of it.
    ///
    /// - Parameter code: The error code beside the predicate; another than the limit's own must not be lost.
    /// - Returns: False where the predicate stands for no limit, or for one that is set already.
    fileprivate func takeLimit(from predicate: PredicateNode, code: Int?) -> Bool {
        guard case .comparison(let comparison) = predicate, comparison.modifier == .direct, comparison.options == [],
            case .constant(let value?) = comparison.right
        else { return false }
        let before = Set(limitRules.map(\.code))
        let undo = (minValue, maxValue, minLength, maxLength, regularExpression)
        switch (comparison.left, comparison.operation) {
        case (.evaluatedObject, .greaterOrEqual) where minValue == nil: minValue = limit(value)
        case (.evaluatedObject, .lessOrEqual) where maxValue == nil: maxValue = limit(value)
        case (.keyPath(.evaluatedObject, ["length"]), .greaterOrEqual)
        where minLength == nil && attributeType == .stringAttributeType:
            minLength = (value as? NSNumber)?.intValue
        case (.keyPath(.evaluatedObject, ["length"]), .lessOrEqual)
        where maxLength == nil && attributeType == .stringAttributeType:
            maxLength = (value as? NSNumber)?.intValue
        case (.evaluatedObject, .matches)
        where regularExpression == nil && attributeType == .stringAttributeType:
            regularExpression = value as? String
        default: return false
        }
        let added = Set(limitRules.map(\.code)).subtracting(before)
        if added.count == 1, code == nil || added.first == code { return true }
        (minValue, maxValue, minLength, maxLength, regularExpression) = undo
        return false
    }

    /// A constant as a limit of the attribute's type; nil where it is none.
    private func limit(_ value: Any) -> AttributeLimit? {
        switch attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            guard let number = value as? NSNumber, !(value is NSDecimalNumber) else { return nil }
            let whole: Int64? =
                switch KeyedArchiveWriter.object(number) {
                case .integer(let integer): integer
                case .real(let real): Int64(exactly: real)
                default: nil
                }
            return whole.map { .integer($0) }.flatMap { (limit: AttributeLimit) in
                limit.fits(attributeType) ? limit : nil
            }
        case .doubleAttributeType: return (value as? NSNumber).map { .real($0.doubleValue) }
        case .floatAttributeType: return (value as? NSNumber).map { .real(Double($0.floatValue)) }
        case .decimalAttributeType:
            return (value as? NSNumber).map { .decimal(($0 as? NSDecimalNumber)?.decimalValue ?? $0.decimalValue) }
        case .dateAttributeType:
            if let date = value as? Date { return .date(date) }
            return (value as? NSNumber).map { .date(Date(timeIntervalSinceReferenceDate: $0.doubleValue)) }
        default: return nil
        }
    }
}

extension NSPropertyDescription {
    /// Whether a value of this property can break a rule at all.
    var needsValidation: Bool {
        if !isOptional || !givenValidationPredicates.isEmpty { return true }
        if let attribute = self as? NSAttributeDescription {
            return attribute.hasLimits || attribute.attributeType == .undefinedAttributeType
        }
        if let relationship = self as? NSRelationshipDescription {
            return relationship.isToMany && (relationship.minCount > 0 || relationship.maxCount > 0)
        }
        return false
    }
}

extension NSManagedObject {
    /// Checks every property against the model's rules.
    final func validateProperties() throws {
        var errors: [CocoaError] = []
        // A fault that is to be saved had only its side of a to-many relationship changed: its own values are valid.
        let untouched = flags.contains(.fault)
        let slots = flags.contains(.holdsUnstorable) ? Array(0..<layout.slotCount) : layout.validatedSlots
        for slot in slots where !untouched || layout.kinds[slot] == .toMany {
            do {
                try validate(slot)
            } catch let error as CocoaError {
                errors.append(error)
            }
        }
        if !untouched, let custom = self as? any CustomValueValidation { validateCustom(custom, &errors) }
        try CocoaError.throwValidationErrors(errors)
    }

    final func validate(_ slot: Int) throws {
        let property = layout.properties.properties[slot]
        switch layout.kinds[slot] {
        case .toMany:
            try validateCount(slot, property)
        case .toOne:
            if !property.isOptional, toOneObject(slot).map({ $0.flags.contains(.deleted) }) ?? true {
                throw validationError(.validationMissingMandatoryProperty, slot, "is required")
            }
        case let kind:
            guard let attribute = property as? NSAttributeDescription else { return }
            if property.isTransient, kind == .undefined || kind == .objectID { return }
            if state?.covering(slot) == nil, let rowBase, PackedRow(base: rowBase).entry(slot) != nil,
                !attribute.hasLimits, attribute.givenValidationPredicates.isEmpty
            {
                return
            }
            try validateAttribute(attribute, slot, state?.covering(slot), kind)
        }
    }

    private final func validateAttribute(
        _ attribute: NSAttributeDescription, _ slot: Int, _ changed: StoredValue?, _ kind: SlotKind
    ) throws {
        if kind == .undefined {
            throw validationError(.managedObjectValidation, slot, "has no type: give it one in the model")
        }
        // Scalars are compared without being boxed.
        switch changed {
        case .null?: break
        case .integer(let value)?:
            try validateNumber(Double(value), value, attribute, slot)
            if attribute.givenValidationPredicates.isEmpty { return }
        case .real(let value)? where value.isNaN:
            throw validationError(
                kind == .date ? .validationInvalidDate : .managedObjectValidation, slot,
                kind == .date ? "is no date" : "is not a number")
        case .text?, .real?, .data?, .uuid?, .object?, .reference?, nil: break
        }
        guard let value = anyValue(slot) else {
            // What is in no store has no value after a fetch.
            if attribute.isOptional || attribute.isTransient && !isInserted { return }
            throw validationError(.validationMissingMandatoryProperty, slot, "is required")
        }
        switch value {
        case let text as String: try validateText(text, attribute, slot)
        case let date as Date: try validateDate(date, attribute, slot)
        case let number as NSNumber: try validateNumber(number.doubleValue, nil, attribute, slot)
        default: break
        }
        for predicate in attribute.givenValidationPredicates where !predicate.evaluate(with: value) {
            throw validationError(
                .managedObjectValidation, slot, "does not fulfil its validation predicate",
                [NSValidationPredicateErrorKey: predicate])
        }
    }

    private final func validateNumber(
        _ value: Double, _ integer: Int64?, _ attribute: NSAttributeDescription, _ slot: Int
    ) throws {
        if let integer {
            let range = layout.kinds[slot].integerRange
            if !range.contains(integer) {
                throw validationError(
                    integer > range.upperBound ? .validationNumberTooLarge : .validationNumberTooSmall, slot,
                    "does not fit \(attribute.attributeType.title) (\(range.lowerBound)…\(range.upperBound))")
            }
        }
        if let limit = attribute.minValue?.number, value < limit {
            throw validationError(.validationNumberTooSmall, slot, "is below its minimum \(limit.shortText)")
        }
        if let limit = attribute.maxValue?.number, value > limit {
            throw validationError(.validationNumberTooLarge, slot, "is above its maximum \(limit.shortText)")
        }
    }

    private final func validateDate(_ value: Date, _ attribute: NSAttributeDescription, _ slot: Int) throws {
        if let limit = attribute.minValue?.date, value < limit {
            throw validationError(.validationDateTooSoon, slot, "is before its earliest date \(limit)")
        }
        if let limit = attribute.maxValue?.date, value > limit {
            throw validationError(.validationDateTooLate, slot, "is after its latest date \(limit)")
        }
    }

    private final func validateText(_ value: String, _ attribute: NSAttributeDescription, _ slot: Int) throws {
        if let limit = attribute.minLength, value.utf16.count < limit {
            throw validationError(.validationStringTooShort, slot, "is shorter than \(limit) characters")
        }
        if let limit = attribute.maxLength, value.utf16.count > limit {
            throw validationError(.validationStringTooLong, slot, "is longer than \(limit) characters")
        }
        if let pattern = attribute.compiledRegularExpression {
            let whole = NSRange(location: 0, length: value.utf16.count)
            let match = pattern.firstMatch(in: value, options: .anchored, range: whole)
            if match?.range != whole {
                throw validationError(
                    .validationStringPatternMatching, slot,
                    "does not match the pattern \(attribute.regularExpression ?? "")")
            }
        }
    }

    private final func validateCount(_ slot: Int, _ property: NSPropertyDescription) throws {
        guard let relationship = property as? NSRelationshipDescription else { return }
        // A relationship that was never touched is as valid as it was when it was saved.
        guard flags.contains(.inserted) || state?.toMany(slot) != nil else { return }
        let count = loadedToMany(slot).members.lazy.filter { !$0.flags.contains(.deleted) }.count
        if count == 0, relationship.isOptional { return }
        let least = max(relationship.minCount, relationship.isOptional ? 0 : 1)
        if count < least {
            throw validationError(
                count == 0 && relationship.minCount <= 1
                    ? .validationMissingMandatoryProperty : .validationRelationshipLacksMinimumCount, slot,
                "has \(count) objects; it needs at least \(least)")
        }
        if relationship.maxCount > 0, count > relationship.maxCount {
            throw validationError(
                .validationRelationshipExceedsMaximumCount, slot,
                "has \(count) objects; it takes at most \(relationship.maxCount)")
        }
    }

    /// An error about one property: entity, key and ID in the message, the value only in the user info.
    final func validationError(
        _ code: CocoaError.Code, _ slot: Int, _ problem: String, _ extra: [String: Any] = [:]
    ) -> CocoaError {
        let property = layout.properties.properties[slot]
        var info = extra
        info[NSValidationKeyErrorKey] = property.name
        info[NSValidationObjectErrorKey] = self
        if layout.kinds[slot] != .toMany, let value = anyValue(slot) { info[NSValidationValueErrorKey] = value }
        return .coreData(code, "\(property.qualifiedName) \(problem)", info)
    }
}

extension CocoaError {
    /// - Throws: the error itself when there is one, 1560 with details when there are several.
    static func throwValidationErrors(_ errors: [CocoaError]) throws {
        guard let first = errors.first else { return }
        if errors.count == 1 { throw first }
        throw CocoaError.coreData(
            .validationMultipleErrors,
            errors.map(\.localizedDescription).joined(separator: "; "), [NSDetailedErrorsKey: errors])
    }
}

extension AttributeLimit {
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        case .decimal(let value): NSDecimalNumber(decimal: value).storedValue
        case .date: nil
        }
    }

    fileprivate var date: Date? {
        if case .date(let value) = self { return value }
        return nil
    }
}

extension Double {
    /// Without ".0" where it is whole.
    fileprivate var shortText: String {
        Int64(exactly: self).map { String($0) } ?? String(self)
    }
}

import Foundation

extension NSAttributeDescription {
    /// `value` as values of this attribute's type are held everywhere: `Int64` for the three integer types, `Bool`,
    /// `Double`, `Float`, `Decimal`, `String`, `Date`, `Data`, `UUID`, `URL`; other types as given.
    ///
    /// - Throws: `ModelError` with code `badDefault` when the value has another type or does not fit. The message holds
    ///   types and ranges, never the value.
    package func canonicalValue(_ value: Any) throws -> Any {
        let canonical: Any?
        switch attributeType {
        case .integer16AttributeType: return try integer(value, in: Int64(Int16.min)...Int64(Int16.max))
        case .integer32AttributeType: return try integer(value, in: Int64(Int32.min)...Int64(Int32.max))
        case .integer64AttributeType: return try integer(value, in: Int64.min...Int64.max)
        case .decimalAttributeType: canonical = Self.decimal(value)
        case .doubleAttributeType: canonical = Self.double(value)
        case .floatAttributeType: canonical = Self.double(value).map { Float($0) }
        case .stringAttributeType: canonical = value as? String ?? (value as? NSString).map { String(describing: $0) }
        case .booleanAttributeType: canonical = Self.boolean(value)
        case .dateAttributeType: canonical = value as? Date ?? (value as? NSDate).map { $0 as Date }
        case .binaryDataAttributeType: canonical = value as? Data ?? (value as? NSData).map { $0 as Data }
        case .UUIDAttributeType: canonical = value as? UUID ?? (value as? NSUUID).map { $0 as UUID }
        case .URIAttributeType: canonical = value as? URL ?? (value as? NSURL).map { $0 as URL }
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            canonical = value
        }
        guard let canonical else {
            throw mistake(
                .badDefault, "is \(attributeType.title), which a value of type \(Swift.type(of: value)) is not")
        }
        return canonical
    }

    private func integer(_ value: Any, in range: ClosedRange<Int64>) throws -> Int64 {
        let exact: Int64?
        switch value {
        case let value as any BinaryInteger:
            exact = Int64(exactly: value)
        case let value as NSNumber where !(value is NSDecimalNumber):
            // An NSNumber made from a fraction is no integer, however near.
            exact = Int64(exactly: value.doubleValue) == nil ? Self.wide(value) : value.int64Value
        case let value as Decimal:
            exact = Self.whole(value)
        case let value as NSDecimalNumber:
            exact = Self.whole(value.decimalValue)
        case let value as any BinaryFloatingPoint:
            exact = Int64(exactly: Double(value))
        default:
            throw mistake(
                .badDefault, "is \(attributeType.title), which a value of type \(Swift.type(of: value)) is not")
        }
        guard let exact, range.contains(exact) else {
            throw mistake(
                .badDefault,
                "does not fit \(attributeType.title) (\(range.lowerBound)…\(range.upperBound), whole numbers)")
        }
        return exact
    }

    /// A 64-bit integer that a `Double` cannot carry exactly.
    private static func wide(_ number: NSNumber) -> Int64? {
        let value = number.int64Value
        return abs(number.doubleValue) >= 9_007_199_254_740_992 && NSNumber(value: value) == number ? value : nil
    }

    private static func whole(_ decimal: Decimal) -> Int64? {
        let value = NSDecimalNumber(decimal: decimal).int64Value
        return Decimal(value) == decimal ? value : nil
    }

    private static func decimal(_ value: Any) -> Decimal? {
        switch value {
        case let value as Decimal: value
        case let value as NSDecimalNumber: value.decimalValue
        case let value as any BinaryInteger: Decimal(string: "\(value)")
        case let value as NSNumber: value.decimalValue
        case let value as any BinaryFloatingPoint: Decimal(Double(value))
        default: nil
        }
    }

    private static func double(_ value: Any) -> Double? {
        switch value {
        case let value as any BinaryFloatingPoint: Double(value)
        case let value as any BinaryInteger: Double(value)
        case let value as Decimal: NSDecimalNumber(decimal: value).doubleValue
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }

    private static func boolean(_ value: Any) -> Bool? {
        switch value {
        case let value as Bool: value
        case let value as any BinaryInteger: truth(Double(value))
        case let value as NSNumber: truth(value.doubleValue)
        default: nil
        }
    }

    private static func truth(_ number: Double) -> Bool? {
        number == 0 ? false : number == 1 ? true : nil
    }
}

// MARK: - Checks

extension NSAttributeDescription {
    /// A stored attribute must have a type.
    func checkType() throws {
        if attributeType == .undefinedAttributeType, !isTransient {
            throw mistake(
                .undefinedType, "has no type, so it cannot be stored. Give it an attributeType, or make it transient")
        }
    }

    /// The limits fit the type and leave room for a value, and the pattern compiles.
    func checkLimits() throws {
        for (name, limit) in [("smallest", minValue), ("largest", maxValue)] {
            if let limit, !limit.fits(attributeType) {
                throw mistake(.badLimit, "has a \(name) value that is no \(attributeType.title)")
            }
        }
        if let minValue, let maxValue, minValue.isGreater(than: maxValue) {
            throw mistake(.badLimit, "allows no value: its smallest value is over its largest")
        }
        if minLength != nil || maxLength != nil || regularExpression != nil, attributeType != .stringAttributeType {
            throw mistake(.badLimit, "is \(attributeType.title); only a String has lengths and a regular expression")
        }
        if let length = minLength ?? maxLength, length < 0 {
            throw mistake(.badLimit, "has a negative length as its limit")
        }
        if let minLength, let maxLength, minLength > maxLength {
            throw mistake(.badLimit, "allows no value: its smallest length is over its largest")
        }
        if let regularExpression {
            do {
                _ = try NSRegularExpression(pattern: regularExpression)
            } catch {
                throw mistake(.badPattern, "has a regular expression that cannot be compiled: \(regularExpression)")
            }
        }
    }

    /// The default value fits the type.
    func checkDefault() throws {
        if let defaultValue {
            do {
                _ = try canonicalValue(defaultValue)
            } catch let error as ModelError {
                throw mistake(.badDefault, "has a bad default value: it \(error.message)")
            }
        }
    }
}

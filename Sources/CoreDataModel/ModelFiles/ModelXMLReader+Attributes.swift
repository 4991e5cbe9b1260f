import Foundation

extension ModelXMLReader {
    /// Reads `<attribute>` without what every property has.
    ///
    /// - Parameter parents: The composites that this attribute is an element of, to notice one that contains itself.
    func readAttribute(
        _ element: ModelElement, entity: String, parents: [String] = []
    ) throws -> NSAttributeDescription {
        let type = try attributeType(element["attributeType"] ?? "Undefined", at: element)
        let attribute: NSAttributeDescription
        if type == .compositeAttributeType {
            attribute = try readComposite(element, entity: entity, parents: parents)
        } else if element.flag("derived") ?? false || element.text("derivationExpression") != nil {
            let derived = NSDerivedAttributeDescription()
            derived.derivationExpressionText = element.text("derivationExpression")
            attribute = derived
        } else {
            attribute = NSAttributeDescription()
        }
        attribute.attributeType = type
        attribute.valueTransformerName = element.text("valueTransformerName")
        attribute.allowsExternalBinaryDataStorage = element.flag("allowsExternalBinaryDataStorage") ?? false
        attribute.preservesValueInHistoryOnDeletion = element.flag("preserveAfterDeletion") ?? false
        attribute.allowsCloudEncryption = element.flag("allowsCloudEncryption") ?? false
        attribute.usesScalarValueType = element.flag("usesScalarValueType")
        attribute.customClassName = element.text("customClassName")
        if type == .transformableAttributeType { attribute.attributeValueClassName = attribute.customClassName }
        let values = AttributeText(reader: self, element: element, entity: entity, type: type)
        attribute.defaultValue = try values.defaultValue()
        if type == .stringAttributeType {
            attribute.minLength = try values.length("minValueString")
            attribute.maxLength = try values.length("maxValueString")
            attribute.regularExpression = element.text("regularExpressionString")
        } else {
            attribute.minValue = try values.limit("min")
            attribute.maxValue = try values.limit("max")
        }
        return attribute
    }

    private func readComposite(
        _ element: ModelElement, entity: String, parents: [String]
    ) throws -> NSCompositeAttributeDescription {
        let composite = NSCompositeAttributeDescription()
        guard let name = element.text("composite") else { return composite }
        guard let definition = composites[name] else {
            throw mistake(
                .unknownProperty, "is of the composite type \(name), which the model lacks", at: element,
                entity: entity, property: element["name"])
        }
        guard !parents.contains(name) else {
            throw mistake(
                .malformedFile, "is of the composite type \(name), which contains itself", at: element, entity: entity,
                property: element["name"])
        }
        composite.compositeName = name
        composite.elements = try definition.children(named: "attribute").map { child in
            let attribute = try readAttribute(child, entity: entity, parents: parents + [name])
            try readCommonFacts(of: attribute, from: child)
            return attribute
        }
        return composite
    }

    /// The type with the name that Xcode shows.
    func attributeType(_ title: String, at element: ModelElement) throws -> NSAttributeType {
        // "Object ID" is what Xcode writes, "ObjectID" what it shows.
        let wanted = title.filter { $0 != " " }.lowercased()
        guard let type = NSAttributeType.allCases.first(where: { $0.title.filter { $0 != " " }.lowercased() == wanted })
        else {
            throw mistake(
                .malformedFile, "has the unknown type \(title)", at: element, entity: nil, property: element["name"])
        }
        return type
    }
}

/// Reads the values that an `<attribute>` holds as text.
private struct AttributeText {
    let reader: ModelXMLReader
    let element: ModelElement
    let entity: String
    let type: NSAttributeType

    /// The default value: numbers as `NSNumber`, as Apple's framework has them.
    func defaultValue() throws -> Any? {
        let key = "defaultValueString"
        switch type {
        case .stringAttributeType:
            return element[key]
        case .dateAttributeType:
            return try date("default")
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            return try element.text(key).map { NSNumber(value: try integer($0, key)) }
        case .doubleAttributeType:
            return try element.text(key).map { NSNumber(value: try real($0, key)) }
        case .floatAttributeType:
            return try element.text(key).map { NSNumber(value: Float(try real($0, key))) }
        case .decimalAttributeType:
            return try element.text(key).map { NSDecimalNumber(decimal: try decimal($0, key)) }
        case .booleanAttributeType:
            return try element.text(key).map { NSNumber(value: try boolean($0, key)) }
        case .UUIDAttributeType:
            return try element.text(key).map { try parsed(UUID(uuidString: $0), key) }
        case .URIAttributeType:
            return try element.text(key).map { try parsed(URL(string: $0), key) }
        case .undefinedAttributeType, .binaryDataAttributeType, .transformableAttributeType, .objectIDAttributeType,
            .compositeAttributeType:
            return nil
        }
    }

    /// The limit of a number or date; `prefix` is `min` or `max`.
    func limit(_ prefix: String) throws -> AttributeLimit? {
        let key = prefix + "ValueString"
        switch type {
        case .dateAttributeType:
            return try date(prefix).map { .date($0) }
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            return try element.text(key).map { .integer(try integer($0, key)) }
        case .doubleAttributeType:
            return try element.text(key).map { .real(try real($0, key)) }
        case .floatAttributeType:
            // Rounded as the values are, so that a value equal to its limit is inside.
            return try element.text(key).map { .real(Double(Float(try real($0, key)))) }
        case .decimalAttributeType:
            return try element.text(key).map { .decimal(try decimal($0, key)) }
        default:
            return nil
        }
    }

    /// The limit of a string's length.
    func length(_ key: String) throws -> Int? {
        try element.text(key).map { Int(try integer($0, key)) }
    }

    /// Xcode writes a date twice: as the developer typed it, and as seconds since 2001. The seconds count.
    private func date(_ prefix: String) throws -> Date? {
        let key = prefix + "DateTimeInterval"
        if let text = element.text(key) {
            return Date(timeIntervalSinceReferenceDate: try real(text, key))
        }
        guard let text = element.text(prefix + "ValueString") else { return nil }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for format in ["yyyy-MM-dd HH:mm:ss Z", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm", "yyyy-MM-dd"] {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        throw unreadable(prefix + "ValueString")
    }

    private func integer(_ text: String, _ key: String) throws -> Int64 {
        if let value = Int64(text) { return value }
        // A number that was edited as another type before, such as "0.0".
        return try parsed(Double(text).flatMap { Int64(exactly: $0) }, key)
    }

    private func real(_ text: String, _ key: String) throws -> Double {
        try parsed(Double(text), key)
    }

    private func decimal(_ text: String, _ key: String) throws -> Decimal {
        // Decimal(string:) stops at the first character that it does not know.
        try parsed(Double(text) == nil ? nil : Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), key)
    }

    private func boolean(_ text: String, _ key: String) throws -> Bool {
        switch text.lowercased() {
        case "yes", "true", "1": true
        case "no", "false", "0": false
        default: throw unreadable(key)
        }
    }

    private func parsed<Value>(_ value: Value?, _ key: String) throws -> Value {
        guard let value else { throw unreadable(key) }
        return value
    }

    private func unreadable(_ key: String) -> ModelError {
        let code: ModelError.Code = key.hasPrefix("default") ? .badDefault : .badLimit
        return reader.mistake(
            code, "has a \(key) that is no \(type.title)", at: element, entity: entity, property: element["name"])
    }
}

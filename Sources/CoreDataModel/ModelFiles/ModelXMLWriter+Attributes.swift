import Foundation

extension ModelXMLWriter {
    mutating func attributeElement(_ attribute: NSAttributeDescription) -> WrittenElement {
        var element = WrittenElement("attribute")
        setFirstFacts(of: attribute, on: &element)
        element.set("attributeType", Self.title(of: attribute.attributeType))
        setValues(of: attribute, on: &element)
        if let derived = attribute as? NSDerivedAttributeDescription {
            element.set("derived", true)
            element.set("derivationExpression", derived.derivationExpressionText)
        }
        if let composite = attribute as? NSCompositeAttributeDescription {
            element.set("composite", defineComposite(composite))
        }
        element.set("usesScalarValueType", attribute.usesScalarValueType.map { $0 ? "YES" : "NO" })
        element.set("valueTransformerName", attribute.valueTransformerName)
        element.set("customClassName", attribute.customClassName ?? Self.givenClassName(of: attribute))
        element.set("regularExpressionString", attribute.regularExpression)
        element.set("allowsExternalBinaryDataStorage", attribute.allowsExternalBinaryDataStorage)
        element.set("preserveAfterDeletion", attribute.preservesValueInHistoryOnDeletion)
        element.set("allowsCloudEncryption", attribute.allowsCloudEncryption)
        setLastFacts(of: attribute, on: &element)
        return element
    }

    /// What stands first in the element of any property.
    func setFirstFacts(of property: NSPropertyDescription, on element: inout WrittenElement) {
        element.set("name", property.name)
        element.set("optional", property.isOptional)
        element.set("transient", property.isTransient)
    }

    /// What stands last in the element of any property.
    func setLastFacts(of property: NSPropertyDescription, on element: inout WrittenElement) {
        element.set("spotlightIndexingEnabled", property.isIndexedBySpotlight)
        element.set("storedInTruthFile", property.isStoredInExternalRecord)
        element.set("indexed", property.isIndexed)
        element.set("elementID", property.givenRenamingIdentifier)
        element.set("versionHashModifier", property.versionHashModifier)
        element.set("syncable", property.isSyncable)
        element.children += Self.userInfo(property.userInfo)
    }

    private static func title(of type: NSAttributeType) -> String {
        // What Xcode writes differs from what it shows.
        type == .objectIDAttributeType ? "Object ID" : type.title
    }

    /// The class of a transformable attribute's values when only Apple's property names it.
    private static func givenClassName(of attribute: NSAttributeDescription) -> String? {
        attribute.attributeType == .transformableAttributeType ? attribute.givenValueClassName : nil
    }

    // MARK: Values

    private func setValues(of attribute: NSAttributeDescription, on element: inout WrittenElement) {
        let isFloat = attribute.attributeType == .floatAttributeType
        if attribute.attributeType == .stringAttributeType {
            element.set("minValueString", attribute.minLength)
            element.set("maxValueString", attribute.maxLength)
        } else {
            Self.set(attribute.minValue, "min", isFloat: isFloat, on: &element)
            Self.set(attribute.maxValue, "max", isFloat: isFloat, on: &element)
        }
        guard let given = attribute.defaultValue else { return }
        // A value that does not fit is written as it is: reading reports it.
        let value = (try? attribute.canonicalValue(given)) ?? given
        if let date = value as? Date {
            element.set("defaultDateTimeInterval", Self.seconds(date))
        } else {
            element.set("defaultValueString", Self.text(of: value))
        }
    }

    private static func set(
        _ limit: AttributeLimit?, _ prefix: String, isFloat: Bool, on element: inout WrittenElement
    ) {
        switch limit {
        case nil: break
        case .date(let date): element.set(prefix + "DateTimeInterval", seconds(date))
        case .integer(let value): element.set(prefix + "ValueString", String(value))
        // The shortest text that reads back as the same Float.
        case .real(let value): element.set(prefix + "ValueString", isFloat ? "\(Float(value))" : "\(value)")
        case .decimal(let value): element.set(prefix + "ValueString", value.description)
        }
    }

    /// Nil for what a model file cannot hold.
    private static func text(of value: Any) -> String? {
        switch value {
        case let value as String: value
        case let value as Bool: value ? "YES" : "NO"
        case let value as UUID: value.uuidString
        case let value as URL: value.absoluteString
        case let value as Decimal: value.description
        case is Int64, is Double, is Float, is NSNumber: "\(value)"
        default: nil
        }
    }

    /// Xcode writes whole seconds without a fraction.
    private static func seconds(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        return Int64(exactly: seconds).map(String.init) ?? "\(seconds)"
    }
}

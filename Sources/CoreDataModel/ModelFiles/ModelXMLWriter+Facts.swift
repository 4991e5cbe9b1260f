import Foundation

extension NSAttributeType {
    /// The type as a source file has it; nil for none.
    var sourceTitle: String? {
        switch self {
        case .undefinedAttributeType: nil
        case .objectIDAttributeType: "Object ID"
        default: title
        }
    }
}

extension NSAttributeDescription {
    /// What `<attribute>` says beyond what every property has.
    var sourceFacts: [(name: String, value: String?)] {
        var facts: [(name: String, value: String?)] = [
            ("attributeType", attributeType.sourceTitle), ("valueTransformerName", valueTransformerName),
            ("customClassName", customClassName ?? givenValueClassName),
            ("usesScalarValueType", usesScalarValueType.map { $0 ? "YES" : "NO" }),
            ("allowsExternalBinaryDataStorage", ModelXMLWriter.flag(allowsExternalBinaryDataStorage)),
            ("preserveAfterDeletion", ModelXMLWriter.flag(preservesValueInHistoryOnDeletion)),
            ("allowsCloudEncryption", ModelXMLWriter.flag(allowsCloudEncryption)),
        ]
        if let derived = self as? NSDerivedAttributeDescription {
            facts += [("derived", "YES"), ("derivationExpression", derived.derivationExpressionText)]
        }
        if attributeType == .stringAttributeType {
            facts += [
                ("minValueString", minLength.map(String.init)), ("maxValueString", maxLength.map(String.init)),
                ("regularExpressionString", regularExpression),
            ]
        } else {
            facts += Self.facts("min", minValue) + Self.facts("max", maxValue)
        }
        return facts + defaultFacts
    }

    private static func facts(_ prefix: String, _ limit: AttributeLimit?) -> [(name: String, value: String?)] {
        switch limit {
        case nil: []
        case .date(let date)?: dateFacts(prefix, date)
        case .integer(let number)?: [(prefix + "ValueString", String(number))]
        case .real(let number)?: [(prefix + "ValueString", String(number))]
        case .decimal(let number)?: [(prefix + "ValueString", number.description)]
        }
    }

    /// The seconds count; the text is for people.
    private static func dateFacts(_ prefix: String, _ date: Date) -> [(name: String, value: String?)] {
        let seconds = date.timeIntervalSinceReferenceDate
        let number = Int64(exactly: seconds).map(String.init) ?? String(seconds)
        return [(prefix + "DateTimeInterval", number), (prefix + "ValueString", date.description)]
    }

    private var defaultFacts: [(name: String, value: String?)] {
        guard let defaultValue, let value = try? canonicalValue(defaultValue) else { return [] }
        let text: String
        switch value {
        case let flag as Bool where attributeType == .booleanAttributeType: text = flag ? "YES" : "NO"
        case let date as Date: return Self.dateFacts("default", date)
        case let uuid as UUID: text = uuid.uuidString
        case let url as URL: text = url.absoluteString
        case is Data: return []
        default:
            switch attributeType {
            case .stringAttributeType, .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
                .doubleAttributeType, .floatAttributeType, .decimalAttributeType:
                text = "\(value)"
            default: return []
            }
        }
        return [("defaultValueString", text)]
    }
}

extension NSRelationshipDescription {
    /// What `<relationship>` says beyond what every property has.
    var sourceFacts: [(name: String, value: String?)] {
        let rule =
            switch deleteRule {
            case .noActionDeleteRule: "No Action"
            case .nullifyDeleteRule: "Nullify"
            case .cascadeDeleteRule: "Cascade"
            case .denyDeleteRule: "Deny"
            }
        return [
            ("toMany", ModelXMLWriter.flag(isToMany)), ("minCount", minCount == 0 ? nil : String(minCount)),
            ("maxCount", maxCount == 0 ? nil : String(maxCount)), ("ordered", ModelXMLWriter.flag(isOrdered)),
            ("deletionRule", rule), ("destinationEntity", destinationEntityName),
            ("inverseName", inverseRelationshipName),
            ("inverseEntity", inverseRelationshipName == nil ? nil : destinationEntityName),
        ]
    }
}

import Foundation

/// The type of an attribute's value, with Apple's names and numbers (they are part of a model's version hash).
public enum NSAttributeType: UInt, Sendable, Hashable, CaseIterable {
    /// No type. Only a transient attribute may have it.
    case undefinedAttributeType = 0
    /// A whole number in −32 768…32 767.
    case integer16AttributeType = 100
    /// A whole number in −2³¹…2³¹−1.
    case integer32AttributeType = 200
    /// A whole number in −2⁶³…2⁶³−1.
    case integer64AttributeType = 300
    /// An `NSDecimalNumber`.
    case decimalAttributeType = 400
    /// A 64-bit floating-point number.
    case doubleAttributeType = 500
    /// A 32-bit floating-point number.
    case floatAttributeType = 600
    /// A string.
    case stringAttributeType = 700
    /// True or false.
    case booleanAttributeType = 800
    /// A date, stored as seconds since 2001-01-01 00:00 UTC.
    case dateAttributeType = 900
    /// Bytes.
    case binaryDataAttributeType = 1000
    /// A UUID.
    case UUIDAttributeType = 1100
    /// A URL.
    case URIAttributeType = 1200
    /// Any value that a value transformer turns into bytes.
    case transformableAttributeType = 1800
    /// The ID of a managed object.
    case objectIDAttributeType = 2000
    /// A group of named elements.
    case compositeAttributeType = 2100
}

extension NSAttributeType {
    /// What an error message and Xcode call the type.
    package var title: String {
        switch self {
        case .undefinedAttributeType: "Undefined"
        case .integer16AttributeType: "Integer 16"
        case .integer32AttributeType: "Integer 32"
        case .integer64AttributeType: "Integer 64"
        case .decimalAttributeType: "Decimal"
        case .doubleAttributeType: "Double"
        case .floatAttributeType: "Float"
        case .stringAttributeType: "String"
        case .booleanAttributeType: "Boolean"
        case .dateAttributeType: "Date"
        case .binaryDataAttributeType: "Binary"
        case .UUIDAttributeType: "UUID"
        case .URIAttributeType: "URI"
        case .transformableAttributeType: "Transformable"
        case .objectIDAttributeType: "ObjectID"
        case .compositeAttributeType: "Composite"
        }
    }

    /// Apple's name of the class of the values, `nil` where the type does not say.
    package var valueClassName: String? {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
            .floatAttributeType, .booleanAttributeType:
            "NSNumber"
        case .decimalAttributeType: "NSDecimalNumber"
        case .stringAttributeType: "NSString"
        case .dateAttributeType: "NSDate"
        case .binaryDataAttributeType: "NSData"
        case .UUIDAttributeType: "NSUUID"
        case .URIAttributeType: "NSURL"
        case .objectIDAttributeType: "NSManagedObjectID"
        case .compositeAttributeType: "NSDictionary"
        case .undefinedAttributeType, .transformableAttributeType: nil
        }
    }
}

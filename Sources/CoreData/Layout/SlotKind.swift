/// What a slot holds, read from the attribute's type once so that hot paths switch over a byte.
package enum SlotKind: UInt8, Sendable {
    case integer16, integer32, integer64, boolean
    case double, float, date, decimal
    case string, uri
    case uuid, binary, externalBinary, transformable
    /// Holds an object ID; transient attributes only.
    case objectID
    case toOne, toMany
    /// A type that cannot be stored; using it is an error.
    case undefined

    init(_ attribute: NSAttributeDescription) {
        switch attribute.attributeType {
        case .integer16AttributeType: self = .integer16
        case .integer32AttributeType: self = .integer32
        case .integer64AttributeType: self = .integer64
        case .booleanAttributeType: self = .boolean
        case .doubleAttributeType: self = .double
        case .floatAttributeType: self = .float
        case .dateAttributeType: self = .date
        case .decimalAttributeType: self = .decimal
        case .stringAttributeType: self = .string
        case .URIAttributeType: self = .uri
        case .UUIDAttributeType: self = .uuid
        case .binaryDataAttributeType: self = attribute.allowsExternalBinaryDataStorage ? .externalBinary : .binary
        case .transformableAttributeType: self = .transformable
        case .objectIDAttributeType: self = .objectID
        default: self = .undefined
        }
    }
}

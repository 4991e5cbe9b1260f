import CoreDataModel
import Foundation

extension GeneratedClass {
    func write(_ attribute: NSAttributeDescription, to source: inout SwiftSource) throws {
        let slot = slot(of: attribute)
        let declaration = "\(SwiftSource.identifier(attribute.name)): \(try type(of: attribute))"
        switch attribute.attributeType {
        case .transformableAttributeType, .compositeAttributeType, .undefinedAttributeType, .objectIDAttributeType:
            source.accessor(
                declaration, get: "transformable(\(slot))", set: "setTransformable(\(slot), newValue)")
        default:
            source.accessor(declaration, get: "attribute(\(slot))", set: "setAttribute(\(slot), newValue)")
        }
    }

    /// The type of the accessor, as Xcode has it: numbers and Booleans are plain values, in which nil reads as 0, unless
    /// the model says otherwise.
    private func type(of attribute: NSAttributeDescription) throws -> String {
        let isScalar = attribute.usesScalarValueType ?? true
        return switch attribute.attributeType {
        case .integer16AttributeType: isScalar ? "Int16" : "NSNumber?"
        case .integer32AttributeType: isScalar ? "Int32" : "NSNumber?"
        case .integer64AttributeType: isScalar ? "Int64" : "NSNumber?"
        case .doubleAttributeType: isScalar ? "Double" : "NSNumber?"
        case .floatAttributeType: isScalar ? "Float" : "NSNumber?"
        case .booleanAttributeType: isScalar ? "Bool" : "NSNumber?"
        case .decimalAttributeType: "NSDecimalNumber?"
        case .stringAttributeType: "String?"
        case .dateAttributeType: "Date?"
        case .binaryDataAttributeType: "Data?"
        case .UUIDAttributeType: "UUID?"
        case .URIAttributeType: "URL?"
        case .objectIDAttributeType: "NSManagedObjectID?"
        case .compositeAttributeType: "[String: Any]?"
        case .transformableAttributeType, .undefinedAttributeType: try customType(of: attribute)
        }
    }

    private func customType(of attribute: NSAttributeDescription) throws -> String {
        guard var name = attribute.customClassName?.trimmingCharacters(in: .whitespaces), !name.isEmpty else {
            return "NSObject?"
        }
        if name.hasSuffix("?") { name.removeLast() }
        // The text goes into source as it is, so it may be a type and nothing else.
        let isType = name.allSatisfy { $0.isLetter || $0.isNumber || "_.[]<>:,? ".contains($0) }
        guard isType, name.contains(where: \.isLetter) else {
            throw attribute.mistake(.malformedFile, "has a custom class that is no type: \(name)")
        }
        return name + "?"
    }
}

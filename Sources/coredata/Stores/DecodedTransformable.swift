import CoreData
import CoreDataModel

/// Shows what a Transformable attribute holds, whichever transformer wrote it: an archive or JSON of plain values
/// decoded, anything else as bytes. No class beyond those of property lists is ever made.
final class DecodedTransformable: ValueTransformer {
    private static let name = "coredata.DecodedTransformable"

    /// Makes every Transformable attribute of a model use this transformer, but for those whose values can be written
    /// too; transformers are no part of a version hash.
    ///
    /// - Parameter decodes: Whether values are decoded, to be shown; otherwise they stay the bytes that they are.
    static func install(in model: NSManagedObjectModel, decodes: Bool = true) {
        let name = decodes ? Self.name : UntouchedTransformable.name
        ValueTransformer.setValueTransformer(
            decodes ? DecodedTransformable() : UntouchedTransformable(), forName: NSValueTransformerName(name))
        for entity in model.entities {
            // Classes of the program that made the store are not here.
            entity.managedObjectClassName = "NSManagedObject"
            for case let attribute as NSAttributeDescription in entity.properties
            where attribute.attributeType == .transformableAttributeType && attribute.entity === entity {
                attribute.userInfo = (attribute.userInfo ?? [:]).merging(
                    [originalName: attribute.valueTransformerName ?? ""]) { $1 }
                attribute.valueTransformerName = name
            }
        }
    }

    private static let originalName = "coredata.valueTransformerName"

    /// The transformer that the model names; nil for the default one.
    static func transformerName(of attribute: NSAttributeDescription) -> String? {
        (attribute.userInfo?[originalName] as? String).flatMap { $0.isEmpty ? nil : $0 }
    }

    override class func transformedValueClass() -> AnyClass { NSData.self }
    override class func allowsReverseTransformation() -> Bool { true }

    /// Bytes for a new value, which must be plain.
    override func transformedValue(_ value: Any?) -> Any? {
        if let opaque = value as? OpaqueValue { return opaque.data }
        return NSSecureUnarchiveFromDataTransformer().reverseTransformedValue(value)
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        if let plain = NSSecureUnarchiveFromDataTransformer().transformedValue(data) { return plain }
        if let first = data.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let json = try? JSONSerialization.jsonObject(with: data)
        {
            return json
        }
        return OpaqueValue(data: data)
    }
}

/// Leaves what a Transformable attribute holds as it is.
private final class UntouchedTransformable: ValueTransformer {
    static let name = "coredata.UntouchedTransformable"

    override class func transformedValueClass() -> AnyClass { NSData.self }
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? { (value as? OpaqueValue)?.data }
    override func reverseTransformedValue(_ value: Any?) -> Any? { (value as? Data).map(OpaqueValue.init(data:)) }
}

/// Bytes of a Transformable attribute that hold something else than plain values.
final class OpaqueValue: NSObject, @unchecked Sendable {
    // Sendable: constant.

    let data: Data

    init(data: Data) { self.data = data }

    /// The class of the object that the bytes archive, where they are an archive.
    var archivedClass: String? { (try? ArchiveGraph(data))?.root.className }
}

import Foundation

/// How one Transformable attribute's values become bytes and come back: the only place that applies a transformer, so
/// that each value passes through exactly once each way.
///
/// It knows the directions: the secure transformer and its subclasses turn *data into objects*, all others *objects
/// into data*.
package struct TransformableCoding: Hashable, Sendable {
    package let entityName: String
    package let attributeName: String
    package let transformerName: String
    /// The entity's class: where its module is, a transformer's class is looked for whose name has none.
    private let className: String?

    /// - Parameters:
    ///   - transformerName: The name in the model; nil or empty stands for the secure transformer.
    ///   - className: The entity's class; its module is searched for the transformer's class.
    package init(
        entityName: String, attributeName: String, transformerName: String?, className: String? = nil
    ) {
        self.entityName = entityName
        self.attributeName = attributeName
        self.transformerName =
            transformerName.flatMap { $0.isEmpty ? nil : $0 }
            ?? NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
        self.className = className
    }

    package init(_ attribute: NSAttributeDescription) {
        self.init(
            entityName: attribute.entity?.name ?? "?", attributeName: attribute.name,
            transformerName: attribute.valueTransformerName, className: attribute.entity?.managedObjectClassName)
    }

    /// The bytes to store for a value of an attribute; nil for nil. See `encode(_:)`.
    package static func encode(_ value: Any?, for attribute: NSAttributeDescription) throws -> Data? {
        value == nil ? nil : try TransformableCoding(attribute).encode(value)
    }

    /// The value of an attribute in stored bytes; nil for no bytes. See `decode(_:)`.
    package static func decode(_ data: Data?, for attribute: NSAttributeDescription) throws -> Any? {
        data == nil ? nil : try TransformableCoding(attribute).decode(data)
    }

    /// The bytes to store; nil for nil.
    ///
    /// - Throws: `TransformerError` with code `unknownTransformer` or `invalidValue`.
    package func encode(_ value: Any?) throws -> Data? {
        guard let value else { return nil }
        let transformer = try transformer()
        let isReversed = transformer is NSSecureUnarchiveFromDataTransformer
        let result = isReversed ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
        if let data = result as? Data { return data }
        if Self.isNil(value) { return nil }
        if let result {
            throw TransformerError(
                .invalidValue, self,
                "\(transformerName) gave \(Self.className(of: result)) instead of Data for a value of class "
                    + "\(Self.className(of: value)); a custom transformer's transformedValue(_:) turns the object into "
                    + "data")
        }
        let failure = transformer.encodingFailure(of: value).map { ": \($0)" } ?? ""
        throw TransformerError(
            .invalidValue, self,
            "\(transformerName) cannot store a value of class \(Self.className(of: value))\(failure)")
    }

    /// The value in stored bytes; nil for no bytes.
    ///
    /// - Throws: `TransformerError` with code `unknownTransformer`, `invalidValue` (a class that is not allowed) or
    ///   `corruptData`.
    package func decode(_ data: Data?) throws -> Any? {
        guard let data, !data.isEmpty else { return nil }
        let transformer = try transformer()
        if transformer is NSSecureUnarchiveFromDataTransformer {
            if let value = transformer.transformedValue(data) { return value }
        } else {
            guard type(of: transformer).allowsReverseTransformation() else {
                throw TransformerError(
                    .invalidValue, self,
                    "\(transformerName) does not allow reverse transformation, so nothing can be read")
            }
            if let value = transformer.reverseTransformedValue(data) { return value }
        }
        switch transformer.decodingFailure(of: data) {
        case nil: return nil
        case let error as KeyedArchiveError where error.code == .classNotAllowed:
            throw TransformerError(.invalidValue, self, "the stored bytes cannot be read: \(error)")
        case let error?:
            throw TransformerError(.corruptData, self, "the stored bytes are damaged or of another kind: \(error)")
        }
    }

    private func transformer() throws -> ValueTransformer {
        let name = NSValueTransformerName(transformerName)
        guard let transformer = TransformerRegistry.transformer(forName: name, className: className) else {
            throw TransformerError(
                .unknownTransformer, self,
                "no value transformer is named '\(transformerName)'; register it with "
                    + "ValueTransformer.setValueTransformer(_:forName:) before the store is opened")
        }
        return transformer
    }

    /// A nil of some optional type that has been put into an `Any`.
    private static func isNil(_ value: Any) -> Bool {
        guard let optional = value as? any OptionalValue else { return false }
        return optional.isNil
    }

    private static func className(of value: Any) -> String { String(reflecting: type(of: value)) }
}

private protocol OptionalValue {
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate var isNil: Bool {
        if case .none = self { return true }
        return false
    }
}

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
    /// Where to look for a transformer's class whose name is given without a module.
    let module: String?

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
        module = className.flatMap { name in
            name.firstIndex(of: ".").map { String(name[..<$0]) }
        }
    }

    /// The bytes to store; nil for nil.
    ///
    /// - Throws: `TransformerError` with code `unknownTransformer` or `invalidValue`.
    package func encode(_ value: Any?) throws -> Data? {
        guard let value, !Self.isNil(value) else { return nil }
        switch try transformer() {
        case let transformer as any ReportingTransformer:
            do { return try transformer.encode(value) } catch { throw invalid(value, error) }
        case let transformer:
            guard let result = transformer.transformedValue(value) else {
                throw TransformerError(
                    .invalidValue, self,
                    "\(transformerName) gave nothing for a value of class \(Self.className(of: value))")
            }
            guard let data = result as? Data else {
                throw TransformerError(
                    .invalidValue, self,
                    "\(transformerName) gave \(Self.className(of: result)) instead of Data; transformedValue(_:) must "
                        + "turn the object into data")
            }
            return data
        }
    }

    /// The value in stored bytes; nil for no bytes.
    ///
    /// - Throws: `TransformerError` with code `unknownTransformer`, `invalidValue` (a class that is not allowed) or
    ///   `corruptData`.
    package func decode(_ data: Data?) throws -> Any? {
        guard let data, !data.isEmpty else { return nil }
        let transformer = try transformer()
        if let transformer = transformer as? any ReportingTransformer {
            do {
                return try transformer.decode(data)
            } catch let error as KeyedArchiveError where error.code == .classNotAllowed {
                throw TransformerError(.invalidValue, self, error.description)
            } catch {
                throw TransformerError(.corruptData, self, "the stored bytes are damaged or of another kind: \(error)")
            }
        }
        guard type(of: transformer).allowsReverseTransformation() else {
            throw TransformerError(
                .invalidValue, self, "\(transformerName) does not allow reverse transformation, so nothing can be read")
        }
        return transformer.reverseTransformedValue(data)
    }

    private func transformer() throws -> ValueTransformer {
        let name = NSValueTransformerName(transformerName)
        guard let transformer = TransformerRegistry.transformer(forName: name, module: module) else {
            throw TransformerError(
                .unknownTransformer, self,
                "no value transformer is named '\(transformerName)'; register it with "
                    + "ValueTransformer.setValueTransformer(_:forName:) before the store is opened")
        }
        return transformer
    }

    private func invalid(_ value: Any, _ error: any Error) -> TransformerError {
        let reason = (error as? KeyedArchiveError)?.description
        return TransformerError(
            .invalidValue, self,
            reason ?? "\(transformerName) cannot store a value of class \(Self.className(of: value))")
    }

    /// A nil of some optional type that has been put into an `Any`.
    private static func isNil(_ value: Any) -> Bool {
        guard let optional = value as? any OptionalValue else { return false }
        return optional.isNil
    }

    private static func className(of value: Any) -> String { String(reflecting: type(of: value)) }
}

/// A transformer whose failures say why, and which keeps its direction to itself.
protocol ReportingTransformer: ValueTransformer {
    func encode(_ value: Any) throws -> Data
    func decode(_ data: Data) throws -> Any?
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

import Foundation

/// Why a Transformable attribute's value could not be stored or read. It names entity, attribute and class, and holds
/// no value.
public struct TransformerError: Error, Hashable, Sendable {
    /// What went wrong, with Cocoa's code where it has one.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code in `NSCocoaErrorDomain`.
        public let rawValue: Int

        /// A code from its number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// No transformer has the name that the model states (134060, Core Data's general error).
        public static let unknownTransformer = Code(rawValue: 134_060)
        /// The stored bytes cannot be turned into a value (4864, `NSCoderReadCorruptError`).
        public static let corruptData = Code(rawValue: 4864)
        /// The value's class is not allowed, or the transformer refused it (4866, `NSCoderInvalidValueError`).
        public static let invalidValue = Code(rawValue: 4866)
    }

    /// What went wrong.
    public let code: Code
    /// The name of the attribute's entity.
    public let entityName: String
    /// The name of the attribute.
    public let attributeName: String
    /// The transformer's name in the model.
    public let transformerName: String
    /// What happened and what to do, without the names of entity and attribute.
    public let reason: String

    init(_ code: Code, _ coding: TransformableCoding, _ reason: String) {
        self.code = code
        entityName = coding.entityName
        attributeName = coding.attributeName
        transformerName = coding.transformerName
        self.reason = reason
    }
}

extension TransformerError: CustomStringConvertible, LocalizedError, CustomNSError {
    /// `Entity.attribute: reason`.
    public var description: String { "\(entityName).\(attributeName): \(reason)" }

    /// The description.
    public var errorDescription: String? { description }

    /// `NSCocoaErrorDomain`.
    public static var errorDomain: String { NSCocoaErrorDomain }

    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// The description, and the attribute's name under Core Data's `NSValidationErrorKey`.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: description, "NSValidationErrorKey": attributeName]
    }
}

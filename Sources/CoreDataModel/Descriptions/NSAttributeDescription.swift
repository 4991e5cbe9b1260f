import Foundation

/// An attribute: a value of an object, such as a string, a number or a date.
///
///     let age = NSAttributeDescription()
///     age.name = "age"
///     age.attributeType = .integer16AttributeType
///     age.isOptional = true
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    /// The type of the value. `undefinedAttributeType` unless changed, which only a transient attribute may keep.
    open var attributeType = NSAttributeType.undefinedAttributeType { willSet { requireMutable() } }

    /// The type of the value, in the form of newer code: `attribute.type = .string`.
    open var type: AttributeType {
        get { AttributeType(rawValue: attributeType.rawValue) }
        set {
            guard let attributeType = NSAttributeType(rawValue: newValue.rawValue) else {
                preconditionFailure(
                    "\(label).type: \(newValue.rawValue) is no attribute type; use one of the constants.")
            }
            self.attributeType = attributeType
        }
    }

    /// Apple's name of the class of the values: `NSString`, `NSNumber` …; for a transformable attribute the name given.
    open var attributeValueClassName: String? {
        get { givenValueClassName ?? attributeType.valueClassName }
        set {
            requireMutable()
            givenValueClassName = newValue
        }
    }

    /// The class name that was set, `nil` when it follows the type.
    package private(set) var givenValueClassName: String?

    /// The value of a new object. It must fit the type; a number may be any Swift or Foundation number.
    open var defaultValue: Any? { willSet { requireMutable() } }

    /// The default value as values of this type are held (see `canonicalValue(_:)`). Set when the model is frozen.
    package private(set) var canonicalDefault: Any?

    /// The name of the value transformer of a transformable attribute. `nil` is the secure keyed archiver.
    open var valueTransformerName: String? { willSet { requireMutable() } }

    /// Whether large values may be kept in files beside the store. For binary and transformable attributes.
    open var allowsExternalBinaryDataStorage = false { willSet { requireMutable() } }

    /// Whether the history entry of a deleted object keeps this value.
    open var preservesValueInHistoryOnDeletion = false { willSet { requireMutable() } }

    /// Whether CloudKit may encrypt the value. Kept for Apple's systems; nothing here reads it.
    open var allowsCloudEncryption = false { willSet { requireMutable() } }

    // MARK: Limits

    /// The smallest allowed value of a number or date.
    package var minValue: AttributeLimit? { willSet { requireMutable() } }
    /// The largest allowed value of a number or date.
    package var maxValue: AttributeLimit? { willSet { requireMutable() } }
    /// The smallest allowed length of a string in UTF-16 units.
    package var minLength: Int? { willSet { requireMutable() } }
    /// The largest allowed length of a string in UTF-16 units.
    package var maxLength: Int? { willSet { requireMutable() } }
    /// The regular expression that a whole string must match.
    package var regularExpression: String? { willSet { requireMutable() } }
    /// `regularExpression`, compiled when the model is frozen.
    package private(set) var compiledRegularExpression: NSRegularExpression?

    /// True when no limit has to be checked, so that validation can pass over the attribute.
    package var hasLimits: Bool {
        minValue != nil || maxValue != nil || minLength != nil || maxLength != nil || regularExpression != nil
    }

    package override var validationFormats: [String] { limitRules.map(\.format) }

    package override var validationFormatCodes: [Int] { limitRules.map(\.code) }

    // MARK: Facts for the class generator

    /// Whether the generated accessor uses a Swift scalar; `nil` when the model file does not say.
    package var usesScalarValueType: Bool? { willSet { requireMutable() } }
    /// The Swift class of a transformable attribute's values, for the generated accessor.
    package var customClassName: String? { willSet { requireMutable() } }

    // MARK: Copying and freezing

    package override func takeValues(from other: NSPropertyDescription) {
        super.takeValues(from: other)
        guard let other = other as? NSAttributeDescription else { return }
        attributeType = other.attributeType
        givenValueClassName = other.givenValueClassName
        defaultValue = other.defaultValue
        valueTransformerName = other.valueTransformerName
        allowsExternalBinaryDataStorage = other.allowsExternalBinaryDataStorage
        preservesValueInHistoryOnDeletion = other.preservesValueInHistoryOnDeletion
        allowsCloudEncryption = other.allowsCloudEncryption
        minValue = other.minValue
        maxValue = other.maxValue
        minLength = other.minLength
        maxLength = other.maxLength
        regularExpression = other.regularExpression
        usesScalarValueType = other.usesScalarValueType
        customClassName = other.customClassName
    }

    package override func check() throws {
        try super.check()
        try checkType()
        try checkLimits()
        try checkDefault()
    }

    package override func freeze() {
        guard !isFrozen else { return }
        // Both were checked just before, so a failure cannot be lost here.
        canonicalDefault = defaultValue.flatMap { try? canonicalValue($0) }
        compiledRegularExpression = regularExpression.flatMap { try? NSRegularExpression(pattern: $0) }
        super.freeze()
    }
}

extension NSAttributeDescription {
    /// The type of an attribute's value, in the form of newer code.
    public struct AttributeType: RawRepresentable, Hashable, Sendable {
        /// The number of the same type in `NSAttributeType`.
        public let rawValue: UInt

        /// Makes a type from its number.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        private init(_ type: NSAttributeType) {
            rawValue = type.rawValue
        }

        /// No type.
        public static let undefined = AttributeType(.undefinedAttributeType)
        /// A whole number of 16 bits.
        public static let integer16 = AttributeType(.integer16AttributeType)
        /// A whole number of 32 bits.
        public static let integer32 = AttributeType(.integer32AttributeType)
        /// A whole number of 64 bits.
        public static let integer64 = AttributeType(.integer64AttributeType)
        /// An `NSDecimalNumber`.
        public static let decimal = AttributeType(.decimalAttributeType)
        /// A 64-bit floating-point number.
        public static let double = AttributeType(.doubleAttributeType)
        /// A 32-bit floating-point number.
        public static let float = AttributeType(.floatAttributeType)
        /// A string.
        public static let string = AttributeType(.stringAttributeType)
        /// True or false.
        public static let boolean = AttributeType(.booleanAttributeType)
        /// A date.
        public static let date = AttributeType(.dateAttributeType)
        /// Bytes.
        public static let binaryData = AttributeType(.binaryDataAttributeType)
        /// A UUID.
        public static let uuid = AttributeType(.UUIDAttributeType)
        /// A URL.
        public static let uri = AttributeType(.URIAttributeType)
        /// Any value that a value transformer turns into bytes.
        public static let transformable = AttributeType(.transformableAttributeType)
        /// The ID of a managed object.
        public static let objectID = AttributeType(.objectIDAttributeType)
        /// A group of named elements.
        public static let composite = AttributeType(.compositeAttributeType)
    }
}

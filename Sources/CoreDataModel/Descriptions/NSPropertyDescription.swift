import Foundation

/// What attributes, relationships and fetched properties of an entity have in common.
///
/// A property is used through its subclasses, and belongs to one entity. It may be changed until a coordinator uses its
/// model; later changes trap.
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSPropertyDescription: NSObject, NSCopying, Freezable, @unchecked Sendable {
    package private(set) var isFrozen = false

    /// Makes an optional, stored property without a name.
    public required override init() {}

    /// The key under which an object holds the value. It may not be empty, nor a member of `NSManagedObject`.
    open var name: String = "" { willSet { requireMutable() } }

    /// Whether an object may be saved without a value. True unless changed.
    open var isOptional = true { willSet { requireMutable() } }

    /// Whether the value lives in memory only and is never saved.
    open var isTransient = false { willSet { requireMutable() } }

    /// Notes for the application, kept with the model. Not part of the version hash.
    open var userInfo: [AnyHashable: Any]? { willSet { requireMutable() } }

    /// The entity that declares this property, `nil` before it is added to one.
    public package(set) weak var entity: NSEntityDescription?

    /// Text that makes the version hash differ though nothing else does.
    open var versionHashModifier: String? { willSet { requireMutable() } }

    /// The name that this property had in the previous version of the model; its own name when it was not renamed.
    open var renamingIdentifier: String? {
        get { givenRenamingIdentifier ?? name }
        set {
            requireMutable()
            givenRenamingIdentifier = newValue
        }
    }

    /// The renaming identifier that was set, `nil` when it follows the name.
    package private(set) var givenRenamingIdentifier: String?

    /// Whether the value is offered to Spotlight. Kept for Apple's systems; nothing here reads it.
    open var isIndexedBySpotlight = false { willSet { requireMutable() } }

    /// Whether the property has an index of its own: the form used before fetch indexes.
    open var isIndexed = false { willSet { requireMutable() } }

    /// Whether the value is written to Spotlight's external records. Kept for Apple's systems; nothing here reads it.
    open var isStoredInExternalRecord = false { willSet { requireMutable() } }

    /// Whether a sync service may carry the property. Kept so that a model file can be written back as it was.
    package var isSyncable = true { willSet { requireMutable() } }

    // MARK: Validation

    private var givenValidation: (predicates: [NSPredicate], warnings: [Any]) = ([], [])

    /// The predicates that a value must satisfy, with `SELF` as the value: those that were set, then those that follow
    /// from an attribute's limits.
    open var validationPredicates: [NSPredicate] {
        givenValidation.predicates + validationFormats.compactMap { try? makePredicate(format: $0) }
    }

    /// One entry for each of `validationPredicates`: the error code or text to report when it fails.
    open var validationWarnings: [Any] {
        givenValidation.warnings + validationFormatCodes
    }

    /// Sets predicates that a value must satisfy, and for each one the error code (number) or text to report.
    open func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
        requireMutable()
        givenValidation = (validationPredicates ?? [], validationWarnings ?? [])
    }

    /// Sets predicates with what a compiled model has beside them: numbers and texts.
    package func setValidation(_ predicates: [NSPredicate], warnings: [Any]) {
        requireMutable("validationPredicates")
        givenValidation = (predicates, warnings)
    }

    /// The predicates set in code, without those that follow from limits: the limits are checked faster by number.
    package var givenValidationPredicates: [NSPredicate] { givenValidation.predicates }

    /// The text of the predicates that follow from the property's limits.
    package var validationFormats: [String] { [] }

    /// The error code of each of `validationFormats`.
    package var validationFormatCodes: [Int] { [] }

    // MARK: Copying and freezing

    /// A copy that belongs to no entity.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.takeValues(from: self)
        return copy
    }

    /// Takes over every value of `other`, which has the same class.
    package func takeValues(from other: NSPropertyDescription) {
        name = other.name
        isOptional = other.isOptional
        isTransient = other.isTransient
        userInfo = other.userInfo
        versionHashModifier = other.versionHashModifier
        givenRenamingIdentifier = other.givenRenamingIdentifier
        isIndexedBySpotlight = other.isIndexedBySpotlight
        isIndexed = other.isIndexed
        isStoredInExternalRecord = other.isStoredInExternalRecord
        isSyncable = other.isSyncable
        givenValidation = other.givenValidation
    }

    /// Called once, from the model, after the checks.
    package func freeze() {
        isFrozen = true
    }

    /// Throws what is wrong with this property by itself.
    package func check() throws {}

    /// An error about this property.
    package func mistake(_ code: ModelError.Code, _ message: String) -> ModelError {
        ModelError(code, message, entity: entity?.name, property: name)
    }

    package var label: String { "\(entity?.name ?? "?").\(name)" }
}

/// The error codes of Core Data, in `NSCocoaErrorDomain` (CoreDataErrors.h).
extension CocoaError.Code {
    public static let managedObjectValidation = Self(rawValue: 1550)
    public static let managedObjectConstraintValidation = Self(rawValue: 1551)
    /// Several errors; `NSDetailedErrorsKey` holds them.
    public static let validationMultipleErrors = Self(rawValue: 1560)
    public static let validationMissingMandatoryProperty = Self(rawValue: 1570)
    public static let validationRelationshipLacksMinimumCount = Self(rawValue: 1580)
    public static let validationRelationshipExceedsMaximumCount = Self(rawValue: 1590)
    public static let validationRelationshipDeniedDelete = Self(rawValue: 1600)
    public static let validationNumberTooLarge = Self(rawValue: 1610)
    public static let validationNumberTooSmall = Self(rawValue: 1620)
    public static let validationDateTooLate = Self(rawValue: 1630)
    public static let validationDateTooSoon = Self(rawValue: 1640)
    public static let validationInvalidDate = Self(rawValue: 1650)
    public static let validationStringTooLong = Self(rawValue: 1660)
    public static let validationStringTooShort = Self(rawValue: 1670)
    public static let validationStringPatternMatching = Self(rawValue: 1680)
    public static let validationInvalidURI = Self(rawValue: 1690)
    public static let persistentStoreCoordinatorLocking = Self(rawValue: 132000)
    public static let managedObjectContextLocking = Self(rawValue: 132010)
    /// A fault whose row is gone.
    public static let managedObjectReferentialIntegrity = Self(rawValue: 133000)
    public static let managedObjectExternalRelationship = Self(rawValue: 133010)
    /// Somebody else changed the row; `NSPersistentStoreSaveConflictsErrorKey` holds the conflicts.
    public static let managedObjectMerge = Self(rawValue: 133020)
    /// A uniqueness constraint is broken.
    public static let managedObjectConstraintMerge = Self(rawValue: 133021)
    public static let persistentStoreInvalidType = Self(rawValue: 134000)
    public static let persistentStoreTypeMismatch = Self(rawValue: 134010)
    /// The store was made with another model.
    public static let persistentStoreIncompatibleSchema = Self(rawValue: 134020)
    public static let persistentStoreSave = Self(rawValue: 134030)
    public static let persistentStoreIncompleteSave = Self(rawValue: 134040)
    public static let persistentStoreSaveConflicts = Self(rawValue: 134050)
    public static let coreData = Self(rawValue: 134060)
    public static let persistentStoreOperation = Self(rawValue: 134070)
    /// The store cannot be opened.
    public static let persistentStoreOpen = Self(rawValue: 134080)
    public static let persistentStoreTimeout = Self(rawValue: 134090)
    public static let persistentStoreUnsupportedRequestType = Self(rawValue: 134091)
    /// The store's version hashes are not the model's.
    public static let persistentStoreIncompatibleVersionHash = Self(rawValue: 134100)
    public static let migration = Self(rawValue: 134110)
    public static let migrationCancelled = Self(rawValue: 134120)
    public static let migrationMissingSourceModel = Self(rawValue: 134130)
    public static let migrationMissingMappingModel = Self(rawValue: 134140)
    public static let migrationManagerSourceStore = Self(rawValue: 134150)
    public static let migrationManagerDestinationStore = Self(rawValue: 134160)
    public static let entityMigrationPolicy = Self(rawValue: 134170)
    /// SQLite itself failed; `NSSQLiteErrorDomain` holds its result code.
    public static let sqlite = Self(rawValue: 134180)
    public static let inferredMappingModel = Self(rawValue: 134190)
    public static let externalRecordImport = Self(rawValue: 134200)
}

/// User-info keys of Core Data's errors.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// The object that failed validation.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// The key of the property that failed validation.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// The predicate that a value does not fulfil.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// The value that failed; it may be private, so it never appears in a message.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// The stores that a save concerned.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
/// The objects that a save concerned.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
/// An array of `NSMergeConflict`.
public let NSPersistentStoreSaveConflictsErrorKey = "NSPersistentStoreSaveConflictsErrorKey"
/// SQLite's extended result code, beside code 134180 and in underlying errors.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

extension CocoaError {
    /// An error with a sentence that says what, where and what to do.
    package static func coreData(_ code: Code, _ message: String, _ userInfo: [String: Any] = [:]) -> CocoaError {
        var info = userInfo
        info[NSLocalizedDescriptionKey] = message
        return CocoaError(code, userInfo: info)
    }

    static func unknownKey(_ key: String, entity: NSEntityDescription) -> CocoaError {
        let known = entity.propertiesByName.keys.sorted()
        let near = known.first { $0.lowercased() == key.lowercased() }
        let hint = near.map { "; did you mean '\($0)'?" } ?? "; it has \(known.joined(separator: ", "))"
        return .coreData(
            .coreData, "\(entity.name ?? "") has no property '\(key)'\(hint)", [NSValidationKeyErrorKey: key])
    }

    static func unacceptableType(of value: Any, for property: NSPropertyDescription) -> CocoaError {
        let expected: String
        if let attribute = property as? NSAttributeDescription {
            expected = attribute.attributeType.title
        } else if let relationship = property as? NSRelationshipDescription {
            let target = relationship.destinationEntity?.name ?? "an object"
            expected = relationship.isToMany ? "a set of \(target)" : target
        } else {
            expected = "nothing"
        }
        return .coreData(
            .managedObjectValidation,
            "\(property.qualifiedName) takes \(expected), not \(type(of: value))",
            [NSValidationKeyErrorKey: property.name])
    }
}

extension NSPropertyDescription {
    /// "Person.age", as messages name it.
    package var qualifiedName: String { "\(entity?.name ?? "").\(name)" }
}

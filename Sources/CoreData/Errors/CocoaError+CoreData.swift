/// The error codes of Core Data, in `NSCocoaErrorDomain` (CoreDataErrors.h).
extension CocoaError.Code {
    /// A value breaks a rule of the model (1550).
    public static let managedObjectValidation = Self(rawValue: 1550)
    /// A uniqueness constraint is broken (1551).
    public static let managedObjectConstraintValidation = Self(rawValue: 1551)
    /// Several errors; `NSDetailedErrorsKey` holds them.
    public static let validationMultipleErrors = Self(rawValue: 1560)
    /// A required property is nil (1570).
    public static let validationMissingMandatoryProperty = Self(rawValue: 1570)
    /// A relationship has too few objects (1580).
    public static let validationRelationshipLacksMinimumCount = Self(rawValue: 1580)
    /// A relationship has too many objects (1590).
    public static let validationRelationshipExceedsMaximumCount = Self(rawValue: 1590)
    /// A delete rule denies the deletion (1600).
    public static let validationRelationshipDeniedDelete = Self(rawValue: 1600)
    /// A number is above its maximum (1610).
    public static let validationNumberTooLarge = Self(rawValue: 1610)
    /// A number is below its minimum (1620).
    public static let validationNumberTooSmall = Self(rawValue: 1620)
    /// A date is after its latest (1630).
    public static let validationDateTooLate = Self(rawValue: 1630)
    /// A date is before its earliest (1640).
    public static let validationDateTooSoon = Self(rawValue: 1640)
    /// A date is none (1650).
    public static let validationInvalidDate = Self(rawValue: 1650)
    /// A text is too long, counted in UTF-16 units (1660).
    public static let validationStringTooLong = Self(rawValue: 1660)
    /// A text is too short, counted in UTF-16 units (1670).
    public static let validationStringTooShort = Self(rawValue: 1670)
    /// A text does not match its pattern (1680).
    public static let validationStringPatternMatching = Self(rawValue: 1680)
    /// A URI is malformed (1690).
    public static let validationInvalidURI = Self(rawValue: 1690)
    /// The coordinator could not be locked (132000).
    public static let persistentStoreCoordinatorLocking = Self(rawValue: 132000)
    /// The context could not be locked (132010).
    public static let managedObjectContextLocking = Self(rawValue: 132010)
    /// A fault whose row is gone.
    public static let managedObjectReferentialIntegrity = Self(rawValue: 133000)
    /// A relationship leads to an object that is not in the store (133010).
    public static let managedObjectExternalRelationship = Self(rawValue: 133010)
    /// Somebody else changed the row; `NSPersistentStoreSaveConflictsErrorKey` holds the conflicts.
    public static let managedObjectMerge = Self(rawValue: 133020)
    /// A uniqueness constraint is broken.
    public static let managedObjectConstraintMerge = Self(rawValue: 133021)
    /// There is no such store type (134000).
    public static let persistentStoreInvalidType = Self(rawValue: 134000)
    /// The store is of another type (134010).
    public static let persistentStoreTypeMismatch = Self(rawValue: 134010)
    /// The store was made with another model.
    public static let persistentStoreIncompatibleSchema = Self(rawValue: 134020)
    /// The save failed (134030).
    public static let persistentStoreSave = Self(rawValue: 134030)
    /// Some of several stores could not be saved (134040).
    public static let persistentStoreIncompleteSave = Self(rawValue: 134040)
    /// The save has conflicts that were not resolved (134050).
    public static let persistentStoreSaveConflicts = Self(rawValue: 134050)
    /// Any other error of the framework (134060).
    public static let coreData = Self(rawValue: 134060)
    /// The store could not do what was asked (134070).
    public static let persistentStoreOperation = Self(rawValue: 134070)
    /// The store cannot be opened.
    public static let persistentStoreOpen = Self(rawValue: 134080)
    /// The store was in use for too long (134090).
    public static let persistentStoreTimeout = Self(rawValue: 134090)
    /// The store cannot run such a request (134091).
    public static let persistentStoreUnsupportedRequestType = Self(rawValue: 134091)
    /// The store's version hashes are not the model's.
    public static let persistentStoreIncompatibleVersionHash = Self(rawValue: 134100)
    /// The migration failed (134110).
    public static let migration = Self(rawValue: 134110)
    /// The migration was cancelled (134120).
    public static let migrationCancelled = Self(rawValue: 134120)
    /// The model that the store was made with was not found (134130).
    public static let migrationMissingSourceModel = Self(rawValue: 134130)
    /// There is no mapping model (134140).
    public static let migrationMissingMappingModel = Self(rawValue: 134140)
    /// The store to migrate could not be read (134150).
    public static let migrationManagerSourceStore = Self(rawValue: 134150)
    /// The migrated store could not be written (134160).
    public static let migrationManagerDestinationStore = Self(rawValue: 134160)
    /// A migration policy failed (134170).
    public static let entityMigrationPolicy = Self(rawValue: 134170)
    /// SQLite itself failed; `NSSQLiteErrorDomain` holds its result code.
    public static let sqlite = Self(rawValue: 134180)
    /// How to migrate could not be inferred (134190).
    public static let inferredMappingModel = Self(rawValue: 134190)
    /// External records could not be imported (134200).
    public static let externalRecordImport = Self(rawValue: 134200)
    /// What followed a history token has been deleted (134301).
    public static let persistentHistoryTokenExpired = Self(rawValue: 134301)
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

import Testing

@testable import CoreData

/// The numbers of the errors, as CoreDataErrors.h of Apple's SDK has them.
@Suite struct ErrorCodeTests {
    @Test(
        "Errors Numbers",
        arguments: [
            (.managedObjectValidation, 1550), (.managedObjectConstraintValidation, 1551),
            (.validationMultipleErrors, 1560), (.validationMissingMandatoryProperty, 1570),
            (.validationRelationshipLacksMinimumCount, 1580), (.validationRelationshipExceedsMaximumCount, 1590),
            (.validationRelationshipDeniedDelete, 1600), (.validationNumberTooLarge, 1610),
            (.validationNumberTooSmall, 1620), (.validationDateTooLate, 1630), (.validationDateTooSoon, 1640),
            (.validationInvalidDate, 1650), (.validationStringTooLong, 1660), (.validationStringTooShort, 1670),
            (.validationStringPatternMatching, 1680),
            // From general knowledge.
            (.validationInvalidURI, 1690), (.persistentStoreCoordinatorLocking, 132000),
            (.managedObjectContextLocking, 132010), (.managedObjectReferentialIntegrity, 133000),
            (.managedObjectExternalRelationship, 133010), (.managedObjectMerge, 133020),
            (.managedObjectConstraintMerge, 133021), (.persistentStoreInvalidType, 134000),
            (.persistentStoreTypeMismatch, 134010), (.persistentStoreIncompatibleSchema, 134020),
            (.persistentStoreSave, 134030), (.persistentStoreIncompleteSave, 134040),
            (.persistentStoreSaveConflicts, 134050), (.coreData, 134060), (.persistentStoreOperation, 134070),
            (.persistentStoreOpen, 134080), (.persistentStoreTimeout, 134090),
            (.persistentStoreUnsupportedRequestType, 134091), (.persistentStoreIncompatibleVersionHash, 134100),
            (.migration, 134110), (.migrationCancelled, 134120), (.migrationMissingSourceModel, 134130),
            (.migrationMissingMappingModel, 134140), (.migrationManagerSourceStore, 134150),
            (.migrationManagerDestinationStore, 134160), (.entityMigrationPolicy, 134170), (.sqlite, 134180),
            (.inferredMappingModel, 134190), (.externalRecordImport, 134200),
            // From general knowledge.
            (.persistentHistoryTokenExpired, 134301),
        ] as [(CocoaError.Code, Int)])
    func numbers(_ code: CocoaError.Code, _ number: Int) {
        #expect(code.rawValue == number)
        #expect((CocoaError(code) as NSError).domain == NSCocoaErrorDomain)
    }
}

/// What a request that a context has executed gives back.
open class NSPersistentStoreResult: NSObject {}

/// What a batch insertion gives back.
open class NSBatchInsertResult: NSPersistentStoreResult {
    /// `true`, an array of `NSManagedObjectID`, or the number of rows, as `resultType` says.
    public let result: Any?
    /// What `result` is.
    public let resultType: NSBatchInsertRequestResultType

    init(_ outcome: BatchOutcome, _ resultType: NSBatchInsertRequestResultType) {
        self.resultType = resultType
        switch resultType {
        case .statusOnly: result = true
        case .objectIDs: result = outcome.ids
        case .count: result = outcome.count
        }
    }
}

/// What a batch update gives back.
open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// `true`, an array of `NSManagedObjectID`, or the number of rows, as `resultType` says.
    public let result: Any?
    /// What `result` is.
    public let resultType: NSBatchUpdateRequestResultType

    init(_ outcome: BatchOutcome, _ resultType: NSBatchUpdateRequestResultType) {
        self.resultType = resultType
        switch resultType {
        case .statusOnlyResultType: result = true
        case .updatedObjectIDsResultType: result = outcome.ids
        case .updatedObjectsCountResultType: result = outcome.count
        }
    }
}

/// What a batch deletion gives back.
open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// `true`, an array of `NSManagedObjectID`, or the number of rows, as `resultType` says. Rows that a cascade has
    /// deleted are among them.
    public let result: Any?
    /// What `result` is.
    public let resultType: NSBatchDeleteRequestResultType

    init(_ outcome: BatchOutcome, _ resultType: NSBatchDeleteRequestResultType) {
        self.resultType = resultType
        switch resultType {
        case .resultTypeStatusOnly: result = true
        case .resultTypeObjectIDs: result = outcome.ids
        case .resultTypeCount: result = outcome.count
        }
    }
}

/// What a batch did in one store, or in several.
struct BatchOutcome {
    /// Empty unless they were asked for.
    var ids: [NSManagedObjectID] = []
    var count = 0

    static func + (a: BatchOutcome, b: BatchOutcome) -> BatchOutcome {
        BatchOutcome(ids: a.ids + b.ids, count: a.count + b.count)
    }
}

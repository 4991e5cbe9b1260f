/// The kinds of merge policy.
public enum NSMergePolicyType: UInt, Sendable {
    /// The save fails and says which rows.
    case errorMergePolicyType = 0
    /// Property by property; what both sides have changed is as the store has it.
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    /// Property by property; what both sides have changed is as the object has it.
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    /// The whole object replaces the row.
    case overwriteMergePolicyType = 3
    /// The object's changes are dropped.
    case rollbackMergePolicyType = 4
}

/// What a save does when somebody else has changed the same rows.
open class NSMergePolicy: NSObject, @unchecked Sendable {
    // Sendable: no state that changes.

    /// The kind of this policy.
    public let mergeType: NSMergePolicyType

    /// A policy of a kind.
    public init(merge type: NSMergePolicyType) { mergeType = type }

    /// The save fails with `CocoaError` 133020; `NSPersistentStoreSaveConflictsErrorKey` holds the conflicts.
    public static let error = NSMergePolicy(merge: .errorMergePolicyType)
}

/// The policy that every context begins with.
public let NSErrorMergePolicy = NSMergePolicy.error

/// A row that a save would have overwritten although somebody else changed it.
open class NSMergeConflict: NSObject {
    /// The object as the context has it.
    public let sourceObject: NSManagedObject
    /// The version that the object was read with.
    public let oldVersionNumber: UInt
    /// The version in the store; 0 when the row was deleted.
    public let newVersionNumber: UInt

    init(source: NSManagedObject, oldVersion: UInt, newVersion: UInt) {
        sourceObject = source
        oldVersionNumber = oldVersion
        newVersionNumber = newVersion
    }
}

/// What a save does when somebody else has changed the same rows.
open class NSMergePolicy: NSObject, @unchecked Sendable {
    // Sendable: no state that changes.

    /// The kinds of policy.
    public enum MergeType: UInt, Sendable {
        /// The save fails and says which rows.
        case errorMergePolicyType = 0
    }

    /// The kind of this policy.
    public let mergeType: MergeType

    /// A policy of a kind.
    public init(merge type: MergeType) { mergeType = type }

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

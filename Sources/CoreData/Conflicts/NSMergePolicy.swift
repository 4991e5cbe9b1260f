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

/// What a save does when somebody else has changed the same rows, or when a uniqueness constraint is broken.
///
/// ```swift
/// context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
/// ```
///
/// | | row changed by both | row deleted by somebody else | constraint finds a row | duplicates in the context |
/// |---|---|---|---|---|
/// | error | 133020 | 133020 | 133021 | 133021 |
/// | store trump | store's values where both changed | object goes | new object goes | first stays |
/// | object trump | object's values where both changed | inserted again | row takes what was set | first stays |
/// | overwrite | object's values everywhere | inserted again | row takes every value | first stays |
/// | rollback | store's values everywhere | object goes | new object goes | first stays |
///
/// A subclass overrides one of the `resolve` methods: it changes, refreshes or deletes the objects of the conflicts, on
/// the context's queue, and throws to make the save fail. The save is then tried again with what the context has.
open class NSMergePolicy: NSObject, @unchecked Sendable {
    // Sendable: no state that changes.

    /// The kind of this policy.
    public let mergeType: NSMergePolicyType

    /// A policy of a kind.
    public init(merge type: NSMergePolicyType) { mergeType = type }

    /// Whether there is no need to try a save again.
    final var onlyFails: Bool { mergeType == .errorMergePolicyType && type(of: self) == NSMergePolicy.self }

    /// The save fails with `CocoaError` 133020 or 133021; `NSPersistentStoreSaveConflictsErrorKey` holds the conflicts.
    public static let error = NSMergePolicy(merge: .errorMergePolicyType)
    /// Property by property; what both sides have changed is as the store has it.
    public static let mergeByPropertyStoreTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
    /// Property by property; what both sides have changed is as the object has it.
    public static let mergeByPropertyObjectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    /// The whole object replaces the row.
    public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    /// The object's changes are dropped.
    public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)

    /// Resolves conflicts of both kinds, by `resolve(optimisticLockingConflicts:)` and `resolve(constraintConflicts:)`.
    ///
    /// - Parameter list: `NSMergeConflict`s and `NSConstraintConflict`s.
    /// - Throws: What those throw.
    open func resolve(mergeConflicts list: [Any]) throws {
        let locking = list.compactMap { $0 as? NSMergeConflict }
        if !locking.isEmpty { try resolve(optimisticLockingConflicts: locking) }
        let constraints = list.compactMap { $0 as? NSConstraintConflict }
        if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
    }

    /// Resolves conflicts over rows that somebody else has changed or deleted.
    ///
    /// - Throws: `CocoaError` 133020 with the error policy.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        guard mergeType != .errorMergePolicyType else { throw SaveConflicts(locking: list).error }
        for conflict in list { conflict.resolve(mergeType) }
    }

    /// Resolves conflicts over uniqueness constraints.
    ///
    /// - Throws: `CocoaError` 133021 with the error policy.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        guard mergeType != .errorMergePolicyType else { throw SaveConflicts(constraints: list).error }
        for conflict in list { conflict.resolve(mergeType) }
    }
}

/// The policy that every context begins with: the save fails.
public let NSErrorMergePolicy = NSMergePolicy.error
/// Apple's older name for `NSMergePolicy.mergeByPropertyStoreTrump`.
public let NSMergeByPropertyStoreTrumpMergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
/// Apple's older name for `NSMergePolicy.mergeByPropertyObjectTrump`.
public let NSMergeByPropertyObjectTrumpMergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
/// Apple's older name for `NSMergePolicy.overwrite`.
public let NSOverwriteMergePolicy = NSMergePolicy.overwrite
/// Apple's older name for `NSMergePolicy.rollback`.
public let NSRollbackMergePolicy = NSMergePolicy.rollback

/// Why a save could not be written as it is, thrown by a store so that the context's merge policy can see to it.
struct SaveConflicts: Error, @unchecked Sendable {
    // Sendable: thrown and caught on the saving context's queue, which never leaves it.

    var locking: [NSMergeConflict] = []
    var constraints: [NSConstraintConflict] = []

    var list: [NSObject] { locking + constraints }

    /// 133020 or 133021, for the caller of `save()`.
    var error: CocoaError { locking.isEmpty ? constraintError : lockingError }

    private var lockingError: CocoaError {
        let names = locking.prefix(5).map { conflict in
            "\(conflict.sourceObject.layout.name) \(conflict.sourceObject.objectIDText)"
                + (conflict.newVersionNumber == 0 ? " (deleted)" : "")
        }
        let more = locking.count > 5 ? " and \(locking.count - 5) more" : ""
        return CocoaError.coreData(
            .managedObjectMerge,
            "Somebody else has changed \(names.joined(separator: ", "))\(more) since it was read: refresh and try again",
            [NSPersistentStoreSaveConflictsErrorKey: list, "conflictList": list])
    }

    private var constraintError: CocoaError {
        let first = constraints.first
        let object = first?.conflictingObjects.last
        var info: [String: Any] = [
            NSPersistentStoreSaveConflictsErrorKey: list, "conflictList": list,
            NSAffectedObjectsErrorKey: constraints.flatMap(\.conflictingObjects),
            NSValidationKeyErrorKey: first?.constraint.first ?? "",
        ]
        info[NSValidationObjectErrorKey] = object
        return CocoaError.coreData(
            .managedObjectConstraintMerge,
            "\(object?.layout.name ?? "An object") \(object?.objectIDText ?? ""): another object has the same "
                + "\(first?.constraint.joined(separator: ", ") ?? "values")", info)
    }
}

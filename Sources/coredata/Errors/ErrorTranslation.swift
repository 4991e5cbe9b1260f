import CommandKit
import CoreData
import CoreDataModel

/// Gives the errors of the libraries below the exit code and the words that this program documents.
enum ErrorTranslation {
    static func commandError(_ error: any Error) -> CommandError? {
        switch error {
        case let error as PredicateParseError:
            CommandError(.usage, "'--where' cannot be understood:\n\(error.caretDisplay)")
        case let error as PredicateEvaluationError: CommandError(.usage, "\(error)")
        case let error as ModelError: model(error)
        case let error as CocoaError: store(error)
        default: CommandError(.io, (error as NSError).localizedDescription)
        }
    }

    private static func model(_ error: ModelError) -> CommandError {
        CommandError(error.code == .unreadableFile ? .missingInput : .badInput, "\(error)")
    }

    private static func store(_ error: CocoaError) -> CommandError {
        let code: ExitCode =
            switch error.code {
            case .fileReadCorruptFile: .badInput
            case .fileReadNoSuchFile, .fileReadNoPermission, .fileNoSuchFile: .missingInput
            case .persistentStoreIncompatibleVersionHash, .persistentStoreIncompatibleSchema,
                .migrationMissingSourceModel, .migrationMissingMappingModel, .persistentStoreTypeMismatch:
                .newerStore
            case .fileWriteNoPermission, .fileWriteVolumeReadOnly, .fileWriteFileExists, .fileWriteInvalidFileName,
                .persistentStoreOpen:
                .cannotCreate
            case .persistentStoreTimeout, .persistentStoreCoordinatorLocking: .busy
            case .managedObjectConstraintMerge, .managedObjectConstraintValidation, .managedObjectMerge,
                .persistentStoreSaveConflicts, .managedObjectReferentialIntegrity:
                .conflict
            // What the framework says of a key or a predicate that makes no sense for the model.
            case .coreData, .persistentStoreUnsupportedRequestType: .usage
            case .inferredMappingModel, .migration: .badInput
            case let code where (1550..<1700).contains(code.rawValue): .badInput
            default: .io
            }
        return CommandError(code, message(of: error), hint: code == .busy ? "Wait longer with --timeout 1m" : nil)
    }

    /// Several errors in one are said one after the other.
    private static func message(of error: CocoaError) -> String {
        guard let details = error.userInfo[NSDetailedErrorsKey] as? [any Error], !details.isEmpty else {
            return error.localizedDescription
        }
        return details.map { ($0 as NSError).localizedDescription }.joined(separator: "; ")
    }
}

import CommandKit
import ContactFormats
import Foundation
import PersonKit

/// Gives the errors of the libraries below the exit code and the words that this program documents. The only place
/// where their codes are looked at.
enum ErrorTranslation {
    static func commandError(_ error: any Error) -> CommandError? {
        switch error {
        case let error as PredicateParseError: predicate(error)
        case let error as ContactFormatError: file(error)
        case let error as PersonError: person(error)
        case let error as CocoaError: store(error)
        default: CommandError(.io, (error as NSError).localizedDescription)
        }
    }

    private static func predicate(_ error: PredicateParseError) -> CommandError {
        CommandError(.usage, "'--where' cannot be understood:\n\(error.caretDisplay)")
    }

    private static func file(_ error: ContactFormatError) -> CommandError {
        let code: ExitCode =
            switch error.code {
            case .fileNotFound, .unreadable: .missingInput
            case .unknownEncoding, .invalidOption: .usage
            case .targetExists, .cannotCreate: .cannotCreate
            case .writeFailed: .io
            default: .badInput
            }
        let name = error.file == "-" ? (code == .io ? "standard output" : "standard input") : error.file
        return CommandError(code, error.message, file: name, line: error.line)
    }

    private static func person(_ error: PersonError) -> CommandError {
        // What lies below knows better why a store cannot be opened.
        if error.code == .cannotOpen, let below = error.underlying.flatMap(commandError) { return below }
        let code: ExitCode =
            switch error.code {
            case .notFound: .nothingFound
            case .duplicateID: .conflict
            case .cannotOpen: .cannotCreate
            // Everything else is a value that the command line has given.
            default: .usage
            }
        if error.code == .duplicateID, let id = error.personID {
            return CommandError(
                code, "There is a person with the ID \(id) already", hint: "Change it with 'people update'")
        }
        return CommandError(code, error.message)
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
                .persistentStoreSaveConflicts:
                .conflict
            // What the framework says of a key, a predicate or a sort order that makes no sense for the model; all of
            // them come from the command line.
            case .coreData, .persistentStoreUnsupportedRequestType: .usage
            case let code where (1550..<1700).contains(code.rawValue): .badInput
            default: .io
            }
        return CommandError(code, message(of: error), hint: hint(for: code))
    }

    /// Several errors in one are said one after the other.
    private static func message(of error: CocoaError) -> String {
        guard let details = error.userInfo[NSDetailedErrorsKey] as? [any Error], !details.isEmpty else {
            return error.localizedDescription
        }
        return details.map { ($0 as NSError).localizedDescription }.joined(separator: "; ")
    }

    private static func hint(for code: ExitCode) -> String? {
        switch code {
        case .newerStore: "Use the program that made it, or another file with --store PATH"
        case .busy: "Wait longer with --timeout 1m"
        case .usage: "--where asks texts, numbers and dates; QUERY and --tag find what is in lists"
        default: nil
        }
    }
}

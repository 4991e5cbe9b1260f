import SQLite

extension CocoaError {
    /// What SQLite reports, as Core Data reports it: a Cocoa code, the file, what to do; SQLite's own code beside it.
    static func store(_ error: SQLiteError, path: String?) -> CocoaError {
        let file = path ?? error.path ?? "the store"
        let (code, sentence): (Code, String)
        switch error.primaryCode {
        case SQLiteError.notADatabase:
            (code, sentence) = (.fileReadCorruptFile, "\(file) is not a database: nothing in it can be read as a store")
        case SQLiteError.corrupt:
            (code, sentence) = (
                .fileReadCorruptFile, "\(file) is damaged (\(error.message)): restore it from a backup"
            )
        case SQLiteError.busy, SQLiteError.locked:
            (code, sentence) = (.persistentStoreTimeout, "\(file) is in use by another program: try again")
        case SQLiteError.full:
            (code, sentence) = (.fileWriteOutOfSpace, "The disk is full: \(file) was not changed")
        case SQLiteError.readOnly:
            (code, sentence) = (
                .fileWriteNoPermission, "\(file) cannot be written: check its permissions and its directory's"
            )
        case SQLiteError.cantOpen:
            (code, sentence) = (
                .persistentStoreOpen, "\(file) cannot be opened: check that its directory exists and can be written"
            )
        case SQLiteError.ioError:
            (code, sentence) = (.persistentStoreOperation, "Reading or writing \(file) failed: \(error.message)")
        case SQLiteError.constraint:
            (code, sentence) = (.managedObjectConstraintMerge, "A uniqueness constraint is broken: \(error.message)")
        case SQLiteError.tooBig:
            (code, sentence) = (.persistentStoreSave, "A value is larger than SQLite can store (1 GB)")
        default:
            (code, sentence) = (.sqlite, "\(file): \(error)")
        }
        return .coreData(
            code, sentence,
            [
                NSSQLiteErrorDomain: NSNumber(value: error.code), NSFilePathErrorKey: file,
                NSUnderlyingErrorKey: NSError(domain: NSSQLiteErrorDomain, code: Int(error.code)),
            ])
    }
}

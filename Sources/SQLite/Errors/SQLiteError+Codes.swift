import CSQLite

extension SQLiteError {
    // Primary codes: compare them with `primaryCode`.

    /// A statement that is wrong in itself, or a function that reported an error.
    package static let error: Int32 = SQLITE_ERROR
    /// Another connection holds a lock, and the busy timeout ran out.
    package static let busy: Int32 = SQLITE_BUSY
    /// The same connection (or one that shares its cache) holds a lock.
    package static let locked: Int32 = SQLITE_LOCKED
    /// The database or its directory does not allow writing.
    package static let readOnly: Int32 = SQLITE_READONLY
    /// The work was interrupted by `interrupt()` or by a progress handler.
    package static let interrupt: Int32 = SQLITE_INTERRUPT
    /// The system failed to read or write the file.
    package static let ioError: Int32 = SQLITE_IOERR
    /// The file breaks the rules of its format.
    package static let corrupt: Int32 = SQLITE_CORRUPT
    /// The disk, or the largest size allowed to the database, is full.
    package static let full: Int32 = SQLITE_FULL
    /// The file could not be opened.
    package static let cantOpen: Int32 = SQLITE_CANTOPEN
    /// A text, a blob or a row exceeds a limit.
    package static let tooBig: Int32 = SQLITE_TOOBIG
    /// A constraint was broken; the extended code says which kind.
    package static let constraint: Int32 = SQLITE_CONSTRAINT
    /// The interface was used against its rules, for example after `close()`.
    package static let misuse: Int32 = SQLITE_MISUSE
    /// The database does not allow this.
    package static let auth: Int32 = SQLITE_AUTH
    /// A parameter index is out of range.
    package static let range: Int32 = SQLITE_RANGE
    /// The file is no database.
    package static let notADatabase: Int32 = SQLITE_NOTADB

    // Extended codes: compare them with `code`. Swift does not import them, as they are macros with operators.

    /// A `CHECK` constraint was broken.
    package static let constraintCheck: Int32 = SQLITE_CONSTRAINT | (1 << 8)
    /// A foreign key was broken.
    package static let constraintForeignKey: Int32 = SQLITE_CONSTRAINT | (3 << 8)
    /// A `NOT NULL` constraint was broken.
    package static let constraintNotNull: Int32 = SQLITE_CONSTRAINT | (5 << 8)
    /// Two rows have the same primary key.
    package static let constraintPrimaryKey: Int32 = SQLITE_CONSTRAINT | (6 << 8)
    /// A `UNIQUE` constraint or unique index was broken.
    package static let constraintUnique: Int32 = SQLITE_CONSTRAINT | (8 << 8)
    /// Two rows have the same row ID.
    package static let constraintRowID: Int32 = SQLITE_CONSTRAINT | (10 << 8)
    /// Another connection wrote after this read transaction began: end it and begin anew. Waiting does not help.
    package static let busySnapshot: Int32 = SQLITE_BUSY | (2 << 8)
}

import CSQLite

/// How far a checkpoint goes.
package enum CheckpointMode: Int32, Sendable {
    /// As much as can be done without waiting for anybody.
    case passive = 0
    /// Everything; waits for readers and the writer.
    case full = 1
    /// As full, and the next writer starts the log anew.
    case restart = 2
    /// As restart, and the log file is emptied.
    case truncate = 3
}

/// What a checkpoint found.
package struct CheckpointResult: Hashable, Sendable {
    /// The number of frames in the log; -1 if the database is not in WAL mode.
    package let logFrames: Int
    /// How many of them are in the database file now; -1 if the database is not in WAL mode.
    package let checkpointedFrames: Int
}

extension Connection {
    /// Moves the contents of the write-ahead log into the database file.
    ///
    /// - Throws: `SQLiteError.busy` if others did not let go in time, `SQLiteError.locked` within a write transaction.
    @discardableResult
    package func checkpoint(_ mode: CheckpointMode = .passive) throws -> CheckpointResult {
        try database.checkOpen()
        var logFrames: Int32 = -1
        var checkpointedFrames: Int32 = -1
        let code = sqlite3_wal_checkpoint_v2(database.pointer, nil, mode.rawValue, &logFrames, &checkpointedFrames)
        try database.check(code)
        return CheckpointResult(logFrames: Int(logFrames), checkpointedFrames: Int(checkpointedFrames))
    }

    /// Copies the database, as it is now, into the file at `path`; a database that is there is replaced.
    ///
    /// The copy is one transaction of the target: when it fails, the target is as it was, or an empty file if there was
    /// none.
    ///
    /// - Parameters:
    ///   - path: The file to write.
    ///   - busyTimeout: How long to wait for locks, this database's and the target's.
    /// - Throws: `SQLiteError` with the path of the target, also when it is this database that could not be read.
    package func backup(to path: String, busyTimeout: Duration = .seconds(5)) throws {
        try database.checkOpen()
        let target = try Connection(path: path, mode: .readWriteCreate, busyTimeout: busyTimeout)
        defer { target.close() }
        guard let backup = sqlite3_backup_init(target.database.pointer, "main", database.pointer, "main") else {
            let code = sqlite3_extended_errcode(target.database.pointer)
            throw SQLiteError(code: code, database: target.database.pointer, sql: nil, path: path)
        }
        // All pages in one step, so that the copy shows one state however others write meanwhile.
        let clock = ContinuousClock()
        let deadline = clock.now.advanced(by: busyTimeout)
        var code = sqlite3_backup_step(backup, -1)
        while code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED, clock.now < deadline {
            sqlite3_sleep(10)
            code = sqlite3_backup_step(backup, -1)
        }
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else {
            throw SQLiteError(code: code, database: target.database.pointer, sql: nil, path: path)
        }
    }
}

import SQLite

/// The files of stores that are not open here: copying, replacing and removing them as wholes.
enum StoreFiles {
    /// Writes a file beside and gives it its name when it is whole and on the disk. The permissions of a file that was
    /// there stay.
    static func replaceFile(at url: URL, write: (URL) throws -> Void) throws {
        // Behind a symbolic link the file itself is replaced, not the link.
        let target = url.resolvingSymlinksInPath()
        // A long name must not grow beyond what the file system allows.
        let beside = target.deletingLastPathComponent()
            .appendingPathComponent(".\(target.lastPathComponent.prefix(40)).\(UUID().uuidString)")
        do {
            try write(beside)
            let permissions = try? FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions]
            if let permissions {
                try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: beside.path)
            }
            let file = try FileHandle(forUpdating: beside)
            try file.synchronize()
            try file.close()
            guard rename(beside.path, target.path) == 0 else {
                throw CocoaError.coreData(
                    .fileWriteUnknown, "\(target.path) cannot be written: \(String(cString: strerror(errno)))",
                    [NSFilePathErrorKey: target.path])
            }
        } catch {
            try? FileManager.default.removeItem(at: beside)
            throw error
        }
    }

    // MARK: - SQLite

    /// Copies a SQLite store, with what is still in its log and with its external files, over whatever store is at the
    /// target.
    ///
    /// The target is as it was when this fails, but for external files that nothing refers to.
    static func copySQLite(
        from source: URL, _ sourceOptions: [AnyHashable: Any]?, to target: URL, _ options: [AnyHashable: Any]?
    ) throws {
        try SQLiteStore.withConnection(to: source, options: sourceOptions, writes: false) { connection in
            _ = try StoreMetadata.read(connection, path: source.path)
            try copySQLite(
                connection, external: SQLiteStore.externalDataDirectory(of: source), to: target,
                timeout: options?[NSPersistentStoreTimeoutOption] as? TimeInterval ?? 5)
        }
    }

    /// Copies the database of an open connection; see `copySQLite(from:_:to:_:)`.
    static func copySQLite(
        _ connection: Connection, external: URL?, to target: URL, timeout: TimeInterval = 5
    ) throws {
        let mine = SQLiteStore.externalDataDirectory(of: target)
        let before = try files(in: mine)
        let coming = try files(in: external)
        // Names are UUIDs: equal names are equal files.
        let added = coming.filter { name, _ in before[name] == nil }
        do {
            if !added.isEmpty {
                try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
            }
            for (name, file) in added {
                try FileManager.default.copyItem(at: file, to: mine.appendingPathComponent(name))
            }
            try copyDatabase(connection, to: target, timeout: .milliseconds(Int64(min(max(timeout, 0), 86_400) * 1000)))
        } catch {
            for name in added.keys { try? FileManager.default.removeItem(at: mine.appendingPathComponent(name)) }
            throw error
        }
        for (name, file) in before where coming[name] == nil { try? FileManager.default.removeItem(at: file) }
    }

    private static func copyDatabase(_ connection: Connection, to target: URL, timeout: Duration) throws {
        do {
            // Into the database that is there, so that those who have it open see the change, or have it refused.
            if FileManager.default.fileExists(atPath: target.path) {
                return try connection.backup(to: target.path, busyTimeout: timeout)
            }
        } catch let error as SQLiteError
            where error.primaryCode == SQLiteError.busy || error.primaryCode == SQLiteError.locked
        {
            throw CocoaError.store(error, path: target.path)
        } catch is SQLiteError {
            // What is there is damaged, or no database: there is nothing in it to be careful with.
        }
        do {
            try replaceFile(at: target) { beside in
                try connection.backup(to: beside.path, busyTimeout: timeout)
                removeCompanions(of: target)
            }
        } catch let error as SQLiteError {
            throw CocoaError.store(error, path: target.path)
        }
    }

    private static func files(in directory: URL?) throws -> [String: URL] {
        guard let directory, FileManager.default.fileExists(atPath: directory.path) else { return [:] }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        return Dictionary(names.map { ($0, directory.appendingPathComponent($0)) }) { first, _ in first }
    }

    /// Removes a SQLite store and everything beside it that is its own.
    ///
    /// - Throws: `CocoaError` 134090 when another program is writing to it.
    static func destroySQLite(at url: URL, _ options: [AnyHashable: Any]?) throws {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        do {
            try SQLiteStore.withConnection(to: url, options: options, writes: true) { connection in
                try connection.transaction(.exclusive) { try FileManager.default.removeItem(at: url) }
            }
        } catch let error as CocoaError where error.code == .fileReadCorruptFile {
            // Nobody can have it open as a database.
            try FileManager.default.removeItem(at: url)
        }
        removeCompanions(of: url)
        try? FileManager.default.removeItem(
            at: SQLiteStore.externalDataDirectory(of: url).deletingLastPathComponent())
    }

    /// The files in which SQLite keeps what is not in the database yet. Without their database they say nothing.
    private static func removeCompanions(of url: URL) {
        for ending in ["-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(at: URL(fileURLWithPath: url.path + ending))
        }
    }
}

extension NSPersistentStoreCoordinator {
    // MARK: - Migrating

    /// Writes a store to another place, as a store of the same or another type, and uses that from then on.
    ///
    /// Everything comes along: rows, external files, the search index, history and metadata; between two types, what
    /// objects and their relationships hold, under new object IDs. The old store's files stay where they are. Contexts
    /// have to be reset: their objects belong to the old store.
    ///
    /// When it fails the old store is as it was, and still open.
    ///
    /// - Parameters:
    ///   - store: A store of this coordinator.
    ///   - storeURL: Where to; nothing may be there.
    ///   - options: For opening the new store.
    ///   - storeType: What the new store is to be.
    /// - Returns: The new store.
    /// - Throws: `CocoaError` 134060 for a store of another coordinator, 516 when there is a file at the URL already,
    ///   134000 for an unknown type; what reading and writing report.
    @discardableResult
    public func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
        type storeType: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(store, to: storeURL, options: options, withType: storeType.rawValue)
    }

    /// Writes a store to another place, as a store of the same or another type, and uses that from then on.
    ///
    /// See `migratePersistentStore(_:to:options:type:)`.
    @discardableResult
    public func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> NSPersistentStore {
        guard persistentStores.contains(where: { $0 === store }) else {
            throw CocoaError.coreData(.coreData, "The store does not belong to this coordinator")
        }
        let isFile = storeURL.isFileURL && storeType != NSInMemoryStoreType
        if isFile, FileManager.default.fileExists(atPath: storeURL.path) {
            throw CocoaError.coreData(
                .fileWriteFileExists,
                "\(storeURL.path) exists: destroy the store that is there first, or choose another place",
                [NSFilePathErrorKey: storeURL.path])
        }
        let configuration =
            store.configurationName == NSManagedObjectModel.defaultConfigurationName ? nil : store.configurationName
        let made: NSPersistentStore
        do {
            let hasAll = try copyFiles(of: store, to: storeURL, storeType)
            made = try open(storeType, configuration, storeURL, options)
            if !hasAll {
                do {
                    try StoreCopy(from: store, to: made).run()
                } catch {
                    made.close()
                    throw error
                }
            }
        } catch {
            if isFile { try? Self.destroyFiles(storeType, at: storeURL, options) }
            throw error
        }
        try remove(store)
        add(made)
        return made
    }

    /// Copies the files of a store where that makes a store of the type. Returns false where it does not.
    private func copyFiles(of store: NSPersistentStore, to url: URL, _ type: String) throws -> Bool {
        if let store = store as? SQLiteStore, type == NSSQLiteStoreType {
            try store.read { try StoreFiles.copySQLite($0, external: store.externalDataDirectory, to: url) }
            return true
        }
        guard store is NSAtomicStore, store.type == type, let source = store.url, source.isFileURL, url.isFileURL else {
            return false
        }
        try StoreFiles.replaceFile(at: url) { try FileManager.default.copyItem(at: source, to: $0) }
        return true
    }

    // MARK: - Destroying and replacing

    /// Removes a store's files: the store itself, its log and its external files. Does nothing where there is none.
    ///
    /// Remove the store from every coordinator first: who still has it open would go on with files that nobody else sees.
    ///
    /// - Throws: `CocoaError` 134090 when another program is writing to it, 134000 for an unknown type; what removing
    ///   reports.
    public func destroyPersistentStore(
        at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
    }

    /// Removes a store's files. See `destroyPersistentStore(at:type:options:)`.
    public func destroyPersistentStore(at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil) throws {
        try Self.destroyFiles(storeType, at: url, options)
    }

    private static func destroyFiles(_ storeType: String, at url: URL, _ options: [AnyHashable: Any]?) throws {
        if storeType == NSInMemoryStoreType { return }
        if storeType == NSSQLiteStoreType { return try StoreFiles.destroySQLite(at: url, options) }
        _ = try storeClass(storeType)
        guard url.isFileURL else {
            throw CocoaError.coreData(
                .persistentStoreUnsupportedRequestType, "Only stores in files can be destroyed, not \(url.absoluteString)")
        }
        if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
    }

    /// Puts a copy of one store in the place of another, or where there is none.
    ///
    /// What is still in the source's log comes along, and so do its external files. The store that is replaced is as it
    /// was when this fails.
    ///
    /// - Throws: `CocoaError` 134080 or 260 when there is no source, 134090 when the store that is to be replaced is in
    ///   use, 134010 and 259 when the source is no such store; what reading and writing report.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type storeType: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: storeType.rawValue)
    }

    /// Puts a copy of one store in the place of another.
    ///
    /// See `replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:type:)`.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {
        guard destinationURL.standardizedFileURL != sourceURL.standardizedFileURL else { return }
        switch storeType {
        case NSSQLiteStoreType:
            try StoreFiles.copySQLite(from: sourceURL, sourceOptions, to: destinationURL, destinationOptions)
        case NSInMemoryStoreType:
            throw CocoaError.coreData(
                .persistentStoreUnsupportedRequestType, "A store in memory has no file that could be replaced")
        default:
            // Read first: what cannot be read replaces nothing.
            _ = try Self.storeClass(storeType).metadataForPersistentStore(with: sourceURL)
            try StoreFiles.replaceFile(at: destinationURL) { beside in
                try FileManager.default.copyItem(at: sourceURL, to: beside)
            }
        }
    }

    // MARK: - Places and metadata

    /// Tells a store that its place is another now.
    ///
    /// An atomic store is written there by its next save. A SQLite store goes on with the file that is there, which has
    /// to be the same store (it was moved by other means); other stores cannot change their place.
    ///
    /// - Returns: Whether the store has taken up the place.
    public func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
        guard persistentStores.contains(where: { $0 === store }) else { return false }
        return (try? store.move(to: url)) ?? false
    }

    /// A store's metadata, read without a model.
    ///
    /// - Throws: `CocoaError` 259 when it is no Core Data store, 134010 for a store of another type, 134080 or 260 when
    ///   there is none, 134091 for a type whose class does not tell.
    public class func metadataForPersistentStore(
        type storeType: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: storeType.rawValue, at: url, options: options)
    }

    /// A store's metadata, read without a model.
    ///
    /// - Throws: As `metadataForPersistentStore(type:at:options:)`.
    public class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        if storeType == NSSQLiteStoreType { return try SQLiteStore.metadata(at: url, options: options) }
        return try storeClass(storeType).metadataForPersistentStore(with: url)
    }

    /// Replaces what a program keeps in the metadata of a store that is not open; version hashes, type and UUID stay.
    ///
    /// - Throws: As `metadataForPersistentStore(type:at:options:)`, and what writing reports.
    public class func setMetadata(
        _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(metadata, ofType: storeType.rawValue, at: url, options: options)
    }

    /// Replaces what a program keeps in the metadata of a store that is not open.
    ///
    /// - Throws: As `setMetadata(_:type:at:options:)`.
    public class func setMetadata(
        _ metadata: [String: Any]?, ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        if storeType == NSSQLiteStoreType {
            return try SQLiteStore.setMetadata(metadata ?? [:], at: url, options: options)
        }
        try storeClass(storeType).setMetadata(metadata, forPersistentStoreAt: url)
    }

    private static func storeClass(_ type: String) throws -> any RegisteredStore.Type {
        if let found = StoreClasses[type] { return found }
        throw CocoaError.coreData(
            .persistentStoreInvalidType,
            "No store type '\(type)' has files; register a class for it with registerStoreClass(_:type:)")
    }
}

extension NSPersistentStoreCoordinator {
    /// Brings an older store to the coordinator's model, where the options name stages for that.
    ///
    /// - Throws: As `StagedMigration.run()`.
    func migrateByStages(_ type: String, _ url: URL?, _ options: [AnyHashable: Any]?) throws {
        guard let options, let url, type != NSInMemoryStoreType,
            let manager = options[NSPersistentStoreStagedMigrationManagerOptionKey] as? NSStagedMigrationManager,
            !url.isFileURL || FileManager.default.fileExists(atPath: url.path)
        else { return }
        try StagedMigration(manager, to: managedObjectModel, type: type, url: url, options: options).run()
    }
}

extension NSManagedObjectModel {
    /// Reads the model that a SQLite store was made with from the store itself.
    ///
    ///     let model = try NSManagedObjectModel(cachedInStoreAt: url)
    ///     let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    ///     try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    ///
    /// Every store of the last ten years has its model with it, in the table `Z_MODELCACHE`. Default values that are
    /// objects of the application's own classes are left out. Nothing is written, neither into the store nor beside it.
    /// Apple gives models no such initialiser; this one is ours.
    ///
    /// - Throws: `CocoaError` 134130 where the store holds no model, 259 (`fileReadCorruptFile`) where the store or its
    ///   model cache is damaged, 134020 for a database that is no Core Data store, 134010 for a store of another type,
    ///   134080 for no file.
    public convenience init(cachedInStoreAt url: URL) throws {
        let model = try SQLiteStore.withUntouchedConnection(to: url) {
            try ModelCache.model($0, path: url.path)
        }
        self.init(copying: model)
    }
}

import Synchronization

/// A store that is opened by its type's name.
protocol RegisteredStore: NSPersistentStore {
    init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
        options: [AnyHashable: Any]?)
    /// Reads what the store needs to be used.
    func open() throws
}

/// The classes of store types that are not built on SQLite.
enum StoreClasses {
    private static let classes = Mutex<[String: any RegisteredStore.Type]>([NSBinaryStoreType: BinaryStore.self])

    static subscript(type: String) -> (any RegisteredStore.Type)? {
        get { classes.withLock { $0[type] } }
        set { classes.withLock { $0[type] = newValue } }
    }

    static var types: [String] { [NSSQLiteStoreType, NSInMemoryStoreType] + classes.withLock { $0.keys.sorted() } }
}

extension NSPersistentStoreCoordinator {
    /// Makes a class the one that stores of a type are opened with; nil takes the type away.
    ///
    /// ```swift
    /// NSPersistentStoreCoordinator.registerStoreClass(TextStore.self, type: .init(rawValue: "Text"))
    /// ```
    ///
    /// Traps for a class that is no `NSAtomicStore` or `NSIncrementalStore`.
    public class func registerStoreClass(_ storeClass: AnyClass?, type storeType: NSPersistentStore.StoreType) {
        registerStoreClass(storeClass, forStoreType: storeType.rawValue)
    }

    /// Makes a class the one that stores of a type are opened with; nil takes the type away.
    ///
    /// Traps for a class that is no `NSAtomicStore` or `NSIncrementalStore`.
    public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
        precondition(
            storeType != NSSQLiteStoreType && storeType != NSInMemoryStoreType,
            "The store type '\(storeType)' is built in: register the class under a name of its own")
        guard let storeClass else {
            StoreClasses[storeType] = nil
            return
        }
        guard let registered = storeClass as? any RegisteredStore.Type else {
            preconditionFailure("\(storeClass) is no store class: derive it from NSAtomicStore or NSIncrementalStore")
        }
        StoreClasses[storeType] = registered
    }
}

extension RegisteredStore {
    /// The coordinator that a store is opened for.
    static func required(_ coordinator: NSPersistentStoreCoordinator?) -> NSPersistentStoreCoordinator {
        if let coordinator { return coordinator }
        preconditionFailure("A store needs a coordinator: open it with addPersistentStore(type:configuration:at:)")
    }

    /// Gives metadata what every store's have, and compares the model with the one that the store was made with.
    ///
    /// - Throws: `CocoaError` 134010 for a store of another type, 134100 when it was made with another model.
    func completeMetadata() throws {
        var complete: [String: Any] = metadata
        if let stored = complete[NSStoreTypeKey] as? String, stored != type {
            throw CocoaError.typeMismatch(path: url?.path ?? "", stored: stored, wanted: type)
        }
        let model = modelLayout.model
        if complete[NSStoreModelVersionHashesKey] != nil {
            try OpenedStore.check(
                complete, model: modelLayout, configuration: configurationName, path: url?.path ?? "")
        }
        complete.merge(StoreMetadata.initial(model: model, configuration: configurationName)) { stored, _ in stored }
        complete[NSStoreTypeKey] = type
        if complete[NSStoreUUIDKey] == nil { complete[NSStoreUUIDKey] = UUID().uuidString }
        metadata = complete
    }

    /// Refuses to write into a store that was opened read-only.
    ///
    /// - Throws: `CocoaError` 134030.
    func checkIsWritable() throws {
        guard isReadOnly else { return }
        throw CocoaError.coreData(
            .persistentStoreSave,
            "The store \(url?.lastPathComponent ?? "") was opened read-only: nothing was saved")
    }
}

extension CocoaError {
    static func typeMismatch(path: String, stored: String, wanted: String) -> CocoaError {
        .coreData(
            .persistentStoreTypeMismatch,
            "\(path) is a store of type \(stored), not \(wanted): open it with the type that it has",
            [NSFilePathErrorKey: path])
    }
}

/// How a container opens a store.
open class NSPersistentStoreDescription: NSObject, NSCopying {
    /// `NSSQLiteStoreType`, `NSBinaryStoreType`, `NSInMemoryStoreType` or a type that was registered.
    open var type = NSSQLiteStoreType
    /// The configuration of the model; nil for all entities.
    open var configuration: String?
    /// Where the store is.
    open var url: URL?
    /// Opens it without ever writing to it.
    open var isReadOnly: Bool {
        get { options[NSReadOnlyPersistentStoreOption] as? Bool ?? false }
        set { setOption(NSNumber(value: newValue), forKey: NSReadOnlyPersistentStoreOption) }
    }
    /// How long to wait for a locked store, in seconds; 5 at first.
    open var timeout: TimeInterval {
        get { options[NSPersistentStoreTimeoutOption] as? TimeInterval ?? 5 }
        set { setOption(NSNumber(value: newValue), forKey: NSPersistentStoreTimeoutOption) }
    }
    /// Opens the store on another thread.
    open var shouldAddStoreAsynchronously = false
    /// Migrates a store whose model is an older one; true at first.
    open var shouldMigrateStoreAutomatically: Bool {
        get { options[NSMigratePersistentStoresAutomaticallyOption] as? Bool ?? true }
        set { setOption(NSNumber(value: newValue), forKey: NSMigratePersistentStoresAutomaticallyOption) }
    }
    /// Infers how to migrate; true at first.
    open var shouldInferMappingModelAutomatically: Bool {
        get { options[NSInferMappingModelAutomaticallyOption] as? Bool ?? true }
        set { setOption(NSNumber(value: newValue), forKey: NSInferMappingModelAutomaticallyOption) }
    }
    /// All options, as `addPersistentStore` takes them.
    open private(set) var options: [String: NSObject] = [:]

    /// A store at a URL.
    public init(url: URL) {
        self.url = url
        super.init()
    }

    /// A store in Core Data's SQLite format whose URL is set later.
    public override init() { super.init() }

    /// Sets an option; nil takes it away.
    open func setOption(_ option: NSObject?, forKey key: String) { options[key] = option }

    /// Sets an SQLite pragma on every connection.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
        var pragmas = sqlitePragmas
        pragmas[name] = value
        options[NSSQLitePragmasOption] = NSDictionary(dictionary: pragmas)
    }

    /// The pragmas set so far.
    open var sqlitePragmas: [String: NSObject] { options[NSSQLitePragmasOption] as? [String: NSObject] ?? [:] }

    /// A copy with the same options.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreDescription()
        copy.type = type
        copy.configuration = configuration
        copy.url = url
        copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
        copy.options = options
        return copy
    }
}

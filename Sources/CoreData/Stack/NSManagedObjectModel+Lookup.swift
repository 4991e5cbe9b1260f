extension NSManagedObjectModel {
    /// The model in a file called `name`, beside the program, in its resources or in the working directory.
    static func model(named name: String) -> NSManagedObjectModel? {
        let program = Bundle.main.bundleURL
        let working = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let directories = [Bundle.main.resourceURL, program, working].compactMap { $0 }
        for directory in directories {
            for ending in ["momd", "mom", "xcdatamodeld", "xcdatamodel"] {
                let file = directory.appendingPathComponent("\(name).\(ending)")
                guard FileManager.default.fileExists(atPath: file.path) else { continue }
                if let model = NSManagedObjectModel(contentsOf: file) { return model }
            }
        }
        return nil
    }
}

extension NSPersistentStoreRequest {
    /// The stores that the request goes to; nil for all of them.
    public var affectedStores: [NSPersistentStore]? {
        get { affectedStoreObjects as? [NSPersistentStore] }
        set { affectedStoreObjects = newValue }
    }
}

extension NSEntityDescription {
    /// The entity of this name in a context's model.
    public class func entity(forEntityName name: String, in context: NSManagedObjectContext) -> NSEntityDescription? {
        context.modelLayout?[name]?.entity
    }

    /// Inserts a new object of an entity.
    ///
    /// Traps when the context's model has no such entity.
    public class func insertNewObject(
        forEntityName name: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        guard let layout = context.modelLayout?[name] else {
            preconditionFailure("The context's model has no entity '\(name)'")
        }
        return layout.objectClass.init(entity: layout.entity, insertInto: context)
    }
}

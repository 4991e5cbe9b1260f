import CoreData
import Testing

/// The fifth article's stack: a context and a save; everything else is made when it is first needed.
@MainActor private final class CoreDataStack {
    private let modelName: String
    private let documents: URL

    init(modelName: String, documents: URL) {
        self.modelName = modelName
        self.documents = documents
    }

    private(set) lazy var context: NSManagedObjectContext = {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }()

    private lazy var persistentStoreCoordinator: NSPersistentStoreCoordinator = {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: managedObjectModel)
        let url = documents.appendingPathComponent("\(modelName).sqlite")
        let options = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        do {
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        } catch {
            Issue.record("The store cannot be opened: \(error)")
        }
        return coordinator
    }()

    private lazy var managedObjectModel: NSManagedObjectModel = {
        let url = ModelSources.company.deletingLastPathComponent().appendingPathComponent("\(modelName).xcdatamodeld")
        guard let model = NSManagedObjectModel(contentsOf: url) else { fatalError("There is no model \(modelName)") }
        return model
    }()

    func saveContext() {
        guard context.hasChanges else { return }
        do {
            try context.save()
        } catch {
            Issue.record("The context cannot be saved: \(error)")
        }
    }
}

@MainActor @Suite struct LazyStackTests {
    @Test("E The stack is made on first use, with a store that is named after the model") func firstUse() throws {
        let documents = try DocumentsFolder()
        let stack = CoreDataStack(modelName: "Company", documents: documents.url)
        let store = documents.file("Company.sqlite").path
        #expect(!FileManager.default.fileExists(atPath: store))

        let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: stack.context)
        employee.setValue("zhangsan", forKey: "name")
        #expect(FileManager.default.fileExists(atPath: store))
        #expect(stack.context === stack.context)
        stack.saveContext()
        stack.saveContext()

        let reopened = CoreDataStack(modelName: "Company", documents: documents.url)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
        #expect(try reopened.context.fetch(request).map { $0.value(forKey: "name") as? String } == ["zhangsan"])
    }
}

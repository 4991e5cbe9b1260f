import CoreData
import Testing

/// The fourth article's manager: one access point, a context, and a save that says whether it worked.
@MainActor private final class CSCodeDataManger {
    static let shareManager = CSCodeDataManger(
        storeURL: FileManager.default.temporaryDirectory.appendingPathComponent("share-\(UUID().uuidString).sqlite"))

    /// Nil when the store cannot be opened.
    let context: NSManagedObjectContext?
    private(set) var log: [String] = []

    init(storeURL: URL) {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Company.model)
        do {
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: storeURL, options: nil)
            let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            self.context = context
        } catch {
            context = nil
            log.append("\(error)")
        }
    }

    /// Whether everything is in the store now, also when there was nothing to save.
    func saveContext() -> Bool {
        guard let context else {
            log.append("There is no context")
            return false
        }
        guard context.hasChanges else { return true }
        do {
            try context.save()
            return true
        } catch {
            log.append("\(error)")
            return false
        }
    }
}

/// The article's second form: the main context passes its changes to a background one, which writes.
private final class BackgroundSavingManager: Sendable {
    private let backgroundContext: NSManagedObjectContext
    let context: NSManagedObjectContext

    init(storeURL: URL) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Company.model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: storeURL, options: nil)
        backgroundContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        backgroundContext.persistentStoreCoordinator = coordinator
        context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.parent = backgroundContext
    }

    /// Passes the changes on and returns; the background context writes them later.
    @MainActor func saveContext() -> Bool {
        guard context.hasChanges else { return true }
        do {
            try context.save()
        } catch {
            return false
        }
        backgroundContext.perform { [backgroundContext] in
            do { try backgroundContext.save() } catch { Issue.record("The store cannot be written: \(error)") }
        }
        return true
    }

    /// Waits for the writes that are under way.
    func finishWriting() async -> Bool {
        await backgroundContext.perform { [backgroundContext] in !backgroundContext.hasChanges }
    }
}

@MainActor @Suite struct ThreadSafeManagerTests {
    private let documents: DocumentsFolder

    init() throws { documents = try DocumentsFolder() }

    private var storeURL: URL { documents.file("Company.sqlite") }

    @Test("D One access point") func singleAccessPoint() {
        #expect(CSCodeDataManger.shareManager === CSCodeDataManger.shareManager)
        #expect(CSCodeDataManger.shareManager.context != nil)
    }

    @Test("D Saving nothing is a success") func nothingToSave() {
        let manager = CSCodeDataManger(storeURL: storeURL)
        #expect(manager.saveContext())
        #expect(manager.log.isEmpty)
    }

    @Test("D Saving changes writes them") func save() throws {
        let manager = CSCodeDataManger(storeURL: storeURL)
        let context = try #require(manager.context)
        Employee(context: context).name = "zhangsan"
        #expect(manager.saveContext())
        let reopened = try #require(CSCodeDataManger(storeURL: storeURL).context)
        #expect(try reopened.fetch(Employee.fetchRequest()).map(\.name) == ["zhangsan"])
    }

    @Test("D A failed save is false and logged, and ends nothing") func failedSave() throws {
        let manager = CSCodeDataManger(storeURL: storeURL)
        let context = try #require(manager.context)
        let employee = Employee(context: context)
        #expect(manager.saveContext())

        let other = CSCodeDataManger(storeURL: storeURL)
        try #require(try other.context?.fetch(Employee.fetchRequest()).first).height = 1.7
        #expect(other.saveContext())
        employee.height = 1.8
        #expect(!manager.saveContext())
        #expect(manager.log.count == 1)
        #expect(context.hasChanges, "the change is kept, to be saved later")

        context.mergePolicy = .mergeByPropertyObjectTrump
        #expect(manager.saveContext())
    }

    @Test("D Without a context a save is false and logged") func noContext() {
        let manager = CSCodeDataManger(storeURL: documents.url)
        #expect(manager.context == nil)
        #expect(!manager.saveContext())
        #expect(manager.log.count == 2)
    }

    @Test("D The main context passes its changes on, the background context writes", .timeLimit(.minutes(1)))
    func backgroundSaving() async throws {
        let manager = try BackgroundSavingManager(storeURL: storeURL)
        Employee(context: manager.context).name = "zhangsan"
        #expect(manager.saveContext())
        #expect(!manager.context.hasChanges)
        #expect(await manager.finishWriting())

        let reopened = try #require(CSCodeDataManger(storeURL: storeURL).context)
        #expect(try reopened.fetch(Employee.fetchRequest()).map(\.name) == ["zhangsan"])
    }
}

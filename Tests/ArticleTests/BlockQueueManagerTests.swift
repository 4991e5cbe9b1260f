import CoreData
import Synchronization
import Testing

/// The second article's manager: the main thread reads, every write is a block on one serial queue.
private final class CoreDataManager: Sendable {
    private let persistentContainer: NSPersistentContainer
    private let queue = OperationQueue()
    /// The errors of blocks that could not be saved.
    let log = Mutex<[String]>([])

    init(storeURL: URL) {
        queue.maxConcurrentOperationCount = 1
        persistentContainer = NSPersistentContainer(name: "Company", managedObjectModel: Company.model)
        persistentContainer.persistentStoreDescriptions = [NSPersistentStoreDescription(url: storeURL)]
        persistentContainer.loadPersistentStores { description, error in
            if let error { fatalError("The store \(description) cannot be opened: \(error)") }
        }
        persistentContainer.viewContext.automaticallyMergesChangesFromParent = true
    }

    /// For reading, on the main thread only.
    var viewContext: NSManagedObjectContext {
        // Stops a program that is being developed: viewContext is for the main thread, enqueueCoreDataBlock for others.
        dispatchPrecondition(condition: .onQueue(.main))
        return persistentContainer.viewContext
    }

    /// Runs a block after those before it, in a context of its own that is saved afterwards. Objects must not leave the
    /// block.
    func enqueueCoreDataBlock(_ block: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        queue.addOperation { [self] in
            let context = persistentContainer.newBackgroundContext()
            context.performAndWait {
                block(context)
                guard context.hasChanges else { return }
                do {
                    try context.save()
                } catch {
                    log.withLock { $0.append("\(error)") }
                }
            }
        }
    }

    func waitForBlocks() { queue.waitUntilAllOperationsAreFinished() }
}

@Suite struct BlockQueueManagerTests {
    private let documents: DocumentsFolder
    private let manager: CoreDataManager

    init() throws {
        documents = try DocumentsFolder()
        manager = CoreDataManager(storeURL: documents.file("Company.sqlite"))
    }

    @Test("B Blocks run one at a time, and are saved by themselves", .timeLimit(.minutes(1)))
    func serialWrites() async throws {
        for number in 1...20 {
            manager.enqueueCoreDataBlock { context in
                // Each block reads what the one before it has saved: together, two would lose an employee.
                let count = (try? context.count(for: Employee.fetchRequest())) ?? -1
                let employee = Employee(context: context)
                employee.name = "employee \(count + 1)"
                employee.height = Double(number)
            }
        }
        manager.waitForBlocks()
        let names = try await MainActor.run {
            let request = Employee.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "height", ascending: true)]
            return try manager.viewContext.fetch(request).map(\.name)
        }
        #expect(names == (1...20).map { "employee \($0)" })
    }

    @Test("B The view context merges what blocks save", .timeLimit(.minutes(1))) func automaticMerge() async throws {
        manager.enqueueCoreDataBlock { Employee(context: $0).name = "zhangsan" }
        manager.waitForBlocks()
        let shown = try await MainActor.run { try manager.viewContext.fetch(Employee.fetchRequest())[0].objectID }
        manager.enqueueCoreDataBlock { context in
            (context.object(with: shown) as? Employee)?.name = "lisi"
        }
        manager.waitForBlocks()
        let context = await MainActor.run { manager.viewContext }
        let name = await context.perform { (context.object(with: shown) as? Employee)?.name }
        #expect(name == "lisi")
    }

    @Test("B A block that cannot be saved is logged, and the next one runs", .timeLimit(.minutes(1)))
    func failedBlock() throws {
        manager.enqueueCoreDataBlock { context in
            let employee = Employee(context: context)
            context.delete(employee)
        }
        manager.waitForBlocks()
        #expect(manager.log.withLock { $0.count } == 0, "nothing to save, nothing to log")

        manager.enqueueCoreDataBlock { Employee(context: $0).name = "zhangsan" }
        manager.enqueueCoreDataBlock { [manager] context in
            guard let employee = try? context.fetch(Employee.fetchRequest()).first else { return }
            employee.height = 2
            // Someone else is quicker.
            manager.saveElsewhere(height: 1, to: employee.objectID)
        }
        manager.enqueueCoreDataBlock { Employee(context: $0).name = "lisi" }
        manager.waitForBlocks()
        #expect(manager.log.withLock { $0.count } == 1)
        manager.enqueueCoreDataBlock { context in
            #expect((try? context.count(for: Employee.fetchRequest())) == 2)
        }
        manager.waitForBlocks()
    }

    @Test("B The view context is for the main thread") func mainThreadOnly() async {
        await #expect(processExitsWith: .failure) {
            let url = FileManager.default.temporaryDirectory.appendingPathComponent(
                "view-\(UUID().uuidString)/a.sqlite")
            _ = CoreDataManager(storeURL: url).viewContext
        }
    }
}

extension CoreDataManager {
    /// Saves a height in a context beside that of the running block.
    fileprivate func saveElsewhere(height: Double, to id: NSManagedObjectID) {
        let other = persistentContainer.newBackgroundContext()
        other.performAndWait {
            (other.object(with: id) as? Employee)?.height = height
            do { try other.save() } catch { Issue.record("The other context cannot be saved: \(error)") }
        }
    }
}

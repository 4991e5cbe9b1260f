import Testing

@testable import CoreData

/// `perform` and `performAndWait`: on the context's queue, nested without waiting for oneself.
@Suite struct QueueTests {
    @Test func resultsAndErrors() async throws {
        let stack = try TestStack()
        let context = stack.context
        let five = context.performAndWait { 5 }
        #expect(five == 5)
        #expect(code { try context.performAndWait { throw CocoaError(.coreData) } } == 134060)
        #expect(await context.perform { 6 } == 6)
        await #expect(throws: CocoaError.self) { try await context.perform { throw CocoaError(.coreData) } }
        await #expect(throws: CocoaError.self) {
            try await context.perform(schedule: .enqueued) { throw CocoaError(.coreData) }
        }
    }

    @Test(.timeLimit(.minutes(1))) func nestedCalls() throws {
        let stack = try TestStack()
        let (a, b) = (stack.context, stack.makeContext())
        let order = a.performAndWait {
            b.performAndWait { a.performAndWait { b.performAndWait { "A→B→A→B" } } }
        }
        #expect(order == "A→B→A→B")
    }

    /// Also when the block goes over the main queue, and perhaps to another thread, in between.
    @Test(.timeLimit(.minutes(1))) func nestedOverTheMainThread() async throws {
        let stack = try TestStack()
        let main = NSManagedObjectContext(.mainQueue)
        main.persistentStoreCoordinator = stack.coordinator
        let background = stack.context
        let result = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let result = background.performAndWait {
                    main.performAndWait { background.performAndWait { true } }
                }
                continuation.resume(returning: result)
            }
        }
        #expect(result)
    }

    /// The main actor's code is on the main queue, whichever thread runs it: it must not wait for itself.
    @Test(.timeLimit(.minutes(1))) @MainActor func mainActor() async throws {
        let stack = try TestStack()
        let main = NSManagedObjectContext(.mainQueue)
        main.persistentStoreCoordinator = stack.coordinator
        for _ in 0..<3 {
            #expect(main.performAndWait { true })
            await Task.yield()
        }
    }

    @Test func blocksRunInOrder() async throws {
        let stack = try TestStack()
        let context = stack.context
        let order = Box<[Int]>([])
        func append(_ index: Int) { context.perform { order.value.append(index) } }
        for index in 0..<100 { append(index) }
        #expect(await context.perform { order.value } == Array(0..<100))
    }

    @Test func backgroundTask() async throws {
        let stack = try TestStack()
        let container = NSPersistentContainer(name: "Company", managedObjectModel: CompanyModel.make())
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: stack.url)]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        let id = try await container.performBackgroundTask { context in
            let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
            employee.setValue("a", forKey: "name")
            try context.save()
            return employee.objectID
        }
        #expect(!id.isTemporaryID)
        #expect(try stack.names() == ["a"])
    }
}

import CoreData
import Testing

/// Another process writes into a store that this one has open.
struct RemoteChangeTests {
    /// Beside the test bundle.
    private static var binary: URL {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        // Another program may run the bundle and name it among its arguments.
        let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }.map { URL(fileURLWithPath: $0) }
        let places = ([own] + bundles).map { $0.deletingLastPathComponent().appendingPathComponent("coredata") }
        return places.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? places[0]
    }

    @Test func anotherProcessIsNoticed() async throws {
        let library = try Library(history: true)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.makeModel())
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: library.store,
            options: [
                NSPersistentHistoryTrackingKey: true, NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
            ])
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let pages = {
            try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
                request.predicate = NSPredicate(format: "title = 'Summer'")
                return try context.fetch(request).first?.value(forKey: "pages") as? Int
            }
        }
        #expect(try pages() == 300)
        let before = coordinator.currentPersistentHistoryToken(fromStores: nil)
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { _ in continuation.yield() }
        defer { NotificationCenter.default.removeObserver(observer) }
        let limit = Task {
            try await Task.sleep(for: .seconds(60))
            continuation.finish()
        }
        let process = Process()
        process.executableURL = Self.binary
        process.arguments = ["set", library.store.path, "Book/p2", "pages=7"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        var isNoticed = false
        for await _ in stream {
            isNoticed = true
            break
        }
        limit.cancel()
        #expect(isNoticed)
        // What has happened since is merged, and shows.
        try context.performAndWait {
            let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: before))
            let transactions = (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction]
            #expect(transactions?.map(\.author) == ["coredata"])
            for transaction in transactions ?? [] {
                context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            }
        }
        #expect(try pages() == 7)
    }
}

import SQLite
import Testing

@testable import CoreData

/// Many threads, each with a context of its own, on one coordinator.
@Suite(.serialized) struct ConcurrencyTests {
    /// How long the stress goes on: short in the ordinary run.
    private static let seconds =
        ProcessInfo.processInfo.environment["COREDATA_STRESS_SECONDS"].flatMap(Double.init) ?? 1

    @Test(.timeLimit(.minutes(5)), arguments: StoreKind.allCases) func saveAndMerge(_ kind: StoreKind) async throws {
        let stack = try TestStack(kind)
        let coordinator = stack.coordinator
        let counter = stack.insert("Employee", ["name": "counter", "age": 0])
        try stack.context.save()
        let id = counter.objectID
        let deadline = Date(timeIntervalSinceNow: Self.seconds)
        let counts = await withTaskGroup(of: (inserted: Int, added: Int).self) { group in
            for thread in 0..<8 {
                group.addTask {
                    await Self.onThread { Self.work(thread, coordinator, id, until: deadline) }
                }
            }
            return await group.reduce(into: (0, 0)) { $0 = ($0.0 + $1.inserted, $0.1 + $1.added) }
        }
        let context = stack.makeContext()
        let names = try stack.names("name != 'counter'", in: context)
        #expect(names.count == counts.0 && Set(names).count == counts.0)
        // Every successful save of the counter is there: none was overwritten.
        #expect(context.object(with: id).value(forKey: "age") as? Int == counts.1)
        if kind == .sqlite { #expect(try stack.rows("PRAGMA integrity_check") == [[.text("ok")]]) }
    }

    /// Inserts, and adds to a number that all threads change; a conflict is merged and tried again.
    private static func work(
        _ thread: Int, _ coordinator: NSPersistentStoreCoordinator, _ id: NSManagedObjectID, until deadline: Date
    ) -> (inserted: Int, added: Int) {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.automaticallyMergesChangesFromParent = thread % 2 == 0
        var (inserted, added) = (0, 0)
        while Date() < deadline, inserted < 2000 {
            context.performAndWait {
                let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
                employee.setValue("t\(thread) \(inserted)", forKey: "name")
                let counter = context.object(with: id)
                context.refresh(counter, mergeChanges: false)
                let age = counter.value(forKey: "age") as? Int ?? 0
                if age < 32_000 { counter.setValue(age + 1, forKey: "age") }
                do {
                    try context.save()
                    inserted += 1
                    if age < 32_000 { added += 1 }
                } catch {
                    #expect((error as NSError).code == 133020, "\(error)")
                    context.rollback()
                }
            }
        }
        return (inserted, added)
    }

    /// Eight children of one parent insert and save into it, while the parent saves into the store and two contexts beside
    /// them merge what it saves.
    @Test(.timeLimit(.minutes(5)), arguments: StoreKind.allCases) func families(_ kind: StoreKind) async throws {
        let stack = try TestStack(kind)
        let parent = NSManagedObjectContext(.privateQueue)
        parent.persistentStoreCoordinator = stack.coordinator
        let readers = (0..<2).map { _ in
            let reader = NSManagedObjectContext(.privateQueue)
            reader.persistentStoreCoordinator = stack.coordinator
            reader.automaticallyMergesChangesFromParent = true
            return reader
        }
        let deadline = Date(timeIntervalSinceNow: Self.seconds)
        let count = await withTaskGroup(of: Int.self) { group in
            for thread in 0..<8 {
                group.addTask { await Self.onThread { Self.insert(thread, into: parent, until: deadline) } }
            }
            for reader in readers {
                group.addTask {
                    await Self.onThread {
                        while Date() < deadline {
                            reader.performAndWait {
                                #expect((try? reader.count(for: TestStack.request())) != nil)
                                _ = try? reader.fetch(TestStack.request()).map { $0.string("name") }
                            }
                        }
                        return 0
                    }
                }
            }
            return await group.reduce(0, +)
        }
        try parent.performAndWait { try parent.save() }
        for reader in readers { await reader.perform {} }
        let names = try stack.names(in: stack.makeContext())
        #expect(names.count == count && Set(names).count == count)
        #expect(names.allSatisfy { $0.hasSuffix("!") }, "what was changed after the first save is there, too")
    }

    /// Inserts in a child of `parent`, saves, changes what it inserted and saves again; now and then saves the parent.
    private static func insert(_ thread: Int, into parent: NSManagedObjectContext, until deadline: Date) -> Int {
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        var inserted = 0
        while Date() < deadline, inserted < 1000 {
            do {
                try child.performAndWait {
                    let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
                    employee.setValue("t\(thread) \(inserted)", forKey: "name")
                    try child.save()
                    if inserted % 5 == thread % 5 { try parent.performAndWait { try parent.save() } }
                    employee.setValue("t\(thread) \(inserted)!", forKey: "name")
                    try child.save()
                }
                inserted += 1
            } catch {
                Issue.record("\(error)")
                return inserted
            }
        }
        return inserted
    }

    private static func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    /// A reader sees the last saved state while a writer is in the middle of its transaction.
    @Test func readersAreNotBlocked() throws {
        let stack = try TestStack()
        try stack.insertEmployees("a")
        let context = stack.makeContext()
        try stack.store.write { connection in
            try connection.transaction {
                try connection.execute("UPDATE ZEMPLOYEE SET ZNAME = 'b'")
                let started = Date()
                let names = onAnotherThread { [context = Unshared(context)] in
                    (try? context.value.fetch(TestStack.request()).map { $0.string("name") }) ?? []
                }
                #expect(names == ["a"] && Date().timeIntervalSince(started) < 3)
            }
        }
        #expect(try stack.names(in: stack.makeContext()) == ["b"])
    }

    /// More readers at once than there are connections.
    @Test func manyReaders() async throws {
        let stack = try TestStack()
        try stack.insertEmployees("a", "b", "c")
        let coordinator = stack.coordinator
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    await Self.onThread {
                        let context = NSManagedObjectContext(.privateQueue)
                        context.persistentStoreCoordinator = coordinator
                        return (0..<50).reduce(0) { sum, _ in
                            sum + ((try? context.fetch(TestStack.request()).count) ?? 0)
                        }
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(counts == 16 * 50 * 3)
    }

    /// Two coordinators, as two programs, on one file.
    @Test func twoCoordinators() async throws {
        let stack = try TestStack()
        let (url, first) = (stack.url, stack.coordinator)
        let second = NSPersistentStoreCoordinator(managedObjectModel: CompanyModel.make())
        try second.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        await withTaskGroup(of: Void.self) { group in
            for (name, coordinator) in [("x", first), ("y", second)] {
                group.addTask {
                    await Self.onThread {
                        let context = NSManagedObjectContext(.privateQueue)
                        context.persistentStoreCoordinator = coordinator
                        for index in 0..<40 {
                            let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
                            employee.setValue("\(name)\(index)", forKey: "name")
                            #expect(throws: Never.self) { try context.save() }
                        }
                    }
                }
            }
        }
        #expect(
            try stack.rows("SELECT COUNT(*), COUNT(DISTINCT ZNAME), MAX(Z_PK) FROM ZEMPLOYEE")
                == [[.integer(80), .integer(80), .integer(80)]])
    }
}

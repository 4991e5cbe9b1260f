import Foundation
import SQLite
import Testing

@testable import CoreData

/// Fetches that read the store beside the context's queue.
@Suite struct AsynchronousFetchTests {
    private func stack(_ kind: StoreKind, count: Int = 5) throws -> TestStack {
        let stack = try TestStack(kind)
        for index in 0..<count { stack.insert("Employee", ["name": "e\(index)", "age": 20 + index]) }
        try stack.context.save()
        return stack
    }

    /// Executes a request and waits for its end. `started` looks at the result before the fetch can have ended.
    private func run<T>(
        _ request: NSFetchRequest<T>, in context: NSManagedObjectContext, estimate: Int = 0,
        started: (NSAsynchronousFetchResult<T>) -> Void = { _ in }
    ) throws -> NSAsynchronousFetchResult<T> {
        let done = DispatchSemaphore(value: 0)
        let asynchronous = NSAsynchronousFetchRequest(fetchRequest: request) { _ in
            #expect(HeldContexts.holds(context), "the completion block runs on the context's queue")
            done.signal()
        }
        asynchronous.estimatedResultCount = estimate
        let result = try context.performAndWait {
            let result = try #require(try context.execute(asynchronous) as? NSAsynchronousFetchResult<T>)
            #expect(result.finalResult == nil && result.fetchRequest === asynchronous)
            started(result)
            return result
        }
        done.wait()
        return context.performAndWait { result }
    }

    @Test(arguments: StoreKind.onSQLite) func objects(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        let context = stack.makeContext()
        let known = try #require(try stack.fetch("Employee", "name == 'e1'", in: context).first)
        let (result, count) = try stack.statements {
            let result = try run(TestStack.request("Employee", "age > 20", sort: ["name"]), in: context, estimate: 4)
            #expect(result.finalResult?.map { $0.string("name") } == ["e1", "e2", "e3", "e4"])
            return result
        }
        // The rows come with the fetch: reading the objects runs nothing.
        #expect(count == 1)
        #expect(result.finalResult?.first === known && result.operationError == nil)
        #expect(result.finalResult?.allSatisfy { $0.managedObjectContext === context } == true)
        #expect(result.managedObjectContext === context)
        #expect(result.progress?.isFinished == true && result.progress?.completedUnitCount == 4)
    }

    @Test(arguments: StoreKind.onSQLite) func otherResults(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        let count = NSFetchRequest<NSNumber>(entityName: "Employee")
        count.resultType = .countResultType
        #expect(try run(count, in: stack.context).finalResult == [5])
        let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Employee")
        ids.resultType = .managedObjectIDResultType
        #expect(try run(ids, in: stack.context).finalResult?.count == 5)
        let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Employee")
        dictionaries.resultType = .dictionaryResultType
        dictionaries.propertiesToFetch = ["name"]
        #expect(try run(dictionaries, in: stack.context).finalResult?.count == 5)
        // With unsaved changes.
        stack.insert("Employee", ["name": "new"])
        #expect(try run(count, in: stack.context).finalResult == [6])
        #expect(try run(ids, in: stack.context).finalResult?.count == 6)
        #expect(try run(dictionaries, in: stack.context).finalResult?.count == 5)
    }

    @Test(arguments: StoreKind.onSQLite) func unsavedChanges(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        let all = try stack.fetch(sort: ["name"])
        stack.context.delete(all[0])
        all[1].setValue("x", forKey: "name")
        stack.insert("Employee", ["name": "e9"])
        let request = TestStack.request("Employee", "name BEGINSWITH 'e'", sort: ["name"])
        #expect(
            try run(request, in: stack.context).finalResult?.map { $0.string("name") } == ["e2", "e3", "e4", "e9"])
        request.includesPendingChanges = false
        #expect(try run(request, in: stack.context).finalResult?.count == 5)
    }

    @Test(arguments: StoreKind.onSQLite) func options(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        let context = stack.makeContext()
        let known = try #require(try stack.fetch("Employee", "name == 'e0'", in: context).first)
        _ = known.string("name")
        try #require(try stack.fetch("Employee", "name == 'e0'").first).setValue("e00", forKey: "name")
        try stack.context.save()
        let request = TestStack.request("Employee", nil, sort: ["name"])
        #expect(try run(request, in: context).finalResult?.first?.string("name") == "e0", "a realized object stays")
        request.shouldRefreshRefetchedObjects = true
        #expect(try run(request, in: context).finalResult?.first?.string("name") == "e00")

        let fresh = stack.makeContext()
        request.fetchBatchSize = 2
        let (names, count) = try stack.statements {
            try run(request, in: fresh).finalResult?.map { $0.string("name") }
        }
        #expect(names == ["e00", "e1", "e2", "e3", "e4"] && count == 4, "the keys, and three batches")

        let faults = stack.makeContext()
        let realizing = TestStack.request()
        realizing.returnsObjectsAsFaults = false
        #expect(try run(realizing, in: faults).finalResult?.contains(where: \.isFault) == false)
    }

    @Test func childContext() throws {
        let stack = try stack(.sqlite)
        stack.insert("Employee", ["name": "pending"])
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = stack.context
        #expect(try run(TestStack.request(), in: child).finalResult?.count == 6)
    }

    // MARK: - Progress and cancelling

    @Test func progressOfTheCaller() throws {
        let stack = try stack(.sqlite)
        let whole = Progress(totalUnitCount: 10)
        let context = stack.context
        whole.becomeCurrent(withPendingUnitCount: 10)
        let done = DispatchSemaphore(value: 0)
        let request = NSAsynchronousFetchRequest(fetchRequest: TestStack.request()) { _ in done.signal() }
        _ = try context.execute(request)
        whole.resignCurrent()
        done.wait()
        #expect(whole.fractionCompleted == 1 && whole.isFinished)
    }

    @Test(arguments: StoreKind.onSQLite) func cancelled(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        let result = try run(TestStack.request(), in: stack.context) { $0.cancel() }
        #expect(result.finalResult == nil)
        #expect((result.operationError as? CocoaError)?.code == .userCancelled)
        #expect(try stack.context.performAndWait { try stack.context.fetch(TestStack.request()).count } == 5)
    }

    /// A statement that would never end is stopped, and its connection is as good as before.
    @Test(.timeLimit(.minutes(1)), arguments: StoreKind.onSQLite) func runningStatement(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        let progress = Progress(totalUnitCount: 100)
        let scope = ReadScope(monitor: FetchMonitor(progress))
        var rows = 0
        let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
        let error = caught {
            try stack.store.read(in: scope, count: { rows }) { connection in
                let statement = try connection.prepare(endless)
                while try statement.step() {
                    rows += 1
                    if rows == 50_000 { progress.cancel() }
                }
            }
        }
        #expect(error?.code == CocoaError.userCancelled.rawValue)
        #expect(rows >= 50_000 && progress.completedUnitCount > 1000 && !progress.isFinished)
        #expect(try stack.context.count(for: TestStack.request()) == 5)
    }

    @Test func mistakes() throws {
        let stack = try stack(.sqlite)
        let unknown = NSAsynchronousFetchRequest(fetchRequest: TestStack.request("Nobody"))
        #expect(code { _ = try stack.context.execute(unknown) } == 134060)
        let result = try run(TestStack.request("Employee", "nome == 1"), in: stack.context)
        #expect((result.operationError as? CocoaError)?.code.rawValue == 134060)
        #expect(result.progress?.isFinished == true)
    }

    // MARK: - async

    @Test(arguments: StoreKind.onSQLite) func awaited(_ kind: StoreKind) async throws {
        let stack = try stack(kind)
        let names = try await stack.context.fetch(TestStack.request(sort: ["name"])) { found in
            found.map { $0.string("name") }
        }
        #expect(names == ["e0", "e1", "e2", "e3", "e4"])
        await #expect(throws: CocoaError(.userCancelled)) {
            try await stack.context.fetch(TestStack.request()) { _ in throw CocoaError(.userCancelled) }
        }
    }

    @Test func cancelledTask() async throws {
        let stack = try stack(.sqlite)
        let context = stack.context
        let task = Task {
            // Cancelled before the fetch begins.
            while !Task.isCancelled { await Task.yield() }
            return try await context.fetch(TestStack.request()) { $0.count }
        }
        task.cancel()
        let outcome = await task.result
        #expect(throws: CocoaError.self) { try outcome.get() }
    }
}

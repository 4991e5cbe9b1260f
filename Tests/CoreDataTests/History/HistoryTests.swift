import SQLite
import Testing

@testable import CoreData

@Suite struct HistoryTests {
    private static var options: [AnyHashable: Any] { [NSPersistentHistoryTrackingKey: true] }

    /// Employees whose names outlive them in history.
    private static func model() -> NSManagedObjectModel {
        let model = CompanyModel.make()
        let attributes = model.entitiesByName["Employee"]?.attributesByName
        for name in ["name", "birthday", "tags"] { attributes?[name]?.preservesValueInHistoryOnDeletion = true }
        return model
    }

    private func stack(_ kind: StoreKind = .sqlite) throws -> TestStack {
        try TestStack(model: Self.model(), kind, options: Self.options)
    }

    private func history(
        _ stack: TestStack, after token: NSPersistentHistoryToken? = nil
    ) throws -> [NSPersistentHistoryTransaction] {
        let result = try stack.context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
        return try #require((result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
    }

    /// "insert Employee p1", "update Employee p1 age,name" …
    private func lines(_ transaction: NSPersistentHistoryTransaction) -> [String] {
        (transaction.changes ?? []).map { change in
            let names = (change.updatedProperties ?? []).map(\.name).sorted().joined(separator: ",")
            let id = change.changedObjectID
            return "\(change.changeType) \(id.entity.name ?? "") p\(id.primaryKey)" + (names.isEmpty ? "" : " \(names)")
        }
    }

    @Test("History Saves are transactions, with what they did and who did it", arguments: StoreKind.onSQLite)
    func savesAreTransactions(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        stack.context.name = "importer"
        stack.context.transactionAuthor = "me"
        let start = Date()
        let person = stack.insert("Manager", ["name": "a", "birthday": Date(timeIntervalSinceReferenceDate: 9)])
        let department = stack.insert("Department", ["name": "d"])
        try stack.context.save()
        stack.context.transactionAuthor = nil
        person.setValue(department, forKey: "depart")
        person.setValue(3, forKey: "level")
        try stack.context.save()
        person.setValue(["x"], forKey: "tags")
        try stack.context.save()
        stack.context.delete(person)
        try stack.context.save()
        let all = try history(stack)
        #expect(all.map(\.transactionNumber) == [1, 2, 3, 4])
        #expect(lines(all[0]) == ["insert Manager p1", "insert Department p1"])
        #expect(Set(lines(all[1])) == ["update Manager p1 depart,level", "update Department p1 employees"])
        #expect(lines(all[2]) == ["update Manager p1 tags"])
        #expect(lines(all[3]).first == "delete Manager p1")
        #expect(all[0].author == "me" && all[1].author == nil && all[0].contextName == "importer")
        #expect(all[0].processID == ProcessInfo.processInfo.processName && !all[0].bundleID.isEmpty)
        #expect(all[0].timestamp >= start.addingTimeInterval(-1) && all[0].timestamp <= Date())
        #expect(all[0].storeID == stack.store.identifier)
        let tombstone = try #require(all[3].changes?.first?.tombstone)
        #expect(tombstone["name"] as? String == "a" && tombstone["tags"] as? [String] == ["x"])
        #expect(tombstone["birthday"] as? Date == Date(timeIntervalSinceReferenceDate: 9) && tombstone.count == 3)
        #expect(all[0].changes?.first?.transaction === all[0] && all[0].changes?.first?.tombstone == nil)
        try stack.context.save()
        #expect(try history(stack).count == 4, "a save without changes is no transaction")
    }

    @Test("History After a token, a date or a transaction") func placesInHistory() throws {
        let stack = try stack()
        try stack.insertEmployees("a")
        let token = try #require(stack.coordinator.currentPersistentHistoryToken(fromStores: nil))
        let time = Date()
        try stack.insertEmployees("b", "c")
        #expect(try history(stack, after: token).map(\.transactionNumber) == [2])
        #expect(try history(stack, after: history(stack)[1].token).isEmpty)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        let again = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: archive)
        #expect(again == token)
        func results(
            _ request: NSPersistentHistoryChangeRequest, _ type: NSPersistentHistoryResultType
        ) throws -> Any? {
            request.resultType = type
            return (try stack.context.execute(request) as? NSPersistentHistoryResult)?.result
        }
        let since = NSPersistentHistoryChangeRequest.fetchHistory(after: time)
        #expect((try results(since, .changesOnly) as? [NSPersistentHistoryChange])?.count == 2)
        #expect(try results(since, .count) as? Int == 1)
        #expect((try results(since, .objectIDs) as? [NSManagedObjectID])?.count == 2)
        #expect((try results(since, .transactionsOnly) as? [NSPersistentHistoryTransaction])?.first?.changes == nil)
    }

    @Test func transactionsOfOthers() throws {
        let stack = try stack()
        for author in ["me", "you"] {
            stack.context.transactionAuthor = author
            try stack.insertEmployees(author)
        }
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        fetch.predicate = NSPredicate(format: "author != 'me'")
        let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
        let result = try stack.context.execute(request) as? NSPersistentHistoryResult
        #expect((result?.result as? [NSPersistentHistoryTransaction])?.map(\.author) == ["you"])
    }

    @Test("History Transactions can be merged") func transactionsCanBeMerged() throws {
        let stack = try stack()
        let person = try stack.insertEmployees("a")[0]
        let token = stack.coordinator.currentPersistentHistoryToken(fromStores: nil)
        let other = try stack.another(model: Self.model(), options: Self.options)
        let theirs = try other.fetch()[0]
        theirs.setValue("theirs", forKey: "name")
        other.insert("Employee", ["name": "b"])
        try other.context.save()
        for transaction in try history(stack, after: token) {
            stack.context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        }
        #expect(person.string("name") == "theirs" && stack.context.registeredObjects.count == 2)
    }

    @Test("History Expired tokens") func expiredTokens() throws {
        let stack = try stack()
        let token = stack.coordinator.currentPersistentHistoryToken(fromStores: nil)
        for name in ["a", "b", "c"] { try stack.insertEmployees(name) }
        let all = try history(stack)
        let deletion = NSPersistentHistoryChangeRequest.deleteHistory(before: all[2])
        deletion.resultType = .count
        #expect((try stack.context.execute(deletion) as? NSPersistentHistoryResult)?.result as? Int == 2)
        #expect(try stack.rows("SELECT COUNT(*) FROM ACHANGE") == [[1]])
        #expect(code { _ = try history(stack, after: token) } == 134301)
        #expect(try history(stack, after: all[1].token).count == 1)
        try stack.context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date()))
        #expect(try history(stack).isEmpty)
        #expect(code { _ = try history(stack, after: all[1].token) } == 134301)
        try stack.insertEmployees("d")
        #expect(try history(stack).map(\.transactionNumber) == [4], "numbers are never used again")
    }

    @Test("History Batch requests are recorded") func batches() throws {
        let stack = try stack()
        let department = stack.insert("Department", ["name": "d"])
        try stack.context.save()
        let rows: [[String: Any]] = [["name": "a", "depart": department.objectID], ["name": "b"]]
        try stack.context.execute(NSBatchInsertRequest(entityName: "Employee", objects: rows))
        let update = NSBatchUpdateRequest(entityName: "Employee")
        update.propertiesToUpdate = ["age": 5]
        update.predicate = NSPredicate(format: "name == 'a'")
        try stack.context.execute(update)
        try stack.context.execute(NSBatchDeleteRequest(fetchRequest: TestStack.request("Department")))
        try stack.context.execute(NSBatchDeleteRequest(fetchRequest: TestStack.request("Employee", "name == 'b'")))
        let all = try history(stack)
        #expect(lines(all[1]) == ["insert Employee p1", "insert Employee p2"])
        #expect(lines(all[2]) == ["update Employee p1 age"])
        #expect(lines(all[3]) == ["delete Department p1", "update Employee p1 depart"])
        #expect(lines(all[4]) == ["delete Employee p2"])
        #expect(all[4].changes?.first?.tombstone?["name"] as? String == "b")
    }

    /// A store from before gets the tables, with the names and numbers that Apple's framework gives them.
    @Test func anOldStoreGetsTheTables() throws {
        let plain = try TestStack()
        try plain.insertEmployees("a")
        #expect(code { _ = try history(plain) } == 134091)
        let tracking = try plain.another(options: Self.options)
        #expect(try history(tracking).isEmpty)
        #expect(
            try plain.rows("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000") == [
                [16001, "CHANGE", 0], [16002, "TRANSACTION", 0], [16003, "TRANSACTIONSTRING", 0],
            ])
        try tracking.insertEmployees("b")
        #expect(try history(tracking).count == 1)
        #expect(
            try plain.rows("SELECT Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS FROM ACHANGE")
                == [[16001, 0, 2, 2, 1, .null]])
    }

    /// Without the option history would have a gap: the store can only be read.
    @Test("History Without the option the store is read-only") func withoutTheOptionItIsReadOnly() throws {
        let tracking = try stack()
        try tracking.insertEmployees("a")
        let plain = try tracking.another(model: Self.model())
        #expect(plain.store.isReadOnly)
        #expect(try plain.names() == ["a"] && history(plain).count == 1)
        plain.insert("Employee", ["name": "b"])
        let error = try #require(caught { try plain.context.save() })
        #expect(error.code == 134030 && error.localizedDescription.contains("NSPersistentHistoryTrackingKey"))
    }

    @Test func aFailedSaveIsNoTransaction() throws {
        let stack = try stack()
        stack.insert("Employee", ["name": "a", "employeeID": "1"])
        stack.insert("Employee", ["name": "b", "employeeID": "1"])
        #expect(code { try stack.context.save() } == 133021)
        #expect(try stack.rows("SELECT COUNT(*), (SELECT COUNT(*) FROM ACHANGE) FROM ATRANSACTION") == [[0, 0]])
    }

    /// A file of Apple's with history, opened in place.
    @Test(.enabled(if: SampleStores.root != nil, "PEOPLE_CASES is not set"))
    func aHistoryOfApples() throws {
        let root = try #require(SampleStores.root).appendingPathComponent("coredataplus/Tests/Resources/SampleModel2")
        let source = root.appendingPathComponent("Fixtures/SampleModel2_V2.sqlite")
        let connection = try Connection(path: source.path, mode: .immutable)
        defer { connection.close() }
        let model = CompanyModel.make()
        let layout = try ModelLayout.layout(of: model)
        let tables = try HistoryTables(
            connection, model: layout, schema: StoreSchema(model: layout, holds: { _ in true }), makes: false)
        #expect(tables?.tombstones == 0)
    }
}

@Suite struct RemoteChangeTests {
    private static var options: [AnyHashable: Any] {
        [NSPersistentHistoryTrackingKey: true, NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]
    }

    private func waiting(for stack: TestStack, _ body: () throws -> Void) async throws -> [AnyHashable: Any]? {
        let (stream, continuation) = AsyncStream<Payload>.makeStream()
        let token = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: stack.coordinator, queue: nil
        ) { continuation.yield(Payload(userInfo: $0.userInfo)) }
        defer { NotificationCenter.default.removeObserver(token) }
        let limit = Task {
            try await Task.sleep(for: .seconds(60))
            continuation.finish()
        }
        try body()
        for await payload in stream {
            limit.cancel()
            return payload.userInfo
        }
        return nil
    }

    private struct Payload: @unchecked Sendable {
        // Sendable: read by one task after it was written.
        let userInfo: [AnyHashable: Any]?
    }

    @Test func writesOfOthersAreNoticed() async throws {
        let stack = try TestStack(options: Self.options)
        let other = try stack.another(options: [NSPersistentHistoryTrackingKey: true])
        let info = try #require(try await waiting(for: stack) { try other.insertEmployees("a") })
        #expect(info[NSStoreUUIDKey] as? String == stack.store.identifier)
        #expect(info[NSPersistentStoreURLKey] as? URL == stack.url)
        let token = try #require(info[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken)
        #expect(token.numbers.values.first == 1)
    }

    @Test func onesOwnWritesToo() async throws {
        let stack = try TestStack(options: Self.options)
        #expect(try await waiting(for: stack) { try stack.insertEmployees("a") } != nil)
    }

    /// Another program's write, with SQL alone.
    @Test func writesOfAnotherProgram() async throws {
        let stack = try TestStack(options: [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true])
        try stack.insertEmployees("a")
        let info = try await waiting(for: stack) { try stack.execute("UPDATE ZEMPLOYEE SET ZNAME = 'b'") }
        #expect(info != nil && info?[NSPersistentHistoryTokenKey] == nil)
    }
}

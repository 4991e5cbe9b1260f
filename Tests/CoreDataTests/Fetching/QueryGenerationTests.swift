import Foundation
import SQLite
import Testing

@testable import CoreData

/// Contexts that are pinned to one state of the store.
@Suite struct QueryGenerationTests {
    private struct Pinned {
        let stack: TestStack
        /// Pinned to the state with the employees a and b of one department.
        let context: NSManagedObjectContext
        var writer: NSManagedObjectContext { stack.context }

        init() throws {
            stack = try TestStack(.sqlite)
            let department = stack.insert("Department", ["name": "d"])
            for name in ["a", "b"] { stack.insert("Employee", ["name": name, "age": 20, "depart": department]) }
            try stack.context.save()
            context = stack.makeContext()
            try context.setQueryGenerationFrom(.current)
            #expect(try names() == ["a", "b"])
        }

        func names() throws -> [String] { try stack.names(in: context) }

        /// Another context adds c, renames b and deletes nothing.
        func change() throws {
            let department = try #require(try stack.fetch("Department").first)
            stack.insert("Employee", ["name": "c", "age": 30, "depart": department])
            try #require(try stack.fetch("Employee", "name == 'b'").first).setValue("bb", forKey: "name")
            try writer.save()
        }
    }

    @Test func everyKindOfRead() throws {
        let pinned = try Pinned()
        let (stack, context) = (pinned.stack, pinned.context)
        let request = TestStack.request(sort: ["name"])
        context.reset()
        #expect(try context.fetch(request).count == 2)
        // Before anything else is read, the others go on.
        let department = try #require(try stack.fetch("Department", in: context).first)
        try pinned.change()
        #expect(try stack.names() == ["a", "bb", "c"])

        #expect(try pinned.names() == ["a", "b"], "objects")
        #expect(try context.count(for: request) == 2, "counts")
        #expect(department.objects("employees").count == 2, "relationships")
        let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Employee")
        ids.resultType = .managedObjectIDResultType
        #expect(try context.fetch(ids).count == 2, "IDs")
        let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Employee")
        dictionaries.resultType = .dictionaryResultType
        dictionaries.propertiesToFetch = ["name"]
        dictionaries.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        #expect(try context.fetch(dictionaries).map { $0["name"] as? String } == ["a", "b"], "dictionaries")
        request.fetchBatchSize = 1
        #expect(try context.fetch(request).map { $0.string("name") } == ["a", "b"], "batches")
        var streamed: [String] = []
        try context.forEach(TestStack.request()) { streamed.append($0.string("name")) }
        #expect(streamed == ["a", "b"], "streams")
        // Faults: refreshed one by one, without moving on.
        let b = try #require(try stack.fetch("Employee", "name == 'b'", in: context).first)
        context.refresh(b, mergeChanges: false)
        #expect(b.string("name") == "b", "faults")
        let c = try #require(try stack.fetch("Employee", "name == 'c'").first)
        #expect(code { _ = try context.existingObject(with: c.objectID) } == 133000)
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = context
        #expect(try stack.names(in: child) == ["a", "b"], "a child sees what its parent sees")
    }

    /// [A] A save, a merge and a reset move on; [K] so does refreshing everything.
    @Test func movingOn() throws {
        for step in ["save", "merge", "remote merge", "reset", "refresh", "current", "nil"] {
            let pinned = try Pinned()
            let context = pinned.context
            let token = context.queryGenerationToken
            try pinned.change()
            #expect(try pinned.names() == ["a", "b"])
            switch step {
            case "save":
                _ = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
                try context.save()
            case "merge":
                context.mergeChanges(
                    fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave, object: pinned.writer))
            case "remote merge":
                NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [:], into: [context])
            case "reset": context.reset()
            case "refresh": context.refreshAllObjects()
            case "current": try context.setQueryGenerationFrom(.current)
            default: try context.setQueryGenerationFrom(nil)
            }
            #expect(try context.count(for: TestStack.request()) == 3, "\(step)")
            #expect((context.queryGenerationToken == nil) == (step == "nil"))
            #expect(context.queryGenerationToken !== token)
            // It stays where it is now.
            pinned.stack.insert("Employee", ["name": "later"])
            try pinned.writer.save()
            #expect(try context.count(for: TestStack.request()) == (step == "nil" ? 4 : 3), "\(step)")
        }
    }

    @Test func sharedTokens() throws {
        let pinned = try Pinned()
        let token = try #require(pinned.context.queryGenerationToken)
        try pinned.change()
        let other = pinned.stack.makeContext()
        try other.setQueryGenerationFrom(token)
        #expect(try pinned.stack.names(in: other) == ["a", "b"])
        pinned.context.reset()
        #expect(try pinned.names() == ["a", "bb", "c"])
        #expect(try pinned.stack.names(in: other) == ["a", "b"], "a token that somebody holds keeps its state")
    }

    @Test func conflict() throws {
        let pinned = try Pinned()
        try pinned.change()
        let b = try #require(try pinned.stack.fetch("Employee", "name == 'b'", in: pinned.context).first)
        b.setValue("mine", forKey: "name")
        #expect(code { try pinned.context.save() } == 133020)
        pinned.context.mergePolicy = .mergeByPropertyObjectTrump
        try pinned.context.save()
        #expect(try pinned.names() == ["a", "c", "mine"])
    }

    @Test func asynchronousFetch() async throws {
        let pinned = try Pinned()
        try pinned.change()
        #expect(try await pinned.context.fetch(TestStack.request()) { $0.count } == 2)
    }

    @Test func mistakes() throws {
        let pinned = try Pinned()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = pinned.context
        #expect(code { try child.setQueryGenerationFrom(.current) } == 134060)
        let token = pinned.context.queryGenerationToken
        #expect(code { try TestStack().context.setQueryGenerationFrom(token) } == 134060)
        let without = NSManagedObjectContext(.privateQueue)
        #expect(code { try without.setQueryGenerationFrom(.current) } == 134060)
    }

    /// A store in memory has one state only.
    @Test func storeInMemory() throws {
        let stack = try TestStack(.memory)
        let pinned = stack.makeContext()
        try pinned.setQueryGenerationFrom(.current)
        #expect(try stack.names(in: pinned) == [])
        try stack.insertEmployees("a")
        #expect(try stack.names(in: pinned) == ["a"])
    }

    // MARK: - The write-ahead log

    /// The log cannot be emptied while a state is held, and can be afterwards.
    @Test func checkpoint() throws {
        let pinned = try Pinned()
        try pinned.change()
        func emptied() throws -> Bool {
            let connection = try Connection(path: pinned.stack.url.path, mode: .readWrite)
            defer { connection.close() }
            let statement = try connection.prepare("PRAGMA wal_checkpoint(RESTART)")
            return try statement.step() && statement.int64(0) == 0
        }
        #expect(try !emptied())
        try pinned.context.setQueryGenerationFrom(nil)
        #expect(try emptied())
    }

    @Test func removedStore() throws {
        let pinned = try Pinned()
        let store = try #require(pinned.stack.coordinator.persistentStores.first)
        try pinned.change()
        let log = pinned.stack.url.path + "-wal"
        #expect(FileManager.default.fileExists(atPath: log))
        let fetched = try pinned.context.fetch(TestStack.request()).first
        let held = try #require(fetched)
        pinned.context.refresh(held, mergeChanges: false)
        try pinned.stack.coordinator.remove(store)
        #expect(!FileManager.default.fileExists(atPath: log), "closing leaves one file, as without a pinned context")
        #expect(code { _ = try pinned.context.existingObject(with: held.objectID) } != nil)
        #expect(code { _ = try pinned.context.fetch(TestStack.request()) } == 134070)
    }
}

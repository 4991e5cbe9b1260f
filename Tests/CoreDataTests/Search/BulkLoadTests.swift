import SQLite
import Testing

@testable import CoreData

/// `performBulkLoad`: one transaction, indexes built at its end.
@Suite struct BulkLoadTests {
    private func load(_ stack: TestStack, _ count: Int, _ prefix: String = "e") throws {
        for index in 0..<count {
            stack.insert(
                "Employee",
                ["name": "\(prefix)\(index)", "employeeID": "\(prefix)\(index)", "about": "about \(prefix)\(index)"])
            if index % 10 == 9 { try stack.context.save() }
        }
        try stack.context.save()
    }

    private func indexes(_ stack: TestStack) throws -> [[SQLValue]] {
        try stack.rows("SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name")
    }

    @Test func loads() throws {
        let stack = try TestStack()
        try load(stack, 5, "old")
        let before = try indexes(stack)
        let result = try stack.store.performBulkLoad {
            try load(stack, 35)
            // Inside, this thread sees its own rows.
            return try stack.names(in: stack.makeContext()).count
        }
        #expect(result == 40)
        #expect(try indexes(stack) == before)
        #expect(try stack.names("about CONTAINS[cd] 'e33'", in: stack.makeContext()) == ["e33"])
        #expect(try stack.names("about CONTAINS[cd] 'old3'") == ["old3"])
        #expect(try stack.rows("PRAGMA integrity_check") == [[.text("ok")]])
    }

    @Test func failureLeavesTheStoreAsItWas() throws {
        struct Stop: Error {}
        let stack = try TestStack()
        try load(stack, 5, "old")
        let photo = stack.insert("Employee", ["name": "p", "photo": Data(repeating: 1, count: 200_000)])
        try stack.context.save()
        let before = try TestStack.contents(of: stack.url)
        let context = stack.context
        #expect(throws: Stop.self) {
            try stack.store.performBulkLoad {
                try load(stack, 25)
                photo.setValue(Data(repeating: 2, count: 200_000), forKey: "photo")
                context.delete(try #require(try stack.fetch("Employee", "name == 'old1'").first))
                try context.save()
                throw Stop()
            }
        }
        #expect(try TestStack.contents(of: stack.url) == before)
        let again = try stack.another()
        #expect(try again.names().count == 6)
        #expect(try again.names("about CONTAINS[cd] 'old1'") == ["old1"])
        #expect(try again.names("about CONTAINS[cd] 'about e'") == [])
        // The files beside the store, too.
        let files = stack.directory.appendingPathComponent(".company_SUPPORT/_EXTERNAL_DATA").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 1)
        let read = try #require(try again.fetch("Employee", "name == 'p'").first)
        #expect(read.value(forKey: "photo") as? Data == Data(repeating: 1, count: 200_000))
    }

    /// A duplicate fails the whole load, at its end at the latest.
    @Test func duplicate() throws {
        let stack = try TestStack()
        try load(stack, 5, "old")
        let before = try TestStack.contents(of: stack.url)
        #expect(
            code {
                try stack.store.performBulkLoad {
                    try load(stack, 12)
                    stack.insert("Employee", ["name": "x", "employeeID": "old3"])
                    try stack.context.save()
                }
            } == 133021)
        #expect(try TestStack.contents(of: stack.url) == before)
    }

    /// Rows that are inserted, changed and deleted within one load.
    @Test func changesWithinALoad() throws {
        let stack = try TestStack()
        let old = stack.insert("Employee", ["name": "old", "about": "before"])
        let reserved = stack.insert("Employee", ["name": "reserved", "about": "reserved"])
        try stack.context.obtainPermanentIDs(for: [reserved])
        stack.context.delete(reserved)
        try stack.context.save()
        try stack.store.performBulkLoad {
            let changed = stack.insert("Employee", ["name": "changed", "about": "first"])
            let deleted = stack.insert("Employee", ["name": "deleted", "about": "first"])
            try stack.context.save()
            changed.setValue("second", forKey: "about")
            old.setValue("after", forKey: "about")
            stack.context.delete(deleted)
            try stack.context.save()
        }
        for (pattern, names) in [("first", []), ("second", ["changed"]), ("before", []), ("after", ["old"])] {
            #expect(try stack.names("about CONTAINS[cd] %@", [pattern], in: stack.makeContext()) == names)
        }
        try stack.store.write { connection in
            try connection.execute(
                "INSERT INTO CDSEARCH_ZEMPLOYEE_ZABOUT_WORDS (CDSEARCH_ZEMPLOYEE_ZABOUT_WORDS) VALUES ('integrity-check')"
            )
        }
    }

    /// Others read what was there before, without waiting.
    @Test func readersDoNotWait() throws {
        let stack = try TestStack()
        try load(stack, 5, "old")
        let coordinator = stack.coordinator
        try stack.store.performBulkLoad {
            try load(stack, 20)
            let count = onAnotherThread {
                let context = NSManagedObjectContext(.privateQueue)
                context.persistentStoreCoordinator = coordinator
                return try? context.count(for: TestStack.request("Employee", "about CONTAINS[cd] 'about'"))
            }
            #expect(count == 5)
        }
    }

    @Test func nested() throws {
        let stack = try TestStack()
        try stack.store.performBulkLoad {
            try stack.store.performBulkLoad { try load(stack, 5) }
            try load(stack, 5, "more")
        }
        #expect(try stack.names("about CONTAINS[cd] 'about'", in: stack.makeContext()).count == 10)
    }

    @Test func inMemory() throws {
        let stack = try TestStack(.memory)
        try stack.store.performBulkLoad { try load(stack, 5) }
        #expect(try stack.names("about CONTAINS[cd] 'e3'") == ["e3"])
    }
}

/// Runs a block on a thread of its own and waits for it.
func onAnotherThread<T: Sendable>(_ body: @escaping @Sendable () -> T) -> T {
    let result = Box<T?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        result.value = body()
        done.signal()
    }
    done.wait()
    guard let value = result.value else { fatalError("The thread has set the value") }
    return value
}

/// A value that one thread writes before another reads it.
final class Box<Value>: @unchecked Sendable {
    // Sendable: the semaphore orders the accesses.
    var value: Value
    init(_ value: Value) { self.value = value }
}

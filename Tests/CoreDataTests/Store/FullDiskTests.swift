import Foundation
import SQLite
import Testing

@testable import CoreData

/// What happens when there is no room left. SQLite can be told that a file may not grow, which it reports as a full disk.
struct FullDiskTests {
    @Test func aSaveThatDoesNotFitChangesNothing() throws {
        let stack = try TestStack(options: [NSSQLitePragmasOption: ["max_page_count": NSNumber(value: 60)]])
        var saved = 0
        var failure: CocoaError?
        while failure == nil, saved < 10_000 {
            for index in 0..<20 {
                _ = stack.insert("Employee", ["name": String(repeating: "n", count: 200) + "\(saved + index)"])
            }
            do {
                try stack.context.save()
                saved += 20
            } catch {
                failure = error as? CocoaError
            }
        }
        let error = try #require(failure)
        #expect(error.code == .fileWriteOutOfSpace)
        #expect(error.localizedDescription == "The disk is full: \(stack.url.path) was not changed")
        // The context keeps what was to be saved, the store has what was saved before.
        #expect(stack.context.insertedObjects.count == 20)
        #expect(try stack.rows("SELECT COUNT(*) FROM ZEMPLOYEE") == [[.integer(Int64(saved))]])
        #expect(try stack.rows("PRAGMA integrity_check") == [[.text("ok")]])
        stack.context.rollback()
        #expect(try stack.names(in: stack.makeContext()).count == saved)

        // With room again, the same store goes on.
        try stack.coordinator.remove(try #require(stack.coordinator.persistentStores.first))
        let again = try TestStack(directory: stack.directory)
        _ = again.insert("Employee", ["name": "one more"])
        try again.context.save()
        #expect(try again.names().count == saved + 1)
    }
}

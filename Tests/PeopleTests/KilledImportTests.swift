import Foundation
import SQLite
import Testing

@Suite struct KilledImportTests {
    private static let header = "personID,name,email\n"

    private static func rows(_ range: Range<Int>) -> String {
        range.map { "id-\($0),Person \($0),person\($0)@example.org\n" }.joined()
    }

    /// A process that is killed in the middle of its first import, with thousands of people in a transaction, leaves a
    /// store that is whole, and the next import takes all.
    @Test func leavesTheStoreWhole() throws {
        let people = try PeopleProcess()
        let process = Process()
        process.executableURL = PeopleProcess.binary
        process.arguments = ["import", "--format", "csv", "-"]
        process.environment = ["PEOPLE_STORE": people.store.path, "HOME": people.folder.path]
        let input = Pipe()
        process.standardInput = input
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Far more than a pipe holds: what was written was read, but for a batch or two also inserted.
        try input.fileHandleForWriting.write(contentsOf: Data((Self.header + Self.rows(0..<12_000)).utf8))
        #expect(try isLocked(people))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)

        #expect(try people.integrity() == "ok")
        #expect(try people("list", "--count").output == "0\n")
        try people.write(Self.header + Self.rows(0..<3000), to: "all.csv")
        #expect(try people("import", "all.csv").talk == "3000 added, 0 updated, 0 unchanged, 0 skipped, 0 failed\n")
        #expect(try people("search", "person2999", "--count").output == "1\n")
        #expect(try people.integrity() == "ok")
    }

    /// Whether somebody holds the lock for writing.
    private func isLocked(_ people: PeopleProcess) throws -> Bool {
        let connection = try Connection(path: people.store.path, mode: .readWrite, busyTimeout: .zero)
        defer { connection.close() }
        do {
            try connection.transaction(.immediate) {}
            return false
        } catch let error as SQLiteError where error.primaryCode == SQLiteError.busy {
            return true
        }
    }
}

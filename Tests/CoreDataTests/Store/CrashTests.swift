import CoreData
import SQLite
import Testing

/// A program that is killed in the middle of its saves leaves a whole store, with whole transactions.
@Suite(.serialized) struct CrashTests {
    /// Where the child finds its store; the exit test's body can capture nothing.
    private static let variable = "COREDATA_CRASH_STORE"

    @Test(arguments: [10, 30, 60, 100]) func killedWhileSaving(milliseconds: Int) async throws {
        let directory = TestStack.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        setenv(Self.variable, directory.path, 1)
        setenv(Self.variable + "_MS", "\(milliseconds)", 1)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let environment = ProcessInfo.processInfo.environment
            let directory = URL(fileURLWithPath: environment["COREDATA_CRASH_STORE"] ?? "")
            let milliseconds = environment["COREDATA_CRASH_STORE_MS"].flatMap(UInt32.init) ?? 10
            let stack = try TestStack(directory: directory)
            Thread.detachNewThread {
                usleep(milliseconds * 1000)
                kill(getpid(), SIGKILL)
            }
            while true {
                // Three rows and a relationship in each transaction.
                let department = stack.insert("Department", ["name": "d"])
                for name in ["a", "b"] {
                    stack.insert("Employee", ["name": name, "about": "about \(name)", "depart": department])
                }
                try stack.context.save()
            }
        }
        let stack = try TestStack(directory: directory)
        #expect(try stack.rows("PRAGMA integrity_check") == [[.text("ok")]])
        let departments = try stack.fetch("Department")
        #expect(try stack.names().count == 2 * departments.count)
        #expect(departments.allSatisfy { $0.names("employees") == ["a", "b"] })
        #expect(try stack.names("about CONTAINS[cd] 'about'").count == 2 * departments.count)
        stack.insert("Employee", ["name": "after"])
        try stack.context.save()
    }
}

import Foundation
import Testing

/// `people` with a store that an older version has made.
@Suite struct OldStoreTests {
    private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("PersonKitTests/Fixtures/version-1.sqlite")

    private static func backups(_ people: PeopleProcess) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: people.folder.path)
            .filter {
                $0.hasPrefix(people.store.lastPathComponent + ".backup-") && !$0.hasSuffix("-shm")
                    && !$0.hasSuffix("-wal")
            }
    }

    @Test(arguments: [["list", "--count"], ["update", "p-4", "--set", "age=100"]])
    func isBroughtUpToDateAndSaysSo(arguments: [String]) throws {
        let people = try PeopleProcess()
        try FileManager.default.copyItem(at: Self.fixture, to: people.store)
        let run = try people.run(arguments)
        #expect(run.code == 0)
        let backups = try Self.backups(people)
        #expect(backups.count == 1)
        let lines = run.talk.split(separator: "\n").filter { $0.contains("backup") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains(backups.first ?? "?") == true)
        let again = try people("list", "--count")
        #expect(again.output == "4\n")
        #expect(again.talk.isEmpty)
        #expect(try Self.backups(people) == backups)
        #expect(try people.integrity() == "ok")
    }

    @Test func aTrialChangesNothing() throws {
        let people = try PeopleProcess()
        try FileManager.default.copyItem(at: Self.fixture, to: people.store)
        let before = people.storeBytes()
        #expect(try people("update", "p-4", "--set", "age=100", "--dry-run").code != 0)
        #expect(people.storeBytes() == before)
        #expect(try Self.backups(people).isEmpty)
    }
}

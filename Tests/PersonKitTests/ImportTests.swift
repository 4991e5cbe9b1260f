import Foundation
import PersonKit
import Testing

@Suite struct ImportTests {
    private func counts(_ report: ImportReport) -> [Int] {
        [report.added, report.updated, report.unchanged, report.skipped, report.failed]
    }

    private func importText(
        _ text: String, into book: PersonManager, _ change: (inout ImportOptions) -> Void = { _ in }
    ) throws -> ImportReport {
        let directory = try TemporaryDirectory()
        var options = ImportOptions()
        change(&options)
        return try book.importContacts(from: directory.write(text, to: "people.csv"), options: options)
    }

    private func fileBook() throws -> (PersonManager, TemporaryDirectory) {
        let directory = try TemporaryDirectory()
        return (try PersonManager(storeURL: directory.file("people.sqlite")), directory)
    }

    static let files: [String] = [
        "personID,name,age\n1,Ada,36\n2,Bob,\n",
        "name,email,phone\nAda,ada@example.org,+49 30 123456\nBob,,030 999999\n",
        "name,note\nAda,x\nBob,y\n",
        "uid,name\nu1,Ada\nu2,Bob\n",
        "email\nada@example.org\nbob@example.org\n",
    ]

    @Test(arguments: files, [true, false]) func twice(_ text: String, inMemory: Bool) throws {
        let (onDisk, directory) = try fileBook()
        let book = inMemory ? try PersonManager.inMemory() : onDisk
        #expect(counts(try importText(text, into: book)) == [2, 0, 0, 0, 0])
        let before = try book.records()
        #expect(counts(try importText(text, into: book)) == [0, 0, 2, 0, 0])
        #expect(try book.records() == before)
        withExtendedLifetime(directory) {}
    }

    @Test func twiceInOneFile() throws {
        for inMemory in [true, false] {
            let (onDisk, directory) = try fileBook()
            let book = inMemory ? try PersonManager.inMemory() : onDisk
            let text = "personID,name,age\n1,Ada,36\n2,Bob,\n1,Ada,37\n2,Bob,\n"
            #expect(counts(try importText(text, into: book)) == [2, 1, 1, 0, 0])
            #expect(try book.person(withID: "1")?.age == 37)
            withExtendedLifetime(directory) {}
        }
    }

    @Test func changedPhone() throws {
        let (book, directory) = try fileBook()
        let start = "name,email,phone,note\nAda,ada@example.org,111 2222,n\nBob,bob@example.org,333 4444,m\n"
        _ = try importText(start, into: book)
        let changed = "name,email,phone\nAda,ada@example.org,111 9999\nBob,bob@example.org,\n"
        #expect(counts(try importText(changed, into: book)) == [0, 1, 1, 0, 0])
        let records = try book.records()
        #expect(records.map { $0.phones.map(\.value) } == [["111 9999"], ["333 4444"]])
        // What the file does not have stays.
        #expect(records.map(\.note) == ["n", "m"])
        #expect(try book.names("9999") == ["Ada"])
        #expect(try book.names("2222") == [])
        withExtendedLifetime(directory) {}
    }

    static let policies: [(ImportOptions.OnMatch, [Int], [String?])] = [
        (.update, [0, 1, 0, 0, 0], ["n"]), (.skip, [0, 0, 0, 1, 0], ["n"]), (.replace, [0, 1, 0, 0, 0], [nil]),
        (.add, [1, 0, 0, 0, 0], ["n", nil]),
    ]

    @Test(arguments: policies) func onMatch(
        _ policy: ImportOptions.OnMatch, _ expected: [Int], _ notes: [String?]
    ) throws {
        let book = try PersonManager.inMemory()
        try book.insert(personID: "1", name: "Ada", age: 36)
        try book.update(personID: "1", with: ["note": "n"])
        let report = try importText("personID,name,age\n1,Ada,37\n", into: book) { $0.onMatch = policy }
        #expect(counts(report) == expected)
        #expect(try book.records().map(\.note).sorted { ($0 ?? "") > ($1 ?? "") } == notes)
    }

    @Test func neverByNameAlone() throws {
        let book = try PersonManager.inMemory()
        let text = "name,email\nWang Wei,a@example.org\nWang Wei,b@example.org\n"
        #expect(counts(try importText(text, into: book)) == [2, 0, 0, 0, 0])
        // A couple with one address; a family with one telephone.
        let couple = "name,email,phone\nAnn Lee,lee@example.org,555 123456\nBob Lee,lee@example.org,555 123456\n"
        #expect(counts(try importText(couple, into: book)) == [2, 0, 0, 0, 0])
        #expect(counts(try importText(couple, into: book)) == [0, 0, 2, 0, 0])
    }

    @Test func badRecords() throws {
        let (book, directory) = try fileBook()
        let text = "personID,name,age,note\n1,Ada,36,\n2,,,only a note\n3,Bob,,\n"
        let report = try importText(text, into: book)
        #expect(counts(report) == [2, 0, 0, 0, 1])
        let failure = try #require(report.problems.first { $0.severity == .failure })
        #expect(failure.line == 3)
        #expect(failure.key == "name")
        #expect(!failure.description.contains("only a note"))
        withExtendedLifetime(directory) {}
    }

    @Test func dryRun() throws {
        let (book, directory) = try fileBook()
        _ = try importText("personID,name\n1,Ada\n", into: book)
        let report = try importText("personID,name\n1,Ada L.\n2,Bob\n2,Bob\n", into: book) { $0.isDryRun = true }
        #expect(counts(report) == [1, 1, 1, 0, 0])
        #expect(try book.records().map(\.name) == ["Ada"])
        withExtendedLifetime(directory) {}
    }

    @Test func cancelled() throws {
        let (book, directory) = try fileBook()
        let lines = (0..<5000).map { "\($0),Person \($0)" }.joined(separator: "\n")
        let report = try importText("personID,name\n" + lines, into: book) { options in
            options.batchSize = 100
            let calls = Counter()
            options.isCancelled = { calls.next() > 10 }
        }
        #expect(report.wasCancelled)
        #expect(try book.count() == report.added)
        withExtendedLifetime(directory) {}
    }

    @Test func groupsAndTags() throws {
        let (book, directory) = try fileBook()
        let text = "personID,name,groups,tags\n1,Ada,Friends;Work,x\n2,Bob,Work,\n"
        _ = try importText(text, into: book) { $0.tags = ["imported"] }
        #expect(try book.groups().map(\.name) == ["Friends", "Work"])
        #expect(try book.groups().map(\.count) == [1, 2])
        #expect(try book.person(withID: "1")?.groups == ["Friends", "Work"])
        #expect(try book.person(withID: "1")?.tags == ["x", "imported"])
        var query = PersonQuery()
        query.group = "Friends"
        #expect(try book.records(query).map(\.name) == ["Ada"])
        query.group = nil
        query.tags = ["Imported", "X"]
        #expect(try book.records(query).map(\.name) == ["Ada"])
        withExtendedLifetime(directory) {}
    }
}

/// Counts calls from any thread.
final class Counter: @unchecked Sendable {
    // Sendable: guarded by `lock`.
    private let lock = NSLock()
    private var value = 0

    func next() -> Int {
        lock.withLock {
            value += 1
            return value
        }
    }
}

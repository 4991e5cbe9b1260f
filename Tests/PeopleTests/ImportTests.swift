import Foundation
import Testing

@Suite struct ImportTests {
    private static let csv = """
        name,email,phone,Shoe size
        Ada Lovelace,ada@example.org,+44 20 7946 0123,37
        张三,zhangsan@example.com,,
        Zoë Example,zoe@example.net,,41

        """

    @Test func addsThenChangesNothing() throws {
        let people = try PeopleProcess()
        try people.write(Self.csv, to: "people.csv")
        let first = try people("import", "people.csv")
        #expect(first.code == 0 && first.output.isEmpty)
        #expect(first.talk == "3 added, 0 updated, 0 unchanged, 0 skipped, 0 failed\n")
        let second = try people("import", "people.csv")
        #expect(second.talk == "0 added, 0 updated, 3 unchanged, 0 skipped, 0 failed\n")
        #expect(try people("list", "--count").output == "3\n")
        #expect(try people("show", "ada@example.org", "--json", "custom").output.contains(#"{"Shoe size":"37"}"#))
        #expect(try people.integrity() == "ok")
    }

    @Test(arguments: [
        ("update", "0 added, 1 updated, 1 unchanged, 0 skipped, 0 failed\n", 2),
        ("skip", "0 added, 0 updated, 0 unchanged, 2 skipped, 0 failed\n", 2),
        ("replace", "0 added, 2 updated, 0 unchanged, 0 skipped, 0 failed\n", 2),
        ("add", "2 added, 0 updated, 0 unchanged, 0 skipped, 0 failed\n", 4),
    ])
    func treatsThoseWhoAreThere(_ action: String, _ summary: String, _ count: Int) throws {
        let people = try PeopleProcess()
        try people.write("name,email,note\nAda,ada@example.org,kept\nBob,bob@example.org,kept too\n", to: "a.csv")
        try people.write("name,email,age\nAda,ada@example.org,36\nBob,bob@example.org,\n", to: "b.csv")
        try people("import", "a.csv")
        let run = try people("import", "b.csv", "--on-match", action)
        #expect(run.code == 0 && run.talk == summary)
        #expect(try people("list", "--count").output == "\(count)\n")
        #expect(try people.integrity() == "ok")
    }

    @Test func namesEveryRecordThatFailed() throws {
        let people = try PeopleProcess()
        var data = Data("name,age,note\nAda,36,\nBad \u{FE}".utf8)
        data =
            Data("name,age,note\nAda,36,\n".utf8) + Data([0x42, 0xFF, 0xFE])
            + Data(",1,\nBob,99999,x\n,,nameless\nCy,5,\n".utf8)
        try people.write(data, to: "some.csv")
        let run = try people("import", "some.csv", "--encoding", "utf-8", "--rejects", "failed.csv")
        #expect(run.code == 3)
        let lines = run.talk.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("error: some.csv:3: ") }, "\(run.talk)")
        #expect(lines.contains { $0.hasPrefix("error: some.csv:4: ") }, "\(run.talk)")
        #expect(lines.contains { $0.hasPrefix("error: some.csv:5: ") }, "\(run.talk)")
        #expect(lines.contains("2 added, 0 updated, 0 unchanged, 0 skipped, 3 failed"))
        #expect(!run.talk.contains("99999") && !run.talk.contains("nameless"))
        let rejects = FileManager.default.contents(atPath: people.folder.appendingPathComponent("failed.csv").path)
        #expect(
            rejects == Data("name,age,note\n".utf8) + Data([0x42, 0xFF, 0xFE])
                + Data(",1,\nBob,99999,x\n,,nameless\n".utf8))
        #expect(try people.integrity() == "ok")
    }

    @Test func rejectsOfJSONCanBeReadAgain() throws {
        let people = try PeopleProcess()
        try people.write(#"[{"name":"Ada"},{"name":5},{"name":"Bob","age":70000}]"#, to: "a.json")
        let run = try people("import", "a.json", "--rejects", "failed.json")
        #expect(run.code == 3, "\(run.talk)")
        #expect(try people.read("failed.json") == "[\n{\"name\":5},\n{\"name\":\"Bob\",\"age\":70000}\n]\n")
        try people.write(try people.read("failed.json").replacing("70000", with: "70"), to: "fixed.json")
        let again = try people("import", "fixed.json")
        #expect(again.code == 3 && again.talk.contains("1 added"))
    }

    @Test(arguments: [
        ("missing.csv", Int32(66)), (".", 66), ("truncated.json", 65), ("truncated.ndjson", 65), ("quote.csv", 65),
        ("noise.csv", 65), ("damaged.json.gz", 65), ("empty.json", 65), ("card.vcf", 65),
    ])
    func refusesAFileAndChangesNothing(_ file: String, _ code: Int32) throws {
        let people = try PeopleProcess()
        try people.write("[{\"name\":\"Ada\"},\n{\"name\":\"Bo", to: "truncated.json")
        try people.write("{\"name\":\"Ada\"}\n{\"name\":\"Bo", to: "truncated.ndjson")
        try people.write("name,note\nAda,x\nBob,\"never ends\nCy,y\n", to: "quote.csv")
        try people.write("qwe,rty\n1,2\n", to: "noise.csv")
        try people.write(Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]), to: "damaged.json.gz")
        try people.write("", to: "empty.json")
        try people.write("BEGIN:VCARD\nFN:x\nEND:VCARD\n", to: "card.vcf")
        try people("add", "Somebody", "--id", "s")
        let before = people.storeBytes()
        let run = try people("import", file)
        #expect(run.code == code, "\(run.talk)")
        #expect(run.talk.hasPrefix("error: \(file)"), "\(run.talk)")
        #expect(run.output.isEmpty)
        #expect(people.storeBytes() == before)
        #expect(try people.integrity() == "ok")
    }

    @Test func saysWhereAFileBreaksOff() throws {
        let people = try PeopleProcess()
        try people.write("[{\"name\":\"Ada\"},\n{\"name\":\"Bo", to: "truncated.json")
        #expect(try people("import", "truncated.json").talk.hasPrefix("error: truncated.json:2: "))
        try people.write("name,note\nAda,x\nBob,\"never ends\nCy,y\n", to: "quote.csv")
        #expect(try people("import", "quote.csv").talk.hasPrefix("error: quote.csv:3: "))
        #expect(!FileManager.default.fileExists(atPath: people.store.path))
    }

    @Test func rejectsAFieldOfTwoHundredMegabytes() throws {
        let people = try PeopleProcess()
        let run = try people.shell(
            "(printf 'name,note\\nAda,x\\nBob,'; head -c 200000000 /dev/zero | tr '\\0' x; printf '\\nCy,y\\n') | people import -"
        )
        #expect(run.code == 3, "\(run.talk)")
        #expect(run.talk.hasPrefix("error: standard input:3: "))
        #expect(run.talk.hasSuffix("2 added, 0 updated, 0 unchanged, 0 skipped, 1 failed\n"))
        #expect(try people.integrity() == "ok")
    }

    @Test(arguments: [
        ["--map", "email=emials"], ["--encoding", "klingon"], ["--delimiter", "ab"], ["--format", "xml"],
        ["--on-match", "merge"], ["--map", "email"], ["--rejects", "people.csv"],
    ])
    func refusesOptionsThatMakeNoSense(_ options: [String]) throws {
        let people = try PeopleProcess()
        try people.write(Self.csv, to: "people.csv")
        let run = try people.run(["import", "people.csv"] + options)
        #expect(run.code == 2, "\(run.talk)")
        #expect(!FileManager.default.fileExists(atPath: people.store.path))
        #expect(try people.read("people.csv") == Self.csv)
    }

    @Test func understandsItsOptions() throws {
        let people = try PeopleProcess()
        let text = "Имя;Mail;Skip\nИван;ivan@example.com;x\n"
        let bytes = try #require(text.data(using: .windowsCP1251))
        try people.write(bytes, to: "old.txt")
        let run = try people(
            "import", "old.txt", "--encoding", "windows-1251", "--delimiter", ";", "--map", "Имя=name", "--map",
            "Mail=emails.work", "--map", "Skip=", "--tag", "imported", "--tag", "old")
        #expect(run.code == 0, "\(run.talk)")
        let shown = try people("list", "--json", "name,emails,tags,custom")
        let expected =
            #"{"name":"Иван","emails":[{"label":"work","value":"ivan@example.com"}],"tags":["imported","old"],"custom":null}"#
        #expect(shown.lines.dropFirst().first == expected)
    }

    @Test func readsStandardInputAndCompressedFiles() throws {
        let people = try PeopleProcess()
        let input = try people("import", "-", input: "{\"name\":\"Ada\"}\n{\"name\":\"Bob\"}\n")
        #expect(input.code == 0 && input.talk.hasPrefix("2 added"), "\(input.talk)")
        let run = try people.shell(
            "people export --format json | gzip > all.json.gz; people --store b.sqlite import all.json.gz")
        #expect(run.code == 0 && run.talk.hasPrefix("2 added"), "\(run.talk)")
    }

    @Test func changesNothingInATrial() throws {
        let people = try PeopleProcess()
        try people.write(Self.csv, to: "people.csv")
        let run = try people("import", "people.csv", "--dry-run")
        #expect(run.code == 0)
        #expect(run.talk == "3 added, 0 updated, 0 unchanged, 0 skipped, 0 failed (nothing was changed)\n")
        #expect(!FileManager.default.fileExists(atPath: people.store.path))
        try people("import", "people.csv")
        let before = people.storeBytes()
        #expect(try people("import", "people.csv", "--dry-run").talk.hasPrefix("0 added, 0 updated, 3 unchanged"))
        #expect(people.storeBytes() == before)
    }

    @Test func isWholeAfterAnInterruption() throws {
        let people = try PeopleProcess()
        let rows = (0..<200_000).map { "Person \($0),\($0 % 90)\n" }.joined()
        try people.write("name,age\n" + rows, to: "many.csv")
        try people("add", "Somebody")
        let started = try people.start(["import", "many.csv"])
        Thread.sleep(forTimeInterval: 0.5)
        kill(started.process.processIdentifier, SIGINT)
        let run = started.wait()
        #expect(run.code == 130, "\(run.talk)")
        #expect(try people("list", "--count").output == "1\n")
        #expect(try people.integrity() == "ok")
    }
}

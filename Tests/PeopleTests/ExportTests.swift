import Foundation
import Testing

@Suite struct ExportTests {
    @Test(arguments: ["csv", "tsv", "json", "ndjson", "csv.gz", "json.gz"])
    func comesBackEqual(_ ending: String) throws {
        let people = try ListTests.book()
        try people(
            "add", "With photo", "--id", "p-photo", "--set", "photoData=AAEC", "--set", "groups=G", "--birthday",
            "--02-29")
        let out = "all.\(ending)"
        let run = try people("export", "-o", out)
        #expect(run.code == 0 && run.output.isEmpty && run.talk == "Exported 5 people to \(out)\n")
        #expect(try people("--store", "other.sqlite", "import", out).code == 0)
        let first = try people("export", "--format", "ndjson").output
        let second = try people("--store", "other.sqlite", "export", "--format", "ndjson").output
        #expect(first.contains(#""photoData":"AAEC""#))
        #expect(Self.withoutTimes(first) == Self.withoutTimes(second))
    }

    /// The times of changes are the book's own.
    private static func withoutTimes(_ text: String) -> String {
        text.replacing(/,"updatedAt":"[^"]*"/, with: "")
    }

    @Test func writesStandardOutput() throws {
        let people = try ListTests.book()
        #expect(try people("export", "--tag", "work").output.hasPrefix("[\n{\"personID\":\"p-ada\""))
        let csv = try people("export", "--format", "csv", "--bom", "--crlf", "zhang")
        #expect(csv.output.hasPrefix("\u{FEFF}personID,name,age,photo"))
        #expect(csv.output.hasSuffix("\r\n"))
        #expect(csv.talk.isEmpty)
    }

    @Test func overwritesOnlyWhenForced() throws {
        let people = try ListTests.book()
        try people.write("mine", to: "out.json")
        let run = try people("export", "-o", "out.json")
        #expect(run.code == 73)
        #expect(run.talk.hasPrefix("error: out.json: exists already"))
        #expect(try people.read("out.json") == "mine")
        #expect(try people("export", "-o", "out.json", "--force").code == 0)
        #expect(try people.read("out.json").hasPrefix("[\n"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: people.folder.path).allSatisfy {
                !$0.contains(".out.json")
            })
    }

    private static let refusals: [([String], Int32)] = [
        (["-o", "out.xyz"], 2), (["-o", "missing/out.json"], 73), (["-o", "."], 2),
        (["-o", "/dev/full", "--format", "json"], 74), (["--where", "name = "], 2),
    ]

    @Test(arguments: refusals)
    func refuses(_ arguments: [String], _ code: Int32) throws {
        let people = try ListTests.book()
        let run = try people.run(["export"] + arguments)
        #expect(run.code == code, "\(run.talk)")
        #expect(run.output.isEmpty)
    }

    @Test func saysThatStandardOutputIsFull() throws {
        let people = try ListTests.book()
        let run = try people.shell("people export > /dev/full")
        #expect(run.code == 74)
        #expect(run.talk == "error: Cannot write to standard output: No space left on device\n")
    }

    @Test func keepsCellsFromRunning() throws {
        let people = try PeopleProcess()
        try people("add", "=cmd|' /C calc'!A0", "--id", "x")
        #expect(try people("export", "--format", "csv", "--excel-safe").output.contains("x,'=cmd"))
        #expect(try people("export", "--format", "csv").output.contains("x,=cmd"))
    }
}

import Foundation
import Testing

@Suite struct ListTests {
    /// Four people in three scripts, one with a name that would drive a terminal.
    static func book() throws -> PeopleProcess {
        let people = try PeopleProcess()
        let csv = """
            personID,name,age,emails,tags,organization,familyName
            p-zhang,张三,30,zhangsan@example.com,work,,张
            p-ada,Ada Lovelace,36,ada@example.org,friend;work,Engines,Lovelace
            p-zoe,Zoë Example,,,friend,,Example
            p-evil,"Evil\u{1B}[31m Name",50,,,,Name

            """
        try people.write(csv, to: "people.csv")
        let run = try people("import", "people.csv")
        try #require(run.code == 0, "\(run.talk)")
        return people
    }

    @Test(arguments: [
        (["--sort", "age", "--reverse"], ["p-evil", "p-ada", "p-zhang", "p-zoe"]),
        (["--sort", "id"], ["p-ada", "p-evil", "p-zhang", "p-zoe"]),
        (["--sort", "id", "--limit", "2"], ["p-ada", "p-evil"]),
        (["--sort", "id", "--limit", "2", "--offset", "1"], ["p-evil", "p-zhang"]),
        (["--sort", "id", "--offset", "3"], ["p-zoe"]),
        (["--sort", "id", "--tag", "friend"], ["p-ada", "p-zoe"]),
        (["--sort", "id", "--tag", "FRIEND", "--tag", "work"], ["p-ada"]),
        (["--sort", "id", "--where", "age > 30"], ["p-ada", "p-evil"]),
        (["--sort", "id", "--where", "name BEGINSWITH[cd] 'zoe'"], ["p-zoe"]),
        (["--sort", "id", "--where", "age == nil OR age < 31"], ["p-zhang", "p-zoe"]),
        (["zhang"], ["p-zhang"]),
    ])
    func chooses(_ arguments: [String], _ ids: [String]) throws {
        let people = try Self.book()
        let run = try people.run(["list", "--format", "ids"] + arguments)
        #expect(run.lines == ids, "\(run.talk)")
        #expect(run.code == 0)
        #expect(run.talk.isEmpty)
        #expect(try people.integrity() == "ok")
    }

    @Test func printsATableThatIsAligned() throws {
        let run = try Self.book()("list", "--sort", "id")
        #expect(
            run.lines == [
                #"NAME             AGE  E-MAIL                PHONE  ORGANIZATION  TAGS          ID"#,
                #"Ada Lovelace      36  ada@example.org              Engines       friend, work  p-ada"#,
                #"Evil\e[31m Name   50                                                           p-evil"#,
                #"张三              30  zhangsan@example.com                       work          p-zhang"#,
                #"Zoë Example                                                      friend        p-zoe"#,
            ])
    }

    @Test func printsOnlyTheFieldsAskedFor() throws {
        let people = try Self.book()
        let run = try people("list", "--sort", "id", "--limit", "1", "--json", "name,age,nickname,tags")
        #expect(
            run.output
                == "[\n{\"name\":\"Ada Lovelace\",\"age\":36,\"nickname\":null,\"tags\":[\"friend\",\"work\"]}\n]\n")
        let lines = try people("list", "--where", "age == 36", "--format", "ndjson")
        #expect(lines.lines.count == 1)
        #expect(lines.output.hasPrefix(#"{"personID":"p-ada","name":"Ada Lovelace","age":36,"#))
        let csv = try people("list", "--tag", "work", "--sort", "id", "--format", "tsv")
        #expect(csv.lines.count == 3)
        #expect(csv.lines[0].hasPrefix("personID\tname\tage\tphoto"))
    }

    @Test func listsTheFieldsForJSONAlone() throws {
        let run = try PeopleProcess()("list", "--json")
        #expect(run.code == 0)
        #expect(run.lines.prefix(3) == ["personID", "name", "age"])
    }

    @Test func countsWithoutPrinting() throws {
        let people = try Self.book()
        let run = try people("list", "--count")
        #expect(run.output == "4\n" && run.code == 0)
        let none = try people("ls", "--count", "--where", "age > 100")
        #expect(none.output == "0\n" && none.code == 1)
    }

    @Test(arguments: ["wangnobody", "zzzzz yyyyy"])
    func saysNobodyWithItsExitCode(_ word: String) throws {
        let run = try Self.book()("search", word)
        #expect(run.code == 1 && run.output.isEmpty && run.talk.isEmpty)
    }

    @Test func endsQuietlyWhenNobodyReads() throws {
        let people = try PeopleProcess()
        let rows = (0..<20_000).map { "Person \($0),\($0 % 90)\n" }.joined()
        try people.write("name,age\n" + rows, to: "many.csv")
        #expect(try people("import", "many.csv", "-q").code == 0)
        let run = try people.shell(
            "people list | head -n 2; echo \"${PIPESTATUS[0]}\"; people list --format json | head -c 1")
        #expect(run.lines.count == 3 && run.lines[2] == "0")
        #expect(run.output.hasSuffix("["))
        #expect(run.talk.isEmpty)
    }
}

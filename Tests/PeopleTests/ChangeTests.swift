import Foundation
import Testing

@Suite struct ChangeTests {
    @Test func addsEverythingItIsGiven() throws {
        let people = try PeopleProcess()
        let run = try people(
            "add", "Ada Lovelace", "--id", "ada", "--age", "36", "-e", "home=ada@example.org", "-e",
            "a+b=c@example.org",
            "-p", "mobile=+1-415-555-0100", "--address", "home=street=1 Long Lane;city=Lakeside", "--birthday",
            "--12-10", "-t", "friend", "--tag", "math", "--set", "nickname=Countess", "--set", "custom.Size=M")
        #expect(run.output == "ada\n", "\(run.talk)")
        #expect(run.code == 0)
        let fields = "personID,name,age,nickname,birthday,tags,emails,phones,addresses,custom"
        let shown = try people("show", "ada", "--json", fields)
        #expect(
            shown.output == """
                [
                {"personID":"ada","name":"Ada Lovelace","age":36,"nickname":"Countess","birthday":"--12-10",\
                "tags":["friend","math"],"emails":[{"label":"home","value":"ada@example.org"},\
                {"value":"a+b=c@example.org"}],"phones":[{"label":"mobile","value":"+1-415-555-0100"}],\
                "addresses":[{"label":"home","value":{"street":"1 Long Lane","city":"Lakeside"}}],\
                "custom":{"Size":"M"}}
                ]

                """)
        #expect(try people.integrity() == "ok")
    }

    @Test func makesAnIDAndPrintsIt() throws {
        let people = try PeopleProcess()
        let id = try people("add", "Ada").lines.first ?? ""
        #expect(UUID(uuidString: id) != nil)
        #expect(try people("show", id, "--json", "name").output.contains("Ada"))
        #expect(try people("show", String(id.prefix(6)), "--format", "ids").lines == [id])
    }

    private static let refusals: [([String], Int32)] = [
        (["add", ""], 2), (["add", "A", "--age", "x"], 2), (["add", "A", "--age", "40000"], 2),
        (["add", "A", "--set", "nam=x"], 2), (["add", "A", "--birthday", "1985-02-30"], 2),
        (["add", "A", "--photo", "missing.jpg"], 66), (["add", "A", "--photo", "."], 66),
        (["add", "A", "--address", "home=street=x;citty=y"], 2), (["add", "A", "--id", "ada"], 5),
        (["add", "A", "--set", "kind=robot"], 2), (["add"], 2), (["add", "A", "B"], 2),
        (["update", "ada"], 2), (["update", "ada", "--set", "age=x"], 2),
        (["update", "ada", "--set", "personID=b"], 2),
        (["update", "ada", "--set", "age=40", "--set", "nmae=B"], 2),
        (["update", "ada", "--set", "age=40", "--unset", "x"], 2),
        (["update", "ada", "--set", "age=40", "--unset", "age"], 2), (["update", "ada", "--set", "age=99999"], 2),
        (["update", "ada", "--set", "emails=[{]"], 2), (["update", "nobody-here", "--set", "age=1"], 1),
        (["delete", "ada"], 4), (["delete", "nobody-here", "-y"], 1), (["show", "nobody-here"], 1),
        (["delete", "ada", "nobody-here", "-y"], 1), (["add", "A", "--photo", "large.jpg"], 65),
    ]

    @Test(arguments: refusals)
    func refusesAndChangesNothing(_ arguments: [String], _ code: Int32) throws {
        let people = try PeopleProcess()
        try people.write(Data(count: (16 << 20) + 1), to: "large.jpg")
        try #require(try people("add", "Ada", "--id", "ada", "--age", "36").code == 0)
        let before = people.storeBytes()
        let run = try people.run(arguments)
        #expect(run.code == code, "\(run.talk)")
        #expect(run.output.isEmpty)
        #expect(run.talk.hasPrefix("error: "), "\(run.talk)")
        #expect(people.storeBytes() == before)
        #expect(try people.integrity() == "ok")
    }

    @Test func updatesAllOfIt() throws {
        let people = try ListTests.book()
        let run = try people(
            "update", "p-ada", "--set", "age=37", "--set", "emails=work=a@b.example;c@d.example", "--unset", "tags",
            "--set", "custom.x=1")
        #expect(run.code == 0 && run.output.isEmpty, "\(run.talk)")
        let shown = try people("show", "p-ada", "--json", "age,emails,tags,custom,organization")
        let expected =
            #"{"age":37,"emails":[{"label":"work","value":"a@b.example"},{"value":"c@d.example"}],"tags":null,"#
            + #""custom":{"x":"1"},"organization":"Engines"}"#
        #expect(shown.lines.dropFirst().first == expected)
    }

    @Test func suggestsTheNearestKey() throws {
        let run = try ListTests.book()("update", "p-ada", "--set", "nmae=x")
        #expect(
            run.talk == """
                error: '--set' does not know the field 'nmae'. Did you mean 'name'?
                hint: A field of your own is written custom.nmae

                """)
    }

    @Test func changesNothingInATrial() throws {
        let people = try ListTests.book()
        let before = people.storeBytes()
        #expect(try people("update", "p-ada", "--set", "age=1", "--dry-run").code == 0)
        #expect(try people("add", "New", "--dry-run").code == 0)
        #expect(try people("add", "New", "--id", "p-ada", "--dry-run").code == 5)
        let run = try people("delete", "p-ada", "--dry-run")
        #expect(run.code == 0 && run.talk == "Would delete p-ada  Ada Lovelace  ada@example.org  Engines\n")
        #expect(people.storeBytes() == before)
        let empty = try PeopleProcess()
        #expect(try empty("add", "New", "--dry-run").code == 0)
        #expect(!FileManager.default.fileExists(atPath: empty.store.path))
    }

    @Test func deletesWithYes() throws {
        let people = try ListTests.book()
        let run = try people("delete", "p-ada", "zhangsan@example.com", "-y")
        #expect(run.code == 0 && run.output.isEmpty && run.talk == "Deleted 2 people\n")
        #expect(try people("list", "--sort", "id", "--format", "ids").lines == ["p-evil", "p-zoe"])
        #expect(try people.integrity() == "ok")
    }

    @Test func takesInAPhoto() throws {
        let people = try PeopleProcess()
        let photo = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try people.write(photo, to: "ada.jpg")
        #expect(try people("add", "Ada", "--id", "ada", "--photo", "ada.jpg").code == 0)
        let run = try people("show", "ada", "--photo-out", "out.jpg", "--json", "photo")
        #expect(run.lines.dropFirst().first == #"{"photo":"ada.jpg"}"#, "\(run.talk)")
        #expect(try Data(contentsOf: people.folder.appendingPathComponent("out.jpg")) == photo)
        #expect(try people("show", "ada", "--photo-out", "out.jpg").code == 73)
    }
}

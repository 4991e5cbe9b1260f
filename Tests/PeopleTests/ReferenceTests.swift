import Foundation
import Testing

@Suite struct ReferenceTests {
    static func book() throws -> PeopleProcess {
        let people = try PeopleProcess()
        let csv = """
            personID,name,nickname,emails,phones
            8D95E9B6-C314-4572-B649-3B6A2648D835,王小明,小王,wang@example.com,+1-415-555-0188
            8D95AAAA-0000-4572-B649-3B6A2648D835,Ada Lovelace,Countess,ada@example.org,(020) 7946 0123
            11111111-0000-4572-B649-3B6A2648D835,Ada Lovelace,,ada.two@example.org,

            """
        try people.write(csv, to: "people.csv")
        let run = try people("import", "people.csv")
        try #require(run.code == 0, "\(run.talk)")
        return people
    }

    @Test(arguments: [
        ("8D95E9B6-C314-4572-B649-3B6A2648D835", "8D95E9B6"), ("8D95E", "8D95E9B6"), ("8d95e9b6", "8D95E9B6"),
        ("1111", "11111111"), ("@小王", "8D95E9B6"), ("@countess", "8D95AAAA"), ("ADA@example.org", "8D95AAAA"),
        ("+14155550188", "8D95E9B6"), ("415 555 0188", "8D95E9B6"), ("王小明", "8D95E9B6"),
        ("name:wangxm", "8D95E9B6"),
    ])
    func finds(_ reference: String, _ id: String) throws {
        let run = try Self.book()("show", reference, "--format", "ids")
        #expect(run.output.hasPrefix(id), "\(run.talk)")
        #expect(run.lines.count == 1)
    }

    @Test(arguments: ["8D95", "Ada Lovelace", "name:ada"])
    func namesTheCandidates(_ reference: String) throws {
        let run = try Self.book()("show", reference)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        let lines = run.talk.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.contains { $0.hasPrefix("8D95AAAA-0000-4572-B649-3B6A2648D835  Ada Lovelace  ada@example.org") })
        #expect(lines.contains("error: REF fits several people"))
    }

    @Test func changesNobodyByAPartOfTheName() throws {
        let people = try Self.book()
        #expect(try people("delete", "-y", "xiaoming").code == 1)
        #expect(try people("update", "xiaoming", "--set", "age=1").code == 1)
        #expect(try people("show", "xiaoming").code == 0)
        #expect(try people("delete", "-y", "name:xiaoming").code == 0)
    }

    @Test func namesTheReferenceByItsPlace() throws {
        let run = try Self.book()("show", "1111", "nobody@example.com")
        #expect(run.code == 1)
        #expect(run.talk.hasPrefix("error: Nobody fits REF 2\n"))
    }
}

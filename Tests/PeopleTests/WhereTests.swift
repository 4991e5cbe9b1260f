import Foundation
import Testing

@Suite struct WhereTests {
    @Test func pointsAtTheFault() throws {
        let run = try ListTests.book()("list", "--where", "age > AND name == 'x'")
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        let lines = run.talk.split(separator: "\n").map(String.init)
        #expect(lines.first == "error: '--where' cannot be understood:")
        #expect(lines.dropFirst().prefix(2) == ["age > AND name == 'x'", "      ^"])
    }

    @Test(arguments: [
        "unknown == 1", "age.x == 1", "FUNCTION(name, 'uppercaseString') == 'A'", "tags == 'x'", "groups == 5",
        "name ==", "'", "name MATCHES '['",
    ])
    func refusesWhatMakesNoSense(_ predicate: String) throws {
        let people = try ListTests.book()
        for command in [["list"], ["list", "--count"], ["search", "a"], ["export"]] {
            let run = try people.run(command + ["--where", predicate])
            #expect(run.code == 2, "\(command) \(predicate): \(run.talk)")
            #expect(run.output.isEmpty)
            #expect(run.talk.hasPrefix("error: "))
        }
    }

    @Test func readsGroups() throws {
        let people = try PeopleProcess()
        try people("add", "Ada", "--id", "ada", "--set", "groups=Family;Work")
        try people("add", "Bob", "--id", "bob", "--set", "groups=Work")
        let run = try people("list", "--where", "ANY groups.name == 'Family'", "--format", "ids")
        #expect(run.lines == ["ada"], "\(run.talk)")
    }
}

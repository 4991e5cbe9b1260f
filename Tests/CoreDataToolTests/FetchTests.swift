import Foundation
import Testing

struct FetchTests {
    @Test func csv() throws {
        let run = try Library().run(
            "fetch", "STORE", "Book", "--select", "title,pages,price,read,published,tags,shelf,cover,shelf.label",
            "--sort", "pages", "--format", "csv")
        #expect(
            run.output == #"""
                ID,title,pages,price,read,published,tags,shelf,cover,shelf.label
                Book/p1,"Winter, ""cold""",100,12.5,true,2001-01-01T00:00:00.500Z,"[""a"",""b""]",Shelf/p1,<200 000 bytes>,Top
                Book/p2,Summer,300,,,,,Shelf/p1,,Top

                """#)
        #expect(run.code == 0)
    }

    @Test func json() throws {
        let library = try Library()
        let run = library.run(
            "fetch", "STORE", "Book", "--select", "title,tags,authors,authors.@count,read", "--sort", "title:desc",
            "--format", "json")
        #expect(
            run.output == #"""
                [
                  {"ID":"Book/p1","title":"Winter, \"cold\"","tags":["a","b"],"authors":["Author/p1","Author/p2"],"authors.@count":2,"read":true},
                  {"ID":"Book/p2","title":"Summer","tags":null,"authors":[],"authors.@count":0,"read":null}
                ]

                """#)
        let lines = library.run("fetch", "STORE", "Shelf", "--format", "ndjson")
        #expect(lines.output == "{\"ID\":\"Shelf/p1\",\"label\":\"Top\"}\n")
    }

    @Test func whereLimitAndCount() throws {
        let library = try Library()
        #expect(
            library.run("fetch", "STORE", "Book", "--where", "ANY authors.name == 'Ada'", "--select", "pages").output
                == "ID       pages\nBook/p1    100\n")
        #expect(library.run("fetch", "STORE", "Book", "--select", "@count").output == "2\n")
        #expect(
            library.run("fetch", "STORE", "Book", "--sort", "pages:desc", "-n", "1", "--select", "title").output
                == "ID       title\nBook/p2  Summer\n")
        let nothing = library.run("fetch", "STORE", "Book", "--where", "pages > 1000")
        #expect(nothing == Library.Run(code: 1, output: "", talk: ""))
    }

    @Test(arguments: [
        (["fetch", "STORE", "Bok"], 2, "The model has no entity 'Bok'. Did you mean 'Book'?"),
        (["fetch", "STORE", "Book", "--select", "titel"], 2, "there is no property 'titel'. Did you mean 'title'?"),
        (["fetch", "STORE", "Book", "--where", "pages >"], 2, "found the end"),
        (["fetch", "STORE", "Book", "--where", "nonsense = 1"], 2, "nonsense"),
        (["fetch", "STORE", "Book", "--sort", "wrong"], 2, "there is no property 'wrong'"),
        (["fetch", "STORE.missing", "Book"], 66, "There is no such file"),
        (["fetch", "/etc/hosts", "Book"], 65, "This is no Core Data store"),
    ]) func mistakes(_ words: [String], _ code: Int32, _ message: String) throws {
        let library = try Library()
        let run = library.run(words)
        #expect(run.code == code)
        #expect(run.talk.contains(message), "\(run.talk)")
        #expect(run.output.isEmpty)
    }
}

import CoreData
import Testing

struct ChangeTests {
    @Test func set() throws {
        let library = try Library()
        let before = try library.dump()
        let run = library.run(
            "set", "STORE", "Book/p2", "title=Autumn", "price=9.99", "read=no", "published=2020-02-29",
            "authors=Author/p2", "tags={\"a\":[1,true]}", "link=https://example.com/s", "--clear", "pages")
        #expect(run == Library.Run(code: 0, output: "", talk: "Set 8 properties\n"))
        let after = try library.dump()
        // Only the book and who wrote it have changed.
        let changed = after.filter { before[$0.key] != $0.value }.keys.sorted()
        #expect(changed.count == 2 && changed.contains("ZBOOK"))
        #expect(after["ZBOOK"]?.filter { !(before["ZBOOK"] ?? []).contains($0) }.count == 1)
        let shown = library.run(
            "fetch", "STORE", "Book", "--where", "title = 'Autumn'", "--select",
            "title,price,read,published,authors,tags,link,pages", "-f", "ndjson")
        #expect(
            shown.output == """
                {"ID":"Book/p2","title":"Autumn","price":9.99,"read":false,"published":"2020-02-29T00:00:00Z","authors":["Author/p2"],"tags":{"a":[1,true]},"link":"https://example.com/s","pages":null}

                """)
    }

    @Test(arguments: [
        (["Book/p2", "titel=x"], 2, "Book has no property 'titel'. Did you mean 'title'?"),
        (["Book/p2", "pages=many"], 65, "Book.pages needs a whole number"),
        (["Book/p2", "pages=99999999999"], 65, "does not fit Integer 32"),
        (["Book/p2", "price=x"], 65, "Book.price needs a decimal number"),
        (["Book/p2", "published=yesterday"], 65, "Book.published needs a date"),
        (["Book/p2", "published=2025-02-30"], 65, "Book.published needs a date of the calendar"),
        (["Book/p2", "published=2025-01-01T25:61:00Z"], 65, "Book.published needs a date of the calendar"),
        (["Book/p2", "code=1"], 65, "Book.code needs a UUID"),
        (["Book/p2", "cover=abc"], 65, "@FILE"),
        (["Book/p2", "lock=[1]"], 65, "is stored by LockTransformer"),
        (["Book/p2", "shelf=Author/p1"], 65, "Book.shelf leads to Shelf, not to Author"),
        (["Book/p2", "shelf=Shelf/p9"], 1, "The store has no object Shelf/p9"),
        (["Book/p2", "--clear", "title"], 65, "Book.title is required"),
        (["Book/p7", "pages=1"], 1, "The store has no object Book/p7"),
        (["Book", "pages=1"], 2, "'Book' is no object"),
        (["Book/p2"], 2, "Nothing is to be set"),
    ]) func refusedValues(_ words: [String], _ code: Int32, _ message: String) throws {
        let library = try Library()
        let before = try library.dump()
        let run = library.run(["set", "STORE"] + words)
        #expect(run.code == code)
        #expect(run.talk.contains(message), "\(run.talk)")
        #expect(try library.dump() == before)
    }

    @Test func deleteFollowsTheRules() throws {
        let library = try Library()
        #expect(library.run("delete", "STORE", "Shelf/p1").code == 4)
        #expect(library.run("fetch", "STORE", "Book", "--select", "@count").output == "2\n")
        // The books go with the shelf, and with them their authors' links.
        #expect(library.run("delete", "STORE", "Shelf/p1", "-y").talk == "Deleted 3 objects\n")
        #expect(library.run("fetch", "STORE", "Book", "--select", "@count").output == "0\n")
        #expect(library.run("fetch", "STORE", "Author", "--select", "works").output.contains("[]"))
        #expect(library.run("verify", "STORE").talk == "No problems found\n")
    }

    @Test func changesAreNotedInHistory() throws {
        let library = try Library(history: true)
        let before = library.run("history", "STORE", "-f", "ndjson").output.split(separator: "\n").count
        #expect(before == 5)
        #expect(library.run("set", "STORE", "Book/p2", "pages=1").code == 0)
        #expect(library.run("delete", "STORE", "Book/p2", "-y").code == 0)
        let changes = library.run("history", "STORE", "--since", "\(before)", "--changes", "--format", "csv").output
        #expect(changes.contains("update,Book/p2,pages") && changes.contains("delete,Book/p2,"))
        let transactions = library.run("history", "STORE", "--since", "\(before)", "--format", "ndjson").output
        #expect(transactions.contains("\"author\":\"coredata\""))
        #expect(library.run("history", "STORE", "--since", "2999-01-01").code == 1)
        #expect(library.run("history", "STORE", "--since", "x").code == 2)
    }

    /// A version counter that a damaged file has driven to its end.
    @Test func theLastVersionNumber() throws {
        let library = try Library()
        try library.execute("UPDATE ZBOOK SET Z_OPT = 9223372036854775807 WHERE Z_PK = 2")
        #expect(library.run("set", "STORE", "Book/p2", "pages=1").code == 0)
        #expect(library.run("fetch", "STORE", "Book", "--where", "pages = 1", "--select", "@count").output == "1\n")
    }

    @Test func noHistory() throws {
        let run = try Library().run("history", "STORE")
        #expect(run == Library.Run(code: 1, output: "", talk: "note: The store keeps no history\n"))
    }
}

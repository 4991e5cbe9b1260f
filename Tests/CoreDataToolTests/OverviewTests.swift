import CoreData
import Testing

struct OverviewTests {
    @Test func info() throws {
        let run = try Library(history: true).run("info", "STORE")
        #expect(run.code == 0)
        for line in ["type               SQLite", "holds its model    yes", "keeps history      yes"] {
            #expect(run.output.contains(line), "\(run.output)")
        }
        #expect(run.output.contains("Book          2") && run.output.contains("Author        2"))
        let json = try Library().run("info", "STORE", "--json").output
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect((object?["entities"] as? [[String: Any]])?.count == 3)
    }

    @Test func export() throws {
        let library = try Library()
        let target = library.folder.appendingPathComponent("out")
        #expect(library.run("export", "STORE", target.path).talk == "Exported 5 objects to \(target.path)\n")
        let files = try FileManager.default.contentsOfDirectory(atPath: target.path).sorted()
        #expect(files == ["Author.ndjson", "Book.ndjson", "Shelf.ndjson", "data"])
        let cover = try Data(contentsOf: target.appendingPathComponent("data/Book-p1-cover"))
        #expect(cover == Data(repeating: 7, count: 200_000))
        let books = try String(contentsOf: target.appendingPathComponent("Book.ndjson"), encoding: .utf8)
        #expect(books.split(separator: "\n").count == 2)
        #expect(books.contains("\"cover\":{\"file\":\"data/Book-p1-cover\"}"))
        #expect(books.contains("\"authors\":[\"Author/p1\",\"Author/p2\"]"))
        #expect(library.run("export", "STORE", target.path).code == 73)
    }

    @Test func modelText() throws {
        let run = try Library().run("model", "STORE")
        #expect(
            run.output == """
                Author
                  name   String
                  works  →→ Book, inverse authors, on delete nullify

                Book
                  authors    →→ Author, inverse works, on delete nullify
                  code       UUID
                  cover      Binary
                  link       URI
                  lock       Transformable, by LockTransformer
                  pages      Integer 32, default 100
                  price      Decimal
                  published  Date
                  read       Boolean
                  shelf      → Shelf, inverse books, on delete nullify
                  tags       Transformable
                  title      String, required

                Shelf
                  books  →→ Book, inverse shelf, on delete cascade
                  label  String

                """)
    }

    /// The model comes back from each form that is a model file.
    @Test func modelForms() throws {
        let library = try Library()
        let checksum = Library.makeModel().versionChecksum
        for name in ["Lib.xcdatamodel", "Lib.mom"] {
            let target = library.folder.appendingPathComponent(name)
            let form = String(name.split(separator: ".")[1])
            let run = library.run("model", "STORE", "--as", form, "-o", target.path)
            #expect(run == Library.Run(code: 0, output: "", talk: ""))
            #expect(NSManagedObjectModel(contentsOf: target)?.versionChecksum == checksum)
            #expect(library.run("model", "STORE", "--as", form, "-o", target.path).code == 73)
            // And the store opens with it.
            let count = library.run("fetch", "STORE", "Book", "-m", target.path, "--select", "@count")
            #expect(count.output == "2\n")
        }
        #expect(library.run("model", "STORE", "--as", "swift").output.contains("class Book"))
        #expect(library.run("model", "STORE", "--as", "json").output.contains("\"versionChecksum\":\"\(checksum)\""))
        #expect(library.run("model", "STORE", "--as", "mom").code == 2)
        // The store itself is not overwritten, whatever is asked for.
        #expect(library.run("model", "STORE", "--as", "json", "-o", "STORE", "--force").code == 73)
        #expect(library.run("info", library.folder.path).code == 66)
    }
}

import CoreData
import Testing

struct MigrateTests {
    /// The library's model with a title that is called name, and a new attribute.
    private func writeNextModel(of library: Library) throws -> String {
        let model = Library.makeModel()
        let book = try #require(model.entitiesByName["Book"])
        let title = try #require(book.attributesByName["title"])
        title.name = "name"
        title.renamingIdentifier = "title"
        let rating = Library.attribute("rating", .integer16AttributeType, optional: false)
        rating.defaultValue = 3
        book.properties += [rating]
        let url = library.folder.appendingPathComponent("Next.mom")
        try model.write(to: url)
        return url.path
    }

    @Test func diff() throws {
        let library = try Library()
        let next = try writeNextModel(of: library)
        let run = library.run("diff", "STORE", next)
        #expect(run.code == 1)
        #expect(run.output.contains("* ") && run.output.contains("Book.name") && run.output.contains("Book.rating"))
        #expect(run.talk == "Stores can be migrated without a mapping model\n")
        #expect(library.run("diff", next, next) == Library.Run(code: 0, output: "", talk: "The models are alike\n"))
        let json = library.run("diff", "STORE", next, "--format", "ndjson").output
        #expect(json.contains("\"change\":\"propertyRenamed\",\"entity\":\"Book\",\"property\":\"name\""))
    }

    @Test func migrate() throws {
        let library = try Library()
        let next = try writeNextModel(of: library)
        let before = try library.dump()
        #expect(library.run("migrate", "STORE", next, "--dry-run").code == 0)
        #expect(try library.dump() == before)
        let run = library.run("migrate", "STORE", next)
        #expect(run == Library.Run(code: 0, output: "", talk: "Migrated \(library.store.path)\n"))
        // The store holds its new model, and all that was in it.
        let shown = library.run(
            "fetch", "STORE", "Book", "--select", "name,rating,tags,authors.@count", "--sort", "pages", "-f", "csv")
        #expect(
            shown.output == #"""
                ID,name,rating,tags,authors.@count
                Book/p1,"Winter, ""cold""",3,"[""a"",""b""]",2
                Book/p2,Summer,3,,0

                """#)
        #expect(library.run("verify", "STORE").talk == "No problems found\n")
        #expect(library.run("migrate", "STORE", next).talk == "The store has this model already\n")
    }

    /// Rows of an unknown entity would be lost.
    @Test func rowsOfNoEntity() throws {
        let library = try Library()
        let next = try writeNextModel(of: library)
        try library.execute("UPDATE ZBOOK SET Z_ENT = 77 WHERE Z_PK = 2")
        let before = try library.dump()
        let run = library.run("migrate", "STORE", next)
        #expect(run.code == 65)
        #expect(run.talk.contains("ZBOOK has rows"))
        #expect(try library.dump() == before)
    }

    @Test func whatCannotBeInferred() throws {
        let library = try Library()
        let model = Library.makeModel()
        model.entitiesByName["Book"]?.attributesByName["pages"]?.attributeType = .stringAttributeType
        model.entitiesByName["Book"]?.attributesByName["pages"]?.defaultValue = nil
        let url = library.folder.appendingPathComponent("Next.mom")
        try model.write(to: url)
        let before = try library.dump()
        #expect(library.run("diff", "STORE", url.path).output.contains("! "))
        let run = library.run("migrate", "STORE", url.path)
        #expect(run.code == 65)
        #expect(run.talk.contains("Book.pages"))
        #expect(try library.dump() == before)
    }
}

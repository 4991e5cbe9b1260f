import SQLite
import Testing

@testable import CoreData

/// Shelves of books, with tags.
private enum ShelfModel {
    static func make() -> NSManagedObjectModel {
        let shelf = CompanyModel.entity("Shelf")
        let book = CompanyModel.entity("Book")
        let tag = CompanyModel.entity("Tag")
        func pair(
            _ a: String, _ aTo: NSEntityDescription, _ aMany: Bool, _ b: String, _ bTo: NSEntityDescription,
            _ bMany: Bool
        ) -> (NSRelationshipDescription, NSRelationshipDescription) {
            let first = CompanyModel.relationship(a, to: aTo, isToMany: aMany)
            let second = CompanyModel.relationship(b, to: bTo, isToMany: bMany)
            first.inverseRelationship = second
            second.inverseRelationship = first
            return (first, second)
        }
        func derived(_ name: String, _ type: NSAttributeType, _ text: String) -> NSDerivedAttributeDescription {
            let attribute = NSDerivedAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.derivationExpression = NSExpression(format: text)
            return attribute
        }
        let (books, onShelf) = pair("books", book, true, "shelf", shelf, false)
        let (tags, tagged) = pair("tags", tag, true, "books", book, true)
        let (parts, whole) = pair("parts", shelf, true, "whole", shelf, false)
        shelf.properties = [
            CompanyModel.attribute("name", .stringAttributeType), books, parts, whole,
            derived("bookCount", .integer64AttributeType, "books.@count"),
            derived("pageSum", .integer64AttributeType, "books.@sum.pages"),
            derived("longest", .integer64AttributeType, "books.@max.pages"),
            derived("partSum", .doubleAttributeType, "parts.@sum.width"),
            CompanyModel.attribute("width", .doubleAttributeType),
        ]
        let atlas = CompanyModel.entity("Atlas")
        book.properties = [
            CompanyModel.attribute("title", .stringAttributeType),
            CompanyModel.attribute("pages", .integer32AttributeType), onShelf, tags,
            derived("searchTitle", .stringAttributeType, "canonical:(title)"),
            derived("upper", .stringAttributeType, "uppercase:(title)"),
            derived("lower", .stringAttributeType, "lowercase:(title)"),
            derived("savedAt", .dateAttributeType, "now()"),
            derived("shelfName", .stringAttributeType, "shelf.name"),
        ]
        atlas.properties = [derived("loud", .stringAttributeType, "uppercase:(title)")]
        book.subentities = [atlas]
        tag.properties = [
            CompanyModel.attribute("name", .stringAttributeType), tagged,
            derived("bookCount", .integer64AttributeType, "books.@count"),
            derived("pageSum", .integer64AttributeType, "books.@sum.pages"),
        ]
        let model = NSManagedObjectModel()
        model.entities = [shelf, book, atlas, tag]
        return model
    }
}

@Suite struct DerivedAttributeTests {
    private func numbers(_ stack: TestStack, _ entity: String, _ keys: [String]) throws -> [[Int]] {
        try stack.fetch(entity, sort: ["name"], in: stack.makeContext()).map { object in
            keys.map { object.value(forKey: $0) as? Int ?? -1 }
        }
    }

    private func shelves(_ stack: TestStack) throws -> [[Int]] {
        try numbers(stack, "Shelf", ["bookCount", "pageSum", "longest"])
    }

    @Test("Derived Counts and sums", arguments: StoreKind.withTables) func countsAndSums(_ kind: StoreKind) throws {
        let stack = try TestStack(model: ShelfModel.make(), kind)
        let first = stack.insert("Shelf", ["name": "1"])
        let second = stack.insert("Shelf", ["name": "2"])
        let book = stack.insert("Book", ["title": "a", "pages": 10, "shelf": first])
        stack.insert("Atlas", ["title": "b", "pages": 20, "shelf": first])
        try stack.context.save()
        #expect(try shelves(stack) == [[2, 30, 20], [0, 0, -1]])
        stack.context.refresh(first, mergeChanges: false)
        #expect(first.value(forKey: "bookCount") as? Int == 2, "after a refresh")
        book.setValue(second, forKey: "shelf")
        try stack.context.save()
        #expect(try shelves(stack) == [[1, 20, 20], [1, 10, 10]])
        book.setValue(15, forKey: "pages")
        try stack.context.save()
        #expect(try shelves(stack) == [[1, 20, 20], [1, 15, 15]])
        stack.context.delete(book)
        try stack.context.save()
        #expect(try shelves(stack) == [[1, 20, 20], [0, 0, -1]])
        #expect(try stack.fetch("Shelf", "bookCount > 0").count == 1, "a fetch can ask for them")
    }

    @Test("Derived Counts over many-to-many relationships", arguments: StoreKind.withTables)
    func manyToMany(_ kind: StoreKind) throws {
        let stack = try TestStack(model: ShelfModel.make(), kind)
        let tags = [stack.insert("Tag", ["name": "1"]), stack.insert("Tag", ["name": "2"])]
        let book = stack.insert("Book", ["title": "a", "pages": 10, "tags": NSSet(array: tags)])
        stack.insert("Book", ["title": "b", "pages": 5, "tags": NSSet(object: tags[0])])
        try stack.context.save()
        #expect(try numbers(stack, "Tag", ["bookCount", "pageSum"]) == [[2, 15], [1, 10]])
        book.setValue(11, forKey: "pages")
        try stack.context.save()
        #expect(try numbers(stack, "Tag", ["bookCount", "pageSum"]) == [[2, 16], [1, 11]])
        book.setValue(NSSet(object: tags[1]), forKey: "tags")
        try stack.context.save()
        #expect(try numbers(stack, "Tag", ["bookCount", "pageSum"]) == [[1, 5], [1, 11]])
        stack.context.delete(book)
        try stack.context.save()
        #expect(try numbers(stack, "Tag", ["bookCount", "pageSum"]) == [[1, 5], [0, 0]])
    }

    /// The rows that are summed up are in the table of the sum.
    @Test func aRelationshipToTheSameEntity() throws {
        let stack = try TestStack(model: ShelfModel.make())
        let whole = stack.insert("Shelf", ["name": "1", "width": 9])
        let part = stack.insert("Shelf", ["name": "2", "width": 1.5, "whole": whole])
        stack.insert("Shelf", ["name": "3", "width": 2, "whole": whole])
        try stack.context.save()
        #expect(try stack.rows("SELECT ZPARTSUM FROM ZSHELF ORDER BY ZNAME") == [[3.5], [0.0], [0.0]])
        part.setValue(4, forKey: "width")
        try stack.context.save()
        #expect(try stack.rows("SELECT ZPARTSUM FROM ZSHELF ORDER BY ZNAME") == [[6.0], [0.0], [0.0]])
    }

    @Test("Derived Copies over to-one relationships", arguments: StoreKind.withTables)
    func copies(_ kind: StoreKind) throws {
        let stack = try TestStack(model: ShelfModel.make(), kind)
        let shelf = stack.insert("Shelf", ["name": "one"])
        let book = stack.insert("Book", ["title": "a", "shelf": shelf])
        try stack.context.save()
        func name() throws -> String? {
            try stack.fetch("Book", in: stack.makeContext())[0].value(forKey: "shelfName") as? String
        }
        #expect(try name() == "one")
        shelf.setValue("two", forKey: "name")
        try stack.context.save()
        #expect(try name() == "two")
        book.setValue(nil, forKey: "shelf")
        try stack.context.save()
        #expect(try name() == nil)
        book.setValue(shelf, forKey: "shelf")
        try stack.context.save()
        stack.context.delete(shelf)
        try stack.context.save()
        #expect(try name() == nil)
    }

    @Test("Derived Texts and times", arguments: StoreKind.withTables) func textsAndTimes(_ kind: StoreKind) throws {
        let stack = try TestStack(model: ShelfModel.make(), kind)
        let before = Date()
        let book = stack.insert("Book", ["title": "Ärzte", "searchTitle": "set by hand"])
        try stack.context.save()
        #expect(book.string("searchTitle") == "arzte" && book.string("upper") == "ÄRZTE")
        #expect(book.string("lower") == "ärzte")
        let saved = try #require(book.value(forKey: "savedAt") as? Date)
        #expect(saved >= before && saved <= Date())
        book.setValue(5, forKey: "pages")
        try stack.context.save()
        #expect(book.value(forKey: "savedAt") as? Date ?? before > saved && book.string("lower") == "ärzte")
        book.setValue(nil, forKey: "title")
        try stack.context.save()
        #expect(book.value(forKey: "lower") == nil)
        #expect(try stack.fetch("Book", "searchTitle == nil").count == 1)
    }

    @Test("Derived Values set by hand are dropped") func valuesSetByHandAreDropped() throws {
        let stack = try TestStack(model: ShelfModel.make())
        let shelf = stack.insert("Shelf", ["name": "1", "bookCount": 99])
        try stack.context.save()
        shelf.setValue(98, forKey: "bookCount")
        try stack.context.save()
        #expect(try shelves(stack) == [[0, 0, -1]])
    }

    @Test("Derived Values follow batch requests", arguments: StoreKind.onSQLite)
    func batches(_ kind: StoreKind) throws {
        let stack = try TestStack(model: ShelfModel.make(), kind)
        let shelf = stack.insert("Shelf", ["name": "1"])
        try stack.context.save()
        let rows: [[String: Any]] = [
            ["title": "Öl", "pages": 3, "shelf": shelf.objectID], ["title": "b", "pages": 4, "shelf": shelf.objectID],
        ]
        try stack.context.execute(NSBatchInsertRequest(entityName: "Book", objects: rows))
        #expect(try shelves(stack) == [[2, 7, 4]])
        #expect(try stack.fetch("Book", "searchTitle == 'ol' AND savedAt != nil").count == 1)
        stack.insert("Atlas", ["title": "x"])
        try stack.context.save()
        let titles = NSBatchUpdateRequest(entityName: "Book")
        titles.predicate = NSPredicate(format: "title == 'x'")
        titles.propertiesToUpdate = ["title": "y"]
        try stack.context.execute(titles)
        #expect(try stack.fetch("Atlas", "loud == 'Y' AND upper == 'Y'").count == 1, "a subentity's own")
        let update = NSBatchUpdateRequest(entityName: "Book")
        update.predicate = NSPredicate(format: "pages == 3")
        update.propertiesToUpdate = ["title": "Ü", "pages": 6]
        try stack.context.execute(update)
        #expect(try stack.fetch("Book", "searchTitle == 'u' AND shelfName == '1'", in: stack.makeContext()).count == 1)
        #expect(try shelves(stack) == [[2, 10, 6]])
        try stack.context.execute(NSBatchDeleteRequest(fetchRequest: TestStack.request("Book", "pages == 6")))
        #expect(try shelves(stack) == [[1, 4, 4]])
    }

    /// The count's triggers are those of Apple's framework, and a store from before gets them, with the values.
    @Test func triggersOnDisk() throws {
        let stack = try TestStack(model: ShelfModel.make())
        let names = try stack.rows("SELECT name FROM sqlite_master WHERE name LIKE 'Z_DA_%bookCount%' ORDER BY name")
        #expect(
            names.prefix(5).compactMap { $0[0].text } == [
                "Z_DA_ZBOOK_Shelf_bookCount_PARAMETER_DELETE", "Z_DA_ZBOOK_Shelf_bookCount_PARAMETER_INSERT",
                "Z_DA_ZBOOK_Shelf_bookCount_PARAMETER_UPDATE_DECREMENT",
                "Z_DA_ZBOOK_Shelf_bookCount_PARAMETER_UPDATE_INCREMENT", "Z_DA_ZSHELF_Shelf_bookCount_SOURCE_INSERT",
            ])
        let inserting = try stack.rows(
            "SELECT sql FROM sqlite_master WHERE name = 'Z_DA_ZBOOK_Shelf_bookCount_PARAMETER_INSERT'")
        let text =
            "CREATE TRIGGER Z_DA_ZBOOK_Shelf_bookCount_PARAMETER_INSERT AFTER INSERT ON ZBOOK FOR EACH ROW "
            + "WHEN (NEW.ZSHELF NOT NULL) BEGIN UPDATE ZSHELF SET ZBOOKCOUNT = IFNULL(ZBOOKCOUNT, 0) + 1 "
            + "WHERE Z_PK = NEW.ZSHELF; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZSHELF', Z_ENT, Z_PK, "
            + "'bookCount', ZBOOKCOUNT) FROM ZSHELF WHERE Z_PK = NEW.ZSHELF; END"
        #expect(inserting == [[.text(text)]])
        for name in names.compactMap({ $0[0].text }) { try stack.execute("DROP TRIGGER \(name)") }
        let shelf = stack.insert("Shelf", ["name": "1"])
        stack.insert("Book", ["title": "a", "shelf": shelf])
        try stack.context.save()
        let again = try stack.another(model: ShelfModel.make())
        #expect(try shelves(again).first?.first == 1)
    }

    @Test(arguments: [
        "nothing.@count", "title.@count", "shelf.nothing", "pages + 1", "canonical:(pages)", "shelf.books",
    ])
    func expressionsThatDeriveNothing(_ text: String) throws {
        let model = ShelfModel.make()
        let wrong = NSDerivedAttributeDescription()
        wrong.name = "wrong"
        wrong.attributeType = .stringAttributeType
        wrong.derivationExpression = NSExpression(format: text)
        model.entitiesByName["Book"]?.properties.append(wrong)
        let error = try #require(caught { _ = try NSPersistentStoreCoordinator(checking: model) })
        #expect(error.code == 134060 && error.localizedDescription.contains("Book.wrong"))
    }

    @Test("V8 A derived attribute that is required has no value yet when its object is inserted")
    func requiredDerivedAttribute() throws {
        let model = ShelfModel.make()
        model.entitiesByName["Book"]?.attributesByName["upper"]?.isOptional = false
        let stack = try TestStack(model: model)
        let book = stack.insert("Book", ["title": "a"])
        let error = try #require(caught { try stack.context.save() })
        #expect(error.code == 1570 && error.userInfo[NSValidationKeyErrorKey] as? String == "upper")
        book.setValue("anything", forKey: "upper")
        try stack.context.save()
        book.setValue("b", forKey: "title")
        try stack.context.save()
        #expect(try stack.fetch("Book", in: stack.makeContext()).map { $0.string("upper") } == ["B"])
    }
}

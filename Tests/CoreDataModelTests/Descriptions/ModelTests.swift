import CoreDataModel
import Foundation
import Testing

@Suite struct ModelTests {
    private func library() -> NSManagedObjectModel {
        let author = relationship("author", to: "Person", inverse: "books", maxCount: 1)
        let book = entity("Book", [attribute("title"), author], subentities: [entity("Novel", [attribute("genre")])])
        let person = entity("Person", [attribute("name"), relationship("books", to: "Book", inverse: "author")])
        let model = model(book, person)
        model.setEntities([person], forConfigurationName: "People")
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = person
        request.fetchLimit = 5
        model.setFetchRequestTemplate(request, forName: "few")
        model.versionIdentifiers = ["1"]
        return model
    }

    @Test func subentitiesComeAlong() {
        let model = library()
        #expect(Set(model.entitiesByName.keys) == ["Book", "Novel", "Person"])
        #expect(model.entitiesByName["Novel"]?.superentity?.name == "Book")
        #expect(model.entitiesByName["Novel"]?.managedObjectModel === model)
    }

    @Test func namesAreConnected() throws {
        let model = library()
        let book = try #require(model.entitiesByName["Book"])
        let person = try #require(model.entitiesByName["Person"])
        let author = try #require(book.relationshipsByName["author"])
        #expect(author.destinationEntity === person)
        #expect(author.inverseRelationship === person.relationshipsByName["books"])
        #expect(!author.isToMany && author.inverseRelationship?.isToMany == true)
        #expect(book.relationships(forDestination: person) == [author])
        #expect(model.entitiesByName["Novel"]?.relationshipsByName["author"] === author)
    }

    @Test func aCopyIsConnectedWithinItself() throws {
        let original = library()
        let originals = original.entities.map(ObjectIdentifier.init)
        try original.freeze()
        let copy = try #require(original.copy() as? NSManagedObjectModel)
        #expect(!copy.isFrozen)
        #expect(copy.versionChecksum == original.versionChecksum)
        #expect(copy.versionIdentifiers == ["1"])
        #expect(copy.configurations == ["People"])
        for entity in copy.entities {
            #expect(!originals.contains(ObjectIdentifier(entity)))
            #expect(entity.model === copy)
            for relationship in entity.relationshipsByName.values {
                #expect(relationship.destinationEntity?.model === copy)
                #expect(relationship.inverseRelationship?.entity?.model === copy)
            }
        }
        let template = try #require(copy.fetchRequestTemplate(forName: "few"))
        #expect(template.entity === copy.entitiesByName["Person"])
        #expect(template.fetchLimit == 5)
        copy.entitiesByName["Novel"]?.isAbstract = true
        #expect(copy.versionChecksum != original.versionChecksum)
        try copy.freeze()
    }

    @Test func propertiesKeepInheritedOnesWhereTheyAre() throws {
        let sub = entity("Sub", [attribute("b")])
        let base = entity("Base", [attribute("a")], subentities: [sub])
        sub.properties.append(attribute("c"))
        #expect(sub.properties.map(\.name) == ["a", "b", "c"])
        #expect(sub.ownProperties.map(\.name) == ["b", "c"])
        #expect(base.properties.map(\.name) == ["a"])
    }

    @Test func modelsAreFreed() throws {
        weak var model: NSManagedObjectModel?
        weak var book: NSEntityDescription?
        weak var books: NSRelationshipDescription?
        do {
            let made = library()
            try made.freeze()
            model = made
            book = made.entitiesByName["Book"]
            books = made.entitiesByName["Person"]?.relationshipsByName["books"]
            #expect(book != nil && books != nil)
        }
        #expect(model == nil)
        #expect(book == nil)
        #expect(books == nil)
    }

    @Test func merging() throws {
        let other = model(entity("Shop", [relationship("stock", to: "Shop")]), entity("Person", [attribute("name")]))
        #expect(NSManagedObjectModel(byMerging: [library(), other]) == nil)
        #expect(throws: ModelError.self) { try NSManagedObjectModel.merging([library(), other]) }
        let shop = model(entity("Shop"))
        let merged = try #require(NSManagedObjectModel(byMerging: [library(), shop, library()]))
        #expect(Set(merged.entitiesByName.keys) == ["Book", "Novel", "Person", "Shop"])
        #expect(merged.configurations == ["People"])
        try merged.freeze()
    }

    @Test("Case 8 A model for a store, out of several and their versions") func mergingForAStore() throws {
        let old = library()
        let new = library()
        new.entitiesByName["Novel"]?.properties.append(attribute("pages", .integer32AttributeType))
        let metadata = [NSStoreModelVersionHashesKey: new.entityVersionHashesByName]
        let found = try #require(NSManagedObjectModel(byMerging: [old, new], forStoreMetadata: metadata))
        #expect(found.versionChecksum == new.versionChecksum)
        #expect(NSManagedObjectModel(byMerging: [old], forStoreMetadata: metadata) == nil)
        // Entities of two models in one store.
        let shop = model(entity("Shop"))
        let both = new.entityVersionHashesByName.merging(shop.entityVersionHashesByName) { first, _ in first }
        let joined = NSManagedObjectModel(
            byMerging: [old, shop, new], forStoreMetadata: [NSStoreModelVersionHashesKey: both])
        #expect(joined?.entityVersionHashesByName == both)
    }

    @Test func templates() throws {
        let model = library()
        try model.freeze()
        let template = try #require(model.fetchRequestTemplate(forName: "few"))
        let request = try #require(
            model.fetchRequestFromTemplate(withName: "few", substitutionVariables: ["NAME": "x"]))
        #expect(request !== template)
        request.fetchLimit = 7
        #expect(template.fetchLimit == 5)
        #expect(request.entityName == "Person")
        #expect(model.fetchRequestFromTemplate(withName: "none", substitutionVariables: [:]) == nil)
        let typed = NSFetchRequest<NSDictionary>(entityName: "Person")
        typed.takeValues(from: template)
        #expect(typed.fetchLimit == 5)
    }
}

import SQLite
import Testing

@testable import CoreData

/// The tables of a new store are those that Apple's framework makes: names, order, types and indexes.
@Suite struct SchemaTests {
    @Test func tables() throws {
        let stack = try TestStack(model: ZooModel.make())
        let tables = try stack.rows("SELECT sql FROM sqlite_master WHERE type = 'table' ORDER BY rootpage")
        #expect(
            tables.map { $0[0].text ?? "" } == [
                // Subentities share the root's table; a name used again by a sibling gets a number; a reference to an
                // entity with subentities has the target's Z_ENT beside it; a member of an ordered one, its place.
                "CREATE TABLE ZANIMAL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISTAME INTEGER, "
                    + "ZKEEPER INTEGER, Z4_KEEPER INTEGER, ZLIVES INTEGER, ZCATOWNER INTEGER, Z4_CATOWNER INTEGER, "
                    + "Z_FOK_CATOWNER INTEGER, ZBORN TIMESTAMP, ZWEIGHT FLOAT, ZNAME VARCHAR, ZCOLOR VARCHAR, "
                    + "ZCOLOR1 VARCHAR )",
                "CREATE TABLE Z_1TAGS ( Z_1ANIMALS INTEGER, Z_6TAGS INTEGER, PRIMARY KEY (Z_1ANIMALS, Z_6TAGS) )",
                "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR, "
                    + "ZLICENSE VARCHAR )",
                "CREATE TABLE Z_4FRIENDS ( Z_4FRIENDS INTEGER, REFLEXIVE INTEGER, "
                    + "PRIMARY KEY (Z_4FRIENDS, REFLEXIVE) )",
                "CREATE TABLE Z_4TOURS ( Z_4GUIDES INTEGER, Z_7TOURS INTEGER, Z_FOK_7TOURS INTEGER, "
                    + "PRIMARY KEY (Z_4GUIDES, Z_7TOURS) )",
                // One attribute of each type, in the order of the types; the transient one has no column.
                "CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFLAG INTEGER, "
                    + "ZINT16 INTEGER, ZINT32 INTEGER, ZINT64 INTEGER, ZDAY TIMESTAMP, ZREAL FLOAT, ZSINGLE FLOAT, "
                    + "ZPRICE DECIMAL, ZTEXT VARCHAR, ZSITE VARCHAR, ZTOKEN BLOB, ZBYTES BLOB, ZVALUE BLOB )",
                "CREATE TABLE ZTOUR ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR )",
                "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
                "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
                "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
            ])
    }

    @Test func indexes() throws {
        let stack = try TestStack(model: ZooModel.make())
        let indexes = try stack.rows("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        #expect(
            Set(indexes.map { $0[0].text ?? "" }) == [
                "CREATE INDEX ZANIMAL_ZKEEPER_INDEX ON ZANIMAL (ZKEEPER)",
                "CREATE INDEX ZANIMAL_ZCATOWNER_INDEX ON ZANIMAL (ZCATOWNER)",
                "CREATE INDEX ZANIMAL_Z_ENT_INDEX ON ZANIMAL (Z_ENT)",
                "CREATE INDEX Z_Animal_byNameAndBirth ON ZANIMAL (ZNAME COLLATE BINARY ASC, ZBORN COLLATE BINARY DESC)",
                "CREATE UNIQUE INDEX Z_Animal_UNIQUE_name ON ZANIMAL (ZNAME COLLATE BINARY ASC)",
                "CREATE INDEX Z_1TAGS_Z_6TAGS_INDEX ON Z_1TAGS (Z_6TAGS, Z_1ANIMALS)",
                "CREATE INDEX ZPERSON_Z_ENT_INDEX ON ZPERSON (Z_ENT)",
                "CREATE INDEX Z_4FRIENDS_REFLEXIVE_INDEX ON Z_4FRIENDS (REFLEXIVE, Z_4FRIENDS)",
                "CREATE INDEX Z_4TOURS_Z_7TOURS_INDEX ON Z_4TOURS (Z_7TOURS, Z_4GUIDES)",
                "CREATE UNIQUE INDEX Z_Tag_UNIQUE_int16_text ON ZTAG (ZINT16 COLLATE BINARY ASC, ZTEXT COLLATE BINARY ASC)",
            ])
    }

    /// Numbers go depth first, roots and siblings by name without regard to case.
    @Test func primaryKeys() throws {
        let stack = try TestStack(model: ZooModel.make())
        let expected: [(Int64, String, Int64)] = [
            (1, "Animal", 0), (2, "Cat", 1), (3, "dog", 1), (4, "Person", 0), (5, "Vet", 4), (6, "Tag", 0),
            (7, "Tour", 0),
        ]
        #expect(
            try stack.rows("SELECT * FROM Z_PRIMARYKEY ORDER BY Z_ENT")
                == expected.map { [.integer($0.0), .text($0.1), .integer($0.2), .integer(0)] })
    }

    /// Only the root's row counts; a key is never handed out twice.
    @Test func highestKeyIsKeptOnTheRoot() throws {
        let stack = try TestStack(model: ZooModel.make())
        let cat = stack.insert("Cat", ["name": "Tom"])
        stack.insert("dog", ["name": "Rex"])
        stack.insert("Animal", ["name": "Gil"])
        try stack.context.save()
        #expect(
            try stack.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_MAX > 0") == [
                [.text("Animal"), .integer(3)]
            ])
        stack.context.delete(cat)
        stack.insert("Cat", ["name": "Tim"])
        try stack.context.save()
        #expect(try stack.rows("SELECT MAX(Z_PK), COUNT(*) FROM ZANIMAL") == [[.integer(4), .integer(3)]])
    }

    @Test func fileFormat() throws {
        let stack = try TestStack()
        #expect(try stack.rows("PRAGMA page_size") == [[.integer(4096)]])
        #expect(try stack.rows("PRAGMA auto_vacuum") == [[.integer(2)]])
        #expect(try stack.rows("PRAGMA encoding") == [[.text("UTF-8")]])
        #expect(try stack.rows("PRAGMA journal_mode") == [[.text("wal")]])
    }

    /// A store holds the entities of its configuration only.
    @Test func configuration() throws {
        let model = CompanyModel.make()
        model.setEntityNames(["Project"], forConfigurationName: "Projects")
        let directory = TestStack.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let url = directory.appendingPathComponent("part.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ProjectsModel.make())
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: "Plans", at: url)
        #expect(
            try TestStack.rows("SELECT Z_NAME FROM Z_PRIMARYKEY", at: url) == [[.text("Plan")]])
        #expect(
            code {
                try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: "None", at: url)
            } == 134080)
    }
}

/// Two entities without relationships, one of them in a configuration.
private enum ProjectsModel {
    static func make() -> NSManagedObjectModel {
        let plan = CompanyModel.entity("Plan")
        plan.properties = [CompanyModel.attribute("name", .stringAttributeType)]
        let other = CompanyModel.entity("Other")
        other.properties = [CompanyModel.attribute("name", .stringAttributeType)]
        let model = NSManagedObjectModel()
        model.entities = [plan, other]
        model.setEntities([plan], forConfigurationName: "Plans")
        return model
    }
}

/// A model with everything that has a say in the layout of tables.
enum ZooModel {
    static func make() -> NSManagedObjectModel {
        let animal = CompanyModel.entity("Animal")
        let cat = CompanyModel.entity("Cat")
        let dog = CompanyModel.entity("dog")
        let person = CompanyModel.entity("Person")
        let vet = CompanyModel.entity("Vet")
        let tag = CompanyModel.entity("Tag")
        let tour = CompanyModel.entity("Tour")
        func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
            CompanyModel.attribute(name, type)
        }
        func pair(
            _ a: String, _ aDestination: NSEntityDescription, _ aMany: Bool, _ b: String,
            _ bDestination: NSEntityDescription, _ bMany: Bool, ordered: Bool = false
        ) -> (NSRelationshipDescription, NSRelationshipDescription) {
            let first = CompanyModel.relationship(a, to: aDestination, isToMany: aMany)
            let second = CompanyModel.relationship(b, to: bDestination, isToMany: bMany)
            first.isOrdered = ordered
            first.inverseRelationship = second
            second.inverseRelationship = first
            return (first, second)
        }
        let (keeper, animals) = pair("keeper", person, false, "animals", animal, true)
        let (cats, catOwner) = pair("cats", cat, true, "catOwner", person, false, ordered: true)
        let (tags, tagged) = pair("tags", tag, true, "animals", animal, true)
        let (tours, guides) = pair("tours", tour, true, "guides", person, true, ordered: true)
        let friends = CompanyModel.relationship("friends", to: person, isToMany: true)
        friends.inverseRelationship = friends

        animal.properties = [
            attribute("name", .stringAttributeType), attribute("weight", .doubleAttributeType),
            attribute("born", .dateAttributeType), attribute("isTame", .booleanAttributeType), keeper, tags,
        ]
        animal.indexes = [
            NSFetchIndexDescription(
                name: "byNameAndBirth",
                elements: [
                    index(animal.propertiesByName["name"], ascending: true),
                    index(animal.propertiesByName["born"], ascending: false),
                ])
        ]
        animal.uniquenessConstraints = [["name"]]
        cat.properties = [
            attribute("lives", .integer16AttributeType), attribute("color", .stringAttributeType), catOwner,
        ]
        dog.properties = [attribute("color", .stringAttributeType)]
        animal.subentities = [dog, cat]
        person.properties = [attribute("name", .stringAttributeType), animals, cats, tours, friends]
        vet.properties = [attribute("license", .stringAttributeType)]
        person.subentities = [vet]
        let transient = attribute("temporary", .stringAttributeType)
        transient.isTransient = true
        tag.properties = [
            attribute("int16", .integer16AttributeType), attribute("int32", .integer32AttributeType),
            attribute("int64", .integer64AttributeType), attribute("flag", .booleanAttributeType),
            attribute("real", .doubleAttributeType), attribute("single", .floatAttributeType),
            attribute("day", .dateAttributeType), attribute("price", .decimalAttributeType),
            attribute("text", .stringAttributeType), attribute("site", .URIAttributeType),
            attribute("token", .UUIDAttributeType), attribute("bytes", .binaryDataAttributeType),
            attribute("value", .transformableAttributeType), transient, tagged,
        ]
        tag.uniquenessConstraints = [["int16", "text"]]
        tour.properties = [attribute("title", .stringAttributeType), guides]
        let model = NSManagedObjectModel()
        model.versionIdentifiers = ["zoo 1"]
        model.entities = [tour, tag, person, animal]
        return model
    }

    private static func index(_ property: NSPropertyDescription?, ascending: Bool) -> NSFetchIndexElementDescription {
        let element = NSFetchIndexElementDescription(
            property: property ?? NSPropertyDescription(), collationType: .binary)
        element.isAscending = ascending
        return element
    }
}

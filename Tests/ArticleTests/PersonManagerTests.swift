import CoreData
import PersonKit
import Testing

/// The third article: people behind one manager, and arrays in an attribute.
@MainActor @Suite struct PersonManagerTests {
    private let documents: DocumentsFolder
    private let manager: PersonManager

    init() throws {
        documents = try DocumentsFolder()
        manager = try PersonManager(storeURL: documents.file("coreData.sqlite"))
        #expect(manager.insertData(withPersonID: "1", name: "zhangsan", age: 20, photo: "1.png"))
        #expect(manager.insertData(withPersonID: "2", name: "lisi", age: 21, photo: nil))
    }

    @Test("C One manager, one store") func singleton() {
        #expect(PersonManager.shared === PersonManager.shared)
        #expect(FileManager.default.fileExists(atPath: documents.file("coreData.sqlite").path))
    }

    @Test("C Insert and read all") func readAllData() {
        let people: [Person] = manager.readAllData()
        #expect(people.compactMap(\.personID).sorted() == ["1", "2"])
        #expect(people.first { $0.personID == "1" }?.name == "zhangsan")
        #expect(people.first { $0.personID == "1" }?.photo != nil)
    }

    @Test("C An age has 16 bits") func integer16() {
        #expect(!manager.insertData(withPersonID: "3", name: "wangwu", age: 32_768, photo: nil))
        #expect(manager.insertData(withPersonID: "3", name: "wangwu", age: 32_767, photo: nil))
    }

    @Test("C Delete") func deleteData() {
        #expect(manager.deleteData(withPersonID: "1"))
        #expect(manager.readAllData().map(\.personID) == ["2"])
    }

    @Test("C Update by key-value coding") func upDateData() {
        #expect(manager.upDateData(withPersonID: "1", dict: ["name": "zhangsanfeng", "age": 100]))
        let person = manager.searchData(withPersonID: "1")
        #expect(person?.name == "zhangsanfeng")
        #expect(person?.age == 100)
        #expect(!manager.upDateData(withPersonID: "1", dict: ["shoeSize": 43]))
    }

    @Test("C Search") func searchData() {
        #expect(manager.searchData(withPersonID: "2")?.name == "lisi")
        #expect(manager.searchData(withPersonID: "3") == nil)
    }

    // MARK: - Arrays and dictionaries

    @Test("C A transformable attribute is used like an ordinary array") func transformable() throws {
        let name = NSValueTransformerName("ArticleTests.TrackRecord")
        ValueTransformer.setValueTransformer(TrackRecord(), forName: name)
        let model = Self.trackModel(transformer: name.rawValue)
        let url = documents.file("tracks.sqlite")
        let id: URL
        do {
            let context = try Self.context(model, url)
            let person = NSEntityDescription.insertNewObject(forEntityName: "Runner", into: context)
            person.setValue([["km": 5, "place": "park"], ["km": 10, "place": "river"]], forKey: "tracks")
            try context.save()
            id = person.objectID.uriRepresentation()
        }
        let context = try Self.context(Self.trackModel(transformer: name.rawValue), url)
        let objectID = try #require(context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: id))
        let person = context.object(with: objectID)
        let tracks = try #require(person.value(forKey: "tracks") as? [[String: Any]])
        #expect(tracks.map { $0["place"] as? String } == ["park", "river"])
        #expect(tracks.map { $0["km"] as? Int } == [5, 10])
    }

    private static func context(_ model: NSManagedObjectModel, _ url: URL) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private static func trackModel(transformer: String) -> NSManagedObjectModel {
        let tracks = NSAttributeDescription()
        tracks.name = "tracks"
        tracks.attributeType = .transformableAttributeType
        tracks.valueTransformerName = transformer
        let runner = NSEntityDescription()
        runner.name = "Runner"
        runner.properties = [tracks]
        let model = NSManagedObjectModel()
        model.entities = [runner]
        return model
    }
}

/// Archives arrays and dictionaries.
private final class TrackRecord: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSArray.self }

    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(
            ofClasses: [NSArray.self, NSDictionary.self, NSString.self, NSNumber.self], from: data)
    }
}

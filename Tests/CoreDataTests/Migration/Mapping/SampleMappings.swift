import CoreData
import Testing

/// Mapping models of the samples, and stores to migrate by them.
enum SampleMappings {
    static let moody = "objcio-moody/Migrations/Migrations/"
    static let plus = "coredataplus/Tests/Resources/SampleModel/"

    static func url(_ path: String) throws -> URL { try #require(SampleStores.root).appendingPathComponent(path) }

    /// One version of a versioned model.
    static func model(_ path: String) throws -> NSManagedObjectModel {
        try #require(NSManagedObjectModel(contentsOf: try url(path + ".xcdatamodel")))
    }

    static func moodyModel(_ version: Int) throws -> NSManagedObjectModel {
        try model(moody + "Moody.xcdatamodeld/Moody" + (version == 1 ? "" : " \(version)"))
    }

    static func plusModel(_ version: Int) throws -> NSManagedObjectModel {
        try model(plus + "SampleModel.xcdatamodeld/SampleModel" + (version == 1 ? "" : "\(version)"))
    }

    /// The mapping to a version from the one before; inferred where there is no file.
    static func moodyMapping(to version: Int) throws -> NSMappingModel {
        let (source, destination) = (try moodyModel(version - 1), try moodyModel(version))
        if version == 2 {
            return try NSMappingModel.inferredMappingModel(forSourceModel: source, destinationModel: destination)
        }
        return try NSMappingModel.load(
            contentsOf: try url(moody + "Moody \(version - 1)-Moody \(version).xcmappingmodel"), source: source,
            destination: destination)
    }

    /// A copy of a store in a directory of its own.
    static func copy(_ path: String) throws -> URL {
        let directory = TestStack.makeDirectory()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let target = directory.appendingPathComponent("store.sqlite")
        for ending in ["", "-wal"] {
            let source = try url(path + ending)
            guard FileManager.default.fileExists(atPath: source.path) else { continue }
            try Data(contentsOf: source).write(to: URL(fileURLWithPath: target.path + ending))
        }
        return target
    }

    static func moodyStore(_ version: Int) throws -> URL {
        try copy("objcio-moody/Migrations/MigrationsTests/Moody" + (version == 1 ? "" : " \(version)") + ".moody")
    }

    /// Every object as a line of its values and, by their values, the objects that it is related to: equal for stores with
    /// equal contents, whatever their keys.
    static func contents(of url: URL, _ model: NSManagedObjectModel) throws -> [String] {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [NSReadOnlyPersistentStoreOption: true])
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return try model.entities.flatMap { entity -> [String] in
            let request = TestStack.request(entity.name ?? "")
            request.includesSubentities = false
            return try context.fetch(request).map { object in
                let relationships = entity.relationshipsByName.keys.sorted().map { key in
                    let objects = [object.object(key)].compactMap { $0 } + object.objects(key)
                    return "\(key): " + objects.map(values).sorted().joined(separator: ", ")
                }
                return ([values(of: object)] + relationships).joined(separator: " | ")
            }
        }.sorted()
    }

    private static func values(of object: NSManagedObject) -> String {
        let attributes = object.entity.attributesByName.keys.sorted().map { key in
            "\(key)=\(object.value(forKey: key).map { "\($0)" } ?? "nil")"
        }
        return "\(object.entity.name ?? "")(\(attributes.joined(separator: " ")))"
    }
}

/// Every country names its continent by a code: one continent is made for each code.
final class ContinentsByCodePolicy: NSEntityMigrationPolicy {
    private var continents: [Int: NSManagedObject] = [:]

    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let country = manager.destinationInstances(
            forEntityMappingName: mapping.name, sourceInstances: [sInstance]
        ).first
        guard let code = sInstance.value(forKey: "isoContinent") as? Int else { return }
        let continent: NSManagedObject
        if let known = continents[code] {
            continent = known
        } else {
            continent = NSEntityDescription.insertNewObject(
                forEntityName: "Continent", into: manager.destinationContext)
            continent.setValue(code, forKey: "numericISO3166Code")
            continents[code] = continent
        }
        country?.setValue(continent, forKey: "continent")
    }

    /// The mapping's own expression for the continent has no value: what was set stays.
    override func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let continent = dInstance.value(forKey: "continent")
        try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
        dInstance.setValue(continent, forKey: "continent")
    }
}

/// A car's maker, a name before, is an object now.
final class MakerOfCarPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        guard let name = sInstance.value(forKey: "maker") as? String else { return }
        // Each of the car mappings has its own policy: the store knows what the others have made.
        let request = TestStack.request("Maker", "name == %@", [name])
        let known = try manager.destinationContext.fetch(request).first
        let maker =
            known ?? NSEntityDescription.insertNewObject(forEntityName: "Maker", into: manager.destinationContext)
        maker.setValue(name, forKey: "name")
        manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance]).first?
            .setValue(maker, forKey: "createdBy")
    }
}

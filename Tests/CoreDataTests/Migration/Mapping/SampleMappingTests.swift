import CoreData
import SQLite
import Testing

/// Real mapping models on the stores that they were made for.
@Suite(.enabled(if: SampleStores.root != nil, "PEOPLE_CASES is not set"))
struct SampleMappingTests {
    init() {
        ValueTransformer.setValueTransformer(ColorsTransformer(), forName: "ColorsTransformer")
        NSEntityMigrationPolicy.register(ContinentsByCodePolicy.self, forName: "Country5ToCountry6Policy")
        NSEntityMigrationPolicy.register(MakerOfCarPolicy.self, forName: "V2to3MakerPolicy")
    }

    /// Each version's store becomes what the next version's store holds.
    @Test(arguments: 2...5) func contentsOfTheNextVersion(_ version: Int) throws {
        let url = try SampleMappings.moodyStore(version - 1)
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let target = url.deletingLastPathComponent().appendingPathComponent("new.sqlite")
        let model = try SampleMappings.moodyModel(version)
        let manager = NSMigrationManager(
            sourceModel: try SampleMappings.moodyModel(version - 1), destinationModel: model)
        try manager.migrateStore(
            from: url, type: .sqlite, mapping: try SampleMappings.moodyMapping(to: version), to: target, type: .sqlite)
        let expected = try SampleMappings.moodyStore(version)
        defer { try? FileManager.default.removeItem(at: expected.deletingLastPathComponent()) }
        let contents = try SampleMappings.contents(of: target, model)
        #expect(contents.count > 6)
        #expect(try contents == SampleMappings.contents(of: expected, model))
    }

    @Test func theLastVersionHasContinentsAgain() throws {
        let url = try SampleMappings.moodyStore(5)
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let migration = ProgressiveMigration(
            models: try (5...6).map(SampleMappings.moodyModel),
            mappingModels: [try SampleMappings.moodyMapping(to: 6)])
        #expect(try migration.migrateStore(at: url) == 1)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try SampleMappings.moodyModel(6))
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let continents = try context.fetch(TestStack.request("Continent", sort: ["numericISO3166Code"]))
        let countries = continents.map { continent in
            continent.objects("countries").compactMap { $0.value(forKey: "numericISO3166Code") as? Int }.sorted()
        }
        #expect(continents.compactMap { $0.value(forKey: "numericISO3166Code") as? Int } == [10004, 10005])
        #expect(countries == [[231, 710], [704]])
    }

    /// From the first version to the last in one go, with nothing left beside the store.
    @Test func allVersions() throws {
        let url = try SampleMappings.moodyStore(1)
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let migration = ProgressiveMigration(
            models: try (1...6).map(SampleMappings.moodyModel),
            mappingModels: try (3...6).map(SampleMappings.moodyMapping))
        #expect(try migration.migrateStore(at: url) == 5)
        #expect(try migration.migrateStore(at: url) == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        #expect(files.filter { !$0.hasPrefix("store.sqlite") } == [])
        let contents = try SampleMappings.contents(of: url, try SampleMappings.moodyModel(6))
        #expect(contents.filter { $0.hasPrefix("Mood(") }.count == 4)
        #expect(contents.filter { $0.hasPrefix("Country(") }.count == 3)
        #expect(contents.filter { $0.hasPrefix("Continent(") }.count == 2)
    }

    // MARK: - Compiled and source

    private func plusMappings() throws -> (compiled: NSMappingModel, source: NSMappingModel) {
        let compiled = try NSMappingModel.load(
            contentsOf: try SampleMappings.url(SampleMappings.plus + "Fixtures/V2toV3.cdm"))
        let source = try NSMappingModel.load(
            contentsOf: try SampleMappings.url(SampleMappings.plus + "MappingModels/V2toV3.xcmappingmodel"),
            source: try SampleMappings.plusModel(2), destination: try SampleMappings.plusModel(3))
        return (compiled, source)
    }

    /// What the compiler made of the source is what we make of it.
    @Test func compiledAndSourceAreEqual() throws {
        let (compiled, source) = try plusMappings()
        #expect(
            compiled.entityMappings.map(\.name) == [
                "CarToCar", "LuxuryCarToLuxuryCar", "PersonToPerson", "SportCarToSportCar", "Maker",
            ])
        #expect(compiled.entityMappings.map(\.name) == source.entityMappings.map(\.name))
        for (a, b) in zip(compiled.entityMappings, source.entityMappings) {
            #expect(a.sourceEntityName == b.sourceEntityName)
            #expect(a.destinationEntityName == b.destinationEntityName)
            #expect(a.sourceEntityVersionHash == b.sourceEntityVersionHash, "\(a.label)")
            #expect(a.destinationEntityVersionHash == b.destinationEntityVersionHash, "\(a.label)")
            #expect(a.entityMigrationPolicyClassName == b.entityMigrationPolicyClassName)
            #expect(a.sourceExpression?.formatText == b.sourceExpression?.formatText)
            for (mine, theirs) in [
                (a.attributeMappings, b.attributeMappings), (a.relationshipMappings, b.relationshipMappings),
            ] {
                #expect(mine?.map(\.name) == theirs?.map(\.name))
                #expect(mine?.map { $0.valueExpression?.formatText } == theirs?.map { $0.valueExpression?.formatText })
            }
        }
        let person = try #require(compiled.entityMappingsByName["PersonToPerson"])
        #expect(
            person.sourceExpression?.formatText
                == "FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", \"Person\", "
                + "\"TRUEPREDICATE\"), $manager.sourceContext, NO)")
    }

    @Test(arguments: ["compiled", "source"]) func makersOfCars(_ kind: String) throws {
        let url = try SampleMappings.copy(SampleMappings.plus + "Fixtures/SampleModel_V1.sqlite")
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let mappings = try plusMappings()
        let models = try (1...3).map(SampleMappings.plusModel)
        let migration = ProgressiveMigration(
            models: models, mappingModels: [kind == "compiled" ? mappings.compiled : mappings.source])
        #expect(try migration.migrateStore(at: url) == 2)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: models[2])
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator

        // The old file says what there was.
        let old = try SampleMappings.copy(SampleMappings.plus + "Fixtures/SampleModel_V1.sqlite")
        defer { try? FileManager.default.removeItem(at: old.deletingLastPathComponent()) }
        let rows = try TestStack.rows(
            "SELECT c.ZNUMBERPLATE, c.ZMAKER, p.ZFIRSTNAME, p.ZLASTNAME FROM ZCAR c LEFT JOIN ZPERSON p "
                + "ON p.Z_PK = c.ZOWNER ORDER BY CAST(c.ZNUMBERPLATE AS TEXT)", at: old
        ).map { row in row.map(text).joined(separator: " ") }
        let cars = try context.fetch(TestStack.request("Car", sort: ["numberPlate"])).map { car in
            let owner = car.object("owner")
            #expect(car.objects("previousOwners") == [owner].compactMap { $0 })
            return [
                car.string("numberPlate"), car.object("createdBy")?.string("name") ?? "nil",
                owner?.string("firstName") ?? "nil", owner?.string("lastName") ?? "nil",
            ].joined(separator: " ")
        }
        #expect(cars.count == 125)
        #expect(cars.sorted() == rows.sorted())
        for person in try context.fetch(TestStack.request("Person")) {
            #expect(Set(person.objects("cars")) == Set(person.objects("previousCars")))
        }
        let luxury = try TestStack.rows("SELECT COUNT(*) FROM ZCAR WHERE Z_ENT = 3", at: old)
        #expect(luxury == [[.integer(Int64(try context.count(for: TestStack.request("LuxuryCar"))))]])
    }

    private func text(_ value: SQLValue) -> String {
        if case .text(let text) = value { return text }
        return "nil"
    }

    /// Xcode's source names the models that it is for.
    @Test(arguments: 3...6) func sourcesAreForTheirPair(_ version: Int) throws {
        let path = SampleMappings.moody + "Moody \(version - 1)-Moody \(version).xcmappingmodel"
        let mapping = try #require(NSMappingModel(contentsOf: try SampleMappings.url(path)))
        let hashes = try (1...6).map { try SampleMappings.moodyModel($0).entityVersionHashesByName }
        let pairs = (1...6).flatMap { from in (1...6).map { (from, $0) } }.filter { from, to in
            mapping.isFor(source: hashes[from - 1], destination: hashes[to - 1])
        }
        #expect(pairs.map(\.0) == [version - 1])
        #expect(pairs.map(\.1) == [version])
    }

    /// A mapping model is for its own pair only.
    @Test func exactPairs() throws {
        let (compiled, _) = try plusMappings()
        let hashes = try (1...3).map { try SampleMappings.plusModel($0).entityVersionHashesByName }
        #expect(compiled.isFor(source: hashes[1], destination: hashes[2]))
        #expect(!compiled.isFor(source: hashes[0], destination: hashes[2]))
        #expect(!compiled.isFor(source: hashes[2], destination: hashes[1]))
        #expect(!NSMappingModel().isFor(source: hashes[1], destination: hashes[2]))
    }
}

import CoreDataModel
import Foundation
import SampleModels
import Testing

@Suite struct CompiledModelTests {
    private func written(_ model: NSManagedObjectModel, _ name: String, in folder: URL) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try model.write(to: url)
        return url
    }

    private func readBack(_ model: NSManagedObjectModel, as ending: String) throws -> NSManagedObjectModel {
        try TemporaryFolder.use { folder in
            try ModelFile.load(contentsOf: written(model, "Model.\(ending)", in: folder))
        }
    }

    // MARK: One model with everything

    @Test func everythingComesBackFromACompiledModel() throws {
        let model = try EverythingModel.make()
        let facts = ModelFacts(model, withSourceFacts: false)
        #expect(facts.lines.count > 200)
        let file = try readBack(model, as: "mom")
        #expect(ModelFacts(file, withSourceFacts: false).difference(from: facts) == [])
        let cache = try NSManagedObjectModel(compiledModel: model.storeCacheArchive(), file: "cache")
        #expect(ModelFacts(cache, withSourceFacts: false).difference(from: facts) == [])
        try file.freeze()
    }

    @Test func everythingComesBackFromASource() throws {
        let model = try EverythingModel.make()
        let source = try readBack(model, as: "xcdatamodel")
        #expect(ModelFacts(source).difference(from: ModelFacts(model)) == [])
        // A model from a compiled one can be written as a source too.
        let compiled = try readBack(readBack(model, as: "mom"), as: "xcdatamodel")
        #expect(
            ModelFacts(compiled, withSourceFacts: false)
                .difference(from: ModelFacts(model, withSourceFacts: false)) == [])
    }

    @Test func factsOfCode() throws {
        let model = try EverythingModel.make()
        let person = try #require(model.entitiesByName["Person"])
        let name = try #require(person.propertiesByName["name"])
        name.setValidation([NSPredicate(format: "SELF != 'x'")], warnings: ["not x"])
        let peers = try #require(person.propertiesByName["peers"] as? NSFetchedPropertyDescription)
        peers.fetchRequest?.sortDescriptors = [NSSortDescriptor(key: "a.b", ascending: false)]
        peers.fetchRequest?.propertiesToFetch = ["name"]
        let groups = try #require(person.relationshipsByName["groups"])
        groups.maxCount = 0xFFFF_FFFF
        model.versionIdentifiers = ["1", "2"]
        person.userInfo = ["n": NSNumber(value: 5), "list": ["a", "b"], "date": Date(timeIntervalSince1970: 1)]
        let back = try readBack(model, as: "mom")
        #expect(
            ModelFacts(back, withSourceFacts: false).difference(from: ModelFacts(model, withSourceFacts: false)) == [])
    }

    @Test func whatNoArchiveCanHold() throws {
        let model = try EverythingModel.make()
        let person = try #require(model.entitiesByName["Person"])
        person.propertiesByName["price"]?.setValidation([NSPredicate(block: { _, _ in true })], warnings: [])
        try TemporaryFolder.use { folder in
            let error = #expect(throws: ModelError.self) { try written(model, "Model.mom", in: folder) }
            #expect(error?.code == .unsupportedFile)
            #expect(error?.description.contains("Person.price") == true)
            #expect(throws: ModelError.self) { try written(model, "Model.txt", in: folder) }
            let momd = folder.appendingPathComponent("Model.momd")
            #expect(throws: ModelError.self) { try model.write(to: momd) }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left == [])
        }
    }

    @Test func versionsOfACompiledModel() throws {
        try TemporaryFolder.use { folder in
            let first = try EverythingModel.make()
            let second = try EverythingModel.make()
            second.entitiesByName["Group"]?.name = "Team"
            let url = folder.appendingPathComponent("Model.momd")
            try ModelFile.write(versions: [("Model", first), ("Model 2", second)], current: "Model 2", to: url)
            try Data("momv2$".utf8).write(to: url.appendingPathComponent("Model 2.omo"))
            #expect(try ModelFile.versions(at: url).map(\.name) == ["Model", "Model 2"])
            #expect(try ModelFile.versions(at: url).filter(\.isCurrent).map(\.name) == ["Model 2"])
            #expect(NSManagedObjectModel(contentsOf: url)?.entitiesByName["Team"] != nil)
            let bundle = try #require(Bundle(url: folder))
            #expect(NSManagedObjectModel.mergedModel(from: [bundle])?.entitiesByName["Team"] != nil)
            let metadata = [NSStoreModelVersionHashesKey: first.entityVersionHashesByName]
            let found = NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: metadata)
            #expect(found?.entitiesByName["Group"] != nil)
            // A source beside it is the same model, not another one to merge.
            try second.write(to: folder.appendingPathComponent("Model.xcdatamodel"))
            #expect(NSManagedObjectModel.mergedModel(from: [bundle])?.entities.count == second.entities.count)
        }
    }

    @Test func hashesOfAppleStayWhereOursAreOthers() throws {
        let model = try EverythingModel.make()
        let apple = Data(repeating: 7, count: 32)
        let person = try #require(model.entitiesByName["Person"])
        let group = try #require(model.entitiesByName["Group"])
        let ours = (person.versionHash, group.versionHash)
        model.adoptVersionHashes(["Person": apple, "Group": apple])
        #expect(person.versionHash == apple)
        #expect(group.versionHash == ours.1)
        #expect((model.copy() as? NSManagedObjectModel)?.entitiesByName["Person"]?.versionHash == apple)
        person.propertiesByName["small"]?.isOptional = true
        #expect(person.versionHash != apple && person.versionHash != ours.0)
        person.propertiesByName["small"]?.isOptional = false
        #expect(person.versionHash == apple)
    }

    @Test func damagedFilesAreRefused() throws {
        let data = try EverythingModel.make().storeCacheArchive()
        func read(_ data: Data) {
            do {
                let model = try NSManagedObjectModel(compiledModel: data, file: "damaged")
                _ = try? model.freeze()
            } catch {
                #expect(error is ModelError)
            }
        }
        for length in stride(from: 0, to: data.count, by: 211) { read(data.prefix(length)) }
        var generator = SystemRandomNumberGenerator()
        for place in stride(from: 8, to: data.count, by: 13) {
            var damaged = data
            damaged[place] = UInt8.random(in: 0...255, using: &generator)
            read(damaged)
        }
    }

    // MARK: Samples

    static let compiled = (try? SampleModels.files { $0.pathExtension == "mom" }) ?? []

    /// A compiled model has the hashes that are listed beside it, and says what its source says.
    @Test(.enabled(if: SampleModels.root != nil, "PEOPLE_CASES is not set"), arguments: compiled)
    func compiledSamples(_ url: URL) throws {
        let model = try ModelFile.load(contentsOf: url)
        let folder = url.deletingLastPathComponent()
        let list = try PropertyListSerialization.propertyList(
            from: Data(contentsOf: folder.appendingPathComponent("VersionInfo.plist")), format: nil)
        let hashes = (list as? [String: Any])?["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]]
        let name = url.deletingPathExtension().lastPathComponent
        #expect(model.entityVersionHashesByName == hashes?[name])
        let bundle = folder.deletingPathExtension().lastPathComponent
        let source = try #require(
            SampleModels.versions.first { $0.bundle == bundle && $0.version.name == name }, "no source of \(name)")
        let facts = ModelFacts(try ModelFile.load(contentsOf: source.version.url), withSourceFacts: false)
        // A transformable attribute's class is for the code generator; the compiler leaves it out.
        let difference = ModelFacts(model, withSourceFacts: false).difference(from: facts)
        #expect(difference.filter { !$0.contains(" type transformableAttributeType ") } == [])
        try model.freeze()
    }

    @Test(.enabled(if: SampleModels.root != nil, "PEOPLE_CASES is not set"), arguments: SampleModels.versions)
    func sourcesComeBack(_ sample: SampleModels.Sample) throws {
        let model = try ModelFile.load(contentsOf: sample.version.url)
        let compiled = try readBack(model, as: "mom")
        let facts = ModelFacts(model, withSourceFacts: false)
        #expect(ModelFacts(compiled, withSourceFacts: false).difference(from: facts) == [])
        let source = try readBack(model, as: "xcdatamodel")
        #expect(ModelFacts(source).difference(from: ModelFacts(model)) == [])
    }

    /// Apple's unarchiver finds every key that it wrote itself: ours for the same model has all keys that objects of a
    /// class have in every sample, and no class that no sample has.
    @Test(.enabled(if: SampleModels.root != nil, "PEOPLE_CASES is not set"), arguments: compiled)
    func archivesHaveApplesKeys(_ url: URL) throws {
        let apple = try ArchiveKeys(Data(contentsOf: url))
        let model = try ModelFile.load(contentsOf: url)
        let ours = try TemporaryFolder.use { folder in
            try ArchiveKeys(Data(contentsOf: written(model, "Model.mom", in: folder)))
        }
        let compilerFacts: Set = ["CDMCompilerToolVersion", "CDMCompilerXcodeVersion"]
        for (name, keys) in apple.inEvery {
            // Entities of our archive lack lists that would be empty.
            let missing = keys.subtracting(ours.inEvery[name] ?? []).subtracting(compilerFacts)
            #expect(missing == [] || ours.inAny[name] == nil, "\(name) lacks \(missing)")
        }
        for (name, keys) in ours.inAny {
            #expect(keys.subtracting(apple.inAny[name] ?? []) == [], "\(name) has more than Apple's")
        }
        #expect(ours.lineages.allSatisfy { apple.lineages[$0.key] == nil || apple.lineages[$0.key] == $0.value })
    }
}

/// Which fields the objects of each class have.
private struct ArchiveKeys {
    var inEvery: [String: Set<String>] = [:]
    var inAny: [String: Set<String>] = [:]
    var lineages: [String: [String]] = [:]

    init(_ data: Data) throws {
        for node in try ArchiveGraph(data).nodes {
            guard let name = node.className else { continue }
            let fields = Set(node.fieldNames)
            inEvery[name] = inEvery[name].map { $0.intersection(fields) } ?? fields
            inAny[name, default: []].formUnion(fields)
            lineages[name] = node.classNames
        }
    }
}

import SQLite
import Testing

@testable import CoreData

/// Stores of other programs, through the versions of their models that can be inferred.
@Suite(.enabled(if: SampleStores.root != nil, "PEOPLE_CASES is not set")) struct MigratedSampleTests {
    struct Step: Sendable, CustomTestStringConvertible {
        let sample: SampleStores.Sample
        let version: String
        var testDescription: String { "\(sample.testDescription) to \(version)" }
    }

    /// Every store with every other version of its model.
    static let steps: [Step] = SampleStores.all.flatMap { sample -> [Step] in
        guard let root = SampleStores.root else { return [] }
        let versions = (try? ModelFile.versions(at: root.appendingPathComponent(sample.model))) ?? []
        return versions.filter { $0.name != sample.version }.map { Step(sample: sample, version: $0.name) }
    }

    @Test(arguments: steps) func isMigratedOrLeftAlone(_ step: Step) throws {
        let root = try #require(SampleStores.root)
        ValueTransformer.setValueTransformer(ColorsTransformer(), forName: NSValueTransformerName("ColorsTransformer"))
        let old = try SampleStores.model(step.sample)
        let new = try SampleStores.model(
            SampleStores.Sample(store: step.sample.store, model: step.sample.model, version: step.version))
        let store = try MigratingStore(copyOf: root.appendingPathComponent(step.sample.store), old)
        let difference = ModelDifference(from: old, to: new)
        if !difference.isInferable {
            let found1 = try store.refuse(new).code
            #expect(found1 == 134190)
            return
        }
        let counts = try Self.counts(in: store.url)
        var error: NSError?
        do {
            try store.migrate(to: new, isLikeNew: false) { stack in
                for (entity, count) in counts {
                    guard let now = difference.destinationEntityName(of: entity) else { continue }
                    let request = TestStack.request(now)
                    request.includesSubentities = false
                    let found = try stack.context.count(for: request)
                    #expect(found == count, "\(entity)")
                    for object in try stack.fetch(now) {
                        for key in object.entity.propertiesByName.keys { _ = object.value(forKey: key) }
                    }
                }
            }
        } catch let thrown as CocoaError {
            error = thrown as NSError
        }
        // What was refused lacks values that the new version calls for.
        if let error {
            #expect(error.code == 134110, "\(error.localizedDescription)")
            #expect(difference.changes.contains { $0.needsValues }, "\(error.localizedDescription)")
            #expect(error.localizedDescription.contains("."))
        }
    }

    private static func counts(in url: URL) throws -> [String: Int] {
        let connection = try Connection(path: url.path, mode: .readOnly)
        defer { connection.close() }
        let entities = try connection.prepare("SELECT Z_NAME, Z_ENT, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
        var names: [Int64: (name: String, parent: Int64)] = [:]
        while try entities.step() { names[entities.int64(1)] = (entities.string(0), entities.int64(2)) }
        entities.reset()
        var counts: [String: Int] = [:]
        for (number, entity) in names {
            var root = entity
            while let parent = names[root.parent] { root = parent }
            let table = Connection.quote("Z" + root.name.uppercased())
            guard try connection.tableExists("Z" + root.name.uppercased()) else { continue }
            let statement = try connection.prepare("SELECT COUNT(*) FROM \(table) WHERE Z_ENT = \(number)")
            if try statement.step() { counts[entity.name] = Int(statement.int64(0)) }
        }
        return counts
    }
}

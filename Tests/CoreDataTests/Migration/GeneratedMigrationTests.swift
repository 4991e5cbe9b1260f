import GeneratedCases
import SQLite
import Testing

@testable import CoreData

/// Models changed at random, by changes that can be inferred: what both versions have is the same afterwards, and the
/// store looks as one made with the new version.
@Suite struct GeneratedMigrationTests {
    @Test(arguments: 0..<60) func keepsWhatBothVersionsHave(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var shape = Shape()
        for _ in 0..<6 { shape.change(&random) }
        let store = try MigratingStore(shape.model()) { try Self.fill($0, shape, &random) }
        for _ in 0..<3 {
            let before = try Self.contents(try TestStack(model: shape.model(), directory: store.directory), shape)
            let old = shape
            for _ in 0..<Int.random(in: 1...5, using: &random) { shape.change(&random) }
            let model = shape.model()
            guard ModelDifference(from: old.model(), to: model).isInferable else {
                Issue.record("Not inferable: \(ModelDifference(from: old.model(), to: model).changesNotInferable)")
                return
            }
            var after: [String: Row] = [:]
            try store.migrate(to: model) { after = try Self.contents($0, shape) }
            for (id, row) in before {
                guard shape.entities[row.entity] != nil else {
                    #expect(after[id] == nil)
                    continue
                }
                let found = try #require(after[id], "\(id)")
                for (attribute, value) in row.values {
                    // Moved down, it is gone elsewhere.
                    guard let now = found.values[attribute] else { continue }
                    #expect(now == value, "\(id) \(attribute)")
                }
                for (relationship, ids) in row.members {
                    guard let now = found.members[relationship] else { continue }
                    let kept = ids.filter { after[$0] != nil }
                    #expect(Set(now) == Set(kept), "\(id) \(relationship)")
                    if old.ordered.contains(relationship), shape.ordered.contains(relationship) { #expect(now == kept) }
                }
            }
            #expect(after.keys.allSatisfy { before[$0] != nil })
        }
    }

    struct Row: Equatable {
        let entity: String
        var values: [String: String?] = [:]
        var members: [String: [String]] = [:]
    }

    /// A model of two hierarchies, whose parts keep their identifiers while their names change.
    struct Shape {
        /// Names by identifier. A1 and A2 are below A, B1 is below B.
        var entities = ["A": "A", "A1": "A1", "A2": "A2", "B": "B", "B1": "B1"]
        /// By identifier: name and entity.
        var attributes: [String: (name: String, entity: String)] = [:]
        /// Between A ("x") and B ("y"): names by identifier.
        var names = ["x": "x", "y": "y"]
        var toMany: Set<String> = []
        var ordered: Set<String> = []
        private var counter = 0

        mutating func change(_ random: inout SeededGenerator) {
            counter += 1
            let known = attributes.keys.sorted()
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2:
                attributes["k\(counter)"] = ("k\(counter)", entities.keys.sorted().randomElement(using: &random) ?? "A")
            case 3: if let id = known.randomElement(using: &random) { attributes[id] = nil }
            case 4, 5: if let id = known.randomElement(using: &random) { attributes[id]?.name = "n\(counter)" }
            case 6:
                if let id = entities.keys.sorted().randomElement(using: &random) { entities[id] = "E\(counter)" }
            case 7: if let id = known.randomElement(using: &random) { move(id, &random) }
            case 8:
                toMany.insert(Bool.random(using: &random) ? "x" : "y")
            case 9:
                let side = Bool.random(using: &random) ? "x" : "y"
                if ordered.remove(side) == nil, toMany.contains(side) { ordered.insert(side) }
            case 10: names[Bool.random(using: &random) ? "x" : "y"] = "r\(counter)"
            default:
                if Int.random(in: 0..<4, using: &random) == 0 {
                    remove(["A2", "B1"].randomElement(using: &random) ?? "")
                }
            }
        }

        private mutating func move(_ id: String, _ random: inout SeededGenerator) {
            let (up, down) = (["A1": "A", "A2": "A", "B1": "B"], ["A": "A1", "B": "B1"])
            guard let entity = attributes[id]?.entity else { return }
            if let target = up[entity] ?? down[entity], entities[target] != nil { attributes[id]?.entity = target }
        }

        private mutating func remove(_ entity: String) {
            entities[entity] = nil
            attributes = attributes.filter { $0.value.entity != entity }
        }

        func model() -> NSManagedObjectModel {
            func entity(_ id: String, _ more: [NSPropertyDescription] = [], below: [String] = []) -> NSEntityDescription
            {
                let own = attributes.filter { $0.value.entity == id }.sorted { $0.key < $1.key }
                return Version.entity(
                    entities[id] ?? id, own.map { Version.attribute($0.value.name, was: $0.key) } + more,
                    below.filter { entities[$0] != nil }.map { entity($0) }, was: id)
            }
            return Version.model(
                entity("A", [relationship("x", to: "B", inverse: "y")], below: ["A1", "A2"]),
                entity("B", [relationship("y", to: "A", inverse: "x")], below: ["B1"]))
        }

        private func relationship(_ id: String, to entity: String, inverse: String) -> NSPropertyDescription {
            let (name, target, back) = (names[id] ?? id, entities[entity] ?? entity, names[inverse] ?? inverse)
            return toMany.contains(id)
                ? Version.toMany(name, target, inverse: back, ordered: ordered.contains(id), was: id)
                : Version.toOne(name, target, inverse: back, was: id)
        }
    }

    private static func fill(_ stack: TestStack, _ shape: Shape, _ random: inout SeededGenerator) throws {
        var objects: [String: [NSManagedObject]] = [:]
        for (id, name) in shape.entities.sorted(by: { $0.key < $1.key }) {
            for _ in 0..<3 {
                let object = stack.insert(name)
                for (key, attribute) in object.entity.attributesByName.sorted(by: { $0.key < $1.key })
                where Bool.random(using: &random) {
                    object.setValue("\(attribute.name) \(random.next() % 100)", forKey: key)
                }
                objects[String(id.prefix(1)), default: []].append(object)
            }
        }
        let (key, others) = (shape.names["x"] ?? "x", objects["B"] ?? [])
        for object in objects["A"] ?? [] {
            let chosen = others.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
            if !shape.toMany.contains("x") {
                object.setValue(chosen.first, forKey: key)
            } else if shape.ordered.contains("x") {
                object.setValue(NSOrderedSet(array: Array(chosen)), forKey: key)
            } else {
                object.setValue(NSSet(array: Array(chosen)), forKey: key)
            }
        }
    }

    /// Every object, by identifiers that both versions have.
    private static func contents(_ stack: TestStack, _ shape: Shape) throws -> [String: Row] {
        let ids = Dictionary(uniqueKeysWithValues: shape.entities.map { ($0.value, $0.key) })
        func label(_ object: NSManagedObject) -> String {
            "\(ids[object.entity.name ?? ""] ?? "?")\(object.objectID.primaryKey)"
        }
        var rows: [String: Row] = [:]
        for (root, side) in [("A", "x"), ("B", "y")] {
            for object in try stack.fetch(shape.entities[root] ?? root) {
                var row = Row(entity: ids[object.entity.name ?? ""] ?? "?")
                for (key, attribute) in object.entity.attributesByName {
                    row.values[attribute.renamingIdentifier ?? key] = .some(object.value(forKey: key) as? String)
                }
                let key = shape.names[side] ?? side
                row.members[side] =
                    shape.toMany.contains(side)
                    ? object.objects(key).map(label) : [object.object(key)].compactMap { $0 }.map(label)
                rows[label(object)] = row
            }
        }
        return rows
    }
}

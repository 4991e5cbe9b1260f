import Foundation
import Testing

@testable import CoreData

/// `#Predicate` as an `NSPredicate`: the text, and the same answer in memory and from the store.
@Suite struct SwiftPredicateTests {
    private let stack: TestStack

    init() throws {
        stack = try TestStack(model: Sailor.model())
        let ships = ["Argo", "Beagle", "Fram"].map { stack.insert("Ship", ["title": $0]) }
        for (name, age, height, port, ship) in [
            ("Ada", 20, 1.5, "Brest", 0), ("Émile", 30, nil, nil, 0), ("Bob", 40, 2.0, "Brest", 1),
            (nil, 50, 1.75, "Cádiz", nil), ("bob", 60, nil, "Oslo", 1),
        ] as [(String?, Int, Double?, String?, Int?)] {
            stack.insert(
                "Sailor",
                [
                    "name": name, "age": age, "height": height.map { NSNumber(value: $0) }, "port": port,
                    "ship": ship.map { ships[$0] }, "active": age > 35,
                ])
        }
        try stack.context.save()
    }

    /// The ages of the sailors that a predicate finds in the store; they are those that it is true for in memory.
    private func ages(
        _ predicate: Predicate<Sailor>, _ text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [Int] {
        let converted = try #require(NSPredicate(predicate), sourceLocation: sourceLocation)
        if let text { #expect(converted.formatText == text, sourceLocation: sourceLocation) }
        let request = NSFetchRequest<Sailor>(entityName: "Sailor")
        request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
        let all = try stack.context.fetch(request)
        request.predicate = converted
        let found = try stack.context.fetch(request).map { Int($0.age) }
        let inMemory = all.filter { converted.evaluate(with: $0) }.map { Int($0.age) }
        #expect(found == inMemory, sourceLocation: sourceLocation)
        // What Swift itself finds; an error, such as the unwrapping of nil, is no match.
        let inSwift = all.filter { (try? predicate.evaluate($0)) ?? false }.map { Int($0.age) }
        #expect(found == inSwift, sourceLocation: sourceLocation)
        return found
    }

    @Test func comparisons() throws {
        let limit: Int64 = 40
        #expect(try ages(#Predicate { $0.age > limit }, "age > 40") == [50, 60])
        #expect(try ages(#Predicate { $0.age <= 20 }, "age <= 20") == [20])
        #expect(try ages(#Predicate { $0.age == 30 || $0.age != 30 && $0.age < 25 }) == [20, 30])
        #expect(try ages(#Predicate { $0.name == "Bob" }, #"name == "Bob""#) == [40])
        #expect(try ages(#Predicate { $0.active }, "active == YES") == [40, 50, 60])
        #expect(try ages(#Predicate { !$0.active }) == [20, 30])
        #expect(try ages(#Predicate { $0.active == false }) == [20, 30])
    }

    @Test func nilValues() throws {
        #expect(try ages(#Predicate { $0.name == nil }, "name == nil") == [50])
        #expect(try ages(#Predicate { $0.port != nil }, "port != nil") == [20, 40, 50, 60])
        #expect(try ages(#Predicate { $0.name != "Bob" }, #"name != "Bob" OR name == nil"#) == [20, 30, 50, 60])
        #expect(try ages(#Predicate { !($0.name == "Bob") }) == [20, 30, 50, 60])
        #expect(try ages(#Predicate { $0.name != $0.port }) == [20, 30, 40, 50, 60])
        #expect(try ages(#Predicate { !($0.name == "Bob" || $0.port == "Oslo") }) == [20, 30, 50])
        #expect(try ages(#Predicate { $0.ship?.title == "Argo" }, #"ship.title == "Argo""#) == [20, 30])
        #expect(try ages(#Predicate { $0.ship?.title != "Argo" }) == [40, 50, 60])
        #expect(try ages(#Predicate { $0.ship == nil }) == [50])
        #expect(try ages(#Predicate { ($0.port ?? "none") == "none" }) == [30])
    }

    @Test func texts() throws {
        #expect(try ages(#Predicate { $0.name?.contains("o") ?? false }, #"name CONTAINS "o""#) == [40, 60])
        #expect(try ages(#Predicate { $0.name?.contains("o") ?? true }) == [40, 50, 60])
        #expect(try ages(#Predicate { !($0.name?.contains("o") ?? false) }) == [20, 30, 50])
        #expect(try ages(#Predicate { $0.name?.contains("o") == false }) == [20, 30])
        #expect(try ages(#Predicate { $0.name?.contains("o") == true }) == [40, 60])
        #expect(try ages(#Predicate { $0.name?.starts(with: "B") ?? false }, #"name BEGINSWITH "B""#) == [40])
        #expect(try ages(#Predicate { $0.name?.localizedStandardContains("EM") ?? false }) == [30])
        #expect(try ages(#Predicate { $0.name?.isEmpty ?? true }) == [50])
        let same = ComparisonResult.orderedSame
        #expect(
            try ages(#Predicate { $0.name?.caseInsensitiveCompare("BOB") == same }, #"name ==[c] "BOB""#) == [40, 60])
        let pattern = #/B.b/#
        #expect(try ages(#Predicate { $0.name?.contains(pattern) ?? false }) == [40])
    }

    @Test func arithmeticAndRanges() throws {
        #expect(try ages(#Predicate { $0.age * 2 + 1 > 100 }) == [50, 60])
        #expect(try ages(#Predicate { $0.age / 25 == 1 }) == [30, 40])
        #expect(try ages(#Predicate { $0.age % 20 == 10 }) == [30, 50])
        #expect(try ages(#Predicate { -$0.age < -45 }) == [50, 60])
        #expect(try ages(#Predicate { (30...50).contains($0.age) }) == [30, 40, 50])
        #expect(try ages(#Predicate { (30..<50).contains($0.age) }) == [30, 40])
        let ages: [Int64] = [20, 60, 70]
        #expect(try self.ages(#Predicate { ages.contains($0.age) }) == [20, 60])
        #expect(try self.ages(#Predicate { ($0.active ? $0.age : 0) > 45 }) == [50, 60])
    }

    @Test func collections() throws {
        #expect(
            try ages(#Predicate { $0.ship.flatMap { $0.crew.contains { $0.age > 50 } } ?? false }) == [40, 60])
        let request = NSFetchRequest<Ship>(entityName: "Ship")
        request.sortDescriptors = [NSSortDescriptor(keyPath: \Ship.title, ascending: true)]
        func titles(_ predicate: Predicate<Ship>) throws -> [String] {
            let converted = try #require(NSPredicate(predicate))
            request.predicate = converted
            return try stack.context.fetch(request).compactMap(\.title)
        }
        #expect(try titles(#Predicate { $0.crew.contains { $0.name == "Ada" } }) == ["Argo"])
        #expect(try titles(#Predicate { $0.crew.allSatisfy { $0.name != "Ada" } }) == ["Beagle", "Fram"])
        #expect(try titles(#Predicate { $0.crew.allSatisfy { $0.port == "Brest" } }) == ["Fram"], "nil is not Brest")
        #expect(try titles(#Predicate { $0.crew.count == 2 }) == ["Argo", "Beagle"])
        #expect(try titles(#Predicate { $0.crew.isEmpty }) == ["Fram"])
        #expect(try titles(#Predicate { $0.crew.filter { $0.age > 25 }.count == 1 }) == ["Argo"])
        let names = ["Ar", "Fr"]
        let captured = #Predicate<Ship> { ship in
            names.contains { start in ship.title?.starts(with: start) ?? false }
        }
        #expect(try titles(captured) == ["Argo", "Fram"])
    }

    @Test func impossible() {
        let length = #Predicate<Sailor> { ($0.name ?? "").count == 3 }
        #expect(NSPredicate(length) == nil, "characters are not UTF-16 units")
        let computed = #Predicate<Sailor> { $0.label == "Ada Brest" }
        #expect(NSPredicate(computed) == nil, "computed of two properties")
    }

    @Test func expressions() throws {
        let expression = try #require(NSExpression(#Expression<Sailor, Int64> { $0.age + 1 }))
        let ada = try #require(try stack.fetch("Sailor", "name == 'Ada'").first)
        #expect(expression.expressionValue(with: ada, context: nil) as? Int == 21)
    }

    // MARK: - Sort descriptors

    @Test func sortDescriptors() throws {
        let request = NSFetchRequest<Sailor>(entityName: "Sailor")
        let byPort = SortDescriptor(\Sailor.port, order: .reverse)
        // An attribute that is no optional: Foundation's own initialiser would make one that no store can use.
        request.sortDescriptors = [NSSortDescriptor(keyPath: \Sailor.age, ascending: false)]
        #expect(try stack.context.fetch(request).map(\.age) == [60, 50, 40, 30, 20])
        let descriptors = [NSSortDescriptor(byPort), NSSortDescriptor(SortDescriptor(\Sailor.age))]
        #expect(descriptors.map(\.key) == ["port", "age"] && descriptors.map(\.ascending) == [false, true])
        request.sortDescriptors = descriptors
        #expect(try stack.context.fetch(request).map(\.age) == [60, 50, 20, 40, 30])
        #expect(SortDescriptor(descriptors[0], comparing: Sailor.self) == byPort)
        #expect(
            SortDescriptor(NSSortDescriptor(keyPath: \Sailor.age, ascending: true), comparing: Sailor.self)
                == SortDescriptor(\Sailor.age))
        #expect(SortDescriptor(NSSortDescriptor(key: "age", ascending: true), comparing: Sailor.self) == nil)
    }
}

/// As the generator would write it, with the crew as a set of Swift's.
final class Sailor: NSManagedObject {
    override class var generatedPropertyNames: [String] { ["active", "age", "height", "name", "port", "ship"] }
    var active: Bool { attribute(0) }
    var age: Int64 { attribute(1) }
    var height: NSNumber? { attribute(2) }
    var name: String? { attribute(3) }
    var port: String? { attribute(4) }
    var ship: Ship? { toOne(5) }
    /// No property of the model.
    var label: String { "\(name ?? "") \(port ?? "")" }

    static func model() -> NSManagedObjectModel {
        let sailor = CompanyModel.entity("Sailor")
        let ship = CompanyModel.entity("Ship")
        sailor.managedObjectClassName = NSStringFromClass(Sailor.self)
        ship.managedObjectClassName = NSStringFromClass(Ship.self)
        let toShip = CompanyModel.relationship("ship", to: ship, isToMany: false)
        let crew = CompanyModel.relationship("crew", to: sailor, isToMany: true)
        toShip.inverseRelationship = crew
        crew.inverseRelationship = toShip
        sailor.properties = [
            CompanyModel.attribute("name", .stringAttributeType),
            CompanyModel.attribute("age", .integer64AttributeType),
            CompanyModel.attribute("height", .doubleAttributeType),
            CompanyModel.attribute("port", .stringAttributeType),
            CompanyModel.attribute("active", .booleanAttributeType), toShip,
        ]
        ship.properties = [CompanyModel.attribute("title", .stringAttributeType), crew]
        let model = NSManagedObjectModel()
        model.entities = [sailor, ship]
        return model
    }
}

final class Ship: NSManagedObject {
    override class var generatedPropertyNames: [String] { ["crew", "title"] }
    var crew: Set<Sailor> { toMany(0) as? Set<Sailor> ?? [] }
    var title: String? { attribute(1) }
}

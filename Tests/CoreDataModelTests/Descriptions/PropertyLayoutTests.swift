import CoreDataModel
import Foundation
import Testing

@Suite struct PropertyLayoutTests {
    /// Superentities' slots first, own ones sorted by code point, transient ones too, fetched properties not.
    @Test func slots() throws {
        let fetched = NSFetchedPropertyDescription()
        fetched.name = "fetched"
        fetched.fetchRequest = NSFetchRequest(entityName: "Base")
        let base = entity(
            "Base", [attribute("z"), attribute("É"), attribute("a") { $0.isTransient = true }, fetched],
            subentities: [
                entity(
                    "Sub", [attribute("B"), relationship("m", to: "Base"), relationship("o", to: "Base", maxCount: 1)])
            ])
        let model = model(base)
        try model.freeze()
        let sub = try #require(model.entitiesByName["Sub"])
        let layout = sub.propertyLayout
        #expect(base.propertyLayout.names == ["a", "z", "É"])
        #expect(layout.names == ["a", "z", "É", "B", "m", "o"])
        #expect(layout.attributeSlots == [0, 1, 2, 3])
        #expect(layout.toManySlots == [4])
        #expect(layout.toOneSlots == [5])
        #expect(layout.count == 6)
        for (slot, name) in layout.names.enumerated() {
            #expect(layout.slot(forKey: name) == slot)
            #expect(layout.properties[slot].name == name)
        }
        #expect(layout.slot(forKey: "fetched") == nil)
        #expect(layout.slot(forKey: "") == nil)
        #expect(sub.properties.count == 7)
    }

    @Test func manySlots() throws {
        let names = (0..<500).map { "attribute\($0)" }
        let model = model(entity("A", names.map { attribute($0) }))
        try model.freeze()
        let layout = model.entities[0].propertyLayout
        for name in names {
            let slot = try #require(layout.slot(forKey: name))
            #expect(layout.names[slot] == name)
        }
        #expect(layout.slot(forKey: "attribute500") == nil)
    }

    /// Depth first, roots and siblings sorted without regard to case.
    @Test func entityNumbers() throws {
        let model = model(
            entity("NWActivity"), entity("NetworkAttachment", subentities: [entity("b"), entity("A")]), entity("apple"))
        try model.freeze()
        let numbers = model.entities.reduce(into: [:]) { $0[$1.name ?? ""] = $1.entityNumber }
        #expect(numbers == ["apple": 1, "NetworkAttachment": 2, "A": 3, "b": 4, "NWActivity": 5])
        let attachment = try #require(model.entitiesByName["NetworkAttachment"])
        #expect(attachment.allSubentities.map(\.name) == ["NetworkAttachment", "A", "b"])
        #expect(attachment.hasSubentities)
        let leaf = try #require(model.entitiesByName["A"])
        #expect(leaf.rootEntity === attachment)
        #expect(leaf.isKindOf(entity: attachment) && !attachment.isKindOf(entity: leaf))
    }
}

/// A store's schema before and after a migration, and which of their parts belong together.
struct SchemaPair {
    let old: ModelLayout
    let oldSchema: StoreSchema
    let new: ModelLayout
    let newSchema: StoreSchema
    let matching: ModelMatching

    /// The entities that the store holds after the migration.
    var newLayouts: [EntityLayout] { new.layouts.filter { newSchema.mapping(of: $0) != nil } }

    /// The entities that the store holds now.
    var oldLayouts: [EntityLayout] { old.layouts.filter { oldSchema.mapping(of: $0) != nil } }

    /// What an entity was before; nil for a new one.
    func oldLayout(of layout: EntityLayout) -> EntityLayout? {
        matching.sourceEntities[layout.name].flatMap { old[$0] }
            .flatMap { oldSchema.mapping(of: $0) == nil ? nil : $0 }
    }

    /// What an entity has become; nil for one that is gone.
    func newLayout(of layout: EntityLayout) -> EntityLayout? {
        matching.destinationEntities[layout.name].flatMap { new[$0] }
            .flatMap { newSchema.mapping(of: $0) == nil ? nil : $0 }
    }

    /// The slot that a property of an entity had before; nil for a new one.
    func oldSlot(of slot: Int, in layout: EntityLayout) -> Int? {
        matching.sourceProperties[layout.name]?[layout.properties.names[slot]].flatMap {
            oldLayout(of: layout)?.properties.slot(forKey: $0)
        }
    }

    /// The slot that a property of an entity has now; nil for one that is gone.
    func newSlot(of slot: Int, in layout: EntityLayout) -> Int? {
        guard let now = newLayout(of: layout) else { return nil }
        let name = layout.properties.names[slot]
        return matching.sourceProperties[now.name]?.first { $0.value == name }
            .flatMap { now.properties.slot(forKey: $0.key) }
    }

    func number(ofOld layout: EntityLayout) -> Int { oldSchema.mapping(of: layout)?.number ?? 0 }
    func number(ofNew layout: EntityLayout) -> Int { newSchema.mapping(of: layout)?.number ?? 0 }

    /// The entities below one that rows can be of, itself included.
    func oldKinds(of layout: EntityLayout) -> [EntityLayout] {
        old.layouts.filter { layout.kindOfIndexes.contains($0.index) }
    }
    func newKinds(of layout: EntityLayout) -> [EntityLayout] {
        new.layouts.filter { layout.kindOfIndexes.contains($0.index) }
    }

    /// Whether every row that was one of `layout` is one of `now` after the migration.
    func keepsAll(of layout: EntityLayout, in now: EntityLayout) -> Bool {
        oldKinds(of: layout).allSatisfy { old in
            newLayout(of: old).map { now.kindOfIndexes.contains($0.index) } ?? false
        }
    }

    /// What a new relationship was before, in every entity that has it: the older entity and slot.
    func oldRelationships(of description: NSRelationshipDescription) -> [(layout: EntityLayout, slot: Int)] {
        var found: [(layout: EntityLayout, slot: Int)] = []
        var seen: Set<ObjectIdentifier> = []
        guard let owner = description.entity?.name.flatMap({ new[$0] }) else { return [] }
        for layout in newKinds(of: owner) {
            guard let slot = layout.properties.slot(forKey: description.name), let old = oldLayout(of: layout),
                let oldSlot = oldSlot(of: slot, in: layout),
                seen.insert(ObjectIdentifier(old.properties.properties[oldSlot])).inserted
            else { continue }
            found.append((old, oldSlot))
        }
        return found
    }

    /// Entity numbers as a list in SQL.
    func numbers(ofNew layouts: [EntityLayout]) -> String {
        layouts.map { String(number(ofNew: $0)) }.joined(separator: ", ")
    }

    /// A copy of a model for reading a store by, which no class of the program takes for its own.
    static func readingModel(of model: NSManagedObjectModel) throws -> NSManagedObjectModel {
        guard let copy = model.copy() as? NSManagedObjectModel else {
            throw CocoaError.coreData(.migration, "The model that the store was made with cannot be copied")
        }
        for entity in copy.entities { entity.managedObjectClassName = "NSManagedObject" }
        return copy
    }
}

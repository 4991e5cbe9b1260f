/// Everything about an entity that hot paths need, worked out once: slots, kinds, classes, relationships.
package final class EntityLayout: @unchecked Sendable {
    // Sendable: written only while `ModelLayout` is being made, before anyone else sees it.

    package let entity: NSEntityDescription
    package let properties: PropertyLayout
    /// The entity's place in its model.
    let index: Int
    /// The root entity's place among roots: one identity map each.
    let rootIndex: Int
    let kinds: [SlotKind]
    let isTransient: [Bool]
    let objectClass: NSManagedObject.Type
    /// From the slots that the generated class was compiled with to ours; nil where they agree.
    let slotMap: [Int]?
    /// By slot; nil for attributes.
    fileprivate(set) var relationships: [RelationshipLayout?] = []
    /// Every relationship slot, for walks over an object's relationships.
    let relationshipSlots: [Int]
    let attributeSlots: [Int]
    /// Slots with a default value, and the value.
    let defaults: [(slot: Int, value: StoredValue)]
    /// By slot; nil for everything but Transformable attributes.
    let codings: [TransformableCoding?]
    /// Attributes and relationships that validation has to look at.
    let validatedSlots: [Int]
    /// How derived attributes come by their values.
    fileprivate(set) var derivations: [(slot: Int, derivation: Derivation)] = []
    /// This layout and those of all its subentities, as a set of `index`.
    fileprivate(set) var kindOfIndexes: Set<Int> = []

    var slotCount: Int { kinds.count }
    var name: String { entity.name ?? "" }

    fileprivate init(entity: NSEntityDescription, index: Int, rootIndex: Int) throws {
        self.entity = entity
        self.index = index
        self.rootIndex = rootIndex
        properties = entity.propertyLayout
        var kinds: [SlotKind] = []
        var attributes: [Int] = []
        var relationships: [Int] = []
        var defaults: [(slot: Int, value: StoredValue)] = []
        for (slot, property) in properties.properties.enumerated() {
            if let attribute = property as? NSAttributeDescription {
                let kind = SlotKind(attribute)
                kinds.append(kind)
                attributes.append(slot)
                if let value = attribute.defaultValue {
                    defaults.append((slot, try StoredValue(value, kind: kind, of: attribute)))
                }
            } else if let relationship = property as? NSRelationshipDescription {
                kinds.append(relationship.isToMany ? .toMany : .toOne)
                relationships.append(slot)
            } else {
                kinds.append(.undefined)
            }
        }
        self.kinds = kinds
        codings = properties.properties.map { property in
            guard let attribute = property as? NSAttributeDescription,
                attribute.attributeType == .transformableAttributeType
            else { return nil }
            return TransformableCoding(
                entityName: entity.name ?? "", attributeName: attribute.name,
                transformerName: attribute.valueTransformerName, className: entity.managedObjectClassName)
        }
        isTransient = properties.properties.map(\.isTransient)
        attributeSlots = attributes
        relationshipSlots = relationships
        self.defaults = defaults
        let all = properties.properties
        validatedSlots = all.indices.filter { all[$0].needsValidation }
        objectClass = Self.objectClass(of: entity)
        slotMap = Self.slotMap(from: objectClass.generatedPropertyNames, to: properties)
    }

    /// The layout of an entity, whose model is put into use by this.
    ///
    /// Traps for an entity of no model or of a model with mistakes: nothing can be made of such an entity.
    @inline(__always)
    static func layout(of entity: NSEntityDescription) -> EntityLayout {
        if let known = entity.layoutCache { return unsafeDowncast(known, to: EntityLayout.self) }
        return layoutOfUnusedEntity(entity)
    }

    @inline(never)
    private static func layoutOfUnusedEntity(_ entity: NSEntityDescription) -> EntityLayout {
        do {
            let model = try ModelLayout.layout(of: entity.managedObjectModel)
            if let layout = model.layout(for: entity) { return layout }
            preconditionFailure("\(entity.name ?? "The entity") is not in its model")
        } catch {
            preconditionFailure("The model cannot be used: \(error)")
        }
    }

    func coding(forKey key: String) -> TransformableCoding? { properties.slot(forKey: key).flatMap { codings[$0] } }

    /// - Throws: `CocoaError` 134060 for a key that the entity does not have.
    func slot(forKey key: String) throws -> Int {
        if let slot = properties.slot(forKey: key) { return slot }
        throw CocoaError.unknownKey(key, entity: entity)
    }

    /// The class that the entity names, or `NSManagedObject` where no such class is linked into the program.
    private static func objectClass(of entity: NSEntityDescription) -> NSManagedObject.Type {
        let name = entity.managedObjectClassName ?? ""
        if name.isEmpty || name == "NSManagedObject" { return NSManagedObject.self }
        return ObjectClassRegistry.objectClass(named: name) ?? NSManagedObject.self
    }

    private static func slotMap(from names: [String], to properties: PropertyLayout) -> [Int]? {
        if names.isEmpty || names == properties.names { return nil }
        return names.map { properties.slot(forKey: $0) ?? -1 }
    }
}

/// A relationship as hot paths see it.
package final class RelationshipLayout: @unchecked Sendable {
    // Sendable: immutable after `ModelLayout` is made.

    let description: NSRelationshipDescription
    let slot: Int
    let isToMany: Bool
    let isOrdered: Bool
    unowned let destination: EntityLayout
    /// The inverse's slot in the destination's layout (and in those of its subentities); nil without an inverse.
    let inverseSlot: Int?
    let inverseIsToMany: Bool

    fileprivate init(_ description: NSRelationshipDescription, slot: Int, destination: EntityLayout) {
        self.description = description
        self.slot = slot
        self.destination = destination
        isToMany = description.isToMany
        isOrdered = description.isOrdered
        inverseSlot = description.inverseRelationship.flatMap { destination.properties.slot(forKey: $0.name) }
        inverseIsToMany = description.inverseRelationship?.isToMany ?? false
    }
}

/// The layouts of a model's entities, made once when the model is first used.
package final class ModelLayout: @unchecked Sendable {
    // Sendable: immutable after init.

    // A model that was used lives as long as the process: model, entities and layouts hold each other, so that an
    // object can always name its entity.
    let model: NSManagedObjectModel
    let layouts: [EntityLayout]
    let rootCount: Int
    private let byName: [String: EntityLayout]

    /// The layouts of `model`, which is frozen by this.
    ///
    /// - Throws: `ModelError` for a model that cannot be used.
    static func layout(of model: NSManagedObjectModel) throws -> ModelLayout {
        try model.freeze()
        let layout = try model.cachedLayout { try ModelLayout(model: model) }
        return unsafeDowncast(layout, to: ModelLayout.self)
    }

    private init(model: NSManagedObjectModel) throws {
        self.model = model
        let entities = model.entities.sorted { $0.entityNumber < $1.entityNumber }
        var layouts: [EntityLayout] = []
        var byName: [String: EntityLayout] = [:]
        var rootCount = 0
        for (index, entity) in entities.enumerated() {
            // Depth-first numbering puts every root before its subentities.
            if entity.superentity == nil { rootCount += 1 }
            let layout = try EntityLayout(entity: entity, index: index, rootIndex: rootCount - 1)
            layouts.append(layout)
            byName[layout.name] = layout
        }
        for layout in layouts {
            layout.kindOfIndexes = Set(layout.entity.allSubentities.compactMap { byName[$0.name ?? ""]?.index })
            layout.relationships = try layout.properties.properties.enumerated().map { slot, property in
                guard let relationship = property as? NSRelationshipDescription else { return nil }
                guard let destination = byName[relationship.destinationEntity?.name ?? ""] else {
                    throw CocoaError.coreData(
                        .coreData, "\(layout.name).\(property.name) has no destination entity in its model")
                }
                return RelationshipLayout(relationship, slot: slot, destination: destination)
            }
        }
        for layout in layouts { layout.derivations = try layout.makeDerivations() }
        self.layouts = layouts
        self.byName = byName
        self.rootCount = rootCount
        for layout in layouts { layout.entity.layoutCache = layout }
        ObjectClassRegistry.register(self)
    }

    subscript(name: String) -> EntityLayout? { byName[name] }

    func layout(for entity: NSEntityDescription) -> EntityLayout? { byName[entity.name ?? ""] }
}

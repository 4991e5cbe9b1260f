/// Compares two versions of a model whose parts have been matched.
struct ModelComparison {
    let source: [String: NSEntityDescription]
    let destination: [String: NSEntityDescription]
    let matching: ModelMatching
    private var changes: [ModelChange] = []
    /// A property is inherited by many entities: each change of it is told once.
    private var compared: Set<Pair> = []
    /// Older properties that still have a newer one somewhere.
    private var kept: Set<ObjectIdentifier> = []

    private struct Pair: Hashable {
        let new: ObjectIdentifier
        let old: ObjectIdentifier?
    }

    init(source: [NSEntityDescription], destination: [NSEntityDescription], matching: ModelMatching) {
        self.source = Dictionary(source.map { ($0.name ?? "", $0) }) { first, _ in first }
        self.destination = Dictionary(destination.map { ($0.name ?? "", $0) }) { first, _ in first }
        self.matching = matching
    }

    mutating func run() -> [ModelChange] {
        compareHierarchies()
        for (name, entity) in destination.sorted(by: { $0.key < $1.key }) {
            guard let old = sourceEntity(of: name) else {
                add(ModelChange(.entityAdded, entity: name, "\(name) is new"))
                continue
            }
            compare(entity, old)
        }
        for (name, _) in source.sorted(by: { $0.key < $1.key }) where matching.destinationEntities[name] == nil {
            add(ModelChange(.entityRemoved, entity: name, "\(name) is gone: its objects are removed"))
        }
        for (name, entity) in destination.sorted(by: { $0.key < $1.key }) {
            guard let old = sourceEntity(of: name) else { continue }
            compareProperties(of: entity, old)
        }
        addRemovedProperties()
        return changes
    }

    mutating func add(_ change: ModelChange) { changes.append(change) }

    func sourceEntity(of name: String) -> NSEntityDescription? { matching.sourceEntities[name].flatMap { source[$0] } }

    /// What a property of a newer entity was in the older one.
    func sourceProperty(of property: NSPropertyDescription, in entity: NSEntityDescription) -> NSPropertyDescription? {
        guard let name = entity.name, let old = sourceEntity(of: name),
            let oldName = matching.sourceProperties[name]?[property.name]
        else { return nil }
        return old.propertiesByName[oldName]
    }

    private mutating func compareProperties(of entity: NSEntityDescription, _ old: NSEntityDescription) {
        for property in entity.properties.sorted(by: { $0.name < $1.name }) {
            guard property is NSAttributeDescription || property is NSRelationshipDescription else { continue }
            let before = sourceProperty(of: property, in: entity)
            if let before { kept.insert(ObjectIdentifier(before)) }
            let pair = Pair(new: ObjectIdentifier(property), old: before.map(ObjectIdentifier.init))
            guard compared.insert(pair).inserted else { continue }
            if let before {
                compare(property, before, in: entity)
            } else {
                addNew(property, in: entity)
            }
        }
    }

    private mutating func addRemovedProperties() {
        for (name, entity) in source.sorted(by: { $0.key < $1.key }) where matching.destinationEntities[name] != nil {
            for property in entity.ownProperties.sorted(by: { $0.name < $1.name })
            where !kept.contains(ObjectIdentifier(property)) {
                let isAttribute = property is NSAttributeDescription
                guard isAttribute || property is NSRelationshipDescription else { continue }
                add(
                    ModelChange(
                        isAttribute ? .attributeRemoved : .relationshipRemoved, entity: name, property: property.name,
                        "\(name).\(property.name) is gone: its values are removed. If it was renamed, give the new one "
                            + "the renaming identifier '\(property.renamingIdentifier ?? property.name)'",
                        changesStorage: property.isStored))
            }
        }
    }
}

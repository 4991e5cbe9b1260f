extension ModelComparison {
    /// Objects of one hierarchy share a table and their keys, so two hierarchies cannot become one.
    mutating func compareHierarchies() {
        let roots = destination.values.filter { $0.superentity == nil }.sorted { ($0.name ?? "") < ($1.name ?? "") }
        for root in roots {
            let before = root.allSubentities.compactMap { sourceEntity(of: $0.name ?? "") }
            let oldRoots = Set(before.map { $0.rootEntity.name ?? "" }).sorted()
            guard oldRoots.count > 1 else { continue }
            let name = root.name ?? ""
            add(
                ModelChange(
                    .hierarchiesMerged, entity: name,
                    "\(name) and its subentities come from several hierarchies (\(oldRoots.joined(separator: ", "))), "
                        + "which cannot be merged without a mapping model: keep them apart, or write one",
                    isInferable: false))
        }
    }

    mutating func compare(_ entity: NSEntityDescription, _ old: NSEntityDescription) {
        let (name, oldName) = (entity.name ?? "", old.name ?? "")
        if name != oldName {
            add(
                ModelChange(
                    .entityRenamed, entity: name, previousName: oldName, "\(name) was called \(oldName) before"))
        }
        let parent = entity.superentity?.name
        let oldParent = old.superentity?.name
        if parent.flatMap({ matching.sourceEntities[$0] }) != oldParent || (parent == nil) != (oldParent == nil) {
            let (from, to) = (oldParent ?? "no entity", parent ?? "no entity")
            add(
                ModelChange(
                    .entityMoved, entity: name, previousName: oldParent,
                    "\(name) inherits from \(to) now, before from \(from)"))
        }
        if entity.isAbstract != old.isAbstract {
            add(
                ModelChange(
                    .abstractness, entity: name,
                    entity.isAbstract
                        ? "\(name) is abstract now: a store with objects of exactly this entity cannot be migrated"
                        : "\(name) is no longer abstract", needsValues: entity.isAbstract))
        }
        if entity.versionHashModifier != old.versionHashModifier {
            add(ModelChange(.hashModifier, entity: name, "\(name) has another hash modifier"))
        }
        if entity.managedObjectClassName != old.managedObjectClassName {
            add(
                ModelChange(
                    .className, entity: name,
                    "Objects of \(name) are of the class \(entity.managedObjectClassName ?? "NSManagedObject") now",
                    changesStorage: false))
        }
        compareConstraints(entity, old)
        compareIndexes(entity, old)
    }

    private mutating func compareConstraints(_ entity: NSEntityDescription, _ old: NSEntityDescription) {
        let name = entity.name ?? ""
        let (new, before) = (entity.uniquenessConstraintNames, renamed(old.uniquenessConstraintNames, entity))
        guard new != before || new != old.uniquenessConstraintNames else { return }
        let texts = new.map { "(\($0.joined(separator: ", ")))" }.joined(separator: ", ")
        add(
            ModelChange(
                .uniqueness, entity: name,
                new.isEmpty
                    ? "\(name) has no uniqueness constraint any more"
                    : "\(name) is unique by \(texts) now: a store with equal values cannot be migrated",
                needsValues: !new.isEmpty))
    }

    private mutating func compareIndexes(_ entity: NSEntityDescription, _ old: NSEntityDescription) {
        func text(_ entity: NSEntityDescription) -> [String] {
            let indexes = entity.indexes.map { index in
                index.name + ":"
                    + index.elements.map { "\($0.propertyName ?? "") \($0.isAscending)" }.joined(separator: ",")
            }
            let single = entity.ownProperties.filter(\.isIndexed).map(\.name)
            return (indexes + single + entity.compoundIndexNames.map { $0.joined(separator: ",") }).sorted()
        }
        guard text(entity) != text(old) else { return }
        let name = entity.name ?? ""
        add(ModelChange(.index, entity: name, "\(name) has other indexes", changesStorage: false))
    }

    /// Older names of properties as they are called now.
    private func renamed(_ tuples: [[String]], _ entity: NSEntityDescription) -> [[String]] {
        let pairs = matching.sourceProperties[entity.name ?? ""] ?? [:]
        let newNames = Dictionary(pairs.map { ($0.value, $0.key) }) { first, _ in first }
        return tuples.map { $0.map { newNames[$0] ?? $0 } }
    }
}

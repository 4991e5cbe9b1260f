/// Columns of a table whose values together must differ between any two rows, unless one of them is NULL.
struct UniqueKey: Hashable, Sendable {
    let slots: [Int]
    let columns: [String]
}

extension StoreSchema {
    /// The uniqueness constraints that rows of an entity are under: its own, inherited ones, and those of subentities,
    /// whose index spans the whole table.
    func uniqueKeys(of layout: EntityLayout, in model: ModelLayout) -> [UniqueKey] {
        var keys: [UniqueKey] = []
        for other in model.layouts where other.rootIndex == layout.rootIndex {
            for names in other.entity.uniquenessConstraintNames {
                let slots = names.compactMap { layout.properties.slot(forKey: $0) }
                let columns = slots.compactMap { mapping(of: layout)?.columns[$0]?.name }
                let theirs = names.compactMap { name in
                    other.properties.slot(forKey: name).flatMap { mapping(of: other)?.columns[$0]?.name }
                }
                let key = UniqueKey(slots: slots, columns: columns)
                // Siblings may have properties of one name in two columns.
                if slots.count == names.count, columns == theirs, !keys.contains(key) { keys.append(key) }
            }
        }
        return keys
    }
}

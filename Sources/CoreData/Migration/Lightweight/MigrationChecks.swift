import SQLite

/// What the new model calls for and a store may lack.
struct MigrationChecks {
    let connection: Connection
    let pair: SchemaPair

    /// - Throws: `CocoaError` 134110 that names the property.
    func run() throws {
        for layout in pair.newLayouts {
            if layout.entity.isAbstract { try checkAbstract(layout) }
            for slot in 0..<layout.slotCount {
                let property = layout.properties.properties[slot]
                guard property.entity === layout.entity, !property.isOptional, property.isStored,
                    !(property is NSDerivedAttributeDescription)
                else { continue }
                try check(slot, of: layout)
            }
        }
    }

    /// Looks, before anything is changed, for rows that are of no entity: they would be lost without a word.
    ///
    /// - Throws: `CocoaError` 134110 that names the table.
    func checkRows() throws {
        for root in pair.oldLayouts where root.entity.superentity == nil {
            guard let mapping = pair.oldSchema.mapping(of: root) else { continue }
            let numbers = pair.oldKinds(of: root).map { String(pair.number(ofOld: $0)) }.joined(separator: ", ")
            guard
                try exists(
                    "SELECT 1 FROM \(Connection.quote(mapping.table)) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers))")
            else { continue }
            throw CocoaError.migrationFailed(
                "\(mapping.table) has rows whose Z_ENT is none of \(root.name) and its subentities, so nothing tells what "
                    + "they are: mend or remove them before", ["entity": root.name])
        }
    }

    private func checkAbstract(_ layout: EntityLayout) throws {
        guard let old = pair.oldLayout(of: layout), !old.entity.isAbstract,
            let mapping = pair.newSchema.mapping(of: layout),
            try exists("SELECT 1 FROM \(Connection.quote(mapping.table)) WHERE Z_ENT = \(mapping.number)")
        else { return }
        throw CocoaError.migrationFailed(
            "\(layout.name) is abstract in the new model, and the store has objects of exactly this entity: keep it "
                + "concrete, or write a mapping model that gives them another entity", ["entity": layout.name])
    }

    private func check(_ slot: Int, of layout: EntityLayout) throws {
        // What was required before is not looked at again.
        let concerned = pair.newKinds(of: layout).filter { kind in
            guard let old = pair.oldLayout(of: kind) else { return false }
            guard let before = pair.oldSlot(of: slot, in: kind) else { return true }
            let property = old.properties.properties[before]
            return property.isOptional || property.isTransient
                || (property as? NSRelationshipDescription).map(mayLoseTarget) ?? false
        }
        guard !concerned.isEmpty, let mapping = pair.newSchema.mapping(of: layout) else { return }
        let table = Connection.quote(mapping.table)
        let rows = "\(table) WHERE Z_ENT IN (\(pair.numbers(ofNew: concerned)))"
        let name = layout.properties.names[slot]
        if let column = mapping.columns[slot] {
            guard try exists("SELECT 1 FROM \(rows) AND \(Connection.quote(column.name)) IS NULL") else { return }
        } else {
            guard let members = members(of: slot, layout),
                try exists("SELECT 1 FROM \(rows) AND Z_PK NOT IN (\(members))")
            else { return }
        }
        let isAttribute = layout.kinds[slot] != .toOne && layout.kinds[slot] != .toMany
        let reason =
            "Validation error missing \(isAttribute ? "attribute" : "relationship") values on mandatory destination "
            + (isAttribute ? "attribute" : "relationship")
        throw CocoaError.migrationFailed(
            "\(layout.name).\(name) is required in the new model, and objects in the store have no value: "
                + (isAttribute
                    ? "give it a default value, keep it optional, or write a mapping model"
                    : "keep it optional, fill it before, or write a mapping model")
                + " (missing \(isAttribute ? "attribute" : "relationship") values on mandatory destination "
                + "\(isAttribute ? "attribute" : "relationship"))",
            ["entity": layout.name, isAttribute ? "attribute" : "relationship": name, "reason": reason])
    }

    /// Whether objects that an older relationship led to may be gone.
    private func mayLoseTarget(_ relationship: NSRelationshipDescription) -> Bool {
        guard let destination = relationship.destinationEntity?.name.flatMap({ pair.old[$0] }) else { return false }
        return pair.oldKinds(of: destination).contains { pair.newLayout(of: $0) == nil }
    }

    /// A query for the owners that have members.
    private func members(of slot: Int, _ layout: EntityLayout) -> String? {
        guard let mapping = pair.newSchema.mapping(of: layout), let relationship = layout.relationships[slot] else {
            return nil
        }
        switch mapping.members[slot] {
        case .foreignKey(let column, _), .detachedForeignKey(let column):
            guard let table = pair.newSchema.mapping(of: relationship.destination)?.table else { return nil }
            let name = Connection.quote(column)
            return "SELECT \(name) FROM \(Connection.quote(table)) WHERE \(name) IS NOT NULL"
        case .join(let table, let owner, _, _):
            return "SELECT \(Connection.quote(owner)) FROM \(Connection.quote(table))"
        case nil: return nil
        }
    }

    private func exists(_ query: String) throws -> Bool { try connection.prepare("\(query) LIMIT 1").step() }
}

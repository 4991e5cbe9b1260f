import SQLite

extension SchemaPair {
    /// How each table of the new schema comes about.
    ///
    /// - Throws: `CocoaError` for a default value that cannot be stored.
    func tableChanges() throws -> [TableChange] {
        try newSchema.tables.map { table in
            let layouts = newLayouts.filter { newSchema.mapping(of: $0)?.table == table.name }
            let before = layouts.compactMap { layout in oldLayout(of: layout).map { (new: layout, old: $0) } }
            let oldTable = before.first.flatMap { oldSchema.mapping(of: $0.old)?.table }
            var change = TableChange(
                oldTable: oldTable, table: table,
                entities: before.map { (number(ofOld: $0.old), number(ofNew: $0.new)) },
                owners: oldTable.map(owners(inOldTable:)) ?? [:])
            for (layout, old) in before {
                for slot in 0..<layout.slotCount { try addSources(ofSlot: slot, layout, old, to: &change) }
            }
            for (column, source) in detachedSources(of: change) {
                for entity in change.entities {
                    change.add(ColumnSource(column: source), to: column, entity: entity.old)
                }
            }
            return change
        }
    }

    /// The columns of an older table that its model knows, with the numbers of the entities that have them.
    private func owners(inOldTable table: String) -> [String: Set<Int>] {
        var owners: [String: Set<Int>] = [:]
        for layout in oldLayouts {
            guard let mapping = oldSchema.mapping(of: layout) else { continue }
            if mapping.table == table {
                for column in mapping.columns.compactMap({ $0 }) {
                    for name in [column.name, column.entityColumn, column.orderColumn].compactMap({ $0 }) {
                        owners[name, default: []].insert(mapping.number)
                    }
                }
            }
            for slot in layout.relationshipSlots {
                guard case .detachedForeignKey(let column)? = mapping.members[slot],
                    let destination = layout.relationships[slot]?.destination,
                    oldSchema.mapping(of: destination)?.table == table
                else { continue }
                owners[column] = Set(oldKinds(of: destination).map(number(ofOld:)))
            }
        }
        return owners
    }

    private func addSources(
        ofSlot slot: Int, _ layout: EntityLayout, _ old: EntityLayout, to change: inout TableChange
    ) throws {
        guard let column = newSchema.mapping(of: layout)?.columns[slot] else { return }
        let entity = number(ofOld: old)
        let oldColumn = oldSlot(of: slot, in: layout).flatMap { oldSchema.mapping(of: old)?.columns[$0] }
        if column.kind == .toOne {
            guard let source = oldColumn ?? inverseColumn(of: slot, layout, in: change.oldTable) else { return }
            change.add(ColumnSource(column: source.name), to: column.name, entity: entity)
            if let name = column.entityColumn, let source = source.entityColumn {
                change.add(ColumnSource(column: source), to: name, entity: entity)
            }
            if let name = column.orderColumn, let source = source.orderColumn {
                change.add(ColumnSource(column: source), to: name, entity: entity)
            }
            return
        }
        var source = ColumnSource(column: oldColumn?.name)
        if let oldColumn, oldColumn.kind != column.kind {
            source.form =
                column.kind == .externalBinary ? .marked : oldColumn.kind == .externalBinary ? .unmarked : .asIs
        }
        if oldColumn == nil || !layout.properties.properties[slot].isOptional {
            source.fallback = try fallback(ofSlot: slot, in: layout)
        }
        if source.column == nil, source.fallback == nil { return }
        change.add(source, to: column.name, entity: entity)
    }

    private func fallback(ofSlot slot: Int, in layout: EntityLayout) throws -> SQLValue? {
        guard let value = layout.defaults.first(where: { $0.slot == slot })?.value else { return nil }
        return try ColumnValue.column(value, slot: slot, of: layout, files: nil)
    }

    /// The column of a new to-one relationship whose inverse was there before, without an inverse of its own.
    private func inverseColumn(of slot: Int, _ layout: EntityLayout, in table: String?) -> ColumnMapping? {
        guard let inverse = layout.relationships[slot]?.description.inverseRelationship else { return nil }
        for (old, slot) in oldRelationships(of: inverse) {
            if let name = memberColumn(of: slot, old, in: table) { return ColumnMapping(name: name, kind: .toOne) }
        }
        return nil
    }

    /// The column in which an older to-many relationship keeps its owner, if that is in `table`.
    private func memberColumn(of slot: Int, _ layout: EntityLayout, in table: String?) -> String? {
        guard let destination = layout.relationships[slot]?.destination,
            oldSchema.mapping(of: destination)?.table == table
        else { return nil }
        switch oldSchema.mapping(of: layout)?.members[slot] {
        case .foreignKey(let column, _), .detachedForeignKey(let column): return column
        default: return nil
        }
    }

    /// The columns of to-many relationships without inverse that are in a table, with the older columns.
    private func detachedSources(of change: TableChange) -> [(column: String, source: String)] {
        detachedColumns(in: change.table.name).compactMap { column, description in
            for (old, slot) in oldRelationships(of: description) {
                if let source = memberColumn(of: slot, old, in: change.oldTable) { return (column, source) }
            }
            return nil
        }
    }

    /// The columns of new to-many relationships without inverse that are in a table.
    func detachedColumns(in table: String) -> [(column: String, description: NSRelationshipDescription)] {
        newLayouts.flatMap { layout in
            layout.relationshipSlots.compactMap { slot in
                guard let relationship = layout.relationships[slot], relationship.description.entity === layout.entity,
                    case .detachedForeignKey(let column)? = newSchema.mapping(of: layout)?.members[slot],
                    newSchema.mapping(of: relationship.destination)?.table == table
                else { return nil }
                return (column, relationship.description)
            }
        }
    }
}

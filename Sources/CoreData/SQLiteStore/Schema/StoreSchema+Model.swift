import SQLite

extension StoreSchema {
    /// The schema that Core Data makes for a model.
    ///
    /// - Parameter holds: Whether an entity belongs to the store's configuration.
    init(model: ModelLayout, holds: (EntityLayout) -> Bool) {
        var builder = SchemaBuilder(model: model, holds: holds)
        builder.build()
        entities = builder.entities
        tables = builder.tables
        joins = builder.joins
    }
}

/// Names tables and columns by Core Data's rules (see the format's description in the documentation).
private struct SchemaBuilder {
    let model: ModelLayout
    let held: [EntityLayout]
    var entities: [EntityMapping?]
    var tables: [TableSchema] = []
    var joins: [JoinTable] = []
    /// Join columns are unique over the whole model.
    private var joinColumns: Set<String> = []

    init(model: ModelLayout, holds: (EntityLayout) -> Bool) {
        self.model = model
        held = model.layouts.filter(holds)
        entities = Array(repeating: nil, count: model.layouts.count)
    }

    mutating func build() {
        for root in held where root.entity.superentity == nil { buildTable(of: root) }
        for layout in held { buildJoins(of: layout) }
        for layout in held { mapMembers(of: layout) }
    }

    // MARK: - Tables

    private mutating func buildTable(of root: EntityLayout) {
        let members = held.filter { root.kindOfIndexes.contains($0.index) }
        let table = "Z" + root.name.uppercased()
        var names: [ObjectIdentifier: ColumnMapping] = [:]
        var used: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
        func unique(_ name: String) -> String {
            var candidate = name
            var suffix = 0
            while !used.insert(candidate).inserted {
                suffix += 1
                candidate = "\(name)\(suffix)"
            }
            return candidate
        }
        var columns = [("Z_PK", "INTEGER PRIMARY KEY"), ("Z_ENT", "INTEGER"), ("Z_OPT", "INTEGER")]
        var indexes: [String] = []
        for group in ColumnGroup.allCases {
            for layout in members {
                let own = layout.entity.ownProperties.filter { !$0.isTransient && ColumnGroup(of: $0) == group }
                    .sorted { Self.precedes($0.name, $1.name) }
                let attributes = own.compactMap { $0 as? NSAttributeDescription }
                for attribute in attributes {
                    let name = unique("Z" + attribute.name.uppercased())
                    let kind = SlotKind(attribute)
                    columns.append((name, kind.columnType))
                    names[ObjectIdentifier(attribute)] = ColumnMapping(name: name, kind: kind)
                    if attribute.isIndexed { indexes.append(Self.index("\(table)_\(name)_INDEX", table, [name])) }
                }
                for relationship in own.compactMap({ $0 as? NSRelationshipDescription }) {
                    var column = ColumnMapping(name: unique("Z" + relationship.name.uppercased()), kind: .toOne)
                    columns.append((column.name, "INTEGER"))
                    if let destination = relationship.destinationEntity, destination.hasSubentities {
                        column.entityColumn = unique("Z\(destination.entityNumber)_\(relationship.name.uppercased())")
                        columns.append((column.entityColumn ?? "", "INTEGER"))
                    }
                    if let inverse = relationship.inverseRelationship, inverse.isToMany, inverse.isOrdered {
                        column.orderColumn = unique("Z_FOK_\(relationship.name.uppercased())")
                    }
                    names[ObjectIdentifier(relationship)] = column
                    indexes.append(Self.index("\(table)_\(column.name)_INDEX", table, [column.name]))
                }
            }
            if group == .integer {
                // Ordering keys come after all integers and references.
                for layout in members {
                    for property in layout.entity.ownProperties.sorted(by: { Self.precedes($0.name, $1.name) }) {
                        if let column = names[ObjectIdentifier(property)]?.orderColumn {
                            columns.append((column, "INTEGER"))
                        }
                    }
                }
                for name in detachedColumns(of: root) {
                    columns.append((unique(name), "INTEGER"))
                    indexes.append(Self.index("\(table)_\(name)_INDEX", table, [name]))
                }
            }
        }
        if members.count > 1 { indexes.append(Self.index("\(table)_Z_ENT_INDEX", table, ["Z_ENT"])) }
        for layout in members { indexes += layoutIndexes(layout, table, names) }
        tables.append(
            TableSchema(name: table, columns: columns.map { .init(name: $0.0, type: $0.1) }, indexes: indexes))
        for layout in members {
            entities[layout.index] = EntityMapping(
                number: layout.entity.entityNumber, table: table, sharesTable: members.count > 1,
                columns: layout.properties.properties.map { names[ObjectIdentifier($0)] },
                members: Array(repeating: nil, count: layout.slotCount))
        }
    }

    /// To-many relationships without an inverse keep their owner's key in the destination's table.
    private func detachedColumns(of root: EntityLayout) -> [String] {
        held.flatMap { layout in
            layout.relationshipSlots.compactMap { slot in
                guard let relationship = layout.relationships[slot], relationship.isToMany,
                    relationship.inverseSlot == nil, relationship.description.entity === layout.entity,
                    relationship.destination.entity.rootEntity === root.entity.rootEntity
                else { return nil }
                return Self.detachedColumn(relationship.description)
            }
        }
    }

    private static func detachedColumn(_ relationship: NSRelationshipDescription) -> String {
        "Z\(relationship.entity?.entityNumber ?? 0)\(relationship.name.uppercased())"
    }

    private func layoutIndexes(
        _ layout: EntityLayout, _ table: String, _ names: [ObjectIdentifier: ColumnMapping]
    ) -> [String] {
        func column(_ name: String) -> String? {
            layout.entity.propertiesByName[name].flatMap { names[ObjectIdentifier($0)]?.name }
        }
        var statements: [String] = []
        for index in layout.entity.indexes {
            let columns = index.elements.compactMap { element -> String? in
                guard let name = element.propertyName.flatMap(column) else { return nil }
                return "\(name) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")"
            }
            if columns.count == index.elements.count, !columns.isEmpty {
                statements.append(Self.index("Z_\(layout.name)_\(index.name)", table, columns))
            }
        }
        for names in layout.entity.compoundIndexNames {
            let columns = names.compactMap(column)
            if columns.count == names.count, !columns.isEmpty {
                statements.append(Self.index("\(table)_\(columns.joined(separator: "_"))", table, columns))
            }
        }
        for constraint in layout.entity.uniquenessConstraintNames {
            let columns = constraint.compactMap(column)
            guard columns.count == constraint.count, !columns.isEmpty else { continue }
            statements.append(
                Self.index(
                    "Z_\(layout.name)_UNIQUE_\(constraint.joined(separator: "_"))", table,
                    columns.map { "\($0) COLLATE BINARY ASC" }, unique: true))
        }
        return statements
    }

    private static func index(_ name: String, _ table: String, _ columns: [String], unique: Bool = false) -> String {
        "CREATE \(unique ? "UNIQUE " : "")INDEX \(Connection.quoteWhereNeeded(name)) ON \(table) (\(columns.joined(separator: ", ")))"
    }

    // MARK: - Relationships

    private mutating func buildJoins(of layout: EntityLayout) {
        for slot in layout.relationshipSlots {
            guard let relationship = layout.relationships[slot], relationship.description.entity === layout.entity,
                let pair = JoinPair(relationship.description), pair.named === relationship.description,
                let table = entities[layout.index]?.table
            else { continue }
            let first = unique(pair.firstColumn)
            let second = unique(pair.secondColumn)
            var orders: [String] = []
            if pair.named.isOrdered { orders.append("Z_FOK_" + second.dropFirst(2)) }
            if pair.other !== pair.named, pair.other.isOrdered { orders.append("Z_FOK_" + first.dropFirst(2)) }
            joins.append(
                JoinTable(
                    name: pair.table, firstColumn: first, secondColumn: second, orderColumns: orders,
                    afterTable: table))
        }
    }

    private mutating func unique(_ name: String) -> String {
        var candidate = name
        var suffix = 0
        while !joinColumns.insert(candidate).inserted {
            suffix += 1
            candidate = "\(name)\(suffix)"
        }
        return candidate
    }

    private mutating func mapMembers(of layout: EntityLayout) {
        for slot in layout.relationshipSlots {
            guard let relationship = layout.relationships[slot], relationship.isToMany else { continue }
            let place = members(of: relationship)
            entities[layout.index]?.members[slot] = place
        }
    }

    private func members(of relationship: RelationshipLayout) -> MemberMapping? {
        let description = relationship.description
        guard let inverse = relationship.inverseSlot else {
            return .detachedForeignKey(column: Self.detachedColumn(description))
        }
        if !relationship.inverseIsToMany {
            guard let column = entities[relationship.destination.index]?.columns[inverse] else { return nil }
            return .foreignKey(column: column.name, orderColumn: column.orderColumn)
        }
        guard let pair = JoinPair(description), let join = joins.first(where: { $0.name == pair.table }) else {
            return nil
        }
        return pair.mapping(of: description, in: join)
    }

    /// Properties sort by code point.
    private static func precedes(_ a: String, _ b: String) -> Bool {
        a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
    }
}

/// The two sides of a many-to-many relationship: the one that names the table, and its inverse.
struct JoinPair {
    let named: NSRelationshipDescription
    let other: NSRelationshipDescription

    /// Nil unless both sides are to-many.
    init?(_ relationship: NSRelationshipDescription) {
        guard relationship.isToMany, let inverse = relationship.inverseRelationship, inverse.isToMany,
            let mine = relationship.entity?.entityNumber, let its = inverse.entity?.entityNumber
        else { return nil }
        let isNamed = mine == its ? relationship.name <= inverse.name : mine < its
        named = isNamed ? relationship : inverse
        other = isNamed ? inverse : relationship
    }

    private var namedNumber: Int { named.entity?.entityNumber ?? 0 }
    private var otherNumber: Int { other.entity?.entityNumber ?? 0 }
    private var isReflexive: Bool { named === other }

    var table: String { "Z_\(namedNumber)\(named.name.uppercased())" }
    /// Holds the keys of the side that names the table.
    var firstColumn: String {
        isReflexive ? "Z_\(namedNumber)\(named.name.uppercased())" : "Z_\(namedNumber)\(other.name.uppercased())"
    }
    var secondColumn: String { isReflexive ? "REFLEXIVE" : "Z_\(otherNumber)\(named.name.uppercased())" }

    func mapping(of relationship: NSRelationshipDescription, in join: JoinTable) -> MemberMapping {
        let isNamed = relationship === named
        let member = isNamed ? join.secondColumn : join.firstColumn
        let order = "Z_FOK_" + member.dropFirst(2)
        return .join(
            table: join.name, ownerColumn: isNamed ? join.firstColumn : join.secondColumn, memberColumn: member,
            orderColumn: join.orderColumns.contains(order) ? order : nil)
    }
}

/// The order of columns in a table.
private enum ColumnGroup: CaseIterable {
    case integer, real, decimal, text, uri, uuid, bytes

    init?(of property: NSPropertyDescription) {
        if let relationship = property as? NSRelationshipDescription {
            if relationship.isToMany { return nil }
            self = .integer
            return
        }
        guard let attribute = property as? NSAttributeDescription else { return nil }
        switch SlotKind(attribute) {
        case .integer16, .integer32, .integer64, .boolean: self = .integer
        case .double, .float, .date: self = .real
        case .decimal: self = .decimal
        case .string: self = .text
        case .uri: self = .uri
        case .uuid: self = .uuid
        case .binary, .externalBinary, .transformable: self = .bytes
        case .objectID, .toOne, .toMany, .undefined: return nil
        }
    }
}

extension SlotKind {
    /// The column's declared type.
    var columnType: String {
        switch self {
        case .integer16, .integer32, .integer64, .boolean, .toOne: "INTEGER"
        case .double, .float: "FLOAT"
        case .date: "TIMESTAMP"
        case .decimal: "DECIMAL"
        case .string, .uri: "VARCHAR"
        case .uuid, .binary, .externalBinary, .transformable: "BLOB"
        case .objectID, .toMany, .undefined: ""
        }
    }
}

import SQLite

/// Brings relationships into the new schema, beyond the columns that rows take along by themselves.
struct RelationshipMigration {
    private let pair: SchemaPair
    private let connection: Connection
    private let changes: [TableChange]
    private var links: [RelationshipLinks] = []
    private var newJoins: [JoinTable] = []
    private var keptJoins: Set<String> = []

    init(_ connection: Connection, _ pair: SchemaPair, _ changes: [TableChange]) throws {
        self.pair = pair
        self.connection = connection
        self.changes = changes
        for layout in pair.newLayouts {
            for slot in layout.relationshipSlots {
                guard let relationship = layout.relationships[slot], relationship.description.entity === layout.entity
                else { continue }
                if relationship.isToMany {
                    try planJoin(of: relationship)
                } else {
                    planColumn(of: relationship, layout)
                }
            }
        }
        for change in changes {
            for (column, description) in pair.detachedColumns(in: change.table.name)
            where !isContinued(column, in: change) {
                addLinks(to: .column(column, table: change.table.name, orderColumn: nil), description, nil)
            }
        }
    }

    // MARK: - Planning

    private mutating func planJoin(of relationship: RelationshipLayout) throws {
        guard let joined = JoinPair(relationship.description), joined.named === relationship.description,
            let join = pair.newSchema.joins.first(where: { $0.name == joined.table })
        else { return }
        if try isKept(join, joined) {
            keptJoins.insert(join.name)
            return
        }
        newJoins.append(join)
        addLinks(to: .join(join, owner: joined.named, member: joined.other), joined.named, joined.other)
    }

    /// Whether a join table stays as it is: same names, and all objects stay.
    private func isKept(_ join: JoinTable, _ joined: JoinPair) throws -> Bool {
        let before = pair.oldRelationships(of: joined.named)
        guard before.count == 1, let (old, slot) = before.first, let relationship = old.relationships[slot],
            case .join(let table, let owner, let member, _)? = pair.oldSchema.mapping(of: old)?.members[slot],
            table == join.name, owner == join.firstColumn, member == join.secondColumn,
            let inverse = joined.other.entity?.name.flatMap({ pair.new[$0] }),
            let declarer = relationship.description.entity?.name.flatMap({ pair.old[$0] }),
            let now = pair.new[joined.named.entity?.name ?? ""],
            pair.keepsAll(of: declarer, in: now), pair.keepsAll(of: relationship.destination, in: inverse)
        else { return false }
        let columns = Set(try connection.columnNames(ofTable: table))
        return columns == Set([join.firstColumn, join.secondColumn] + join.orderColumns)
    }

    private mutating func planColumn(of relationship: RelationshipLayout, _ layout: EntityLayout) {
        guard let mapping = pair.newSchema.mapping(of: layout), let column = mapping.columns[relationship.slot],
            let change = changes.first(where: { $0.table.name == mapping.table }), !isContinued(column.name, in: change)
        else { return }
        // Read from the far end: the objects there are the owners.
        guard let inverse = relationship.description.inverseRelationship else { return }
        addLinks(
            to: .column(column.name, table: mapping.table, orderColumn: column.orderColumn), inverse,
            relationship.description)
    }

    private func isContinued(_ column: String, in change: TableChange) -> Bool {
        change.columns.first { $0.name == column }.flatMap(change.base) != nil
    }

    private mutating func addLinks(
        to target: RelationshipLinks.Target, _ owner: NSRelationshipDescription, _ member: NSRelationshipDescription?
    ) {
        let made = RelationshipLinks(
            links.count, to: target, label: owner.qualifiedName, in: pair,
            direct: pair.oldRelationships(of: owner), reversed: member.map(pair.oldRelationships(of:)) ?? [])
        if let made { links.append(made) }
    }

    // MARK: - Carrying out

    /// Reads what the old tables say, and removes join tables. Rows are still where they were.
    func prepare() throws {
        for link in links { try link.read(connection) }
        for table in oldJoins where !keptJoins.contains(table) {
            try connection.execute("DROP TABLE \(Connection.quote(table))")
        }
    }

    private var oldJoins: [String] {
        var tables: Set<String> = []
        for layout in pair.oldLayouts {
            for case .join(let table, _, _, _)? in pair.oldSchema.mapping(of: layout)?.members ?? [] {
                tables.insert(table)
            }
        }
        return tables.sorted()
    }

    /// Puts relationships in their new places. All rows are in theirs.
    func run() throws {
        for join in newJoins { try connection.execute(StoreSchema.statement(for: join)) }
        for link in links { try link.write(connection, pair) }
        for join in newJoins { try connection.execute(StoreSchema.indexStatement(for: join)) }
        for layout in pair.newLayouts {
            for slot in layout.relationshipSlots {
                guard let relationship = layout.relationships[slot], relationship.description.entity === layout.entity,
                    let mapping = pair.newSchema.mapping(of: layout), let column = mapping.columns[slot],
                    let change = changes.first(where: { $0.table.name == mapping.table }), change.oldTable != nil
                else { continue }
                try forgetLostTargets(of: relationship, column.name, mapping.table)
                try setEntityNumbers(of: relationship, column, change)
                try setPlaces(column, change)
            }
        }
    }

    /// References to objects that are gone, or of another kind now.
    private func forgetLostTargets(of relationship: RelationshipLayout, _ column: String, _ table: String) throws {
        let before = pair.oldRelationships(of: relationship.description)
        let losesSome = before.contains { old, slot in
            old.relationships[slot].map { !pair.keepsAll(of: $0.destination, in: relationship.destination) } ?? false
        }
        guard losesSome, let rows = pair.rows(of: relationship.destination.entity) else { return }
        let name = Connection.quote(column)
        try connection.execute(
            "UPDATE \(Connection.quote(table)) SET \(name) = NULL WHERE \(name) IS NOT NULL AND \(name) NOT IN (\(rows))"
        )
    }

    private func setEntityNumbers(
        of relationship: RelationshipLayout, _ column: ColumnMapping, _ change: TableChange
    ) throws {
        guard let name = column.entityColumn, let target = pair.newSchema.mapping(of: relationship.destination) else {
            return
        }
        let isSame =
            isContinued(name, in: change)
            && pair.newKinds(of: relationship.destination).allSatisfy { layout in
                pair.oldLayout(of: layout).map { pair.number(ofOld: $0) == pair.number(ofNew: layout) } ?? true
            }
        if isSame { return }
        let (table, key) = (Connection.quote(change.table.name), Connection.quote(column.name))
        try connection.execute(
            "UPDATE \(table) SET \(Connection.quote(name)) = "
                + "(SELECT d.Z_ENT FROM \(Connection.quote(target.table)) d WHERE d.Z_PK = \(table).\(key)) "
                + "WHERE \(key) IS NOT NULL")
    }

    /// The order of objects that had none: that of their keys.
    private func setPlaces(_ column: ColumnMapping, _ change: TableChange) throws {
        guard let order = column.orderColumn, !isContinued(order, in: change) else { return }
        let (table, key) = (Connection.quote(change.table.name), Connection.quote(column.name))
        let place = Connection.quote(order)
        try connection.execute(
            "UPDATE \(table) SET \(place) = o.place FROM (SELECT Z_PK AS row, "
                + "(row_number() OVER (PARTITION BY \(key) ORDER BY \(place), Z_PK) + 1) * 1024 AS place "
                + "FROM \(table) WHERE \(key) IS NOT NULL) o WHERE o.row = \(table).Z_PK")
    }
}

import SQLite

/// Pairs of objects that belong together by relationships which the new schema keeps in another place.
///
/// They are read from the old tables into a temporary one before anything changes, and put in their new place when all
/// rows are in theirs.
struct RelationshipLinks {
    /// Where the pairs go.
    enum Target {
        /// A join table, whose first column holds the owners.
        case join(JoinTable, owner: NSRelationshipDescription, member: NSRelationshipDescription?)
        /// A column in the members' table that holds the owner.
        case column(String, table: String, orderColumn: String?)
    }

    let target: Target
    /// The relationship in messages.
    let label: String
    private let table: String
    /// Queries for (owner, member, place among the owner's members, place among the member's owners).
    private let queries: [String]

    /// - Parameters:
    ///   - direct: What the relationship from owner to member was before.
    ///   - reversed: What the relationship from member to owner was before.
    init?(
        _ number: Int, to target: Target, label: String, in pair: SchemaPair,
        direct: [(layout: EntityLayout, slot: Int)], reversed: [(layout: EntityLayout, slot: Int)]
    ) {
        self.target = target
        self.label = label
        table = "temp.migrating_\(number)"
        // Both sides say the same: one is enough.
        queries =
            direct.isEmpty
            ? reversed.compactMap { pair.query(of: $0.slot, in: $0.layout) }.map {
                "SELECT member AS owner, owner AS member, owner_place AS place, place AS owner_place FROM (\($0))"
            }
            : direct.compactMap { pair.query(of: $0.slot, in: $0.layout) }
        if queries.isEmpty { return nil }
    }

    func read(_ connection: Connection) throws {
        try connection.execute("CREATE TEMP TABLE \(table.dropFirst(5)) (owner, member, place, owner_place)")
        for query in queries { try connection.execute("INSERT INTO \(table) \(query)") }
    }

    func write(_ connection: Connection, _ pair: SchemaPair) throws {
        switch target {
        case .join(let join, let owner, let member): try write(connection, join, owner, member, pair)
        case .column(let column, let rows, let order):
            try checkThatMembersHaveOneOwner(connection)
            try connection.execute("CREATE INDEX temp.\(table.dropFirst(5))_members ON \(table.dropFirst(5)) (member)")
            let (column, rows) = (Connection.quote(column), Connection.quote(rows))
            try connection.execute(
                "UPDATE \(rows) SET \(column) = (SELECT owner FROM \(table) l WHERE l.member = \(rows).Z_PK) "
                    + "WHERE Z_PK IN (SELECT member FROM \(table))")
            if let order {
                try connection.execute(
                    "UPDATE \(rows) SET \(Connection.quote(order)) = "
                        + "(SELECT place FROM \(table) l WHERE l.member = \(rows).Z_PK) "
                        + "WHERE Z_PK IN (SELECT member FROM \(table))")
            }
        }
        try connection.execute("DROP TABLE \(table)")
    }

    private func write(
        _ connection: Connection, _ join: JoinTable, _ owner: NSRelationshipDescription,
        _ member: NSRelationshipDescription?, _ pair: SchemaPair
    ) throws {
        var columns = [join.firstColumn, join.secondColumn]
        var values = ["owner", "member"]
        let places = [
            ("Z_FOK_" + join.secondColumn.dropFirst(2), "PARTITION BY owner ORDER BY place, member"),
            ("Z_FOK_" + join.firstColumn.dropFirst(2), "PARTITION BY member ORDER BY owner_place, owner"),
        ]
        for (column, window) in places where join.orderColumns.contains(column) {
            columns.append(column)
            values.append("(row_number() OVER (\(window)) + 1) * 1024")
        }
        let isThere = [
            pair.rows(of: owner.entity).map { "owner IN (\($0))" },
            pair.rows(of: owner.destinationEntity).map { "member IN (\($0))" },
        ].compactMap { $0 }.joined(separator: " AND ")
        try connection.execute(
            "INSERT OR IGNORE INTO \(Connection.quote(join.name)) "
                + "(\(columns.map(Connection.quote).joined(separator: ", "))) "
                + "SELECT \(values.joined(separator: ", ")) FROM \(table) WHERE \(isThere)")
    }

    private func checkThatMembersHaveOneOwner(_ connection: Connection) throws {
        let statement = try connection.prepare(
            "SELECT 1 FROM \(table) GROUP BY member HAVING COUNT(DISTINCT owner) > 1 LIMIT 1")
        guard try statement.step() else { return }
        throw CocoaError.migrationFailed(
            "\(label) can lead to an object from one side only, and in the store several lead to the same: give it a "
                + "to-many inverse, or write a mapping model")
    }
}

extension SchemaPair {
    /// Reads the pairs of an older relationship; nil for one that is not stored.
    fileprivate func query(of slot: Int, in layout: EntityLayout) -> String? {
        guard let mapping = oldSchema.mapping(of: layout), let relationship = layout.relationships[slot] else {
            return nil
        }
        func text(_ column: String?) -> String { column.map(Connection.quote) ?? "NULL" }
        if let column = mapping.columns[slot] {
            return "SELECT Z_PK AS owner, \(text(column.name)) AS member, NULL AS place, "
                + "\(text(column.orderColumn)) AS owner_place FROM \(Connection.quote(mapping.table)) "
                + "WHERE IFNULL(\(text(column.name)), 0) <> 0"
        }
        let destination = oldSchema.mapping(of: relationship.destination)
        switch mapping.members[slot] {
        case .foreignKey(let column, let order):
            return Self.memberQuery(destination?.table ?? "", text(column), text(order))
        case .detachedForeignKey(let column): return Self.memberQuery(destination?.table ?? "", text(column), "NULL")
        case .join(let table, let owner, let member, let order):
            var inverseOrder: String?
            if let inverse = relationship.inverseSlot, case .join(_, _, _, let place)? = destination?.members[inverse] {
                inverseOrder = place
            }
            return "SELECT \(text(owner)) AS owner, \(text(member)) AS member, \(text(order)) AS place, "
                + "\(text(inverseOrder)) AS owner_place FROM \(Connection.quote(table))"
        case nil: return nil
        }
    }

    private static func memberQuery(_ table: String, _ column: String, _ order: String) -> String {
        "SELECT \(column) AS owner, Z_PK AS member, \(order) AS place, NULL AS owner_place "
            + "FROM \(Connection.quote(table)) WHERE IFNULL(\(column), 0) <> 0"
    }

    /// A query for the keys of a new entity's rows.
    func rows(of entity: NSEntityDescription?) -> String? {
        guard let layout = entity?.name.flatMap({ new[$0] }), let mapping = newSchema.mapping(of: layout) else {
            return nil
        }
        return
            "SELECT Z_PK FROM \(Connection.quote(mapping.table)) WHERE Z_ENT IN (\(numbers(ofNew: newKinds(of: layout))))"
    }
}

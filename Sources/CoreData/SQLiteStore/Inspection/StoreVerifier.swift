import SQLite

/// Looks a store's file through for what does not fit its model or itself. Nothing is written.
///
/// Runs a few SQL statements for each property; none for each row.
package struct StoreVerifier {
    let store: SQLiteStore
    /// How many problems of one kind and property are told one by one.
    private static let mostOfOneKind = 100

    /// - Parameter store: An open store.
    /// - Returns: nil for a store that is not in SQLite's format.
    package init?(_ store: NSPersistentStore) {
        guard let store = store as? SQLiteStore else { return nil }
        self.store = store
    }

    /// What is wrong, the gravest first; empty for a sound store.
    ///
    /// - Throws: What reading reports.
    package func problems() throws -> [StoreProblem] {
        try store.read { connection in
            let damage = try damagedPages(connection)
            // What a damaged database says otherwise means nothing.
            if !damage.isEmpty { return damage }
            var problems: [StoreProblem] = []
            for layout in store.modelLayout.layouts {
                guard let mapping = store.schema.mapping(of: layout) else { continue }
                if layout.entity.superentity == nil {
                    problems += try wrongEntities(in: layout, mapping, connection)
                    problems += try keyCounter(of: layout, mapping, connection)
                }
                for slot in layout.properties.properties.indices
                where layout.properties.properties[slot].entity === layout.entity {
                    problems += try self.problems(of: slot, layout, mapping, connection)
                }
            }
            problems += try ExternalFileCheck(store: store).problems(connection)
            return problems
        }
    }

    private func damagedPages(_ connection: Connection) throws -> [StoreProblem] {
        let statement = try connection.prepare("PRAGMA integrity_check(\(Self.mostOfOneKind))")
        var problems: [StoreProblem] = []
        while try statement.step() {
            let message = statement.string(0)
            if message == "ok" { continue }
            problems.append(StoreProblem(kind: .damagedDatabase, place: "the database", message: message))
        }
        return problems
    }

    // MARK: - Tables

    private func numbers(of layouts: some Sequence<EntityLayout>) -> String {
        layouts.compactMap { store.schema.mapping(of: $0)?.number }.map(String.init).joined(separator: ", ")
    }

    private func members(of layout: EntityLayout) -> [EntityLayout] {
        store.modelLayout.layouts.filter { layout.kindOfIndexes.contains($0.index) }
    }

    private func wrongEntities(
        in root: EntityLayout, _ mapping: EntityMapping, _ connection: Connection
    ) throws -> [StoreProblem] {
        let table = Connection.quote(mapping.table)
        return try rows(
            "SELECT Z_PK, Z_ENT FROM \(table) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers(of: members(of: root))))",
            connection
        ) { row in
            StoreProblem(
                kind: .wrongEntity, place: "\(mapping.table), Z_PK \(row.int64(0))",
                message: "The row's entity number, \(row.int64(1)), is none of \(root.name) and its subentities")
        }
    }

    private func keyCounter(
        of root: EntityLayout, _ mapping: EntityMapping, _ connection: Connection
    ) throws -> [StoreProblem] {
        let table = Connection.quote(mapping.table)
        let statement = try connection.prepare(
            "SELECT (SELECT MAX(Z_PK) FROM \(table)), (SELECT MAX(Z_MAX) FROM Z_PRIMARYKEY WHERE Z_ENT = ?1)")
        statement.bind(mapping.number, at: 1)
        guard try statement.step(), !statement.isNull(0), statement.isNull(1) || statement.int64(1) < statement.int64(0)
        else { return [] }
        return [
            StoreProblem(
                kind: .lowKeyCounter, place: root.name,
                message: "The highest key is \(statement.int64(0)), but Z_MAX says \(statement.int64(1)): the next "
                    + "objects would get keys that are taken")
        ]
    }

    // MARK: - Properties

    private func problems(
        of slot: Int, _ layout: EntityLayout, _ mapping: EntityMapping, _ connection: Connection
    ) throws -> [StoreProblem] {
        var problems: [StoreProblem] = []
        let property = layout.properties.properties[slot]
        if let column = mapping.columns[slot] {
            if !property.isOptional, !property.isTransient {
                problems += try missingValues(in: column, slot, layout, mapping, connection)
            }
            if let relationship = layout.relationships[slot] {
                problems += try danglingKeys(relationship, in: column, layout, mapping, connection)
            }
        }
        if case .join(let table, let owner, let member, _)? = mapping.members[slot],
            let relationship = layout.relationships[slot]
        {
            problems += try orphans(relationship, table, owner, member, layout, connection)
        }
        return problems
    }

    private func missingValues(
        in column: ColumnMapping, _ slot: Int, _ layout: EntityLayout, _ mapping: EntityMapping,
        _ connection: Connection
    ) throws -> [StoreProblem] {
        let name = layout.properties.names[slot]
        return try rows(
            "SELECT Z_PK, Z_ENT FROM \(Connection.quote(mapping.table)) WHERE \(Connection.quote(column.name)) IS NULL "
                + "AND Z_ENT IN (\(numbers(of: members(of: layout))))", connection
        ) { row in
            StoreProblem(
                kind: .missingValue, place: place(row), message: "\(name) is empty, which \(layout.name) does not allow"
            )
        }
    }

    private func danglingKeys(
        _ relationship: RelationshipLayout, in column: ColumnMapping, _ layout: EntityLayout, _ mapping: EntityMapping,
        _ connection: Connection
    ) throws -> [StoreProblem] {
        guard let destination = store.schema.mapping(of: relationship.destination) else { return [] }
        let (table, key) = (Connection.quote(mapping.table), Connection.quote(column.name))
        let there = Connection.quote(destination.table)
        let targets = numbers(of: members(of: relationship.destination))
        let name = relationship.description.name
        let isOurs = "a.Z_ENT IN (\(numbers(of: members(of: layout))))"
        var problems = try rows(
            "SELECT a.Z_PK, a.Z_ENT, a.\(key) FROM \(table) a WHERE \(isOurs) AND a.\(key) > 0 AND NOT EXISTS "
                + "(SELECT 1 FROM \(there) b WHERE b.Z_PK = a.\(key) AND b.Z_ENT IN (\(targets)))", connection
        ) { row in
            StoreProblem(
                kind: .danglingKey, place: place(row),
                message: "\(name) leads to \(relationship.destination.name)/p\(row.int64(2)), which does not exist")
        }
        guard let inverse = relationship.inverseSlot, !relationship.inverseIsToMany,
            let back = destination.columns[inverse]
        else { return problems }
        problems += try rows(
            "SELECT a.Z_PK, a.Z_ENT, b.Z_PK FROM \(table) a JOIN \(there) b ON b.Z_PK = a.\(key) "
                + "WHERE \(isOurs) AND b.\(Connection.quote(back.name)) IS NOT a.Z_PK", connection
        ) { row in
            StoreProblem(
                kind: .oneSided, place: place(row),
                message: "\(name) leads to \(relationship.destination.name)/p\(row.int64(2)), which does not lead back")
        }
        return problems
    }

    private func orphans(
        _ relationship: RelationshipLayout, _ table: String, _ owner: String, _ member: String, _ layout: EntityLayout,
        _ connection: Connection
    ) throws -> [StoreProblem] {
        guard let destination = store.schema.mapping(of: relationship.destination) else { return [] }
        let (owners, members) = (Connection.quote(owner), Connection.quote(member))
        // The other side looks at the owners.
        return try rows(
            "SELECT j.\(owners), j.\(members) FROM \(Connection.quote(table)) j WHERE NOT EXISTS "
                + "(SELECT 1 FROM \(Connection.quote(destination.table)) b WHERE b.Z_PK = j.\(members))", connection
        ) { row in
            StoreProblem(
                kind: .orphanedJoinRow, place: "\(layout.name)/p\(row.int64(0))",
                message: "\(relationship.description.name) has \(relationship.destination.name)/p\(row.int64(1)), "
                    + "which does not exist")
        }
    }

    // MARK: - Rows

    /// An object by its key and entity number, which a statement gives first.
    private func place(_ row: Statement) -> String {
        let layout = store.layout(ofEntityNumber: Int(row.int64(1)))
        return "\(layout?.name ?? "entity \(row.int64(1))")/p\(row.int64(0))"
    }

    private func rows(
        _ sql: String, _ connection: Connection, _ problem: (Statement) -> StoreProblem
    ) throws -> [StoreProblem] {
        let statement = try connection.prepare(sql + " LIMIT \(Self.mostOfOneKind)")
        var problems: [StoreProblem] = []
        while try statement.step() { problems.append(problem(statement)) }
        return problems
    }
}

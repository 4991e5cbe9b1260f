import SQLite

extension StoreSchema {
    /// The schema of an existing store: the model's, with the names and numbers that the file has.
    ///
    /// Frameworks of other ages and migrations order, suffix and number differently, so everything is found by name.
    ///
    /// - Throws: `CocoaError` 134020 when a table or column is missing.
    init(model: ModelLayout, holds: (EntityLayout) -> Bool, matching connection: Connection) throws {
        self.init(model: model, holds: holds)
        let numbers = try Self.entityNumbers(in: connection, model: model)
        var columnsByTable: [String: Set<String>] = [:]
        func columns(of table: String) throws -> Set<String> {
            if let known = columnsByTable[table] { return known }
            let found = Set(try connection.columnNames(ofTable: table))
            columnsByTable[table] = found
            return found
        }
        for layout in model.layouts {
            guard let expected = entities[layout.index] else { continue }
            guard let number = numbers[layout.name] else {
                throw Self.missing("entity \(layout.name) in Z_PRIMARYKEY")
            }
            let present = try columns(of: expected.table)
            if present.isEmpty { throw Self.missing("table \(expected.table)") }
            let matched = try expected.columns.enumerated().map { slot, column in
                try column.map { try Self.match($0, in: present, layout.properties.names[slot], expected.table) }
            }
            entities[layout.index] = EntityMapping(
                number: number, table: expected.table, sharesTable: expected.sharesTable, columns: matched,
                members: expected.members)
        }
        for layout in model.layouts {
            for slot in layout.relationshipSlots {
                guard let relationship = layout.relationships[slot], relationship.isToMany,
                    entities[layout.index] != nil
                else { continue }
                let members = try matchMembers(of: relationship, connection, columns, numbers)
                entities[layout.index]?.members[slot] = members
            }
        }
    }

    /// Z_ENT by entity name. A migration in place may have left the name that a renamed entity had before.
    private static func entityNumbers(in connection: Connection, model: ModelLayout) throws -> [String: Int] {
        var numbers: [String: Int] = [:]
        let statement = try connection.prepare(
            "SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY WHERE Z_ENT < \(HistoryTables.change)")
        while try statement.step() { numbers[statement.string(0)] = Int(statement.int64(1)) }
        for layout in model.layouts where numbers[layout.name] == nil {
            guard let old = layout.entity.renamingIdentifier, model[old] == nil else { continue }
            numbers[layout.name] = numbers[old]
        }
        return numbers
    }

    private static func match(
        _ column: ColumnMapping, in present: Set<String>, _ property: String, _ table: String
    ) throws -> ColumnMapping {
        let name: String
        if present.contains(column.name) {
            name = column.name
        } else if let other = present.sorted().first(where: { $0.isSuffixed(column.name) }) {
            name = other
        } else {
            throw missing("column \(column.name) in \(table)")
        }
        var matched = ColumnMapping(name: name, kind: column.kind)
        guard column.kind == .toOne else { return matched }
        let upper = property.uppercased()
        // Siblings may have relationships of one name: what a new store would call the column is the better guess.
        let sorted = present.sorted()
        matched.entityColumn =
            column.entityColumn.flatMap { present.contains($0) ? $0 : nil }
            ?? sorted.first { $0.isNumbered(prefix: "Z", rest: "_" + upper) }
        matched.orderColumn =
            column.orderColumn.flatMap { present.contains($0) ? $0 : nil }
            ?? sorted.first { $0.isSuffixed("Z_FOK_" + upper) }
        return matched
    }

    private func matchMembers(
        of relationship: RelationshipLayout, _ connection: Connection, _ columns: (String) throws -> Set<String>,
        _ numbers: [String: Int]
    ) throws -> MemberMapping? {
        let description = relationship.description
        guard let inverse = relationship.inverseSlot else {
            let table = entities[relationship.destination.index]?.table ?? ""
            let upper = description.name.uppercased()
            if let expected = model(of: description).flatMap({ entities[$0.index]?.members[relationship.slot] }),
                case .detachedForeignKey(let column) = expected, try columns(table).contains(column)
            {
                return expected
            }
            guard let column = try columns(table).sorted().first(where: { $0.isNumbered(prefix: "Z", rest: upper) })
            else {
                throw Self.missing("column for \(description.qualifiedName) in \(table)")
            }
            return .detachedForeignKey(column: column)
        }
        if !relationship.inverseIsToMany {
            guard let column = entities[relationship.destination.index]?.columns[inverse] else { return nil }
            return .foreignKey(column: column.name, orderColumn: column.orderColumn)
        }
        guard let other = description.inverseRelationship else { return nil }
        let owner = model(of: description).flatMap { entities[$0.index]?.members[relationship.slot] }
        if case .join(let table, let owner, let member, let order)? = owner {
            let present = try columns(table)
            if present.contains(owner), present.contains(member) {
                return .join(
                    table: table, ownerColumn: owner, memberColumn: member,
                    orderColumn: order.flatMap { present.contains($0) ? $0 : nil })
            }
        }
        // Either side may have given the table its name.
        for side in [description, other] {
            guard let number = numbers[side.entity?.name ?? ""] else { continue }
            let table = "Z_\(number)\(side.name.uppercased())"
            let present = try columns(table)
            guard !present.isEmpty else { continue }
            let keys = present.filter { !$0.hasPrefix("Z_FOK_") }
            let members = keys.filter { $0.isNumbered(prefix: "Z_", rest: description.name.uppercased()) }
            guard let member = members.sorted().first ?? (description === other ? keys.first : nil),
                let owner = keys.first(where: { $0 != member })
            else { continue }
            return .join(
                table: table, ownerColumn: owner, memberColumn: member,
                orderColumn: present.first { $0 == "Z_FOK_" + member.dropFirst(2) })
        }
        throw Self.missing("join table of \(description.qualifiedName)")
    }

    /// The layout of the entity that declares a relationship.
    private func model(of relationship: NSRelationshipDescription) -> EntityLayout? {
        relationship.entity.map { EntityLayout.layout(of: $0) }
    }

    private static func missing(_ what: String) -> CocoaError {
        .coreData(
            .persistentStoreIncompatibleSchema,
            "The store has no \(what), although its model says so: the file is damaged or was changed by hand")
    }
}

extension String {
    /// Whether this is `name` with digits behind it.
    fileprivate func isSuffixed(_ name: String) -> Bool {
        hasPrefix(name) && dropFirst(name.count).allSatisfy(\.isNumber)
    }

    /// Whether this is prefix, digits, rest, and perhaps more digits.
    fileprivate func isNumbered(prefix: String, rest: String) -> Bool {
        guard hasPrefix(prefix) else { return false }
        let digits = dropFirst(prefix.count).prefix(while: \.isNumber)
        guard !digits.isEmpty else { return false }
        return String(dropFirst(prefix.count + digits.count)).isSuffixed(rest)
    }
}

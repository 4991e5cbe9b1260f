import SQLite

extension SaveOperation {
    /// The first ordering key, and the distance to the next.
    private static let firstOrder: Int64 = 2048
    private static let orderStep: Int64 = 1024

    /// Writes the changes of to-many relationships that are not columns of the members: join rows, and ordering keys.
    func writeMembers() throws {
        try forEachChangedRelationship { object, state, members, owner in
            switch members {
            case .join(let table, let ownerColumn, let memberColumn, _):
                // Both sides of the relationship have the change; one of them writes it.
                guard writesJoin(object.layout, state.slot) else { return }
                try writeJoin(state, table, ownerColumn, memberColumn, owner)
            case .detachedForeignKey(let column):
                try writeDetached(column, of: state, object, owner)
            case .foreignKey: return
            }
        }
        // Either side may be ordered, and its keys go into rows that the other has written.
        try forEachChangedRelationship { object, state, members, owner in
            switch members {
            case .join(let table, let ownerColumn, let memberColumn, let orderColumn?):
                try writeOrder(state, table, ownerColumn, memberColumn, orderColumn, owner)
            case .foreignKey(_, let orderColumn?):
                try writeColumn(orderColumn, of: state, object)
            case .join, .foreignKey, .detachedForeignKey: return
            }
        }
    }

    private func forEachChangedRelationship(
        _ body: (NSManagedObject, ToManyState, MemberMapping, Int64) throws -> Void
    ) throws {
        for object in [changes.inserted, changes.updated].joined() {
            guard let states = object.state?.toMany, let owner = object.storeKey else { continue }
            for state in states where state.hasChanges {
                guard let members = store.schema.mapping(of: object.layout)?.members[state.slot] else { continue }
                try body(object, state, members, owner)
            }
        }
    }

    private func writesJoin(_ layout: EntityLayout, _ slot: Int) -> Bool {
        guard let description = layout.relationships[slot]?.description, let pair = JoinPair(description) else {
            return true
        }
        return pair.named === description
    }

    private func writeJoin(
        _ state: ToManyState, _ table: String, _ ownerColumn: String, _ memberColumn: String, _ owner: Int64
    ) throws {
        let (table, first, second) = (
            Connection.quote(table), Connection.quote(ownerColumn), Connection.quote(memberColumn)
        )
        let removal = try connection.cachedStatement("DELETE FROM \(table) WHERE \(first) = ? AND \(second) = ?")
        for member in state.removed {
            guard let key = member.storeKey else { continue }
            removal.bind(owner, at: 1)
            removal.bind(key, at: 2)
            try removal.run()
        }
        let addition = try connection.cachedStatement(
            "INSERT OR IGNORE INTO \(table) (\(first), \(second)) VALUES (?, ?)")
        for member in state.added where !member.flags.contains(.deleted) {
            addition.bind(owner, at: 1)
            addition.bind(try key(of: member), at: 2)
            try addition.run()
        }
    }

    private func writeOrder(
        _ state: ToManyState, _ table: String, _ ownerColumn: String, _ memberColumn: String, _ orderColumn: String,
        _ owner: Int64
    ) throws {
        let statement = try connection.cachedStatement(
            "UPDATE \(Connection.quote(table)) SET \(Connection.quote(orderColumn)) = ? "
                + "WHERE \(Connection.quote(ownerColumn)) = ? AND \(Connection.quote(memberColumn)) = ?")
        for (index, member) in state.order.lazy.filter({ !$0.flags.contains(.deleted) }).enumerated() {
            statement.bind(Self.firstOrder + Int64(index) * Self.orderStep, at: 1)
            statement.bind(owner, at: 2)
            statement.bind(try key(of: member), at: 3)
            try statement.run()
        }
    }

    private func writeColumn(_ column: String, of state: ToManyState, _ owner: NSManagedObject) throws {
        guard let destination = owner.layout.relationships[state.slot]?.destination,
            let table = store.schema.mapping(of: destination)?.table
        else { return }
        let statement = try connection.cachedStatement(
            "UPDATE \(Connection.quote(table)) SET \(Connection.quote(column)) = ? WHERE Z_PK = ?")
        for (index, member) in state.order.lazy.filter({ !$0.flags.contains(.deleted) }).enumerated() {
            statement.bind(Self.firstOrder + Int64(index) * Self.orderStep, at: 1)
            statement.bind(try key(of: member), at: 2)
            try statement.run()
        }
    }

    private func writeDetached(
        _ column: String, of state: ToManyState, _ object: NSManagedObject, _ owner: Int64
    ) throws {
        guard let destination = object.layout.relationships[state.slot]?.destination,
            let name = store.schema.mapping(of: destination)?.table
        else { return }
        let (table, column) = (Connection.quote(name), Connection.quote(column))
        let removal = try connection.cachedStatement(
            "UPDATE \(table) SET \(column) = NULL WHERE Z_PK = ? AND \(column) = ?")
        for member in state.removed {
            guard let key = member.storeKey else { continue }
            removal.bind(key, at: 1)
            removal.bind(owner, at: 2)
            try removal.run()
        }
        let addition = try connection.cachedStatement("UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?")
        for member in state.added where !member.flags.contains(.deleted) {
            addition.bind(owner, at: 1)
            addition.bind(try key(of: member), at: 2)
            try addition.run()
        }
    }

    private func key(of member: NSManagedObject) throws -> Int64 {
        if let key = member.storeKey, member.storeReference === store.owner || member.storeReference == nil {
            return key
        }
        throw CocoaError.coreData(
            .managedObjectExternalRelationship,
            "A relationship holds a \(member.layout.name) that is not in the store: insert it, or take it out")
    }
}

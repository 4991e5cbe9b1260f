import SQLite

extension SQLiteStore {
    func fetchRows(_ query: RowQuery, into receiver: RowReceiver) throws {
        let plan = rowPlan(query.layout, includesSubentities: query.includesSubentities)
        let count = { receiver.objects.count }
        try readLeading(query, selection: plan.selection, allowsRange: true, count: count) { sql, connection in
            var wanted = sql.wantedKeys.map { $0[...] }
            let statement = try connection.cachedStatement(sql.text)
            defer { statement.reset() }
            statement.bind(sql.bindings)
            var packer = RowPacker()
            while try statement.step() {
                if let key = wanted?.first {
                    guard statement.int64(0) >= key else { continue }
                    wanted = wanted?.drop { $0 < statement.int64(0) }
                    guard wanted?.first == statement.int64(0) else { continue }
                }
                plan.hand(statement, to: receiver, &packer)
            }
        }
    }

    func streamRows(_ query: RowQuery, into receiver: RowReceiver, _ body: () throws -> Void) throws {
        // Sorting keys takes far less memory than sorting rows; and a connection that writes cannot be held by a
        // reader whose block may save. One that is pinned is not the stream's alone.
        guard query.sort.isEmpty, pool.readsBesideWriter, query.scope.generation == nil else {
            return try streamRowsByKeys(query, into: receiver, body)
        }
        let partSize = 256
        let plan = rowPlan(query.layout, includesSubentities: query.includesSubentities)
        let sql = try SelectStatement(query: query, store: self, selection: plan.selection)
        try translatingErrors {
            try pool.readAside { connection in
                let statement = try connection.cachedStatement(sql.text)
                defer { statement.reset() }
                statement.bind(sql.bindings)
                var packer = RowPacker()
                while try statement.step() {
                    plan.hand(statement, to: receiver, &packer)
                    if receiver.objects.count == partSize { try body() }
                }
            }
        }
        if !receiver.objects.isEmpty { try body() }
    }

    func fetchKeys(_ query: RowQuery) throws -> [(key: Int64, layout: EntityLayout)] {
        var found = try readLeading(query, selection: keySelection(query)) { try keys(of: query.layout, $0, $1) }
        // SQLite scans an index where that is smaller than the table. Who reads the rows next walks the table.
        if query.sort.isEmpty { found.sort { $0.key < $1.key } }
        return found
    }

    /// The keys of a query's rows, read on a connection.
    func fetchKeys(_ query: RowQuery, _ connection: Connection) throws -> [(key: Int64, layout: EntityLayout)] {
        let sql = try SelectStatement(query: query, store: self, selection: keySelection(query))
        return try keys(of: query.layout, sql, connection)
    }

    private func keySelection(_ query: RowQuery) -> String {
        query.includesSubentities && query.layout.kindOfIndexes.count > 1 ? "t0.Z_PK, t0.Z_ENT" : "t0.Z_PK"
    }

    private func keys(
        of queried: EntityLayout, _ sql: SelectStatement, _ connection: Connection
    ) throws -> [(key: Int64, layout: EntityLayout)] {
        let statement = try connection.cachedStatement(sql.text)
        defer { statement.reset() }
        statement.bind(sql.bindings)
        let isShared = statement.columnCount > 1
        var keys: [(key: Int64, layout: EntityLayout)] = []
        while try statement.step() {
            if !isShared {
                keys.append((statement.int64(0), queried))
            } else if let layout = layout(ofEntityNumber: Int(statement.int64(1))) {
                keys.append((statement.int64(0), layout))
            }
        }
        return keys
    }

    func count(_ query: RowQuery) throws -> Int {
        let sql = try SelectStatement(
            query: query, store: self, selection: query.limit > 0 || query.offset > 0 ? "t0.Z_PK" : "COUNT(*)",
            isSorted: false)
        let text =
            query.limit > 0 || query.offset > 0 ? "SELECT COUNT(*) FROM (\(sql.text))" : sql.text
        return try read(in: query.scope) { connection in
            let statement = try connection.cachedStatement(text)
            defer { statement.reset() }
            statement.bind(sql.bindings)
            return try statement.step() ? Int(statement.int64(0)) : 0
        }
    }

    func fetchMembers(
        of relationship: RelationshipLayout, owners: [Int64], into receiver: RowReceiver,
        _ body: (Int64, NSManagedObject) -> Void
    ) throws {
        guard let owner = relationship.description.entity.flatMap({ modelLayout.layout(for: $0) }),
            let members = schema.mapping(of: owner)?.members[relationship.slot]
        else { return }
        let plan = rowPlan(relationship.destination, includesSubentities: true)
        let sql = memberSelection(members, relationship.destination, plan.selection)
        try read(in: receiver.context.readScope) { connection in
            let statement = try connection.cachedStatement(sql)
            defer { statement.reset() }
            statement.bind(KeyList.json(owners), at: 1)
            let ownerColumn = Int32(statement.columnCount - 1)
            var packer = RowPacker()
            while try statement.step() {
                let key = statement.int64(0)
                guard let entity = plan.entity(statement) else { continue }
                if let object = receiver.begin(key: key, layout: entity.layout) {
                    receiver.finish(
                        object, plan.pack(statement, entity, key: key, with: &packer, in: &receiver.arena))
                }
                if let member = receiver.objects.last { body(statement.int64(ownerColumn), member) }
            }
        }
    }

    /// Selects members with their owner's key in the last column, in order where there is one.
    private func memberSelection(_ members: MemberMapping, _ destination: EntityLayout, _ selection: String) -> String {
        let table = schema.mapping(of: destination)?.table ?? ""
        let owners = "IN (SELECT value FROM json_each(?))"
        switch members {
        case .foreignKey(let column, let order):
            let sorted = order.map { " ORDER BY t0.\(Connection.quote($0))" } ?? ""
            return "SELECT \(selection), t0.\(Connection.quote(column)) FROM \(Connection.quote(table)) t0 "
                + "WHERE t0.\(Connection.quote(column)) \(owners)\(sorted)"
        case .detachedForeignKey(let column):
            return "SELECT \(selection), t0.\(Connection.quote(column)) FROM \(Connection.quote(table)) t0 "
                + "WHERE t0.\(Connection.quote(column)) \(owners)"
        case .join(let join, let owner, let member, let order):
            let sorted = order.map { " ORDER BY j.\(Connection.quote($0))" } ?? ""
            return "SELECT \(selection), j.\(Connection.quote(owner)) FROM \(Connection.quote(join)) j "
                + "JOIN \(Connection.quote(table)) t0 ON t0.Z_PK = j.\(Connection.quote(member)) "
                + "WHERE j.\(Connection.quote(owner)) \(owners)\(sorted)"
        }
    }

    /// The plan for an entity, made once.
    func rowPlan(_ layout: EntityLayout, includesSubentities: Bool) -> RowPlan {
        plans.plan(index: layout.index * 2 + (includesSubentities ? 1 : 0)) {
            RowPlan(layout: layout, includesSubentities: includesSubentities, schema: schema, model: modelLayout)
        }
    }
}

/// The row plans of a store, by entity.
final class RowPlans: @unchecked Sendable {
    // Sendable: `plans` is guarded by `lock`. Every reader comes by here: the thread sanitizer, which does not know a
    // `Mutex`, is to understand it.

    private let lock = NSLock()
    private var plans: [Int: RowPlan] = [:]

    func plan(index: Int, make: () -> RowPlan) -> RowPlan {
        lock.withLock {
            if let known = plans[index] { return known }
            let made = make()
            plans[index] = made
            return made
        }
    }
}

/// Many keys as one bound value, so that a statement's text does not depend on how many there are.
enum KeyList {
    static func json(_ keys: [Int64]) -> String {
        var text = "["
        text.reserveCapacity(keys.count * 8 + 2)
        for (index, key) in keys.enumerated() {
            if index > 0 { text += "," }
            text += String(key)
        }
        return text + "]"
    }
}

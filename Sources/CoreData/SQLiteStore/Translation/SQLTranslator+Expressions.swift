import SQLite

extension SQLTranslator {
    /// A term's SQL; a constant takes the form of the other side.
    mutating func sql(_ term: SQLTerm, like other: SQLTerm) throws -> String {
        if case .constant(let value) = term.type { return try bound(value, like: other) }
        return term.sql
    }

    /// An expression as a term.
    mutating func expression(_ node: ExpressionNode) throws -> SQLTerm {
        switch node {
        case .constant(let value): return SQLTerm(sql: "", type: .constant(AnyValue.unwrapped(value)))
        case .evaluatedObject: return SQLTerm(sql: "\(root.alias).Z_PK", type: .object(root.layout), name: "SELF")
        case .variable(let name):
            if let term = selectedTerms[name] { return term }
            let scope = try scope(ofVariable: name)
            return SQLTerm(sql: "\(scope.alias).Z_PK", type: .object(scope.layout), name: "$\(name)")
        case .keyPath(let operand, let path):
            if case .subquery(let collection, let variable, let predicate) = operand {
                return try subquery(collection, variable, predicate, path)
            }
            if case .constant(let object) = operand {
                // What a variable stood for, as in `$FETCH_SOURCE.name`.
                do {
                    return SQLTerm(sql: "", type: .constant(try KeyValueCoding.value(of: object, keys: path[...])))
                } catch {
                    throw Self.failure("'\(path.joined(separator: "."))': \(error.reason)")
                }
            }
            return try keyPath(path[...], from: scope(of: operand))
        case .aggregate(let nodes): return SQLTerm(sql: "", type: .list(try nodes.map { try expression($0) }))
        case .function(let name, let arguments): return try function(name, arguments)
        case .conditional(let predicate, let yes, let no):
            let test = try condition(predicate)
            let (a, b) = (try expression(yes), try expression(no))
            let (first, second) = (try sql(a, like: b), try sql(b, like: a))
            return SQLTerm(sql: "CASE WHEN \(test) THEN \(first) ELSE \(second) END", type: Self.common(a, b))
        case .cast(let operand, let type): return try cast(operand, to: type)
        case .index(let operand, .size): return try keyPath(["@count"], of: operand)
        case .call, .index, .subquery, .union, .intersect, .minus, .assignment, .fetch:
            throw Self.failure("'\(node.formatText)'")
        }
    }

    private static func common(_ a: SQLTerm, _ b: SQLTerm) -> SQLTerm.TermType {
        if case .constant = a.type {
            if case .constant = b.type { return .value(.string) }
            return b.type
        }
        return a.type
    }

    private func scope(ofVariable name: String) throws -> Scope {
        if let scope = variables[name] { return scope }
        throw CocoaError.coreData(
            .coreData, "The variable $\(name) has no value: substitute it before the predicate is used")
    }

    private func scope(of operand: ExpressionNode) throws -> Scope {
        switch operand {
        case .evaluatedObject: root
        case .variable(let name): try scope(ofVariable: name)
        default: throw Self.failure("'\(operand.formatText)' as the start of a key path")
        }
    }

    private mutating func keyPath(_ path: [String], of operand: ExpressionNode) throws -> SQLTerm {
        guard case .keyPath(let start, let keys) = operand else { throw Self.failure("'\(operand.formatText)'") }
        return try keyPath((keys + path)[...], from: scope(of: start))
    }

    // MARK: - Key paths

    /// A key path that crosses to-one relationships and ends in an attribute, a to-one, or a collection operator.
    mutating func keyPath(_ path: ArraySlice<String>, from start: Scope) throws -> SQLTerm {
        var scope = start
        var rest = path
        let full = path.count == 1 ? path[path.startIndex] : path.joined(separator: ".")
        while let key = rest.popFirst() {
            let isLast = rest.isEmpty
            if key == "objectID" || (key.utf8.count == 4 && key.lowercased() == "self") {
                if isLast { return SQLTerm(sql: "\(scope.alias).Z_PK", type: .object(scope.layout), name: full) }
                continue
            }
            guard let slot = store.slot(forKey: key, in: scope.layout) else {
                throw CocoaError.unknownKey(key, entity: scope.layout.entity)
            }
            let (layout, index) = slot
            guard let mapping = store.schema.mapping(of: layout) else { throw Self.failure("'\(full)'") }
            if let relationship = layout.relationships[index] {
                if relationship.isToMany {
                    if let next = rest.first, next.hasPrefix("@") {
                        return try aggregate(next, rest.dropFirst(), scope, relationship, full)
                    }
                    throw CocoaError.coreData(
                        .coreData,
                        "'\(full)' crosses the to-many relationship '\(key)': to-many key not allowed here; use ANY, ALL, "
                            + "SUBQUERY or @count")
                }
                guard let column = mapping.columns[index] else { throw Self.failure("'\(full)' is transient") }
                if isLast {
                    return SQLTerm(
                        sql: "\(scope.alias).\(Connection.quote(column.name))",
                        type: .object(relationship.destination), name: full)
                }
                scope = try join(scope, relationship, column)
                continue
            }
            guard isLast else {
                if rest.first == "length", rest.count == 1 {
                    // SQLite's own length counts characters, and stops at a zero one.
                    let text = try keyPath([key], from: scope)
                    guard case .value(.string) = text.type else { throw Self.failure("'\(full)'") }
                    let function = bind(.text("length:"))
                    return SQLTerm(
                        sql: "\(StoreFunctions.call)(\(function), \(text.sql))", type: .value(.integer64), name: full)
                }
                throw Self.failure("'\(full)': '\(key)' is an attribute and has no '\(rest.first ?? "")'")
            }
            guard let column = mapping.columns[index] else {
                throw Self.failure("'\(full)' is transient")
            }
            return SQLTerm(
                sql: "\(scope.alias).\(Connection.quote(column.name))", type: .value(column.kind), name: full)
        }
        throw Self.failure("An empty key path")
    }

    /// `members.@count`, `members.@sum.attribute` …
    private mutating func aggregate(
        _ operation: String, _ path: ArraySlice<String>, _ scope: Scope, _ relationship: RelationshipLayout,
        _ full: String
    ) throws -> SQLTerm {
        let members = try memberSource(scope, relationship)
        if operation == "@count" {
            return SQLTerm(
                sql: "(SELECT COUNT(*) FROM \(members.from) WHERE \(members.link))", type: .value(.integer64),
                name: full)
        }
        let (term, joins) = try collectingJoins { try $0.keyPath(path, from: members.scope) }
        guard case .value(let kind) = term.type else { throw Self.failure("'\(full)'") }
        if operation != "@min", operation != "@max", !kind.isNumber {
            throw Self.failure("'\(full)' needs numbers, not \(kind.title)")
        }
        let (call, result): (String, SlotKind)
        switch operation {
        // The sum of nothing is 0; the others of nothing are nil.
        case "@sum": (call, result) = ("COALESCE(SUM(\(term.sql)), 0)", kind)
        case "@avg", "@average": (call, result) = ("AVG(\(term.sql))", .double)
        case "@min": (call, result) = ("MIN(\(term.sql))", kind)
        case "@max": (call, result) = ("MAX(\(term.sql))", kind)
        default: throw Self.failure("The collection operator '\(operation)'")
        }
        return SQLTerm(
            sql: "(SELECT \(call) FROM \(members.from)\(joins) WHERE \(members.link))", type: .value(result), name: full
        )
    }

    // MARK: - To-many relationships

    /// Where a to-many relationship's members come from in a subquery.
    struct MemberSource {
        let scope: Scope
        let from: String
        let link: String
    }

    mutating func memberSource(_ scope: Scope, _ relationship: RelationshipLayout) throws -> MemberSource {
        guard let owner = relationship.description.entity.flatMap({ store.modelLayout.layout(for: $0) }),
            let members = store.schema.mapping(of: owner)?.members[relationship.slot],
            let table = store.schema.mapping(of: relationship.destination)?.table
        else { throw Self.failure("'\(relationship.description.name)'") }
        let alias = makeAlias()
        let target = Scope(alias: alias, layout: relationship.destination)
        let quoted = Connection.quote(table)
        switch members {
        case .foreignKey(let column, _), .detachedForeignKey(let column):
            return MemberSource(
                scope: target, from: "\(quoted) \(alias)",
                link: "\(alias).\(Connection.quote(column)) = \(scope.alias).Z_PK")
        case .join(let join, let ownerColumn, let memberColumn, _):
            let through = makeAlias()
            return MemberSource(
                scope: target,
                from: "\(Connection.quote(join)) \(through) JOIN \(quoted) \(alias) "
                    + "ON \(alias).Z_PK = \(through).\(Connection.quote(memberColumn))",
                link: "\(through).\(Connection.quote(ownerColumn)) = \(scope.alias).Z_PK")
        }
    }

    /// A key path's first to-many relationship: where it starts, and what follows it.
    mutating func splitAtToMany(
        _ path: [String], from start: Scope
    ) throws -> (scope: Scope, relationship: RelationshipLayout, rest: ArraySlice<String>)? {
        var scope = start
        for (position, key) in path.enumerated() {
            guard let (layout, slot) = store.slot(forKey: key, in: scope.layout) else {
                if key.hasPrefix("@") || key.lowercased() == "self" { return nil }
                throw CocoaError.unknownKey(key, entity: scope.layout.entity)
            }
            guard let relationship = layout.relationships[slot] else { return nil }
            if relationship.isToMany { return (scope, relationship, path[(position + 1)...]) }
            guard let column = store.schema.mapping(of: layout)?.columns[slot], position + 1 < path.count else {
                return nil
            }
            scope = try join(scope, relationship, column)
        }
        return nil
    }

    /// An expression that is a whole to-many relationship.
    mutating func toMany(_ node: ExpressionNode) throws -> (scope: Scope, relationship: RelationshipLayout)? {
        guard case .keyPath(let operand, let path) = node else { return nil }
        if case .subquery = operand { return nil }
        guard let split = try splitAtToMany(path, from: scope(of: operand)), split.rest.isEmpty else { return nil }
        return (split.scope, split.relationship)
    }

    /// `object IN members`
    mutating func membership(
        _ object: ExpressionNode, _ collection: (scope: Scope, relationship: RelationshipLayout)
    ) throws -> String {
        let members = try memberSource(collection.scope, collection.relationship)
        let member = SQLTerm(
            sql: "\(members.scope.alias).Z_PK", type: .object(members.scope.layout),
            name: collection.relationship.description.name)
        let key = try sql(try expression(object), like: member)
        return "EXISTS (SELECT 1 FROM \(members.from) WHERE \(members.link) AND \(member.sql) = \(key))"
    }

    /// `ANY members.attribute …`, `ALL …`, `NONE …`
    mutating func quantified(_ comparison: ComparisonNode) throws -> String {
        guard case .keyPath(let operand, let path) = comparison.left,
            let split = try splitAtToMany(path, from: scope(of: operand))
        else {
            throw Self.failure("'\(comparison.left.formatText)' is no to-many relationship: ANY, ALL and NONE need one")
        }
        let members = try memberSource(split.scope, split.relationship)
        let (condition, joins) = try collectingJoins { translator in
            let left: SQLTerm
            if split.rest.isEmpty {
                left = SQLTerm(
                    sql: "\(members.scope.alias).Z_PK", type: .object(members.scope.layout),
                    name: path.joined(separator: "."))
            } else {
                left = try translator.keyPath(split.rest, from: members.scope)
            }
            return try translator.condition(left, comparison.operation, comparison.options, comparison.right)
        }
        let select = "SELECT 1 FROM \(members.from)\(joins) WHERE \(members.link)"
        switch comparison.modifier {
        case .any, .direct: return "EXISTS (\(select) AND (\(condition)))"
        case .none: return "NOT EXISTS (\(select) AND (\(condition)))"
        // A member for which the comparison is unknown (NULL) does not fulfil it.
        case .all: return "NOT EXISTS (\(select) AND NOT COALESCE((\(condition)), 0))"
        }
    }

    /// `SUBQUERY(collection, $x, predicate).@count`
    private mutating func subquery(
        _ collection: ExpressionNode, _ variable: String, _ predicate: PredicateNode, _ path: [String]
    ) throws -> SQLTerm {
        guard let (scope, relationship) = try toMany(collection) else {
            throw Self.failure("A SUBQUERY over something that is no to-many relationship")
        }
        guard path.first == "@count", path.count == 1 else {
            throw Self.failure("'\(path.joined(separator: "."))' of a SUBQUERY; only @count")
        }
        let members = try memberSource(scope, relationship)
        let shadowed = variables[variable]
        variables[variable] = members.scope
        defer { variables[variable] = shadowed }
        let (condition, joins) = try collectingJoins { try $0.condition(predicate) }
        return SQLTerm(
            sql: "(SELECT COUNT(*) FROM \(members.from)\(joins) WHERE \(members.link) AND (\(condition)))",
            type: .value(.integer64), name: "SUBQUERY")
    }

    // MARK: - Functions

    private static let operators = [
        "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "bitwiseAnd:with:": "&", "bitwiseOr:with:": "|",
        "leftshift:by:": "<<", "rightshift:by:": ">>",
    ]

    /// Functions of one or two numbers or texts that the expression library computes for SQL.
    private static let called: [String: SlotKind] = [
        "divide:by:": .double, "modulus:by:": .integer64, "raise:toPower:": .double, "sqrt:": .double, "log:": .double,
        "ln:": .double, "exp:": .double, "floor:": .double, "ceiling:": .double, "abs:": .double, "trunc:": .double,
        "bitwiseXor:with:": .integer64, "onesComplement:": .integer64, "uppercase:": .string, "lowercase:": .string,
        "canonical:": .string, "length:": .integer64,
    ]

    private mutating func function(_ name: String, _ arguments: [ExpressionNode]) throws -> SQLTerm {
        if name == "now" || name == "now:" {
            return SQLTerm(sql: "", type: .constant(Date()))
        }
        if name == "noindex:", let only = arguments.first {
            let term = try expression(only)
            // The sign keeps SQLite from using an index.
            if case .constant = term.type { return term }
            return SQLTerm(sql: "+\(term.sql)", type: term.type, name: term.name)
        }
        if let aggregate = Self.aggregates[name], arguments.count == 1,
            case .keyPath(let operand, let path) = arguments[0],
            let split = try splitAtToMany(path, from: scope(of: operand))
        {
            return try self.aggregate(
                aggregate, split.rest, split.scope, split.relationship, path.joined(separator: "."))
        }
        if selectsGroups, let term = try groupFunction(name, arguments) { return term }
        let number = SQLTerm(sql: "", type: .constant(nil))
        let terms = try arguments.map { try expression($0) }
        for term in terms {
            switch term.type {
            case .value(let kind) where kind.isNumber || kind == .string || kind == .date: continue
            case .constant: continue
            default: throw Self.failure("'\(name)' of '\(term.name ?? "this")'")
            }
        }
        if let symbol = Self.operators[name], terms.count == 2 {
            try checkArithmetic(terms, name)
            let (a, b) = (try sql(terms[0], like: number), try sql(terms[1], like: number))
            let text = name == "from:subtract:" ? "(\(a) - \(b))" : "(\(a) \(symbol) \(b))"
            return SQLTerm(sql: text, type: Self.numeric(terms), name: name)
        }
        if let kind = Self.called[name] {
            let list = try terms.map { try sql($0, like: number) }
            let bound = bind(.text(name))
            return SQLTerm(
                sql: "\(StoreFunctions.call)(\(([bound] + list).joined(separator: ", ")))", type: .value(kind),
                name: name)
        }
        throw Self.failure("The function '\(name)'")
    }

    private static let aggregates = [
        "count:": "@count", "sum:": "@sum", "average:": "@avg", "min:": "@min", "max:": "@max",
    ]

    /// - Throws: an error for what arithmetic in memory refuses too, where SQLite would convert.
    private func checkArithmetic(_ terms: [SQLTerm], _ name: String) throws {
        var dates = 0
        for term in terms {
            switch term.type {
            case .value(.string): throw Self.failure("'\(name)' of '\(term.name ?? "a text")', which is String")
            case .constant(let value) where value is String: throw Self.failure("'\(name)' of a text")
            case .value(.date): dates += 1
            case .constant(let value) where value is Date: dates += 1
            default: continue
            }
        }
        if dates == 0 || (dates == 1 && name == "add:to:") || name == "from:subtract:" { return }
        throw Self.failure("'\(name)' of a date")
    }

    private static func numeric(_ terms: [SQLTerm]) -> SQLTerm.TermType {
        // A date moved by seconds is a date; the distance of two is a number.
        let dates = terms.filter { term in
            if case .value(.date) = term.type { return true }
            if case .constant(let value) = term.type { return value is Date }
            return false
        }
        return .value(dates.count == 1 ? .date : .double)
    }

    private mutating func cast(_ operand: ExpressionNode, to type: String) throws -> SQLTerm {
        let term = try expression(operand)
        switch (term.type, type) {
        case (.constant(let value as NSNumber), "NSDate"):
            return SQLTerm(sql: "", type: .constant(Date(timeIntervalSinceReferenceDate: value.doubleValue)))
        case (.constant(let value as Double), "NSDate"):
            return SQLTerm(sql: "", type: .constant(Date(timeIntervalSinceReferenceDate: value)))
        case (.constant(let value as any BinaryInteger), "NSDate"):
            return SQLTerm(sql: "", type: .constant(Date(timeIntervalSinceReferenceDate: Double(value))))
        case (.constant(let value as String), "NSNumber"):
            return SQLTerm(sql: "", type: .constant(Double(value).map { NSNumber(value: $0) }))
        case (.constant, _): return term
        case (.value(let kind), "NSDate") where kind.isNumber || kind == .date:
            return SQLTerm(sql: term.sql, type: .value(.date), name: term.name)
        case (.value(let kind), "NSNumber") where kind.isNumber || kind == .date:
            return SQLTerm(sql: term.sql, type: .value(.double), name: term.name)
        case (.value(.string), "NSString"): return term
        case (.value(let kind), "NSString") where kind.isInteger:
            return SQLTerm(sql: "CAST(\(term.sql) AS TEXT)", type: .value(.string), name: term.name)
        default: throw Self.failure("CAST to '\(type)'")
        }
    }
}

extension SQLiteStore {
    /// A property by name in an entity, or in one of its subentities: their columns are in the same table.
    func slot(forKey key: String, in layout: EntityLayout) -> (layout: EntityLayout, slot: Int)? {
        if let slot = layout.properties.slot(forKey: key) { return (layout, slot) }
        for other in modelLayout.layouts where layout.kindOfIndexes.contains(other.index) {
            if let slot = other.properties.slot(forKey: key) { return (other, slot) }
        }
        return nil
    }
}

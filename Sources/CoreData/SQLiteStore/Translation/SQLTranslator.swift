import SQLite

/// Turns predicates and sort keys into SQL over one root entity. Every value is bound.
///
/// What cannot be translated is an error before anything is read, never a filter in memory behind a LIMIT.
struct SQLTranslator {
    /// A table that expressions can name: the root, one reached through to-one relationships, or a subquery's.
    struct Scope {
        let alias: String
        let layout: EntityLayout
    }

    let store: SQLiteStore
    private(set) var bindings: [SQLValue] = []
    /// " LEFT OUTER JOIN …" for the relationships that key paths of the root cross.
    var joins: String { joinLists[0].text }

    let root: Scope
    /// What `$x` of a SUBQUERY stands for.
    var variables: [String: Scope] = [:]
    /// What `$x` of a condition on groups stands for: a selected expression of that name.
    var selectedTerms: [String: SQLTerm] = [:]
    /// Whether `count:`, `sum:` and their like stand for whole groups of rows.
    var selectsGroups = false
    /// Joins of the root query and of each subquery that is being translated.
    private var joinLists = [JoinList()]
    private var aliasCount = 0

    private struct JoinList {
        var text = ""
        /// By the alias and column that a join starts from.
        var aliases: [String: String] = [:]
    }

    init(store: SQLiteStore, root layout: EntityLayout) {
        self.store = store
        root = Scope(alias: "t0", layout: layout)
    }

    /// Binds a value and returns its placeholder. Placeholders are numbered by their order in the text.
    mutating func bind(_ value: SQLValue) -> String {
        bindings.append(value)
        return "?\(bindings.count)"
    }

    /// Takes back what was bound last.
    mutating func removeLastBinding() -> SQLValue { bindings.removeLast() }

    mutating func makeAlias() -> String {
        aliasCount += 1
        return "t\(aliasCount)"
    }

    /// Runs a block whose joins belong to a subquery, and returns them.
    mutating func collectingJoins<T>(_ body: (inout SQLTranslator) throws -> T) rethrows -> (T, joins: String) {
        joinLists.append(JoinList())
        let result = try body(&self)
        return (result, joinLists.removeLast().text)
    }

    /// The scope at the other end of a to-one relationship.
    mutating func join(_ scope: Scope, _ relationship: RelationshipLayout, _ column: ColumnMapping) throws -> Scope {
        let start = "\(scope.alias).\(Connection.quote(column.name))"
        for list in joinLists {
            if let alias = list.aliases[start] { return Scope(alias: alias, layout: relationship.destination) }
        }
        guard let table = store.schema.mapping(of: relationship.destination)?.table else {
            throw Self.failure(
                "\(relationship.description.qualifiedName) leads to an entity that this store does not hold")
        }
        let alias = makeAlias()
        let last = joinLists.count - 1
        joinLists[last].text += " LEFT OUTER JOIN \(Connection.quote(table)) \(alias) ON \(start) = \(alias).Z_PK"
        joinLists[last].aliases[start] = alias
        return Scope(alias: alias, layout: relationship.destination)
    }

    static func failure(_ message: String) -> CocoaError {
        .coreData(.coreData, message + ": the store cannot answer this; change the predicate or filter in memory")
    }
}

extension SQLTranslator {
    /// A sort key with its collation and direction.
    mutating func sortKey(_ key: SortKey) throws -> String {
        let term = try keyPath(key.path[...], from: root)
        guard case .value(let kind) = term.type else {
            throw Self.failure("Sorting by '\(key.path.joined(separator: "."))', which is no attribute")
        }
        if kind == .transformable {
            throw Self.failure("Sorting by '\(key.path.joined(separator: "."))', which is Transformable")
        }
        let collation =
            key.comparison == .standard ? "" : " COLLATE \(StoreFunctions.name(of: key.comparison))"
        return "\(term.sql)\(collation) \(key.ascending ? "ASC" : "DESC")"
    }
}

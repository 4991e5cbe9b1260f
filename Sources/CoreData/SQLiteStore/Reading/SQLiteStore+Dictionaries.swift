import SQLite

extension SQLiteStore {
    func fetchDictionaries(_ query: RowQuery, _ selection: DictionarySelection) throws -> [[String: Any]] {
        let statement = try DictionaryStatement(query, selection, self)
        var dictionaries: [[String: Any]] = []
        return try read(in: query.scope) { connection in
            let rows = try connection.cachedStatement(statement.text)
            defer { rows.reset() }
            rows.bind(statement.bindings)
            while try rows.step() {
                var dictionary: [String: Any] = [:]
                for (index, column) in statement.columns.enumerated() {
                    // A missing value is a missing key.
                    if let value = try value(rows, Int32(index), column) { dictionary[column.key] = value }
                }
                dictionaries.append(dictionary)
            }
            return dictionaries
        }
    }

    /// A column's value, as dictionaries have it.
    func value(_ row: Statement, _ index: Int32, _ column: DictionaryColumn) throws -> Any? {
        if row.isNull(index) { return nil }
        switch column.type {
        case .object(let queried):
            let own = column.entityIndex.flatMap { layout(ofEntityNumber: Int(row.int64($0))) }
            return NSManagedObjectID(entity: (own ?? queried).entity, store: owner, primaryKey: row.int64(index))
        case .value(let kind):
            switch kind {
            case .integer16, .integer32, .integer64: return NSNumber(value: row.int64(index))
            case .boolean: return NSNumber(value: row.int64(index) != 0)
            case .double, .float: return NSNumber(value: row.double(index))
            case .decimal: return NSDecimalNumber(stored: row.double(index))
            case .date: return Date(timeIntervalSinceReferenceDate: row.double(index))
            case .string: return row.string(index)
            case .uri: return URL(string: row.string(index))
            case .uuid: return UUID(bytes: row.blob(index))
            case .binary: return Data(row.blob(index))
            case .externalBinary: return try ExternalData.data(of: row.blob(index), store: self)
            case .transformable: return try column.coding?.decode(Data(row.blob(index)))
            case .objectID, .toOne, .toMany, .undefined: return nil
            }
        case .constant, .list:
            switch row.type(index) {
            case .integer: return NSNumber(value: row.int64(index))
            case .real: return NSNumber(value: row.double(index))
            default: return row.string(index)
            }
        }
    }
}

/// A column that is read without an object.
struct DictionaryColumn {
    let key: String
    let type: SQLTerm.TermType
    let coding: TransformableCoding?
    /// Where the number of an object's own entity is; nil when there is one entity only that it can have.
    var entityIndex: Int32?
}

/// The SQL of a fetch of dictionaries.
private struct DictionaryStatement {
    private(set) var text = ""
    private(set) var bindings: [SQLValue] = []
    private(set) var columns: [DictionaryColumn] = []

    init(_ query: RowQuery, _ selection: DictionarySelection, _ store: SQLiteStore) throws {
        var translator = SQLTranslator(store: store, root: query.layout)
        translator.selectsGroups = true
        var terms: [String] = []
        for column in selection.columns {
            let term = try translator.selected(column.expression)
            terms.append(term.sql)
            translator.selectedTerms[column.key] = term
            columns.append(
                DictionaryColumn(
                    key: column.key, type: Self.type(term.type, column.resultType),
                    coding: query.layout.coding(forKey: column.key)))
        }
        for index in columns.indices {
            guard case .object(let layout) = columns[index].type, layout.kindOfIndexes.count > 1,
                let table = store.schema.mapping(of: layout)?.table
            else { continue }
            columns[index].entityIndex = Int32(terms.count)
            terms.append("(SELECT Z_ENT FROM \(Connection.quote(table)) WHERE Z_PK = \(terms[index]))")
        }
        let groups = try selection.groupBy.map { group in
            // A selected expression is grouped by as it was selected.
            let selected = group.path == nil ? translator.selectedTerms[group.key] : nil
            return try selected?.sql ?? translator.expression(group.expression).sql
        }
        let having = try selection.having.map { try translator.condition($0) }
        translator.selectsGroups = false
        let base = try SelectStatement(
            query: query, store: store, translator: &translator, selection: terms.joined(separator: ", "),
            isDistinct: selection.isDistinct, groupBy: groups, having: having)
        text = base.text
        bindings = base.bindings
    }

    private static func type(_ type: SQLTerm.TermType, _ wanted: NSAttributeType?) -> SQLTerm.TermType {
        guard let wanted, wanted != .undefinedAttributeType else { return type }
        let attribute = NSAttributeDescription()
        attribute.attributeType = wanted
        return .value(SlotKind(attribute))
    }
}

extension SQLTranslator {
    /// An expression of a SELECT list; aggregate functions stand for whole groups here.
    fileprivate mutating func selected(_ node: ExpressionNode) throws -> SQLTerm {
        if case .keyPath(_, let path) = node, path == ["@count"] {
            return SQLTerm(sql: "COUNT(*)", type: .value(.integer64))
        }
        let term = try expression(node)
        if case .constant(let value) = term.type {
            return SQLTerm(sql: bind(try Self.plain(value)), type: term.type, name: term.name)
        }
        return term
    }

    /// An aggregate over the rows of a group; nil for another function, and for an aggregate over a relationship.
    mutating func groupFunction(_ name: String, _ arguments: [ExpressionNode]) throws -> SQLTerm? {
        guard let call = Self.groupFunctions[name], arguments.count == 1 else { return nil }
        if case .keyPath(.evaluatedObject, let path) = arguments[0], try splitAtToMany(path, from: root) != nil {
            return nil
        }
        let term = try expression(arguments[0])
        guard name != "count:" else { return SQLTerm(sql: "COUNT(\(term.sql))", type: .value(.integer64)) }
        return SQLTerm(
            sql: "\(call)(\(term.sql))", type: name == "average:" ? .value(.double) : term.type, name: term.name)
    }

    private static let groupFunctions = [
        "count:": "COUNT", "sum:": "SUM", "average:": "AVG", "min:": "MIN", "max:": "MAX",
    ]
}

import SQLite

extension StoreSchema {
    /// The statements that make the tables of a new store, without secondary indexes.
    func tableStatements(model: ModelLayout) -> [String] {
        var statements: [String] = []
        for table in tables {
            statements.append(Self.statement(for: table))
            for join in joins where join.afterTable == table.name { statements.append(Self.statement(for: join)) }
        }
        return statements
    }

    /// The statements that make the secondary indexes.
    var indexStatements: [String] {
        tables.flatMap(\.indexes) + joins.map(Self.indexStatement(for:))
    }

    /// The tables that Core Data keeps its books in.
    static let bookkeepingStatements = [
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    ]

    static func statement(for table: TableSchema) -> String {
        let columns = table.columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
        return "CREATE TABLE \(table.name) ( \(columns) )"
    }

    static func indexStatement(for join: JoinTable) -> String {
        let name = Connection.quoteWhereNeeded("\(join.name)_\(join.secondColumn)_INDEX")
        return "CREATE INDEX \(name) ON \(join.name) (\(join.secondColumn), \(join.firstColumn))"
    }

    static func statement(for join: JoinTable) -> String {
        let columns = [join.firstColumn, join.secondColumn] + join.orderColumns
        return "CREATE TABLE \(join.name) ( \(columns.map { "\($0) INTEGER" }.joined(separator: ", ")), "
            + "PRIMARY KEY (\(join.firstColumn), \(join.secondColumn)) )"
    }
}

extension Connection {
    /// A name as Apple's framework writes it: without quotes where SQL can do without.
    static func quoteWhereNeeded(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            byte >= 0x80 || byte == UInt8(ascii: "_") || Character(Unicode.Scalar(byte)).isLetter
                || Character(Unicode.Scalar(byte)).isNumber
        }
        return isPlain ? name : quote(name)
    }
}

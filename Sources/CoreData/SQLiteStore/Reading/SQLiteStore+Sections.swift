import SQLite

extension SQLiteStore {
    func fetchKeys(
        _ query: RowQuery, inSectionsBy path: [String], into runs: inout SectionRuns
    ) throws -> [(key: Int64, layout: EntityLayout)]? {
        var translator = SQLTranslator(store: self, root: query.layout)
        // What the store cannot read, a transient attribute for one, the objects can. Of a double the store would write
        // another text than Foundation does.
        guard let term = try? translator.keyPath(path[...], from: translator.root), case .value(let kind) = term.type,
            [.string, .integer16, .integer32, .integer64, .boolean].contains(kind)
        else { return nil }
        let sql = try SelectStatement(
            query: query, store: self, translator: &translator, selection: "t0.Z_PK, t0.Z_ENT, \(term.sql)")
        return try read(in: query.scope) { connection in
            let statement = try connection.cachedStatement(sql.text)
            defer { statement.reset() }
            statement.bind(sql.bindings)
            var keys: [(key: Int64, layout: EntityLayout)] = []
            // Most rows are in the section of the row before: a text is made only where the bytes differ.
            var current: [UInt8] = []
            var count = 0
            while try statement.step() {
                guard let layout = layout(ofEntityNumber: Int(statement.int64(1))) else { continue }
                keys.append((statement.int64(0), layout))
                let bytes = statement.text(2)
                if count > 0, !bytes.elementsEqual(current) {
                    try runs.add(String(decoding: current, as: UTF8.self), count: count)
                    count = 0
                }
                if count == 0 { current = Array(bytes) }
                count += 1
            }
            if count > 0 { try runs.add(String(decoding: current, as: UTF8.self), count: count) }
            return keys
        }
    }
}

import SQLite

/// The statement that inserts rows of an entity, and where each slot's value goes in it.
///
/// The first parameter is the row's key.
struct InsertColumns {
    struct Place {
        let value: Int32
        let entity: Int32?
    }

    let sql: String
    let places: [Place?]

    init(_ mapping: EntityMapping) {
        var names = ["Z_PK", "Z_ENT", "Z_OPT"]
        var values = ["?1", String(mapping.number), "1"]
        var next: Int32 = 2
        var places: [Place?] = []
        func add(_ name: String) -> Int32 {
            names.append(Connection.quote(name))
            values.append("?\(next)")
            next += 1
            return next - 1
        }
        for column in mapping.columns {
            places.append(column.map { Place(value: add($0.name), entity: $0.entityColumn.map(add)) })
        }
        self.places = places
        sql =
            "INSERT INTO \(Connection.quote(mapping.table)) (\(names.joined(separator: ", "))) "
            + "VALUES (\(values.joined(separator: ", ")))"
    }
}

import SQLite

/// Compares the files beside a store with the values that are kept in them.
struct ExternalFileCheck {
    let store: SQLiteStore

    func problems(_ connection: Connection) throws -> [StoreProblem] {
        var problems: [StoreProblem] = []
        var used: Set<String> = []
        for layout in store.modelLayout.layouts {
            guard let mapping = store.schema.mapping(of: layout) else { continue }
            for slot in layout.attributeSlots where layout.kinds[slot] == .externalBinary {
                guard layout.properties.properties[slot].entity === layout.entity, let column = mapping.columns[slot]
                else { continue }
                let name = layout.properties.names[slot]
                let key = Connection.quote(column.name)
                let statement = try connection.prepare(
                    "SELECT Z_PK, Z_ENT, substr(\(key), 1, 38) FROM \(Connection.quote(mapping.table)) "
                        + "WHERE substr(\(key), 1, 1) = X'02'")
                while try statement.step() {
                    let entity = store.layout(ofEntityNumber: Int(statement.int64(1)))?.name ?? layout.name
                    let place = "\(entity)/p\(statement.int64(0))"
                    guard let file = ExternalData.fileName(of: statement.blob(2)) else {
                        problems.append(
                            StoreProblem(
                                kind: .missingExternalFile, place: place,
                                message: "\(name) refers to a file by something that is no UUID"))
                        continue
                    }
                    used.insert(file)
                    if let directory = store.externalDataDirectory,
                        !FileManager.default.fileExists(atPath: directory.appendingPathComponent(file).path)
                    {
                        problems.append(
                            StoreProblem(
                                kind: .missingExternalFile, place: place,
                                message: "\(name) is in the file \(file), which is missing"))
                    }
                }
            }
        }
        let present = store.externalDataDirectory.flatMap {
            try? FileManager.default.contentsOfDirectory(atPath: $0.path)
        }
        for file in (present ?? []).sorted() where UUID(uuidString: file) != nil && !used.contains(file) {
            problems.append(
                StoreProblem(kind: .unusedExternalFile, place: file, message: "No value is kept in this file"))
        }
        return problems
    }
}

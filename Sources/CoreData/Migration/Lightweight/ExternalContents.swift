import SQLite

/// The files of large values, while a store is migrated.
struct ExternalContents {
    static let functionName = "cd_migration_contents"

    private let directory: URL
    private var superfluous: [String] = []

    init(directory: URL) { self.directory = directory }

    /// Notes the files of values that are about to go, and makes the function that brings a value out of its file.
    mutating func prepare(_ connection: Connection, _ pair: SchemaPair) throws {
        for old in pair.oldLayouts {
            for (slot, kind) in old.kinds.enumerated() where kind == .externalBinary {
                let stays = pair.newLayout(of: old).flatMap { new in
                    pair.newSlot(of: slot, in: old).map { new.kinds[$0] == .externalBinary && !new.isTransient[$0] }
                }
                if stays != true { try note(old, slot, connection, pair) }
            }
        }
        let directory = directory
        try connection.createFunction(Self.functionName, argumentCount: 1) { arguments in
            if arguments.isNull(0) { return .null }
            let bytes = arguments.blob(0)
            guard let first = bytes.first else { return .argument(0) }
            if first == 1 { return .blob(Array(bytes.dropFirst())) }
            guard let name = ExternalData.fileName(of: bytes) else { return .argument(0) }
            guard let data = try? Data(contentsOf: directory.appendingPathComponent(name)) else {
                throw CocoaError.migrationFailed("The file \(name) of a large value cannot be read: restore it")
            }
            return .blob(Array(data))
        }
    }

    private mutating func note(_ layout: EntityLayout, _ slot: Int, _ connection: Connection, _ pair: SchemaPair) throws
    {
        guard let mapping = pair.oldSchema.mapping(of: layout), let column = mapping.columns[slot] else { return }
        let name = Connection.quote(column.name)
        let list = try connection.prepare(
            "SELECT \(name) FROM \(Connection.quote(mapping.table)) "
                + "WHERE Z_ENT = \(mapping.number) AND substr(\(name), 1, 1) = x'02'")
        while try list.step() {
            if let file = ExternalData.fileName(of: list.blob(0)) { superfluous.append(file) }
        }
    }

    /// Removes the files that nothing refers to any more.
    func removeSuperfluous() {
        for name in superfluous { try? FileManager.default.removeItem(at: directory.appendingPathComponent(name)) }
    }
}

import SQLite

/// Brings the history that a store keeps to the new numbers of entities and places of properties.
///
/// Changes of objects whose entity is gone are forgotten; tokens stay good.
struct HistoryMigration {
    private static let function = "cd_migration_columns"

    let connection: Connection
    let pair: SchemaPair

    func run() throws {
        guard try connection.tableExists("ACHANGE") else { return }
        let gone = pair.oldLayouts.filter { pair.newLayout(of: $0) == nil }.map(pair.number(ofOld:))
        if !gone.isEmpty {
            let list = gone.map(String.init).joined(separator: ", ")
            try connection.execute("DELETE FROM ACHANGE WHERE ZENTITY IN (\(list))")
        }
        try moveColumns()
        try moveTombstones()
        let moved = pair.oldLayouts.compactMap { old -> String? in
            guard let new = pair.newLayout(of: old), pair.number(ofOld: old) != pair.number(ofNew: new) else {
                return nil
            }
            return "WHEN \(pair.number(ofOld: old)) THEN \(pair.number(ofNew: new))"
        }
        if !moved.isEmpty {
            try connection.execute(
                "UPDATE ACHANGE SET ZENTITY = CASE ZENTITY \(moved.joined(separator: " ")) ELSE ZENTITY END")
        }
    }

    /// The bits that say which properties an update has changed.
    private func moveColumns() throws {
        var places: [Int64: [Int?]] = [:]
        for old in pair.oldLayouts {
            guard let new = pair.newLayout(of: old) else { continue }
            let now = new.historySlots
            let map = old.historySlots.map { slot in pair.newSlot(of: slot, in: old).flatMap { now.firstIndex(of: $0) }
            }
            if map != Array(0..<now.count) { places[Int64(pair.number(ofOld: old))] = map }
        }
        if places.isEmpty { return }
        let widths = Dictionary(
            pair.oldLayouts.map { old in
                (Int64(pair.number(ofOld: old)), pair.newLayout(of: old).map { ($0.historySlots.count + 8) / 8 } ?? 0)
            }
        ) { first, _ in first }
        try connection.createFunction(Self.function, argumentCount: 2) { arguments in
            guard let map = places[arguments.int64(0)] else { return .argument(1) }
            let bytes = arguments.blob(1)
            var moved = [UInt8](repeating: 0, count: widths[arguments.int64(0)] ?? 0)
            for (index, place) in map.enumerated() where (index + 1) / 8 < bytes.count {
                guard let place, bytes[(index + 1) / 8] & (0x80 >> UInt8((index + 1) % 8)) != 0 else { continue }
                moved[(place + 1) / 8] |= 0x80 >> UInt8((place + 1) % 8)
            }
            return .blob(moved)
        }
        let entities = places.keys.sorted().map(String.init).joined(separator: ", ")
        try connection.execute(
            "UPDATE ACHANGE SET ZCOLUMNS = \(Self.function)(ZENTITY, ZCOLUMNS) "
                + "WHERE ZCOLUMNS IS NOT NULL AND ZENTITY IN (\(entities))")
    }

    /// The values that history keeps of deleted objects.
    private func moveTombstones() throws {
        let present = try connection.columnNames(ofTable: "ACHANGE").count { $0.hasPrefix("ZTOMBSTONE") }
        guard present > 0 else { return }
        for old in pair.oldLayouts {
            guard let new = pair.newLayout(of: old) else { continue }
            let (before, now) = (old.tombstoneSlots, new.tombstoneSlots)
            let sources = now.map { slot in pair.oldSlot(of: slot, in: new).flatMap { before.firstIndex(of: $0) } }
            if sources == Array(0..<before.count) { continue }
            for index in present..<max(now.count, present) {
                try connection.execute("ALTER TABLE ACHANGE ADD COLUMN ZTOMBSTONE\(index) BLOB")
            }
            let assignments = (0..<max(now.count, present)).map { index in
                let source = index < sources.count ? sources[index] : nil
                let value = source.flatMap { $0 < present ? "ZTOMBSTONE\($0)" : nil } ?? "NULL"
                return "ZTOMBSTONE\(index) = \(value)"
            }
            try connection.execute(
                "UPDATE ACHANGE SET \(assignments.joined(separator: ", ")) "
                    + "WHERE ZENTITY = \(pair.number(ofOld: old)) AND ZCHANGETYPE = 2")
        }
    }
}

import SQLite

/// One batch insertion, inside its transaction.
struct BatchInsertOperation {
    private let store: SQLiteStore
    private let connection: Connection
    private let files: ExternalFiles
    private let insertion: BatchInsertion
    private let layout: EntityLayout
    private let mapping: EntityMapping
    private let columns: InsertColumns
    private let uniqueKeys: [UniqueKey]
    private let requiredSlots: [Int]
    private let defaults: [(slot: Int, value: ColumnValue)]

    /// The last key before the batch.
    private let mark: Int64
    private var lastKey: Int64
    private(set) var inserted: [Int64] = []
    /// Rows that a uniqueness constraint has found, and that took the new values.
    private(set) var updated: [Int64] = []
    private var known: Set<Int64> = []
    /// The slots that were set in them.
    private(set) var updatedSlots: Set<Int> = []

    init(
        _ store: SQLiteStore, _ connection: Connection, _ files: ExternalFiles, _ insertion: BatchInsertion
    ) throws {
        self.store = store
        self.connection = connection
        self.files = files
        self.insertion = insertion
        let layout = insertion.layout
        self.layout = layout
        guard let mapping = store.schema.mapping(of: layout) else {
            throw CocoaError.coreData(.persistentStoreOperation, "The store does not hold \(layout.name)")
        }
        self.mapping = mapping
        columns = InsertColumns(mapping)
        let upserts = insertion.policy != .errorMergePolicyType
        uniqueKeys = upserts ? store.schema.uniqueKeys(of: layout, in: store.modelLayout) : []
        requiredSlots = (layout.attributeSlots + layout.properties.toOneSlots).filter { slot in
            let property = layout.properties.properties[slot]
            return !property.isOptional && mapping.columns[slot] != nil && !(property is NSDerivedAttributeDescription)
        }
        defaults = try layout.defaults.filter { mapping.columns[$0.slot] != nil }.map { slot, value in
            (slot, try ColumnValue(stored: value, slot: slot, of: layout, store: store, files: nil))
        }
        mark = try SQLiteStore.lastKey(of: layout.entity.rootEntity, connection)
        lastKey = mark
    }

    mutating func run() throws {
        switch insertion.rows {
        case .dictionaries(let dictionaries):
            for dictionary in dictionaries { try write(values(of: dictionary)) }
        case .filled(let stops):
            let dictionary = NSMutableDictionary()
            while !stops(dictionary) {
                var values: [String: Any] = [:]
                for case (let key as String, let value) in dictionary { values[key] = value }
                try write(self.values(of: values))
                dictionary.removeAllObjects()
            }
        case .objects(let object, let stops):
            object.applyDefaults()
            while !stops(object) {
                try write(values(of: object))
                object.state = nil
                object.applyDefaults()
            }
        }
        let count = Int(lastKey - mark)
        if count > 0 { _ = try SQLiteStore.reserve(count, root: layout.entity.rootEntity, connection) }
    }

    // MARK: - Values

    private typealias Values = [(slot: Int, value: ColumnValue)]

    private func values(of dictionary: [String: Any]) throws -> Values {
        try dictionary.map { key, value in
            let slot = try layout.slot(forKey: key)
            guard mapping.columns[slot] != nil, !(layout.properties.properties[slot] is NSDerivedAttributeDescription)
            else {
                throw CocoaError.coreData(
                    .coreData,
                    "\(layout.properties.properties[slot].qualifiedName) has no column that could be set: a batch "
                        + "insertion sets stored attributes and to-one relationships")
            }
            return (slot, try ColumnValue(value, slot: slot, of: layout, store: store, files: files))
        }
    }

    private func values(of object: NSManagedObject) throws -> Values {
        guard let state = object.state else { return [] }
        return try state.changes.compactMap { change in
            guard mapping.columns[change.slot] != nil,
                !(layout.properties.properties[change.slot] is NSDerivedAttributeDescription)
            else { return nil }
            return (
                change.slot,
                try ColumnValue(stored: change.value, slot: change.slot, of: layout, store: store, files: files)
            )
        }
    }

    /// What follows from the row's own values.
    private func derived(from values: Values, isNew: Bool) throws -> Values {
        try layout.derivations.compactMap { slot, derivation in
            let value = try derivation.value(
                { source in
                    guard let given = values.first(where: { $0.slot == source }) else { return nil }
                    return given.value.value.text.map { .text($0) } ?? .null
                }, isNew: isNew)
            guard let value else { return nil }
            return (slot, try ColumnValue(stored: value, slot: slot, of: layout, store: store, files: nil))
        }
    }

    // MARK: - Rows

    private mutating func write(_ values: Values) throws {
        if let key = try existingRow(values) {
            switch insertion.policy {
            case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return
            default: return try update(key, values + derived(from: values, isNew: false))
            }
        }
        let given = Set(values.map(\.slot))
        let set = defaults.filter { !given.contains($0.slot) } + values
        let all = set + (try derived(from: set, isNew: true))
        for slot in requiredSlots
        where !all.contains(where: { $0.slot == slot && $0.value.value != .null }) {
            let property = layout.properties.properties[slot]
            throw CocoaError.coreData(
                .validationMissingMandatoryProperty, "\(property.qualifiedName) is required",
                [NSValidationKeyErrorKey: property.name])
        }
        let statement = try connection.cachedStatement(columns.sql)
        statement.clearBindings()
        lastKey += 1
        statement.bind(lastKey, at: 1)
        for (slot, value) in all {
            guard let place = columns.places[slot] else { continue }
            statement.bind(value.value, at: place.value)
            if let entity = place.entity { statement.bind(value.entityNumber, at: entity) }
        }
        try statement.run()
        inserted.append(lastKey)
    }

    /// The row that a uniqueness constraint lets nobody else equal.
    private func existingRow(_ values: Values) throws -> Int64? {
        for key in uniqueKeys {
            let wanted = key.slots.map { slot in values.first { $0.slot == slot }?.value.value ?? .null }
            guard !wanted.contains(.null) else { continue }
            let conditions = key.columns.map { "\(Connection.quote($0)) = ?" }.joined(separator: " AND ")
            let statement = try connection.cachedStatement(
                "SELECT Z_PK FROM \(Connection.quote(mapping.table)) WHERE \(conditions)")
            statement.bind(wanted)
            if try statement.step() { return statement.int64(0) }
        }
        return nil
    }

    private mutating func update(_ key: Int64, _ values: Values) throws {
        var texts: [String] = []
        var bindings: [SQLValue] = []
        // In slot order, so that rows of one shape have one statement.
        for (slot, value) in values.sorted(by: { $0.slot < $1.slot }) {
            guard let column = mapping.columns[slot] else { continue }
            if column.kind == .externalBinary { try forgetFile(column.name, key) }
            texts.append("\(Connection.quote(column.name)) = ?")
            bindings.append(value.value)
            if let entityColumn = column.entityColumn {
                texts.append("\(Connection.quote(entityColumn)) = ?")
                bindings.append(value.entityNumber)
            }
        }
        let statement = try connection.cachedStatement(
            "UPDATE \(Connection.quote(mapping.table)) SET \(texts.joined(separator: ", ")), Z_OPT = Z_OPT + 1 "
                + "WHERE Z_PK = ?")
        statement.bind(bindings + [.integer(key)])
        try statement.run()
        updatedSlots.formUnion(values.map(\.slot))
        if key <= mark, known.insert(key).inserted { updated.append(key) }
    }

    private func forgetFile(_ column: String, _ key: Int64) throws {
        let statement = try connection.cachedStatement(
            "SELECT \(Connection.quote(column)) FROM \(Connection.quote(mapping.table)) WHERE Z_PK = ?")
        statement.bind(key, at: 1)
        if try statement.step() { files.forget(statement.blob(0)) }
    }
}

import SQLite

/// How rows of an entity, and of its subentities, are read: the columns to select, and where each slot's value is.
final class RowPlan: Sendable {
    struct Column: Sendable {
        let slot: Int
        let index: Int32
        let kind: SlotKind
        /// The column with the target's entity number; -1 for none.
        let entityIndex: Int32
    }

    struct Entity: Sendable {
        let layout: EntityLayout
        let columns: [Column]
    }

    /// "t0.Z_PK, t0.Z_OPT, …"
    let selection: String
    /// By Z_ENT, for tables that entities share; a single entry where only one entity can come up.
    private let entities: [Int64: Entity]
    private let only: Entity?

    init(layout: EntityLayout, includesSubentities: Bool, schema: StoreSchema, model: ModelLayout) {
        let layouts = includesSubentities ? model.layouts.filter { layout.kindOfIndexes.contains($0.index) } : [layout]
        var names = ["t0.Z_PK", "t0.Z_OPT"]
        let isShared = layouts.count > 1
        if isShared { names.append("t0.Z_ENT") }
        var places: [String: Int32] = [:]
        func place(_ column: String) -> Int32 {
            if let known = places[column] { return known }
            let index = Int32(names.count)
            names.append("t0.\(Connection.quote(column))")
            places[column] = index
            return index
        }
        var entities: [Int64: Entity] = [:]
        var only: Entity?
        for layout in layouts {
            guard let mapping = schema.mapping(of: layout) else { continue }
            var columns: [Column] = []
            for (slot, column) in mapping.columns.enumerated() {
                guard let column else { continue }
                columns.append(
                    Column(
                        slot: slot, index: place(column.name), kind: column.kind,
                        entityIndex: column.entityColumn.map(place) ?? -1))
            }
            let entity = Entity(layout: layout, columns: columns)
            entities[Int64(mapping.number)] = entity
            only = entity
        }
        selection = names.joined(separator: ", ")
        self.entities = entities
        self.only = isShared ? nil : only
    }

    /// Which entity the current row is of; nil for an entity that the model does not know.
    @inline(__always)
    func entity(_ statement: Statement) -> Entity? {
        if let only { return only }
        return entities[statement.int64(2)]
    }

    /// Hands the current row to a receiver, which says first whether it has to be copied.
    @inline(__always)
    func hand(_ statement: Statement, to receiver: RowReceiver, _ packer: inout RowPacker) {
        let key = statement.int64(0)
        guard let entity = entity(statement), let object = receiver.begin(key: key, layout: entity.layout) else {
            return
        }
        receiver.finish(object, pack(statement, entity, key: key, with: &packer, in: &receiver.arena))
    }

    /// Copies the current row.
    @inline(__always)
    func pack(
        _ statement: Statement, _ entity: Entity, key: Int64, with packer: inout RowPacker, in arena: inout RowArena
    ) -> PackedRow {
        packer.begin(slotCount: entity.layout.slotCount)
        for column in entity.columns {
            switch column.kind {
            case .integer16, .integer32, .integer64, .boolean:
                guard !statement.isNull(column.index) else { continue }
                packer.add(UInt64(bitPattern: statement.int64(column.index)), at: column.slot)
            case .double, .float, .date, .decimal:
                guard !statement.isNull(column.index) else { continue }
                packer.add(statement.double(column.index).bitPattern, at: column.slot)
            case .string, .uri:
                let text = statement.text(column.index)
                guard text.baseAddress != nil || !statement.isNull(column.index) else { continue }
                packer.add(bytes: text, at: column.slot)
            case .uuid, .binary, .externalBinary, .transformable:
                let blob = statement.blob(column.index)
                guard blob.baseAddress != nil || !statement.isNull(column.index) else { continue }
                packer.add(bytes: blob, at: column.slot)
            case .toOne:
                let key = statement.int64(column.index)
                guard key > 0, key <= PackedReference.largestKey else { continue }
                let number = column.entityIndex < 0 ? 0 : statement.int64(column.entityIndex)
                let known = number > 0 && number < 1 << 15 ? Int(number) : 0
                packer.add(PackedReference(key: key, entityNumber: known).entry, at: column.slot)
            case .objectID, .toMany, .undefined: continue
            }
        }
        return packer.finish(primaryKey: key, version: statement.int64(1), in: &arena)
    }
}

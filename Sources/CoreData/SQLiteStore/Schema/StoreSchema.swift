/// How entities lie in tables: for a new store as Core Data lays them out, for an existing one as its file has them.
struct StoreSchema: Sendable {
    /// By `EntityLayout.index`; nil for entities outside the store's configuration.
    var entities: [EntityMapping?]
    /// One table for each root entity, in the order of their numbers.
    var tables: [TableSchema]
    var joins: [JoinTable]

    func mapping(of layout: EntityLayout) -> EntityMapping? { entities[layout.index] }
}

/// An entity's place in the store.
struct EntityMapping: Sendable {
    /// Z_ENT.
    let number: Int
    let table: String
    /// Whether rows of other entities are in the table.
    let sharesTable: Bool
    /// By slot; nil for what has no column (transients, to-many relationships).
    var columns: [ColumnMapping?]
    /// By slot; to-many relationships only.
    var members: [MemberMapping?]
}

/// A property's column.
struct ColumnMapping: Sendable {
    let name: String
    let kind: SlotKind
    /// Holds the target's entity number, where the destination has subentities.
    var entityColumn: String?
    /// Holds the place among the owner's objects, where the inverse is ordered.
    var orderColumn: String?
}

/// Where the members of a to-many relationship are.
enum MemberMapping: Sendable {
    /// Rows of the destination's table whose column points at the owner.
    case foreignKey(column: String, orderColumn: String?)
    /// Rows of a join table.
    case join(table: String, ownerColumn: String, memberColumn: String, orderColumn: String?)
    /// A column in the destination's table that no relationship there stands for: the to-many has no inverse.
    case detachedForeignKey(column: String)
}

/// A table of a root entity, for `CREATE TABLE` and for reading.
struct TableSchema: Sendable {
    struct Column: Sendable {
        let name: String
        let type: String
    }

    let name: String
    var columns: [Column]
    var indexes: [String]
}

/// A join table of a many-to-many relationship.
struct JoinTable: Sendable {
    let name: String
    let firstColumn: String
    let secondColumn: String
    var orderColumns: [String]
    /// Stands after the table of this root entity.
    let afterTable: String
}

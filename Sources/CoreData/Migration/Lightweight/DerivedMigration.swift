import SQLite

/// Gives the objects of a store the values of derived attributes that are new, or derived in another way now.
///
/// Those that follow from other objects are set with their triggers, when the store is opened.
struct DerivedMigration {
    private static let function = "cd_migration_derived"

    let connection: Connection
    let pair: SchemaPair

    func run() throws {
        for layout in pair.newLayouts {
            guard let mapping = pair.newSchema.mapping(of: layout) else { continue }
            for (slot, derivation) in layout.derivations {
                guard layout.properties.properties[slot].entity === layout.entity, let column = mapping.columns[slot]
                else { continue }
                let changed = pair.newKinds(of: layout).filter { isChanged(slot, $0) }
                if changed.isEmpty { continue }
                let update = "UPDATE \(Connection.quote(mapping.table)) SET \(Connection.quote(column.name)) = "
                let condition = " WHERE Z_ENT IN (\(pair.numbers(ofNew: changed)))"
                switch derivation {
                case .now:
                    let now = SQLValue.real(Date().timeIntervalSinceReferenceDate)
                    try MigrationSQL(update + "?" + condition, [now]).run(on: connection)
                case .function(let name, let source):
                    guard let text = mapping.columns[source]?.name else { continue }
                    try connection.createFunction(Self.function, argumentCount: 1) { arguments in
                        if arguments.isNull(0) { return .null }
                        let value = try ExpressionFunction.named(name)?([arguments.string(0)]) as? String
                        return value.map { .text($0) } ?? .null
                    }
                    try connection.execute(update + "\(Self.function)(\(Connection.quote(text)))" + condition)
                case .copy, .aggregate: continue
                }
            }
        }
    }

    /// Whether rows of an entity have another value, or none.
    private func isChanged(_ slot: Int, _ layout: EntityLayout) -> Bool {
        guard let old = pair.oldLayout(of: layout) else { return false }
        guard let before = pair.oldSlot(of: slot, in: layout) else { return true }
        func text(_ property: NSPropertyDescription) -> String? {
            (property as? NSDerivedAttributeDescription)?.derivationExpressionText
        }
        return text(old.properties.properties[before]) != text(layout.properties.properties[slot])
    }
}

import SQLite

/// The triggers that keep derived attributes which depend on other rows, as Core Data keeps them.
///
/// Each tells the framework, by one of two functions that it has in every connection, which value it has changed.
struct DerivedTriggers {
    private let prefix: String
    private let table: String
    private let column: String
    private let property: String
    /// "entity_property_", which Apple's names have, too.
    private let marker: String
    private var statements: [String] = []
    /// The value for the row whose key is `key`.
    private let value: (_ key: String) -> String

    /// Makes the triggers that a store lacks, and the values that they would have kept.
    static func prepare(_ connection: Connection, model: ModelLayout, schema: StoreSchema) throws {
        for layout in model.layouts where schema.mapping(of: layout) != nil {
            for (slot, derivation) in layout.derivations
            where derivation.isKeptByStore && layout.properties.properties[slot].entity === layout.entity {
                guard let triggers = DerivedTriggers(derivation, slot, layout, schema) else {
                    throw CocoaError.coreData(
                        .coreData,
                        "\(layout.properties.properties[slot].qualifiedName) is derived over a relationship that "
                            + "this store does not hold")
                }
                if try triggers.arePresent(connection) { continue }
                try connection.transaction(.immediate) {
                    for statement in triggers.statements { try connection.execute(statement) }
                    try connection.execute(
                        "UPDATE \(triggers.table) SET \(triggers.column) = \(triggers.value("\(triggers.table).Z_PK"))")
                }
            }
        }
    }

    private func arePresent(_ connection: Connection) throws -> Bool {
        let statement = try connection.prepare(
            "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND substr(name, 1, 5) = 'Z_DA_' "
                + "AND instr(name, ?) > 0")
        statement.bind(marker, at: 1)
        return try statement.step()
    }

    private init?(_ derivation: Derivation, _ slot: Int, _ layout: EntityLayout, _ schema: StoreSchema) {
        guard let mapping = schema.mapping(of: layout), let own = mapping.columns[slot] else { return nil }
        property = layout.properties.names[slot]
        marker = "_\(layout.name)_\(property)_"
        prefix = "Z_DA_"
        table = Connection.quoteWhereNeeded(mapping.table)
        column = Connection.quoteWhereNeeded(own.name)
        switch derivation {
        case .function, .now: return nil
        case .copy(let over, let source):
            guard let reference = mapping.columns[over]?.name,
                let destination = layout.relationships[over]?.destination,
                let other = schema.mapping(of: destination), let copied = other.columns[source]?.name
            else { return nil }
            let (key, from) = (Connection.quoteWhereNeeded(reference), Connection.quoteWhereNeeded(other.table))
            let copy = Connection.quoteWhereNeeded(copied)
            let table = table
            value = { row in
                "(SELECT d.\(copy) FROM \(from) d WHERE d.Z_PK = "
                    + "(SELECT s.\(key) FROM \(table) s WHERE s.Z_PK = \(row)))"
            }
            addSource("INSERT", "AFTER INSERT ON \(table)")
            addSource("UPDATE", "AFTER UPDATE OF \(key) ON \(table)")
            add(
                "PARAMETER_INSERT", other.table, "AFTER INSERT ON \(from)", to: "NEW.\(copy)",
                where: "\(key) = NEW.Z_PK")
            add(
                "PARAMETER_UPDATE", other.table, "AFTER UPDATE OF \(copy) ON \(from)", to: "NEW.\(copy)",
                where: "\(key) = NEW.Z_PK")
            add("PARAMETER_DELETE", other.table, "AFTER DELETE ON \(from)", to: "NULL", where: "\(key) = OLD.Z_PK")
        case .aggregate(let operation, let over, let source):
            guard let destination = layout.relationships[over]?.destination, let members = mapping.members[over],
                let other = schema.mapping(of: destination)
            else { return nil }
            let attribute = source.flatMap { other.columns[$0]?.name }.map(Connection.quoteWhereNeeded)
            if source != nil, attribute == nil { return nil }
            let from = Connection.quoteWhereNeeded(other.table)
            // Under another name the table does not hide the row that is being set.
            let rows = from == table ? "\(from) m" : from
            switch members {
            case .foreignKey(let name, _), .detachedForeignKey(let name):
                let key = Connection.quoteWhereNeeded(name)
                let call = Self.call(operation, attribute, counting: key)
                value = { "(SELECT \(call) FROM \(rows) WHERE \(key) = \($0))" }
                if attribute == nil {
                    addCounting(other.table, from, key, updates: true)
                } else {
                    addRecomputing(other.table, from, key, updates: [key, attribute ?? key])
                }
            case .join(let join, let ownerColumn, let memberColumn, _):
                let (through, owner) = (Connection.quoteWhereNeeded(join), Connection.quoteWhereNeeded(ownerColumn))
                let member = Connection.quoteWhereNeeded(memberColumn)
                let call = Self.call(operation, attribute, counting: owner)
                value = { row in
                    attribute == nil
                        ? "(SELECT \(call) FROM \(through) WHERE \(owner) = \(row))"
                        : "(SELECT \(call) FROM \(rows) WHERE Z_PK IN "
                            + "(SELECT \(member) FROM \(through) WHERE \(owner) = \(row)))"
                }
                if let attribute {
                    addRecomputing(join, through, owner, updates: [])
                    add(
                        "VALUE_UPDATE", other.table, "AFTER UPDATE OF \(attribute) ON \(from)", to: nil,
                        where: "Z_PK IN (SELECT \(owner) FROM \(through) WHERE \(member) = NEW.Z_PK)")
                } else {
                    addCounting(join, through, owner, updates: false)
                }
            }
            addSource("INSERT", "AFTER INSERT ON \(table)")
        }
    }

    private static func call(_ operation: String, _ attribute: String?, counting key: String) -> String {
        guard let attribute else { return "IFNULL(COUNT(\(key)), 0)" }
        switch operation {
        case "@sum": return "IFNULL(SUM(\(attribute)), 0)"
        case "@avg": return "AVG(\(attribute))"
        case "@min": return "MIN(\(attribute))"
        default: return "MAX(\(attribute))"
        }
    }

    // MARK: - Triggers

    /// The row itself is new, or leads elsewhere.
    private mutating func addSource(_ name: String, _ event: String) {
        add(
            "SOURCE_\(name)", String(table), event, to: nil, where: "Z_PK = NEW.Z_PK", row: "NEW.Z_PK",
            tells: name == "INSERT" ? Self.inserted : Self.updated)
    }

    /// A count goes up and down with each member.
    private mutating func addCounting(_ source: String, _ from: String, _ key: String, updates: Bool) {
        add(
            "PARAMETER_INSERT", source, "AFTER INSERT ON \(from)", when: "NEW.\(key) NOT NULL",
            to: "IFNULL(\(column), 0) + 1", where: "Z_PK = NEW.\(key)")
        if updates {
            add(
                "PARAMETER_UPDATE_INCREMENT", source, "AFTER UPDATE OF \(key) ON \(from)", when: "NEW.\(key) NOT NULL",
                to: "\(column) + 1", where: "Z_PK = NEW.\(key)")
            add(
                "PARAMETER_UPDATE_DECREMENT", source, "AFTER UPDATE OF \(key) ON \(from)", when: "OLD.\(key) NOT NULL",
                to: "\(column) - 1", where: "Z_PK = OLD.\(key)")
        }
        add(
            "PARAMETER_DELETE", source, "AFTER DELETE ON \(from)", when: "OLD.\(key) NOT NULL", to: "\(column) - 1",
            where: "Z_PK = OLD.\(key)")
    }

    /// Sums of fractions would drift: they are computed anew from all members.
    private mutating func addRecomputing(_ source: String, _ from: String, _ key: String, updates: [String]) {
        add(
            "PARAMETER_INSERT", source, "AFTER INSERT ON \(from)", when: "NEW.\(key) NOT NULL", to: nil,
            where: "Z_PK = NEW.\(key)")
        if !updates.isEmpty {
            add(
                "PARAMETER_UPDATE", source, "AFTER UPDATE OF \(updates.joined(separator: ", ")) ON \(from)", to: nil,
                where: "Z_PK IN (OLD.\(key), NEW.\(key))")
        }
        add(
            "PARAMETER_DELETE", source, "AFTER DELETE ON \(from)", when: "OLD.\(key) NOT NULL", to: nil,
            where: "Z_PK = OLD.\(key)")
    }

    private static let updated = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
    private static let inserted = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"

    /// - Parameter new: The new value; nil to compute it from the rows.
    private mutating func add(
        _ name: String, _ source: String, _ event: String, when: String? = nil, to new: String?,
        where condition: String, row: String? = nil, tells function: String = updated
    ) {
        let trigger = Connection.quoteWhereNeeded("\(prefix)\(source)\(marker)\(name)")
        let value = new ?? value(row ?? "\(table).Z_PK")
        let test = when.map { "WHEN (\($0)) " } ?? ""
        let (tableText, propertyText) = (SQLValue.text(table).literal, SQLValue.text(property).literal)
        statements.append(
            "CREATE TRIGGER \(trigger) \(event) FOR EACH ROW \(test)BEGIN UPDATE \(table) SET \(column) = \(value) "
                + "WHERE \(condition); SELECT \(function)(\(tableText), Z_ENT, Z_PK, \(propertyText), \(column)) "
                + "FROM \(table) WHERE \(condition); END")
    }
}

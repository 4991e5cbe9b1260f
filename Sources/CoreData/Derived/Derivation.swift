/// How a derived attribute comes by its value, in slots.
enum Derivation {
    /// A function of an attribute of the same object.
    case function(String, of: Int)
    /// The time of the save.
    case now
    /// An attribute of a to-one relationship's object.
    case copy(over: Int, of: Int)
    /// A collection operator over a to-many relationship; without an attribute for `@count`.
    case aggregate(String, over: Int, of: Int?)

    /// Whether the store derives it with the help of other rows.
    var isKeptByStore: Bool {
        switch self {
        case .function, .now: false
        case .copy, .aggregate: true
        }
    }
}

extension EntityLayout {
    /// The derivations of the entity's attributes, by slot.
    ///
    /// - Throws: `CocoaError` 134060 for an expression that no attribute can be derived by, naming it.
    func makeDerivations() throws -> [(slot: Int, derivation: Derivation)] {
        try attributeSlots.compactMap { slot in
            guard let attribute = properties.properties[slot] as? NSDerivedAttributeDescription, !isTransient[slot]
            else { return nil }
            guard let text = attribute.derivationExpressionText,
                let derivation = derivation(try NSExpression(parsing: text).node)
            else {
                throw CocoaError.coreData(
                    .coreData,
                    "\(attribute.qualifiedName) cannot be derived by '\(attribute.derivationExpressionText ?? "")': use "
                        + "relationship.@count, relationship.@sum.attribute, relationship.attribute, "
                        + "canonical:(attribute), lowercase:(attribute), uppercase:(attribute) or now()")
            }
            return (slot, derivation)
        }
    }

    private func derivation(_ node: ExpressionNode) -> Derivation? {
        switch node {
        case .function("now", _): return .now
        case .function(let name, let arguments):
            guard arguments.count == 1, case .keyPath(.evaluatedObject, let path) = arguments[0] else { return nil }
            if name == "count:", path.count == 1 { return aggregate("@count", path[0], nil) }
            if let operation = Self.operators[name], path.count == 2 {
                return aggregate(operation, path[0], path[1])
            }
            guard ["canonical:", "lowercase:", "uppercase:"].contains(name), path.count == 1,
                let source = attribute(path[0]), kinds[source] == .string
            else { return nil }
            return .function(name, of: source)
        case .keyPath(.evaluatedObject, let path):
            if path.count == 2, path[1] == "@count" { return aggregate("@count", path[0], nil) }
            if path.count == 3, Self.operators.values.contains(path[1]) {
                return aggregate(path[1], path[0], path[2])
            }
            guard path.count == 2, let over = properties.slot(forKey: path[0]), let relationship = relationships[over],
                !relationship.isToMany, let source = relationship.destination.attribute(path[1])
            else { return nil }
            return .copy(over: over, of: source)
        default: return nil
        }
    }

    private static let operators = ["sum:": "@sum", "average:": "@avg", "min:": "@min", "max:": "@max"]

    private func aggregate(_ operation: String, _ name: String, _ key: String?) -> Derivation? {
        guard let over = properties.slot(forKey: name), let relationship = relationships[over], relationship.isToMany
        else { return nil }
        guard let key else { return .aggregate(operation, over: over, of: nil) }
        guard let source = relationship.destination.attribute(key) else { return nil }
        return .aggregate(operation, over: over, of: source)
    }

    /// The slot of an attribute that is stored and not derived itself.
    private func attribute(_ name: String) -> Int? {
        guard let slot = properties.slot(forKey: name), kinds[slot] != .toOne, kinds[slot] != .toMany,
            !isTransient[slot], !(properties.properties[slot] is NSDerivedAttributeDescription)
        else { return nil }
        return slot
    }
}

extension StoreChanges {
    /// Gives derived attributes the values that follow from the objects' own; those that follow from other rows are left
    /// to the store.
    func derive() throws {
        for object in [inserted, updated].joined() where !object.layout.derivations.isEmpty {
            for (slot, derivation) in object.layout.derivations {
                if derivation.isKeptByStore {
                    object.state?.changes.removeAll { $0.slot == slot }
                } else if object.isInserted || object.hasStoredChanges,
                    let value = try derivation.value({ object.state?.change($0) }, isNew: object.isInserted)
                {
                    object.ensuredState.setChange(value, at: slot)
                } else {
                    object.state?.changes.removeAll { $0.slot == slot }
                }
            }
        }
    }
}

extension Derivation {
    /// The value, where it follows from what was changed; nil where it stays as it is.
    ///
    /// - Parameter change: What a slot was set to.
    func value(_ change: (Int) -> StoredValue?, isNew: Bool) throws -> StoredValue? {
        switch self {
        case .now: return .real(Date().timeIntervalSinceReferenceDate)
        case .function(let name, let source):
            switch change(source) {
            case .text(let text)?:
                let result = try ExpressionFunction.named(name)?([text]) as? String
                return result.map { .text($0) } ?? .null
            case nil: return isNew ? .null : nil
            default: return .null
            }
        case .copy, .aggregate: return nil
        }
    }
}

/// Reads the relationships that a mapping follows for a whole chunk of objects, instead of object by object.
struct MigrationPrefetching {
    private var sourceKeys: Set<String> = []
    private let destinationKeys: Set<String>

    init(_ mapping: NSEntityMapping, manager: NSMigrationManager) {
        let relationships = mapping.relationshipMappings ?? []
        for relationship in relationships {
            if let node = relationship.valueExpression?.node { node.collectSourceKeys(into: &sourceKeys) }
        }
        destinationKeys = Set(relationships.filter { $0.valueExpression != nil }.compactMap(\.name))
    }

    /// - Complexity: one SQL statement for each relationship and 500 objects.
    func read(sources: [NSManagedObject], destinations: [NSManagedObject]) throws {
        try read(sourceKeys, of: sources)
        try read(destinationKeys, of: destinations)
    }

    private func read(_ keys: Set<String>, of objects: [NSManagedObject]) throws {
        guard let context = objects.first?.managedObjectContext else { return }
        try context.fulfill(objects)
        for (_, group) in Dictionary(grouping: objects, by: { $0.layout.index }) {
            guard let layout = group.first?.layout else { continue }
            for key in keys {
                guard let slot = layout.properties.slot(forKey: key), layout.kinds[slot] == .toMany else { continue }
                for object in group where object.isFault { try object.fulfill() }
                context.loadToMany(slot, of: group)
            }
        }
    }
}

extension ExpressionNode {
    /// The keys that come right after `$source` anywhere in the expression. Parts that are missed are only read later.
    fileprivate func collectSourceKeys(into keys: inout Set<String>) {
        switch self {
        case .keyPath(.variable("source"), let path): keys.formUnion(path.prefix(1))
        case .keyPath(let root, _): root.collectSourceKeys(into: &keys)
        case .call(let operand, _, let arguments):
            operand.collectSourceKeys(into: &keys)
            for argument in arguments { argument.collectSourceKeys(into: &keys) }
        case .function(_, let arguments):
            for argument in arguments { argument.collectSourceKeys(into: &keys) }
        default: break
        }
    }
}

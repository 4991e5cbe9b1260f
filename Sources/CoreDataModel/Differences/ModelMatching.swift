/// Which entities and properties of two versions of a model belong together, by name.
///
/// A renaming identifier counts first: an entity belongs to the older one whose identifier, or else whose name, is its
/// own identifier. So a chain of renames holds from any version to any later one, when each keeps the first name as its
/// identifier. What is left belongs together by name.
package struct ModelMatching: Sendable, Hashable {
    /// The older name of each entity that is not new.
    package private(set) var sourceEntities: [String: String] = [:]
    /// The newer name of each entity that is not gone.
    package private(set) var destinationEntities: [String: String] = [:]
    /// By entity now: the older name of each property, own or inherited, that is not new.
    package private(set) var sourceProperties: [String: [String: String]] = [:]

    init(from source: [NSEntityDescription], to destination: [NSEntityDescription]) {
        sourceEntities = Self.match(
            destination.map { Item(name: $0.name ?? "", identifier: $0.givenRenamingIdentifier) },
            source.map { Item(name: $0.name ?? "", identifier: $0.givenRenamingIdentifier) })
        for (new, old) in sourceEntities { destinationEntities[old] = new }
        let before = Dictionary(source.map { ($0.name ?? "", $0) }) { first, _ in first }
        for entity in destination {
            guard let name = entity.name, let old = sourceEntities[name].flatMap({ before[$0] }) else { continue }
            sourceProperties[name] = Self.match(Self.items(of: entity), Self.items(of: old))
        }
    }

    private struct Item {
        let name: String
        let identifier: String?
        /// Only items of one kind can belong together.
        var kind = Kind.entity
    }

    private enum Kind: Hashable {
        case entity, attribute, relationship
    }

    /// Fetched properties hold nothing in a store, and belong to nothing.
    private static func items(of entity: NSEntityDescription) -> [Item] {
        entity.properties.compactMap { property in
            let kind: Kind
            switch property {
            case is NSAttributeDescription: kind = .attribute
            case is NSRelationshipDescription: kind = .relationship
            default: return nil
            }
            return Item(name: property.name, identifier: property.givenRenamingIdentifier, kind: kind)
        }
    }

    /// The older name for each newer one.
    private static func match(_ new: [Item], _ old: [Item]) -> [String: String] {
        var matched: [String: String] = [:]
        var taken: Set<String> = []
        func pass(_ key: (Item) -> String?, _ oldKey: (Item) -> String?) {
            var candidates: [String: Item] = [:]
            for item in old where !taken.contains(item.name) {
                if let key = oldKey(item), candidates[key] == nil { candidates[key] = item }
            }
            for item in new where matched[item.name] == nil {
                guard let key = key(item), let found = candidates[key], found.kind == item.kind,
                    taken.insert(found.name).inserted
                else { continue }
                matched[item.name] = found.name
            }
        }
        pass(\.identifier, \.identifier)
        pass(\.identifier, \.name)
        pass(\.name, \.name)
        // Renamed back to the first name.
        pass(\.name, \.identifier)
        return matched
    }
}

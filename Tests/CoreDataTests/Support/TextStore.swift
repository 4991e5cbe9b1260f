import CoreData
import Foundation

/// An atomic store as a program would write one: a JSON file with an object for each node.
final class TextStore: NSAtomicStore, @unchecked Sendable {
    // Sendable: the superclass guards the nodes; nothing else changes.

    private struct File: Codable {
        var uuid: String
        var hashes: [String: Data]
        var note: String?
        var nodes: [Node] = []
    }

    private struct Node: Codable {
        let entity: String
        let id: String
        var texts: [String: String] = [:]
        var numbers: [String: Double] = [:]
        var integers: [String: Int64] = [:]
        var datas: [String: Data] = [:]
        var links: [String: [String]] = [:]
    }

    override func load() throws {
        guard let url, FileManager.default.fileExists(atPath: url.path),
            let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName
        else { return }
        let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
        metadata = Self.metadata(of: file)
        var nodes: [String: NSAtomicStoreCacheNode] = [:]
        for node in file.nodes {
            guard let entity = entities[node.entity] else { continue }
            nodes[node.id] = NSAtomicStoreCacheNode(objectID: objectID(for: entity, withReferenceObject: node.id))
        }
        for node in file.nodes {
            guard let made = nodes[node.id] else { continue }
            for (name, attribute) in made.objectID.entity.attributesByName {
                made.setValue(try Self.value(name, attribute, node), forKey: name)
            }
            for (name, relationship) in made.objectID.entity.relationshipsByName {
                let members = (node.links[name] ?? []).compactMap { nodes[$0] }
                if !relationship.isToMany {
                    made.setValue(members.first, forKey: name)
                } else if relationship.isOrdered {
                    made.setValue(NSOrderedSet(array: members), forKey: name)
                } else {
                    made.setValue(Set(members), forKey: name)
                }
            }
        }
        addCacheNodes(Set(nodes.values))
    }

    override func save() throws {
        guard let url else { return }
        var file = File(
            uuid: identifier, hashes: metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:],
            note: metadata["note"] as? String)
        for cached in cacheNodes() {
            let entity = cached.objectID.entity
            var node = Node(entity: entity.name ?? "", id: reference(of: cached))
            for (name, attribute) in entity.attributesByName {
                if let value = cached.value(forKey: name) { try Self.put(value, name, attribute, into: &node) }
            }
            for (name, _) in entity.relationshipsByName {
                switch cached.value(forKey: name) {
                case let other as NSAtomicStoreCacheNode: node.links[name] = [reference(of: other)]
                case let set as NSOrderedSet:
                    node.links[name] = set.array.compactMap { ($0 as? NSAtomicStoreCacheNode).map(reference) }
                case let set as NSSet:
                    node.links[name] = set.allObjects.compactMap { ($0 as? NSAtomicStoreCacheNode).map(reference) }
                case let set as Set<NSAtomicStoreCacheNode>: node.links[name] = set.map(reference)
                default: break
                }
            }
            file.nodes.append(node)
        }
        try JSONEncoder().encode(file).write(to: url, options: .atomic)
    }

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        metadata(of: try JSONDecoder().decode(File.self, from: Data(contentsOf: url)))
    }

    private static func metadata(of file: File) -> [String: Any] {
        var metadata: [String: Any] = [
            NSStoreTypeKey: "Text", NSStoreUUIDKey: file.uuid, NSStoreModelVersionHashesKey: file.hashes,
        ]
        metadata["note"] = file.note
        return metadata
    }

    private func reference(of node: NSAtomicStoreCacheNode) -> String {
        referenceObject(for: node.objectID) as? String ?? ""
    }

    private static func value(_ name: String, _ attribute: NSAttributeDescription, _ node: Node) throws -> Any? {
        switch attribute.attributeType {
        case .stringAttributeType: return node.texts[name]
        case .URIAttributeType: return node.texts[name].flatMap { URL(string: $0) }
        case .UUIDAttributeType: return node.texts[name].flatMap { UUID(uuidString: $0) }
        case .decimalAttributeType: return node.texts[name].map { NSDecimalNumber(string: $0) }
        case .dateAttributeType: return node.numbers[name].map { Date(timeIntervalSinceReferenceDate: $0) }
        case .doubleAttributeType, .floatAttributeType: return node.numbers[name]
        case .binaryDataAttributeType: return node.datas[name]
        case .transformableAttributeType: return try TransformableCoding.decode(node.datas[name], for: attribute)
        default: return node.integers[name]
        }
    }

    private static func put(
        _ value: Any, _ name: String, _ attribute: NSAttributeDescription, into node: inout Node
    ) throws {
        switch (attribute.attributeType, value) {
        case (.transformableAttributeType, _):
            node.datas[name] = try TransformableCoding.encode(value, for: attribute)
        case (_, let text as String): node.texts[name] = text
        case (_, let url as URL): node.texts[name] = url.absoluteString
        case (_, let uuid as UUID): node.texts[name] = uuid.uuidString
        case (_, let date as Date): node.numbers[name] = date.timeIntervalSinceReferenceDate
        case (_, let data as Data): node.datas[name] = data
        case (.decimalAttributeType, let number as NSNumber): node.texts[name] = "\(number)"
        case (.doubleAttributeType, let number as NSNumber), (.floatAttributeType, let number as NSNumber):
            node.numbers[name] = number.doubleValue
        case (_, let number as NSNumber): node.integers[name] = number.int64Value
        default: throw CocoaError(.fileWriteUnknown)
        }
    }
}

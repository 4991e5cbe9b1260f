import CoreDataModel

/// What a binary store's file holds: a binary property list.
///
///     format      "people.binary-store"
///     version     1
///     metadata    the store's metadata
///     last        root entity → the number of its last object
///     objects     entity → an array of dictionaries:
///         number      what URIs of the object hold, unique within the root entity
///         values      property → value; nil values are left out
///
/// Numbers, texts and data are themselves; a date is its seconds since 2001, a UUID, URI or decimal number its text, a
/// transformable its data, a to-one relationship the object's number, a to-many relationship an array of numbers.
struct BinaryStoreFile {
    private static let format = "people.binary-store"
    private static let version: Int64 = 1

    var metadata: [String: Any]
    let lastNumbers: [String: Int64]
    private let objects: [String: [[String: Any]]]
    private let path: String

    // MARK: - Reading

    /// - Throws: `CocoaError` 134010 for a store of another type, 259 for a file that is no binary store or damaged, 260
    ///   for none.
    init(contentsOf url: URL) throws {
        path = url.path
        if let type = StoreFileKind.type(ofFileAt: url), type != NSBinaryStoreType {
            throw CocoaError.typeMismatch(path: path, stored: type, wanted: NSBinaryStoreType)
        }
        let data = try Data(contentsOf: url)
        guard let list = try? BinaryPropertyList(data).propertyList() as? [String: Any],
            list["format"] as? String == Self.format
        else { throw Self.damaged(path, "it is no binary store") }
        guard list["version"] as? Int64 == Self.version else {
            throw Self.damaged(path, "it was written by a later version of this package")
        }
        guard let metadata = list["metadata"] as? [String: Any], let last = list["last"] as? [String: Int64],
            let objects = list["objects"] as? [String: [[String: Any]]]
        else { throw Self.damaged(path, "a part of it is missing") }
        self.metadata = metadata
        lastNumbers = last
        self.objects = objects
    }

    private static func damaged(_ path: String, _ reason: String) -> CocoaError {
        .coreData(
            .fileReadCorruptFile, "\(path) cannot be read as a binary store: \(reason)", [NSFilePathErrorKey: path])
    }

    /// Makes the nodes of a store.
    func addNodes(to store: NSAtomicStore, _ model: ModelLayout) throws {
        var nodes: [NodeName: NSAtomicStoreCacheNode] = [:]
        var filled: [(node: NSAtomicStoreCacheNode, layout: EntityLayout, values: [String: Any])] = []
        for (name, list) in objects.sorted(by: { $0.key < $1.key }) {
            guard let layout = model[name] else { throw Self.damaged(path, "it holds a \(name) that no model has") }
            for object in list {
                guard let number = object["number"] as? Int64, let values = object["values"] as? [String: Any] else {
                    throw Self.damaged(path, "a \(name) has no number or no values")
                }
                let id = store.objectID(for: layout.entity, withReferenceObject: NSNumber(value: number))
                let node = NSAtomicStoreCacheNode(objectID: id)
                guard nodes.updateValue(node, forKey: NodeName(layout, number)) == nil else {
                    throw Self.damaged(path, "two \(name) have the number \(number)")
                }
                filled.append((node, layout, values))
            }
        }
        for (node, layout, values) in filled {
            node.propertyCache = NSMutableDictionary(capacity: values.count)
            for (name, value) in values {
                guard let slot = layout.properties.slot(forKey: name) else { continue }
                guard let found = try self.value(value, slot, layout, nodes) else {
                    throw Self.damaged(path, "\(layout.name).\(name) has a value of another type")
                }
                node.setValue(found, forKey: name)
            }
        }
        store.addCacheNodes(Set(nodes.values))
    }

    /// An object's place among those of its root entity.
    private struct NodeName: Hashable {
        let rootIndex: Int
        let number: Int64

        init(_ layout: EntityLayout, _ number: Int64) {
            rootIndex = layout.rootIndex
            self.number = number
        }
    }

    private func value(
        _ value: Any, _ slot: Int, _ layout: EntityLayout, _ nodes: [NodeName: NSAtomicStoreCacheNode]
    ) throws -> Any? {
        switch layout.kinds[slot] {
        case .integer16, .integer32, .integer64, .boolean: return value as? Int64
        case .double, .float: return value as? Double
        case .date: return (value as? Double).map { Date(timeIntervalSinceReferenceDate: $0) }
        case .string: return value as? String
        case .decimal: return (value as? String).map { NSDecimalNumber(string: $0) }
        case .uri: return (value as? String).flatMap { URL(string: $0) }
        case .uuid: return (value as? String).flatMap { UUID(uuidString: $0) }
        case .binary, .externalBinary: return value as? Data
        case .transformable: return try (value as? Data).flatMap { try layout.codings[slot]?.decode($0) }
        case .toOne:
            guard let destination = layout.relationships[slot]?.destination else { return nil }
            return (value as? Int64).flatMap { nodes[NodeName(destination, $0)] }
        case .toMany:
            guard let relationship = layout.relationships[slot], let numbers = value as? [Int64] else { return nil }
            let members = numbers.compactMap { nodes[NodeName(relationship.destination, $0)] }
            guard members.count == numbers.count else { return nil }
            return relationship.isOrdered ? NSOrderedSet(array: members) : NSSet(array: members)
        case .objectID, .undefined: return nil
        }
    }

    // MARK: - Writing

    /// - Throws: `TransformerError` for a value that cannot be encoded.
    init(
        metadata: [String: Any], lastNumbers: [String: Int64], nodes: Set<NSAtomicStoreCacheNode>, _ model: ModelLayout
    ) throws {
        self.metadata = metadata
        self.lastNumbers = lastNumbers
        path = ""
        var objects: [String: [[String: Any]]] = [:]
        let present = Set(nodes.map(\.objectID))
        for node in nodes.sorted(by: { $0.objectID.primaryKey < $1.objectID.primaryKey }) {
            guard let layout = model.layout(for: node.objectID.entity), let number = Self.number(of: node) else {
                continue
            }
            var values: [String: Any] = [:]
            for case let (name as String, value) in node.propertyCache ?? [:] {
                guard let slot = layout.properties.slot(forKey: name) else { continue }
                values[name] = try Self.stored(value, slot, layout, present)
            }
            objects[layout.name, default: []].append(["number": NSNumber(value: number), "values": values])
        }
        self.objects = objects
    }

    private static func number(of node: NSAtomicStoreCacheNode) -> Int64? {
        (node.objectID.reference as? NSNumber)?.int64Value
    }

    /// Nil for an object that is not in the store any more.
    private static func stored(
        _ value: Any, _ slot: Int, _ layout: EntityLayout, _ present: Set<NSManagedObjectID>
    ) throws -> Any? {
        func number(_ value: Any?) -> NSNumber? {
            guard let node = value as? NSAtomicStoreCacheNode, present.contains(node.objectID) else { return nil }
            return Self.number(of: node).map { NSNumber(value: $0) }
        }
        let kind = layout.kinds[slot]
        switch kind {
        case .toOne: return number(value)
        case .toMany: return (CollectionElements.elements(of: value) ?? []).compactMap(number)
        case .transformable: return try layout.codings[slot]?.encode(value)
        default: break
        }
        switch try StoredValue(value, kind: kind, of: layout.properties.properties[slot]) {
        case .null, .reference: return nil
        case .integer(let value): return NSNumber(value: value)
        case .real(let value): return NSNumber(value: value)
        case .text(let value): return value
        case .data(let value): return value
        case .uuid(let value): return value.uuidString
        case .object(let box): return (box.value as? NSDecimalNumber)?.decimalValue.description
        }
    }

    /// Writes the file beside, and puts it in its place when it is whole and on the disk.
    func write(to url: URL) throws {
        let list: [String: Any] = [
            "format": Self.format, "version": NSNumber(value: Self.version), "metadata": metadata,
            "last": lastNumbers.mapValues { NSNumber(value: $0) }, "objects": objects,
        ]
        guard let data = BinaryPropertyListWriter.data(propertyList: list) else {
            throw CocoaError.coreData(.persistentStoreSave, "Metadata hold something that no property list can hold")
        }
        try StoreFiles.replaceFile(at: url) { try data.write(to: $0) }
    }
}

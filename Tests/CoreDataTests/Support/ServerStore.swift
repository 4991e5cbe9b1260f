import CoreData
import Foundation
import Synchronization

/// What a server would keep: records by name, which link to each other.
final class Server: @unchecked Sendable {
    // Sendable: everything is used inside `lock`.

    struct Record {
        let entity: String
        var version: UInt64 = 1
        var values: [String: Any] = [:]
        var links: [String: [String]] = [:]
    }

    private static let servers = Mutex<[URL: Server]>([:])

    static func at(_ url: URL) -> Server {
        servers.withLock { servers in
            if let known = servers[url] { return known }
            let made = Server()
            servers[url] = made
            return made
        }
    }

    let lock = NSRecursiveLock()
    let identifier = UUID().uuidString
    var records: [String: Record] = [:]
    /// The names in the order in which they came.
    var names: [String] = []
    /// What the next save is to fail with.
    var nextError: (any Error)?
    /// How often the store has asked for something.
    private(set) var callCount = 0
    private var last = 0

    func call<T>(_ body: () throws -> T) rethrows -> T {
        lock.lock()
        defer { lock.unlock() }
        callCount += 1
        return try body()
    }

    func newName(_ entity: String) -> String {
        last += 1
        return "\(entity) \(last)/\(last % 2)"
    }
}

/// An incremental store as a program would write one: every fetch, every object and every relationship is asked of the
/// server.
final class ServerStore: NSIncrementalStore, @unchecked Sendable {
    // Sendable: the server guards itself.

    private lazy var server = Server.at(url ?? URL(fileURLWithPath: "/"))

    override func loadMetadata() throws {
        metadata = [NSStoreTypeKey: "Server", NSStoreUUIDKey: server.identifier]
    }

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        try server.call {
            switch request {
            case let fetch as NSFetchRequest<any NSFetchRequestResult>: return try results(of: fetch, context)
            case let save as NSSaveChangesRequest:
                try write(save)
                return []
            default: throw CocoaError(.persistentStoreUnsupportedRequestType)
            }
        }
    }

    // MARK: - Reading

    private func results(
        of fetch: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?
    ) throws -> [Any] {
        guard let entity = fetch.entity, let context else { return [] }
        let ids = server.names.filter { name in
            guard let found = self.entity(of: name) else { return false }
            return fetch.includesSubentities ? found.isKindOf(entity: entity) : found == entity
        }.map(id(of:))
        // A context of its own: what is not saved in the other is no answer of the server's.
        let reader = NSManagedObjectContext(.privateQueue)
        reader.persistentStoreCoordinator = persistentStoreCoordinator
        let found = reader.performAndWait {
            var objects = ids.map { reader.object(with: $0) }
            if let predicate = fetch.predicate { objects = objects.filter { predicate.evaluate(with: $0) } }
            for descriptor in (fetch.sortDescriptors ?? []).reversed() {
                objects.sort { descriptor.compare($0, to: $1) == .orderedAscending }
            }
            let rest = objects.dropFirst(fetch.fetchOffset)
            return (fetch.fetchLimit > 0 ? rest.prefix(fetch.fetchLimit) : rest).map(\.objectID)
        }
        switch fetch.resultType {
        case .managedObjectIDResultType: return found
        case .countResultType: return [NSNumber(value: found.count)]
        case .dictionaryResultType:
            let names = fetch.propertiesToFetch?.compactMap { $0 as? String } ?? Array(entity.attributesByName.keys)
            return reader.performAndWait {
                found.map { id in
                    let object = reader.object(with: id)
                    return Dictionary(uniqueKeysWithValues: names.map { ($0, object.value(forKey: $0)) })
                        .compactMapValues { $0 }
                }
            }
        default: return found.map { context.object(with: $0) }
        }
    }

    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        try server.call {
            let name = name(of: objectID)
            guard let record = server.records[name] else { throw CocoaError(.managedObjectReferentialIntegrity) }
            var values = record.values
            for (key, relationship) in objectID.entity.relationshipsByName where !relationship.isToMany {
                // The others are asked for by relationship.
                if key != "parent" { values[key] = record.links[key]?.first.map(id(of:)) ?? NSNull() }
            }
            return NSIncrementalStoreNode(objectID: id(of: name), withValues: values, version: record.version)
        }
    }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        server.call {
            let links = server.records[name(of: objectID)]?.links[relationship.name] ?? []
            if !relationship.isToMany { return links.first.map(id(of:)) ?? NSNull() }
            return links.filter { server.records[$0] != nil }.map(id(of:))
        }
    }

    // MARK: - Writing

    private func write(_ save: NSSaveChangesRequest) throws {
        if let error = server.nextError {
            server.nextError = nil
            throw error
        }
        for object in (save.insertedObjects ?? []).sorted(by: { order($0) < order($1) }) {
            let name = name(of: object.objectID)
            server.names.append(name)
            server.records[name] = Server.Record(entity: object.entity.name ?? "")
            put(object, Array(object.entity.propertiesByName.keys))
        }
        for object in save.updatedObjects ?? [] {
            server.records[name(of: object.objectID)]?.version += 1
            put(object, Array(object.changedValues().keys))
        }
        for object in save.deletedObjects ?? [] {
            let gone = name(of: object.objectID)
            server.records[gone] = nil
            server.names.removeAll { $0 == gone }
        }
    }

    private func put(_ object: NSManagedObject, _ keys: [String]) {
        let name = name(of: object.objectID)
        for key in keys {
            guard let property = object.entity.propertiesByName[key], !property.isTransient else { continue }
            switch object.value(forKey: key) {
            case let set as NSOrderedSet where property is NSRelationshipDescription:
                server.records[name]?.links[key] = set.array.compactMap(linked)
            case let set as NSSet where property is NSRelationshipDescription:
                server.records[name]?.links[key] = set.allObjects.compactMap(linked)
            case let target as NSManagedObject: server.records[name]?.links[key] = [self.name(of: target.objectID)]
            case let array as NSMutableArray: server.records[name]?.values[key] = Array(array)
            case let value:
                server.records[name]?.links[key] = nil
                server.records[name]?.values[key] = value
            }
        }
    }

    private func linked(_ object: Any) -> String? { (object as? NSManagedObject).map { name(of: $0.objectID) } }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        server.call {
            array.map { object in
                newObjectID(for: object.entity, referenceObject: server.newName(object.entity.name ?? ""))
            }
        }
    }

    // MARK: - Names

    private func name(of id: NSManagedObjectID) -> String { referenceObject(for: id) as? String ?? "" }

    private func order(_ object: NSManagedObject) -> Int {
        Int(name(of: object.objectID).split(separator: " ").last?.split(separator: "/").first ?? "") ?? 0
    }

    private func entity(of name: String) -> NSEntityDescription? {
        let entity = server.records[name]?.entity ?? String(name.split(separator: " ").first ?? "")
        return persistentStoreCoordinator?.managedObjectModel.entitiesByName[entity]
    }

    private func id(of name: String) -> NSManagedObjectID {
        newObjectID(for: entity(of: name) ?? NSEntityDescription(), referenceObject: name)
    }
}

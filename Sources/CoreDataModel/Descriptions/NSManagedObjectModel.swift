import Foundation
import Synchronization

/// A model: the entities of an application and what belongs to them.
///
///     let model = NSManagedObjectModel()
///     model.entities = [person, group]
///
/// A model is built in code, read from a file, or merged from others. It may be changed until a coordinator uses it;
/// later changes trap. Its entities live as long as it does.
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSManagedObjectModel: NSObject, NSCopying, Freezable, @unchecked Sendable {
    /// What freezing found. The lock makes a second thread wait until the first has finished.
    private let freezing = Mutex<[ModelError]?>(nil)

    package private(set) var isFrozen = false

    /// Makes a model without entities.
    public required override init() {}

    /// The file or folder that the model was read from, beside which other versions may be.
    package var fileURL: URL? { willSet { requireMutable() } }

    // MARK: Entities

    /// The model's entities, subentities too: those of an added entity are added with it.
    ///
    /// Relationships that lead to an entity of another model, or are known by name only, are connected to the entity
    /// of the same name in this model.
    open var entities: [NSEntityDescription] {
        get { entityList }
        set {
            requireMutable()
            let all = Self.withSubentities(newValue)
            for entity in entityList where !all.contains(where: { $0 === entity }) { entity.model = nil }
            for entity in all {
                precondition(
                    entity.model == nil || entity.model === self,
                    "\(entity.label) already belongs to a model: add a copy() of it, or copy the whole model.")
                entity.model = self
            }
            entityList = all
            resolveLinks()
        }
    }

    private var entityList: [NSEntityDescription] = []

    /// The entities by name.
    open var entitiesByName: [String: NSEntityDescription] {
        frozenEntitiesByName
            ?? Dictionary(entityList.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    private var frozenEntitiesByName: [String: NSEntityDescription]?

    private static func withSubentities(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
        var seen = Set<ObjectIdentifier>()
        var all: [NSEntityDescription] = []
        func add(_ entity: NSEntityDescription) {
            guard seen.insert(ObjectIdentifier(entity)).inserted else { return }
            all.append(entity)
            for subentity in entity.subentities { add(subentity) }
        }
        for entity in entities { add(entity) }
        return all
    }

    /// Connects relationships, indexes and subentities within this model.
    private func resolveLinks() {
        let byName = entitiesByName
        for entity in entityList {
            entity.resolveLinks()
            for case let relationship as NSRelationshipDescription in entity.ownProperties {
                relationship.resolveDestination(in: self, entities: byName)
            }
        }
        for entity in entityList {
            for case let relationship as NSRelationshipDescription in entity.ownProperties {
                relationship.resolveInverse(in: self)
            }
        }
    }

    // MARK: Configurations

    private var configurationEntities: [String: [String]] = [:]

    /// The names of the configurations: subsets of the entities that a store may hold.
    open var configurations: [String] { configurationEntities.keys.sorted() }

    /// The entities of a configuration; all of them for `nil` and for `PF_DEFAULT_CONFIGURATION_NAME`. `nil` when there
    /// is no such configuration.
    open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
        guard let configuration, configuration != Self.defaultConfigurationName else { return entityList }
        guard let names = configurationEntities[configuration] else { return nil }
        let byName = entitiesByName
        return names.compactMap { byName[$0] }
    }

    /// Sets the entities of a configuration. They must be in this model.
    open func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {
        setEntityNames(entities.map { $0.name ?? "" }, forConfigurationName: configuration)
    }

    /// Sets the entities of a configuration by name.
    package func setEntityNames(_ names: [String], forConfigurationName configuration: String) {
        requireMutable("configurations")
        configurationEntities[configuration] = names
    }

    /// The names of a configuration's entities, also of those that the model lacks.
    package func entityNames(forConfigurationName configuration: String) -> [String] {
        configurationEntities[configuration] ?? []
    }

    /// Apple's name of the configuration that holds every entity.
    package static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"

    // MARK: Fetch request templates

    /// The stored fetch requests by name. Copy one before changing it.
    open var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] { templates }

    private var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]

    /// The stored fetch request with a name. Copy it before changing it.
    open func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
        templates[name]
    }

    /// Stores a fetch request under a name, or removes the one with that name.
    open func setFetchRequestTemplate(
        _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
    ) {
        requireMutable("fetchRequestTemplates")
        templates[name] = fetchRequestTemplate
    }

    /// A copy of the stored fetch request with a name, its variables replaced by values.
    ///
    /// - Parameter variables: Values by variable name, without the `$`.
    open func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let copy = templates[name]?.copy() as? NSFetchRequest<any NSFetchRequestResult> else { return nil }
        copy.substitute(variables)
        return copy
    }

    // MARK: Versions

    /// Marks of the version that the developer gave, usually one string. Not part of any hash.
    open var versionIdentifiers: Set<AnyHashable> = [] { willSet { requireMutable() } }

    /// Localized texts by key, such as `Property/name/Entity/Person` or `Entity/Person`.
    open var localizationDictionary: [String: String]? { willSet { requireMutable() } }

    // MARK: Use

    /// What is legal in this model but doubtful, such as a relationship without inverse. Empty before it is frozen.
    package var issues: [ModelError] { freezing.withLock { $0 ?? [] } }

    /// Checks the model and makes it immutable. Any thread may call it, any number of times.
    ///
    /// - Throws: `ModelError` for the first mistake found; the model can then still be changed.
    package func freeze() throws {
        try freezing.withLock { found in
            guard found == nil else { return }
            resolveLinks()
            let issues = try check()
            let roots = NSEntityDescription.inStoreOrder(entityList.filter { $0.superentity == nil })
            for (index, entity) in roots.flatMap(\.allSubentities).enumerated() {
                entity.freeze(FrozenEntity(entity, number: index + 1))
            }
            for request in templates.values { request.freeze() }
            frozenEntitiesByName = entitiesByName
            isFrozen = true
            found = issues
        }
    }

    /// What `make` returns, made once for the model's lifetime. Any thread may call it.
    package func cachedLayout(_ make: () throws -> AnyObject) rethrows -> AnyObject {
        try layoutCache.withLock { cache in
            if let known = cache.value { return known }
            let made = try make()
            cache.value = made
            return made
        }
    }

    private let layoutCache = Mutex(LayoutCache())

    /// Holds an object that is immutable once it is in here.
    private struct LayoutCache: @unchecked Sendable {
        // Sendable: guarded by the mutex around it.
        var value: AnyObject?
    }

    package var label: String { "The model" }

    // MARK: Copying

    /// A copy that can be changed, connected within itself.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Swift.type(of: self).init()
        copy.takeContents(of: self)
        copy.fileURL = fileURL
        return copy
    }

    /// Adds copies of everything in `other`; entities whose names this model has already, and those
    /// that are not wanted, are left out.
    package func takeContents(
        of other: NSManagedObjectModel, where isTaken: (NSEntityDescription) -> Bool = { _ in true }
    ) {
        var byName = entitiesByName
        var added: [(copy: NSEntityDescription, original: NSEntityDescription)] = []
        for entity in other.entities where byName[entity.name ?? ""] == nil && isTaken(entity) {
            let copy = entity.copyWithoutSubentities()
            byName[entity.name ?? ""] = copy
            added.append((copy, entity))
        }
        for (copy, original) in added {
            copy.subentities = original.subentities.compactMap { byName[$0.name ?? ""] }
        }
        for (copy, original) in added where copy.superentity == nil {
            // The superentity may have come from another model before.
            byName[original.superentity?.name ?? ""]?.subentities.append(copy)
        }
        entities += added.map(\.copy)
        for name in other.configurations {
            let merged = entityNames(forConfigurationName: name)
            let more = other.entityNames(forConfigurationName: name)
                .filter { !merged.contains($0) && (byName[$0] != nil || other.entitiesByName[$0] == nil) }
            setEntityNames(merged + more, forConfigurationName: name)
        }
        for (name, request) in other.fetchRequestTemplatesByName {
            guard let copy = request.copy() as? NSFetchRequest<any NSFetchRequestResult> else { continue }
            copy.resolveEntity(in: byName)
            setFetchRequestTemplate(copy, forName: name)
        }
        versionIdentifiers.formUnion(other.versionIdentifiers)
        if let more = other.localizationDictionary {
            localizationDictionary = (localizationDictionary ?? [:]).merging(more) { first, _ in first }
        }
    }
}

import Foundation

/// What every fetch request has, whatever the type of its results.
///
/// Use it through `NSFetchRequest`. A store works on this class, so that it need not know the type of the results.
// A request belongs to one thread at a time. It is sendable only as part of a frozen model, where it is immutable.
open class AnyFetchRequest: NSPersistentStoreRequest, Freezable, @unchecked Sendable {
    package private(set) var isFrozen = false

    /// Makes a request that names no entity yet.
    public required init() {
        super.init()
    }

    // MARK: What to fetch

    /// The name of the entity whose objects are fetched.
    open var entityName: String? { entity?.name ?? givenEntityName }

    private var givenEntityName: String?

    /// The entity whose objects are fetched. A request made with a name only gets it when it is run.
    open var entity: NSEntityDescription? { willSet { requireMutable() } }

    /// The condition on the objects, `nil` for all.
    open var predicate: NSPredicate? {
        get {
            if let givenPredicate { return givenPredicate }
            let parsed = predicateFormatText.flatMap { try? makePredicate(format: $0) }
            // Threads share a frozen request, so nothing may be kept in it.
            if !isFrozen { givenPredicate = parsed }
            return parsed
        }
        set {
            requireMutable()
            givenPredicate = newValue
            predicateFormatText = nil
        }
    }

    private var givenPredicate: NSPredicate?

    /// The predicate's text, if it came from a model file.
    package var predicateFormatText: String? {
        willSet { requireMutable() }
        didSet { if predicateFormatText != nil { givenPredicate = nil } }
    }

    /// Replaces the variables of the predicate, written `$NAME`, by values.
    package func substitute(_ variables: [String: Any]) {
        requireMutable("predicate")
        guard let predicate else { return }
        self.predicate = CoreDataModel.substitute(variables, in: predicate)
    }

    /// The order of the results; the first descriptor decides first.
    open var sortDescriptors: [NSSortDescriptor]? { willSet { requireMutable() } }

    /// The largest number of results, 0 for no limit.
    open var fetchLimit = 0 { willSet { requireMutable() } }

    /// The number of results to pass over.
    open var fetchOffset = 0 { willSet { requireMutable() } }

    /// Whether objects of subentities are fetched too. True unless changed.
    open var includesSubentities = true { willSet { requireMutable() } }

    /// Whether unsaved changes of the context count. True unless changed.
    open var includesPendingChanges = true { willSet { requireMutable() } }

    // MARK: How results come

    /// What the results are: objects, their IDs, dictionaries or a count.
    open var resultType = NSFetchRequestResultType.managedObjectResultType { willSet { requireMutable() } }

    /// Whether the values are read with the objects. True unless changed.
    open var includesPropertyValues = true { willSet { requireMutable() } }

    /// Whether objects come without their values filled in. True unless changed.
    open var returnsObjectsAsFaults = true { willSet { requireMutable() } }

    /// Key paths of relationships whose objects are fetched along, in one query each.
    open var relationshipKeyPathsForPrefetching: [String]? { willSet { requireMutable() } }

    /// The number of objects whose values are read at a time, 0 for all at once.
    open var fetchBatchSize = 0 { willSet { requireMutable() } }

    /// Whether registered objects that are fetched again get the store's values. False unless changed.
    open var shouldRefreshRefetchedObjects = false { willSet { requireMutable() } }

    // MARK: Dictionaries

    /// What the dictionaries hold: property descriptions, expression descriptions, names or key paths.
    open var propertiesToFetch: [Any]? { willSet { requireMutable() } }

    /// Whether equal dictionaries come once. False unless changed.
    open var returnsDistinctResults = false { willSet { requireMutable() } }

    /// What dictionaries are grouped by: property descriptions, expression descriptions or names.
    open var propertiesToGroupBy: [Any]? { willSet { requireMutable() } }

    /// The condition on the groups.
    open var havingPredicate: NSPredicate? { willSet { requireMutable() } }

    // MARK: Copying, resolving and freezing

    /// A copy of the request that can be changed.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        if let copy = copy as? AnyFetchRequest { copy.takeValues(from: self) }
        return copy
    }

    /// Takes over every value of `other`, whose results may be of another type.
    package func takeValues(from other: AnyFetchRequest) {
        givenEntityName = other.givenEntityName
        entity = other.entity
        predicateFormatText = other.predicateFormatText
        givenPredicate = other.givenPredicate
        sortDescriptors = other.sortDescriptors
        fetchLimit = other.fetchLimit
        fetchOffset = other.fetchOffset
        includesSubentities = other.includesSubentities
        includesPendingChanges = other.includesPendingChanges
        resultType = other.resultType
        includesPropertyValues = other.includesPropertyValues
        returnsObjectsAsFaults = other.returnsObjectsAsFaults
        relationshipKeyPathsForPrefetching = other.relationshipKeyPathsForPrefetching
        fetchBatchSize = other.fetchBatchSize
        shouldRefreshRefetchedObjects = other.shouldRefreshRefetchedObjects
        propertiesToFetch = other.propertiesToFetch
        returnsDistinctResults = other.returnsDistinctResults
        propertiesToGroupBy = other.propertiesToGroupBy
        havingPredicate = other.havingPredicate
        affectedStoreObjects = other.affectedStoreObjects
    }

    /// Names the entity while it is known by name only.
    package func setEntityName(_ name: String) {
        requireMutable("entityName")
        entity = nil
        givenEntityName = name
    }

    /// Takes the entity that has the request's entity name, when there is one.
    func resolveEntity(in entities: [String: NSEntityDescription]) {
        if let found = entities[entityName ?? ""] {
            entity = found
            givenEntityName = found.name
        }
    }

    /// Throws when the predicate's text cannot be parsed, which would otherwise mean no predicate at all.
    func checkPredicateText() throws {
        if let predicateFormatText { try checkPredicate(format: predicateFormatText) }
    }

    func freeze() {
        guard !isFrozen else { return }
        _ = predicate
        isFrozen = true
    }

    package var label: String { "The fetch request for \(entityName ?? "no entity")" }
}

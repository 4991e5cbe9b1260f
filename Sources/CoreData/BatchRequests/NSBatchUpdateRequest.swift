/// What the result of a batch update is.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// Whether it succeeded.
    case statusOnlyResultType = 0
    /// The IDs of the rows that were updated.
    case updatedObjectIDsResultType = 1
    /// How many rows were updated.
    case updatedObjectsCountResultType = 2
}

/// Changes many rows with one SQL statement, without objects and past every context.
///
/// ```swift
/// let request = NSBatchUpdateRequest(entityName: "Person")
/// request.predicate = NSPredicate(format: "age >= 65")
/// request.propertiesToUpdate = ["isRetired": true, "visits": NSExpression(format: "visits + 1")]
/// request.resultType = .updatedObjectIDsResultType
/// let result = try context.execute(request) as? NSBatchUpdateResult
/// let changes = [NSUpdatedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [container.viewContext])
/// ```
///
/// Rules of the model are not checked, and inverse relationships of a 1-to-1 are not followed. The version of every row
/// goes up, so that a context that has changed one of the rows notices when it saves.
open class NSBatchUpdateRequest: NSPersistentStoreRequest, @unchecked Sendable {
    // Sendable as its superclass: one thread at a time.

    private var givenEntityName = ""
    /// The entity of the rows; nil when the request was made with a name.
    open private(set) var entity: NSEntityDescription?
    /// The name of the entity of the rows.
    open var entityName: String { entity?.name ?? givenEntityName }
    /// Which rows; nil for all.
    open var predicate: NSPredicate?
    /// Whether rows of subentities are updated too; true at first.
    open var includesSubentities = true
    /// The new values, by property name or `NSPropertyDescription`: values, or `NSExpression`s over the row's own
    /// attributes. Attributes and to-one relationships; a relationship takes an object or an object ID.
    open var propertiesToUpdate: [AnyHashable: Any]?
    /// What the result is; only whether it succeeded at first.
    open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

    /// A request without an entity; use another initializer.
    public required init() { super.init() }

    /// Updates rows of the entity with this name.
    public convenience init(entityName: String) {
        self.init()
        givenEntityName = entityName
    }

    /// Updates rows of an entity.
    public convenience init(entity: NSEntityDescription) {
        self.init()
        self.entity = entity
    }

    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        if let copy = copy as? NSBatchUpdateRequest {
            copy.givenEntityName = givenEntityName
            copy.entity = entity
            copy.predicate = predicate
            copy.includesSubentities = includesSubentities
            copy.propertiesToUpdate = propertiesToUpdate
            copy.resultType = resultType
        }
        return copy
    }
}

extension NSBatchUpdateRequest: ExecutableRequest {
    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let layout = try context.layout(ofEntityNamed: entityName)
        var query = RowQuery(layout: layout)
        query.predicate = predicate.map { predicateNode(of: $0) }
        query.includesSubentities = includesSubentities
        let update = BatchUpdate(
            query: query, assignments: try assignments(layout), wantsIDs: resultType == .updatedObjectIDsResultType)
        var outcome = BatchOutcome()
        for store in try context.stores(for: self, holding: layout) {
            outcome = outcome + (try store.operations.update(update, origin: context.transactionOrigin))
        }
        return NSBatchUpdateResult(outcome, resultType)
    }

    /// In the order of the slots, so that equal requests have one statement.
    private func assignments(_ layout: EntityLayout) throws -> [BatchUpdate.Assignment] {
        guard let propertiesToUpdate, !propertiesToUpdate.isEmpty else {
            throw CocoaError.coreData(
                .coreData, "The batch update of \(layout.name) has no propertiesToUpdate: nothing would change")
        }
        return try propertiesToUpdate.map { key, value in
            let name: String
            switch key.base {
            case let text as String: name = text
            case let property as NSPropertyDescription: name = property.name
            default:
                throw CocoaError.coreData(
                    .coreData, "propertiesToUpdate takes names and property descriptions, not \(type(of: key.base))")
            }
            let slot = try layout.slot(forKey: name)
            let property = layout.properties.properties[slot]
            guard !property.isTransient, layout.kinds[slot] != .toMany, !(property is NSDerivedAttributeDescription)
            else {
                throw CocoaError.coreData(
                    .coreData,
                    "\(property.qualifiedName) has no column that could be set: a batch update changes stored "
                        + "attributes and to-one relationships")
            }
            guard let expression = value as? NSExpression else {
                return BatchUpdate.Assignment(slot: slot, value: .constant(value))
            }
            if case .constant(let constant) = expression.node {
                return BatchUpdate.Assignment(slot: slot, value: .constant(constant))
            }
            return BatchUpdate.Assignment(slot: slot, value: .expression(expression.node))
        }.sorted { $0.slot < $1.slot }
    }
}

/// A change of many rows, in terms of the model.
struct BatchUpdate {
    struct Assignment {
        enum Value {
            case constant(Any?)
            case expression(ExpressionNode)
        }

        let slot: Int
        let value: Value
    }

    let query: RowQuery
    let assignments: [Assignment]
    let wantsIDs: Bool

    /// What rows of an entity get: what was given, and what derived attributes of theirs follow from it.
    func assignments(for layout: EntityLayout) -> [Assignment] {
        assignments
            + layout.derivations.compactMap { slot, derivation in
                switch derivation {
                case .now: return Assignment(slot: slot, value: .constant(Date()))
                case .function(let name, let source):
                    switch assignments.first(where: { $0.slot == source })?.value {
                    case .constant(let value)?:
                        return Assignment(slot: slot, value: .expression(.function(name, [.constant(value)])))
                    case .expression(let node)?:
                        return Assignment(slot: slot, value: .expression(.function(name, [node])))
                    case nil: return nil
                    }
                case .copy, .aggregate: return nil
                }
            }
    }
}

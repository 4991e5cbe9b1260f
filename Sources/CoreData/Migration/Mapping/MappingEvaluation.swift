/// Evaluates the expressions of an entity mapping for one object.
struct MappingEvaluation {
    let mapping: NSEntityMapping
    let policy: NSEntityMigrationPolicy
    let manager: NSMigrationManager
    var source: NSManagedObject?
    var destination: NSManagedObject?

    /// - Throws: `CocoaError` 134110 for an expression that has no value, 134170 for what a policy throws.
    func value(of expression: NSExpression, for property: String? = nil) throws -> Any? {
        let policyScope = PolicyScope(policy: policy)
        var variables: [String: Any?] = [
            "manager": ManagerScope(manager: manager), "entityMapping": mapping, "entityPolicy": policyScope,
        ]
        variables.updateValue(source, forKey: "source")
        variables.updateValue(destination, forKey: "destination")
        do {
            return try expression.value(with: nil, variables: variables)
        } catch {
            if let error = policyScope.error { throw error }
            throw CocoaError.migration(.migration, "\(place(property)) has an expression without a value", error)
        }
    }

    /// Sets an attribute from its expression; one without an expression is left alone.
    func setAttribute(_ attribute: NSPropertyMapping) throws {
        guard let destination, let name = attribute.name, let expression = attribute.valueExpression else { return }
        try set(try value(of: expression, for: name), of: destination, name)
    }

    /// Sets a relationship from its expression, whose value is a destination object or a collection of them.
    func setRelationship(_ relationship: NSPropertyMapping) throws {
        guard let destination, let name = relationship.name, let expression = relationship.valueExpression,
            let description = destination.entity.relationshipsByName[name]
        else {
            if let destination, let name = relationship.name, relationship.valueExpression != nil {
                throw missing(name, destination)
            }
            return
        }
        manager.currentDestination = description.destinationEntity
        defer { manager.currentDestination = nil }
        let value = try value(of: expression, for: name)
        let elements = value.flatMap { CollectionElements.elements(of: $0) ?? [$0] } ?? []
        var seen: Set<ObjectIdentifier> = []
        let objects = try elements.compactMap(AnyValue.unwrapped).map { element in
            guard let object = element as? NSManagedObject,
                object.managedObjectContext === manager.destinationContext
            else {
                throw CocoaError.coreData(
                    .migration,
                    "\(place(name)) takes objects of the destination, not \(type(of: element)): find them with "
                        + "FUNCTION($manager, '\(MappingExpression.destinationsOfMapping)', …)")
            }
            return object
        }.filter { seen.insert(ObjectIdentifier($0)).inserted }
        if description.isToMany {
            try set(objects, of: destination, name)
        } else {
            try set(objects.first, of: destination, name)
        }
    }

    private func set(_ value: Any?, of destination: NSManagedObject, _ name: String) throws {
        guard destination.entity.propertiesByName[name] != nil else { throw missing(name, destination) }
        do {
            try destination.trySetValue(AnyValue.unwrapped(value), forKey: name)
        } catch {
            throw CocoaError.migration(.migration, "\(place(name)) cannot take its value", error)
        }
    }

    private func missing(_ name: String, _ destination: NSManagedObject) -> CocoaError {
        .coreData(
            .migration, "\(place(name)) maps a property that \(destination.entity.name ?? "the entity") does not have")
    }

    private func place(_ property: String?) -> String {
        property.map { "'\($0)' in the entity mapping \(mapping.label)" } ?? "The entity mapping \(mapping.label)"
    }
}

/// `$manager` in an expression.
struct ManagerScope: KeyValueReadable, FunctionPerforming {
    let manager: NSMigrationManager

    func hasValue(forKey key: String) -> Bool {
        [
            "sourceContext", "destinationContext", "sourceModel", "destinationModel", "mappingModel", "userInfo",
            "currentEntityMapping", "migrationProgress",
        ].contains(key)
    }

    func value(forKey key: String) -> Any? {
        switch key {
        case "sourceContext": manager.sourceContext
        case "destinationContext": manager.destinationContext
        case "sourceModel": manager.sourceModel
        case "destinationModel": manager.destinationModel
        case "mappingModel": manager.mappingModel
        case "userInfo": manager.userInfo
        case "currentEntityMapping": manager.currentEntityMapping
        case "migrationProgress": manager.migrationProgress
        default: nil
        }
    }

    func perform(_ function: String, _ arguments: [Any?]) throws(PredicateEvaluationError) -> Any? {
        guard arguments.count == 2, let name = arguments[0] as? String else {
            throw PredicateEvaluationError(
                .unknownFunction, "\(function) takes a name and a second argument, not \(arguments.count) arguments")
        }
        switch function {
        case MappingExpression.destinationsOfMapping:
            return manager.destinationInstances(
                forEntityMappingName: name, sourceInstances: try objects(arguments[1]))
        case "sourceInstancesForEntityMappingNamed:destinationInstances:":
            return manager.sourceInstances(
                forEntityMappingName: name, destinationInstances: try objects(arguments[1]))
        case MappingExpression.destinationsOfRelationship:
            return manager.destinationInstances(ofAnyMapping: try objects(arguments[1]))
        case MappingExpression.sourceRequest: return try request(name, arguments[1] as? String)
        default:
            throw PredicateEvaluationError(
                .unknownFunction, "A migration manager has no function \(function) for expressions")
        }
    }

    /// The objects of an argument; none of nil.
    private func objects(_ argument: Any?) throws(PredicateEvaluationError) -> [NSManagedObject] {
        guard let argument = AnyValue.unwrapped(argument) else { return [] }
        var objects: [NSManagedObject] = []
        for element in CollectionElements.elements(of: argument) ?? [argument] {
            guard let element = AnyValue.unwrapped(element) else { continue }
            guard let object = element as? NSManagedObject else {
                throw PredicateEvaluationError(.typeMismatch, "Objects are needed, not \(type(of: element))")
            }
            objects.append(object)
        }
        return objects
    }

    private func request(_ entity: String, _ predicate: String?) throws(PredicateEvaluationError) -> Any? {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        // Each subentity has a mapping of its own.
        request.includesSubentities = false
        if let predicate, predicate != "TRUEPREDICATE", !predicate.isEmpty {
            do {
                request.predicate = try NSPredicate(parsing: predicate)
            } catch {
                throw PredicateEvaluationError(.typeMismatch, "The predicate for \(entity) cannot be read")
            }
        }
        return request
    }
}

/// `$entityPolicy` in an expression.
final class PolicyScope: FunctionPerforming {
    private let policy: NSEntityMigrationPolicy
    /// What the policy has thrown.
    private(set) var error: (any Error)?

    init(policy: NSEntityMigrationPolicy) { self.policy = policy }

    func perform(_ function: String, _ arguments: [Any?]) throws(PredicateEvaluationError) -> Any? {
        do {
            return try policy.value(forFunction: function, arguments: arguments)
        } catch {
            self.error = error
            throw PredicateEvaluationError(.typeMismatch, "The policy's function \(function) failed")
        }
    }
}

extension NSManagedObjectContext: FetchExpressionPerforming {
    package func performFetchExpression(
        _ request: Any?, countOnly: Bool
    ) throws(PredicateEvaluationError) -> Any? {
        guard let request = request as? AnyFetchRequest else {
            throw PredicateEvaluationError(.typeMismatch, "FETCH needs a fetch request")
        }
        do {
            let fetch = try FetchExecution(request, in: self)
            if countOnly { return try fetch.count() }
            switch try fetch.run() {
            case .objects(let objects): return Array(objects)
            case .others(let values): return values
            }
        } catch {
            throw PredicateEvaluationError(.typeMismatch, "FETCH failed: \(error.localizedDescription)")
        }
    }
}

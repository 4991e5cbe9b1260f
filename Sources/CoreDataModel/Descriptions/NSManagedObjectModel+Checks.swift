import Foundation

extension NSManagedObjectModel {
    /// Throws the first mistake in the model; returns what is legal but doubtful.
    func check() throws -> [ModelError] {
        var issues: [ModelError] = []
        try checkEntityNames()
        for entity in entities {
            try entity.checkPlace(in: self)
        }
        for entity in entities {
            try entity.checkPropertyNames(&issues)
            for property in entity.ownProperties {
                try property.check()
                if let relationship = property as? NSRelationshipDescription {
                    try relationship.checkDestination(in: self)
                    try relationship.checkInverse(&issues)
                }
                if let fetched = property as? NSFetchedPropertyDescription {
                    try fetched.checkRequest(in: self)
                }
            }
            try entity.checkConstraintsAndIndexes()
        }
        try checkConfigurations()
        try checkTemplates(&issues)
        return issues
    }

    private func checkEntityNames() throws {
        var names = Set<String>()
        for entity in entities {
            guard let name = entity.name, !name.isEmpty else {
                throw ModelError(.missingName, "An entity has no name; every entity of a model needs one")
            }
            guard names.insert(name).inserted else {
                throw ModelError(.duplicateName, "is the name of two entities; rename one of them", entity: name)
            }
        }
    }

    private func checkConfigurations() throws {
        let known = entitiesByName
        for configuration in configurations {
            for name in entityNames(forConfigurationName: configuration) where known[name] == nil {
                throw ModelError(
                    .unknownEntity, "is in the configuration \(configuration), but not in the model", entity: name)
            }
        }
    }

    private func checkTemplates(_ issues: inout [ModelError]) throws {
        let known = entitiesByName
        for (name, request) in fetchRequestTemplatesByName.sorted(by: { $0.key < $1.key }) {
            do {
                try request.checkPredicateText()
            } catch {
                throw ModelError(.badPredicate, "The predicate of the fetch request \(name) cannot be parsed: \(error)")
            }
            if known[request.entityName ?? ""] == nil {
                issues.append(
                    ModelError(
                        .unknownEntity,
                        "The fetch request \(name) is for \(request.entityName ?? "no entity"), which the model lacks"))
            }
        }
    }
}

extension NSEntityDescription {
    /// The superentities are in the same model and form no cycle.
    func checkPlace(in model: NSManagedObjectModel) throws {
        if let top = superentities.last ?? superentity, top.superentity != nil {
            throw ModelError(.inheritanceCycle, "is its own superentity, directly or through others", entity: name)
        }
        if let superentity, superentity.model !== model {
            throw ModelError(
                .unknownSuperentity, "has a superentity that is not in the model: \(superentity.label)", entity: name)
        }
    }

    /// Every name can be a key, and none is there twice, inherited ones included.
    func checkPropertyNames(_ issues: inout [ModelError]) throws {
        var owners: [String: String] = [:]
        for entity in superentities {
            for property in entity.ownProperties { owners[property.name] = entity.label }
        }
        for property in ownProperties {
            guard !property.name.isEmpty else {
                throw ModelError(.missingName, "has a property without a name", entity: name)
            }
            if NSPropertyDescription.reservedNames.contains(property.name) {
                throw property.mistake(
                    .reservedName, "has the name of a member of NSObject or NSManagedObject; rename it")
            }
            if let owner = owners.updateValue(label, forKey: property.name) {
                let place = owner == label ? "is there twice" : "is inherited from \(owner) already"
                throw property.mistake(.duplicateName, "\(place); rename one of the two")
            }
            if property.name.contains(where: { $0 == "." || $0 == "@" || $0.isWhitespace }) {
                issues.append(
                    property.mistake(.reservedName, "cannot be part of a key path, because of its characters"))
            }
        }
    }

    /// Constraints and indexes name properties of the entity, inherited ones included.
    func checkConstraintsAndIndexes() throws {
        let known = propertiesByName
        for name in uniquenessConstraintNames.joined() {
            switch known[name] {
            case is NSAttributeDescription: continue
            case let relationship as NSRelationshipDescription where !relationship.isToMany: continue
            default:
                throw ModelError(
                    .unknownProperty, "has a uniqueness constraint on \(name), which is no attribute of it",
                    entity: self.name)
            }
        }
        for name in compoundIndexNames.joined() where known[name] == nil {
            throw ModelError(
                .unknownProperty, "has a compound index on \(name), which is no property of it", entity: self.name)
        }
        var names = Set<String>()
        for index in indexes {
            do {
                if let format = index.predicateFormatText { try checkPredicate(format: format) }
            } catch {
                throw ModelError(
                    .badPredicate, "has an index, \(index.name), whose predicate cannot be parsed: \(error)",
                    entity: name)
            }
            guard names.insert(index.name).inserted else {
                throw ModelError(.duplicateName, "has two indexes named \(index.name)", entity: name)
            }
            for element in index.elements where !(element.property is NSExpressionDescription) {
                guard known[element.propertyName ?? ""] != nil else {
                    throw ModelError(
                        .unknownProperty,
                        "has an index, \(index.name), on \(element.propertyName ?? "nothing"), which is no property of it",
                        entity: name)
                }
            }
        }
    }
}

extension NSPropertyDescription {
    /// Apple's rule: no property may have the name of a method of `NSObject` or `NSManagedObject` without parameters.
    static let reservedNames: Set<String> = [
        "autorelease", "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "class",
        "copy", "dealloc", "debugDescription", "description", "didSave", "didTurnIntoFault", "entity", "faultingState",
        "finalize", "hasChanges", "hasPersistentChangedValues", "hash", "init", "isDeleted", "isFault", "isInserted",
        "isProxy", "isUpdated", "managedObjectContext", "mutableCopy", "objectID", "observationInfo",
        "prepareForDeletion", "release", "retain", "retainCount", "self", "superclass", "willSave",
        "willTurnIntoFault", "zone",
    ]
}

extension NSRelationshipDescription {
    /// There is a destination in the model, and the counts allow a value.
    func checkDestination(in model: NSManagedObjectModel) throws {
        guard let destinationEntity else {
            let text =
                destinationEntityName.map { "leads to \($0), which the model lacks" } ?? "has no destination entity"
            throw mistake(.unknownDestination, text)
        }
        guard destinationEntity.model === model else {
            throw mistake(.unknownDestination, "leads to \(destinationEntity.label), which is not in the model")
        }
        guard minCount >= 0, maxCount >= 0 else {
            throw mistake(.badCount, "has a negative count")
        }
        guard maxCount == 0 || minCount <= maxCount else {
            throw mistake(
                .badCount, "allows no value: its smallest count, \(minCount), is over its largest, \(maxCount)")
        }
    }

    /// The inverse exists and leads back.
    func checkInverse(_ issues: inout [ModelError]) throws {
        guard let inverse = inverseRelationship else {
            if let name = inverseRelationshipName {
                throw mistake(
                    .badInverse, "has the inverse \(name), which \(destinationEntityName ?? "its destination") lacks")
            }
            issues.append(
                mistake(
                    .missingInverse, "has no inverse, so a change on one side does not reach the other. Give it one"))
            return
        }
        guard inverse.inverseRelationship === self else {
            throw mistake(
                .badInverse, "has the inverse \(inverse.label), whose inverse is another; set it on both sides")
        }
        guard let entity, let owner = inverse.entity, let destinationEntity, let back = inverse.destinationEntity,
            destinationEntity.isKindOf(entity: owner) || owner.isKindOf(entity: destinationEntity),
            entity.isKindOf(entity: back) || back.isKindOf(entity: entity)
        else {
            throw mistake(.badInverse, "has the inverse \(inverse.label), which does not lead back to this entity")
        }
        if isOrdered, !isToMany {
            issues.append(mistake(.badCount, "is ordered but holds one object, so the order means nothing"))
        }
    }
}

extension NSFetchedPropertyDescription {
    /// There is a request, for an entity of the model.
    func checkRequest(in model: NSManagedObjectModel) throws {
        guard let fetchRequest else {
            throw mistake(.unknownEntity, "is a fetched property without a fetch request")
        }
        guard model.entitiesByName[fetchRequest.entityName ?? ""] != nil else {
            throw mistake(.unknownEntity, "fetches \(fetchRequest.entityName ?? "no entity"), which the model lacks")
        }
        do {
            try fetchRequest.checkPredicateText()
        } catch {
            throw mistake(.badPredicate, "has a predicate that cannot be parsed: \(error)")
        }
    }
}

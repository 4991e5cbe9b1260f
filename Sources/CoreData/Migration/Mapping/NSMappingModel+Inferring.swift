extension NSMappingModel {
    /// A mapping model for what can be inferred from two versions of a model: what was added, what is gone, what has
    /// another name by its renaming identifier, and what has moved within its hierarchy.
    ///
    /// - Throws: `CocoaError` 134190 with a sentence for every change that cannot be inferred, and what to do about it.
    public class func inferredMappingModel(
        forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
    ) throws -> NSMappingModel {
        let difference = ModelDifference(from: sourceModel, to: destinationModel)
        guard difference.isInferable else { throw CocoaError.notInferable(difference) }
        let model = NSMappingModel()
        let inference = MappingInference(
            difference: difference, source: sourceModel.entitiesByName, destination: destinationModel.entitiesByName)
        model.entityMappings = inference.mappings()
        return model
    }
}

/// Makes the entity mappings of an inferred mapping model.
private struct MappingInference {
    let difference: ModelDifference
    let source: [String: NSEntityDescription]
    let destination: [String: NSEntityDescription]

    func mappings() -> [NSEntityMapping] {
        let kept = destination.values.sorted { ($0.name ?? "") < ($1.name ?? "") }.compactMap { mapping(to: $0) }
        let gone = source.values.filter { difference.destinationEntityName(of: $0.name ?? "") == nil }
            .sorted { ($0.name ?? "") < ($1.name ?? "") }
        return kept
            + gone.map { entity in
                let mapping = NSEntityMapping()
                mapping.name = "IEM_Remove_\(entity.name ?? "")"
                mapping.mappingType = .removeEntityMappingType
                setSource(entity, of: mapping)
                return mapping
            }
    }

    private func setSource(_ entity: NSEntityDescription, of mapping: NSEntityMapping) {
        mapping.sourceEntityName = entity.name
        mapping.sourceEntityVersionHash = entity.versionHash
    }

    private func mapping(to entity: NSEntityDescription) -> NSEntityMapping? {
        let name = entity.name ?? ""
        let old = difference.sourceEntityName(of: name).flatMap { source[$0] }
        // Neither has objects of its own.
        if entity.isAbstract, old?.isAbstract ?? true { return nil }
        let mapping = NSEntityMapping()
        mapping.destinationEntityName = name
        mapping.destinationEntityVersionHash = entity.versionHash
        guard let old else {
            mapping.name = "IEM_Add_\(name)"
            mapping.mappingType = .addEntityMappingType
            return mapping
        }
        setSource(old, of: mapping)
        let isSame = old.versionHash == entity.versionHash
        mapping.name = "IEM_\(isSame ? "Copy" : "Transform")_\(name)"
        mapping.mappingType = isSame ? .copyEntityMappingType : .transformEntityMappingType
        mapping.sourceExpression = NSExpression(node: MappingExpression.fetch(entity: old.name ?? ""))
        mapping.attributeMappings = entity.attributesByName.values.filter(isMapped).map { attribute in
            NSPropertyMapping(name: attribute.name, valueExpression: value(of: attribute, in: entity, old))
        }.sorted { ($0.name ?? "") < ($1.name ?? "") }
        mapping.relationshipMappings = entity.relationshipsByName.values.filter { !$0.isTransient }.map {
            relationship in
            NSPropertyMapping(name: relationship.name, valueExpression: objects(of: relationship, in: entity, old))
        }.sorted { ($0.name ?? "") < ($1.name ?? "") }
        return mapping
    }

    private func isMapped(_ attribute: NSAttributeDescription) -> Bool {
        !attribute.isTransient && !(attribute is NSDerivedAttributeDescription)
    }

    private func value(
        of attribute: NSAttributeDescription, in entity: NSEntityDescription, _ old: NSEntityDescription
    ) -> NSExpression? {
        guard let name = difference.sourcePropertyName(of: attribute.name, inEntity: entity.name ?? ""),
            let before = old.attributesByName[name], !before.isTransient
        else { return nil }
        let source = MappingExpression.source(name)
        guard !attribute.isOptional, before.isOptional, let value = attribute.defaultValue else {
            return NSExpression(node: source)
        }
        // What was missing gets the default value.
        let isThere = PredicateNode.comparison(
            ComparisonNode(left: source, operation: .notEqual, right: .constant(nil)))
        return NSExpression(node: .conditional(isThere, source, .constant(value)))
    }

    private func objects(
        of relationship: NSRelationshipDescription, in entity: NSEntityDescription, _ old: NSEntityDescription
    ) -> NSExpression? {
        guard let name = difference.sourcePropertyName(of: relationship.name, inEntity: entity.name ?? ""),
            let before = old.relationshipsByName[name], !before.isTransient
        else { return nil }
        return NSExpression(
            node: MappingExpression.destinations(ofRelationship: name, MappingExpression.source(name)))
    }
}

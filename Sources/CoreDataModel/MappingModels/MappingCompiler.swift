import Foundation

/// Makes a mapping model out of an `.xcmappingmodel`, as Xcode does when it builds a program: fills in the hashes, the
/// names and the expressions that the file leaves to it.
struct MappingCompiler {
    let source: [String: NSEntityDescription]
    let destination: [String: NSEntityDescription]
    let file: String
    private let mappings: MappingSource

    init(
        _ mappings: MappingSource, source: NSManagedObjectModel, destination: NSManagedObjectModel, file: String
    ) {
        self.mappings = mappings
        self.source = source.entitiesByName
        self.destination = destination.entitiesByName
        self.file = file
    }

    /// - Throws: `ModelError` for an entity that a model lacks, and for an expression that cannot be read.
    func compile() throws -> NSMappingModel {
        let model = NSMappingModel()
        model.entityMappings = try mappings.entities.map { try compile($0) }
        return model
    }

    private func compile(_ entity: MappingSource.Entity) throws -> NSEntityMapping {
        let from = try entity.source.map { try self.entity($0, in: source) }
        let to = try entity.destination.map { try self.entity($0, in: destination) }
        let mapping = NSEntityMapping()
        mapping.name = Self.name(of: entity)
        mapping.sourceEntityName = from?.name
        mapping.sourceEntityVersionHash = from?.versionHash
        mapping.destinationEntityName = to?.name
        mapping.destinationEntityVersionHash = to?.versionHash
        mapping.entityMigrationPolicyClassName = entity.policy
        mapping.mappingType = Self.type(from, to, policy: entity.policy)
        if let name = from?.name {
            mapping.sourceExpression =
                try entity.sourceExpression.map { try ArchivedExpression.expression($0, file: file) }
                ?? NSExpression(
                    node: MappingExpression.fetch(entity: name, predicate: entity.predicate ?? "TRUEPREDICATE"))
        }
        mapping.attributeMappings = try entity.attributes.map { attribute in
            NSPropertyMapping(name: attribute.name, valueExpression: try value(of: attribute, from) ?? nil)
        }
        mapping.relationshipMappings = try entity.relationships.map { relationship in
            NSPropertyMapping(
                name: relationship.name, valueExpression: try objects(of: relationship, from, to) ?? nil)
        }
        return mapping
    }

    private func entity(_ name: String, in entities: [String: NSEntityDescription]) throws -> NSEntityDescription {
        guard let entity = entities[name] else {
            throw ModelError(
                .unknownEntity, "is in the mapping model, but not in the model that the mapping model is for",
                entity: name, file: file)
        }
        return entity
    }

    /// Xcode's name: "PersonToPerson"; one name alone where there is only one entity.
    private static func name(of entity: MappingSource.Entity) -> String {
        entity.name ?? [entity.source, entity.destination].compactMap { $0 }.joined(separator: "To")
    }

    private static func type(
        _ source: NSEntityDescription?, _ destination: NSEntityDescription?, policy: String?
    ) -> NSEntityMappingType {
        if policy != nil { return .customEntityMappingType }
        guard let source else { return .addEntityMappingType }
        guard let destination else { return .removeEntityMappingType }
        return source.versionHash == destination.versionHash ? .copyEntityMappingType : .transformEntityMappingType
    }

    // MARK: Expressions

    /// The expression that the file has, or the one that it leaves out: the source's attribute of the same name.
    private func value(of attribute: MappingSource.Property, _ from: NSEntityDescription?) throws -> NSExpression? {
        if let data = attribute.expression { return try ArchivedExpression.expression(data, file: file) }
        if let path = attribute.keyPath { return try expression(path) }
        guard from?.attributesByName[attribute.name] != nil else { return nil }
        return NSExpression(node: MappingExpression.source(attribute.name))
    }

    private func objects(
        of relationship: MappingSource.Property, _ from: NSEntityDescription?, _ to: NSEntityDescription?
    ) throws -> NSExpression? {
        if let data = relationship.expression { return try ArchivedExpression.expression(data, file: file) }
        if let mapping = relationship.mapping {
            let path = try expression(relationship.keyPath ?? "$source.\(relationship.name)")
            return NSExpression(node: MappingExpression.destinations(ofMapping: mapping, path.node))
        }
        guard let found = from?.relationshipsByName[relationship.name],
            let target = to?.relationshipsByName[relationship.name]?.destinationEntity
        else { return nil }
        let path = MappingExpression.source(relationship.name)
        // The members may go through the mapping of the destination or of one of its subentities.
        let names = mappings.entities.filter { mapping in
            mapping.destination.flatMap { destination[$0] }?.isKindOf(entity: target) == true
                && mapping.source.flatMap { source[$0] }.map { candidate in
                    found.destinationEntity.map { candidate.isKindOf(entity: $0) } ?? false
                } == true
        }.map(Self.name(of:))
        guard names.count == 1 else {
            return names.isEmpty
                ? nil
                : NSExpression(node: MappingExpression.destinations(ofRelationship: relationship.name, path))
        }
        return NSExpression(node: MappingExpression.destinations(ofMapping: names[0], path))
    }

    private func expression(_ text: String) throws -> NSExpression {
        do {
            return try NSExpression(parsing: text)
        } catch {
            throw ModelError(.badPredicate, "The mapping model has an expression that cannot be read", file: file)
        }
    }
}

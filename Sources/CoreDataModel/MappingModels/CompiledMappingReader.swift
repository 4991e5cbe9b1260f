import Foundation

/// Reads a compiled mapping model (`.cdm`): a keyed archive of an `NSMappingModel`.
enum CompiledMappingReader {
    /// - Throws: `ModelError` with code `malformedFile`, the file and what is wrong.
    static func read(_ data: Data, file: String) throws -> NSMappingModel {
        do {
            let root = try ArchiveGraph(data).root
            guard root.isKind(of: "NSMappingModel"), let entities = root["NSEntityMappings"]?.array else {
                throw KeyedArchiveError.corrupt("it holds no NSMappingModel")
            }
            let model = NSMappingModel()
            model.entityMappings = try entities.map(entity)
            return model
        } catch let error as KeyedArchiveError {
            throw ModelError(
                .malformedFile,
                "The file is no compiled mapping model (\(error.description)): build it again from its .xcmappingmodel",
                file: file)
        }
    }

    private static func entity(_ node: ArchiveNode) throws -> NSEntityMapping {
        guard node.isKind(of: "NSEntityMapping") else {
            throw KeyedArchiveError.corrupt("an entity mapping is missing")
        }
        let mapping = NSEntityMapping()
        mapping.name = node["NSMappingName"]?.string ?? ""
        let type = node["NSMappingType"]?.int ?? 0
        mapping.mappingType = NSEntityMappingType(rawValue: UInt(clamping: type)) ?? .undefinedEntityMappingType
        mapping.sourceEntityName = node["NSSourceEntityName"]?.string
        mapping.sourceEntityVersionHash = node["NSSourceEntityVersionHash"]?.data
        mapping.destinationEntityName = node["NSDestinationEntityName"]?.string
        mapping.destinationEntityVersionHash = node["NSDestinationEntityVersionHash"]?.data
        mapping.entityMigrationPolicyClassName = node["NSEntityMigrationPolicyClassName"]?.string
        mapping.userInfo = try node["NSUserInfo"]?.propertyValue() as? [String: Any]
        mapping.sourceExpression = try expression(node["NSSourceExpression"])
        mapping.attributeMappings = try properties(node["NSAttributeMappings"])
        mapping.relationshipMappings = try properties(node["NSRelationshipMappings"])
        return mapping
    }

    private static func properties(_ node: ArchiveNode?) throws -> [NSPropertyMapping] {
        try (node?.array ?? []).map { node in
            guard node.isKind(of: "NSPropertyMapping") else {
                throw KeyedArchiveError.corrupt("a property mapping is missing")
            }
            let mapping = NSPropertyMapping()
            mapping.name = node["NSDestinationPropertyName"]?.string
            mapping.userInfo = try node["NSUserInfo"]?.propertyValue() as? [String: Any]
            mapping.valueExpression = try expression(node["NSValueExpression"])
            return mapping
        }
    }

    private static func expression(_ node: ArchiveNode?) throws -> NSExpression? {
        try node.map { NSExpression(node: try ArchivedPredicate.expression($0)) }
    }
}

import Foundation

/// Reads a compiled mapping model (`.cdm`): a keyed archive of an `NSMappingModel`.
enum CompiledMappingReader {
    /// - Throws: `ModelError` with code `malformedFile`, the file and what is wrong.
    static func read(_ data: Data, file: String) throws -> NSMappingModel {
        do {
            var archive = try MappingArchive(data)
            let model = NSMappingModel()
            model.entityMappings = try archive.visit(archive.root) { archive, item in
                guard case .instance("NSMappingModel", let fields) = item else {
                    throw KeyedArchiveError.corrupt("it holds no NSMappingModel")
                }
                return try archive.list("NSEntityMappings", of: fields).map { try entity($0, in: &archive) }
            }
            return model
        } catch let error as KeyedArchiveError {
            throw ModelError(
                .malformedFile,
                "The file is no compiled mapping model (\(error.description)): build it again from its .xcmappingmodel",
                file: file)
        }
    }

    private static func entity(_ uid: Int, in archive: inout MappingArchive) throws -> NSEntityMapping {
        try archive.visit(uid) { archive, item in
            guard case .instance(_, let fields) = item else {
                throw KeyedArchiveError.corrupt("an entity mapping is missing")
            }
            let mapping = NSEntityMapping()
            mapping.name = try archive.value("NSMappingName", of: fields) as? String ?? ""
            let type = try archive.value("NSMappingType", of: fields) as? Int ?? 0
            mapping.mappingType =
                NSEntityMappingType(rawValue: UInt(clamping: type)) ?? .undefinedEntityMappingType
            mapping.sourceEntityName = try archive.value("NSSourceEntityName", of: fields) as? String
            mapping.sourceEntityVersionHash = try archive.value("NSSourceEntityVersionHash", of: fields) as? Data
            mapping.destinationEntityName = try archive.value("NSDestinationEntityName", of: fields) as? String
            mapping.destinationEntityVersionHash =
                try archive.value("NSDestinationEntityVersionHash", of: fields) as? Data
            mapping.entityMigrationPolicyClassName =
                try archive.value("NSEntityMigrationPolicyClassName", of: fields) as? String
            mapping.userInfo = try archive.value("NSUserInfo", of: fields) as? [String: Any]
            mapping.sourceExpression = try expression("NSSourceExpression", fields, in: &archive)
            mapping.attributeMappings = try properties("NSAttributeMappings", fields, in: &archive)
            mapping.relationshipMappings = try properties("NSRelationshipMappings", fields, in: &archive)
            return mapping
        }
    }

    private static func properties(
        _ key: StaticString, _ fields: KeyedArchiveReader.Fields, in archive: inout MappingArchive
    ) throws -> [NSPropertyMapping] {
        try archive.list(key, of: fields).map { uid in
            try archive.visit(uid) { archive, item in
                guard case .instance(_, let fields) = item else {
                    throw KeyedArchiveError.corrupt("a property mapping is missing")
                }
                let mapping = NSPropertyMapping()
                mapping.name = try archive.value("NSDestinationPropertyName", of: fields) as? String
                mapping.userInfo = try archive.value("NSUserInfo", of: fields) as? [String: Any]
                mapping.valueExpression = try expression("NSValueExpression", fields, in: &archive)
                return mapping
            }
        }
    }

    private static func expression(
        _ key: StaticString, _ fields: KeyedArchiveReader.Fields, in archive: inout MappingArchive
    ) throws -> NSExpression? {
        guard case .uid(let uid)? = try? fields.object(key), uid != 0 else { return nil }
        return NSExpression(node: try ArchivedExpression.node(uid, in: &archive))
    }
}

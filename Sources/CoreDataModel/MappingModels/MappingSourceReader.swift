import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads the XML of an `.xcmappingmodel`: a Core Data store of Xcode's own entities, whose names begin with XDDev.
enum MappingSourceReader {
    /// - Throws: `ModelError` with code `malformedFile`, the file and the line.
    static func read(_ data: Data, file: String) throws -> MappingSource {
        let reader = ObjectReader()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        parser.shouldResolveExternalEntities = false
        guard parser.parse(), reader.isDatabase else {
            throw ModelError(
                .malformedFile, "The file is no mapping model: restore it, or save it again in Xcode", file: file,
                line: max(parser.lineNumber, 1))
        }
        return try source(reader.objects, file: file)
    }

    private static func source(_ objects: [StoredObject], file: String) throws -> MappingSource {
        let byID = Dictionary(objects.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var source = MappingSource()
        for object in objects where object.type == "XDDEVMAPPINGMODEL" {
            source.sourceModelPath = object.text("sourcemodelpath")
            source.destinationModelPath = object.text("destinationmodelpath")
        }
        let mappings = objects.filter { $0.type == "XDDEVENTITYMAPPING" }
        guard !mappings.isEmpty else {
            throw ModelError(.malformedFile, "The mapping model has no entity mappings", file: file)
        }
        source.entities = mappings.map { object in
            var entity = MappingSource.Entity()
            entity.name = object.text("name")
            entity.number = object.text("mappingnumber").flatMap { Int($0) } ?? 0
            entity.source = object.text("sourcename")
            entity.destination = object.text("destinationname")
            entity.policy = object.text("migrationpolicyclassname")
            entity.sourceExpression = object.data("sourceexpressiondata")
            entity.predicate = object.text("predicate") ?? object.text("filterpredicate")
            entity.attributes = properties(object.references["attributemappings"], byID)
            entity.relationships = properties(object.references["relationshipmappings"], byID)
            return entity
        }
        // By number; those that have none stay as they are in the file.
        let order = source.entities.indices.sorted {
            (source.entities[$0].number, $0) < (source.entities[$1].number, $1)
        }
        source.entities = order.map { source.entities[$0] }
        return source
    }

    private static func properties(_ ids: [String]?, _ objects: [String: StoredObject]) -> [MappingSource.Property] {
        (ids ?? []).compactMap { objects[$0] }.compactMap { object in
            guard let name = object.text("name") else { return nil }
            return MappingSource.Property(
                name: name, expression: object.data("valueexpressiondata"), mapping: object.text("sourcemappingname"),
                keyPath: object.text("sourcekeypath"))
        }.sorted { $0.name < $1.name }
    }
}

/// An object of a store in Core Data's XML format.
private struct StoredObject {
    let type: String
    let id: String
    var attributes: [String: String] = [:]
    var references: [String: [String]] = [:]

    /// An attribute's text; nil when it is missing or empty.
    func text(_ name: String) -> String? {
        attributes[name]?.trimmingCharacters(in: .whitespacesAndNewlines).nonEmpty
    }

    func data(_ name: String) -> Data? {
        attributes[name].flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }.flatMap {
            $0.isEmpty ? nil : $0
        }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

/// Collects the objects while the parser goes through the text. Objects do not nest, so depth costs nothing.
private final class ObjectReader: NSObject, XMLParserDelegate {
    private(set) var objects: [StoredObject] = []
    private(set) var isDatabase = false
    private var object: StoredObject?
    private var attribute: String?
    private var text = ""

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        switch elementName {
        case "database": isDatabase = true
        case "object": object = StoredObject(type: (attributes["type"] ?? "").uppercased(), id: attributes["id"] ?? "")
        case "attribute":
            attribute = attributes["name"]?.lowercased()
            text = ""
        case "relationship":
            guard let name = attributes["name"]?.lowercased() else { return }
            object?.references[name] = (attributes["idrefs"] ?? "").split(separator: " ").map(String.init)
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if attribute != nil { text += string }
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        switch elementName {
        case "attribute":
            if let attribute { object?.attributes[attribute] = text }
            attribute = nil
        case "object":
            if let object { objects.append(object) }
            object = nil
        default: break
        }
    }
}

import CoreDataModel
import Foundation

/// The model as code: an enumeration that builds every description.
struct GeneratedModel {
    let generator: ModelCodeGenerator
    var model: NSManagedObjectModel { generator.model }
    var classes: EntityClasses { generator.classes }
    /// The local name of each entity in `makeModel()`.
    private let locals: [String: String]

    init(_ generator: ModelCodeGenerator) {
        self.generator = generator
        var locals: [String: String] = [:]
        var taken: Set<String> = []
        for entity in generator.sortedEntities {
            let name = entity.name ?? ""
            var local = "entity" + SwiftSource.legalIdentifier(name).drop { $0 == "_" }
            while !taken.insert(local).inserted { local += "_" }
            locals[name] = local
        }
        self.locals = locals
    }

    func write(to source: inout SwiftSource) throws {
        let entities = generator.sortedEntities
        let name = SwiftSource.identifier(SwiftSource.legalIdentifier(generator.modelName))
        source.documentation(
            "The model `\(SwiftSource.comment(generator.modelName))`, built in code: no file has to be found at run "
                + "time.")
        source.block("public enum \(name)") { source in
            source.documentation("The name of the version that `model` is.")
            source.line("public static let versionName = \(SwiftSource.literal(generator.versionName))")
            source.line()
            source.documentation("The model's current version.")
            source.line("public static let model: NSManagedObjectModel = makeModel()")
            source.line()
            if !generator.otherVersions.isEmpty { writeOtherVersions(to: &source) }
            source.block("private static func makeModel() -> NSManagedObjectModel") { writeModel(entities, to: &$0) }
            for entity in entities {
                source.line()
                source.block("private static func make\(function(entity))() -> NSEntityDescription") {
                    write(entity, to: &$0)
                }
            }
            writeSupport(entities, to: &source)
        }
    }

    private func writeOtherVersions(to source: inout SwiftSource) {
        source.documentation(
            "The model's other versions, read from their XML each time: what `PersistentStoreModelVersionsOption` takes, "
                + "so that stores made with one of them can be migrated.")
        source.line("///")
        source.line("/// - Throws: `ModelError` for a mistake in one of them.")
        source.block("public static func makeOtherVersions() throws -> [NSManagedObjectModel]") { source in
            source.block("try otherVersions.map") { source in
                source.line("try NSManagedObjectModel(xcdatamodelContents: Data($0.contents.utf8), name: $0.name)")
            }
        }
        source.line()
        source.line("private static let otherVersions: [(name: String, contents: String)] = [")
        for version in generator.otherVersions {
            source.line(
                "    (\(SwiftSource.literal(version.name)), \(SwiftSource.literal(version.contents))),")
        }
        source.line("]")
        source.line()
    }

    func local(_ entity: NSEntityDescription?) -> String { locals[entity?.name ?? ""] ?? "nil" }

    private func function(_ entity: NSEntityDescription) -> String {
        "E" + local(entity).dropFirst()
    }

    // MARK: The model

    private func writeModel(_ entities: [NSEntityDescription], to source: inout SwiftSource) {
        for entity in entities {
            source.line("let \(local(entity)) = make\(function(entity))()")
        }
        for entity in entities where entity.hasSubentities {
            source.list("\(local(entity)).subentities = ", entity.sortedSubentities.map(local))
        }
        for entity in entities {
            for case let relationship as NSRelationshipDescription in sorted(entity.ownProperties) {
                writeConnection(relationship, of: entity, to: &source)
            }
            for index in entity.indexes { write(index, of: entity, to: &source) }
        }
        source.line("let model = NSManagedObjectModel()")
        source.list("model.entities = ", entities.map(local))
        let identifiers = model.versionIdentifiers.compactMap { $0.base as? String }.sorted()
        if !identifiers.isEmpty {
            source.list("model.versionIdentifiers = ", identifiers.map(SwiftSource.literal))
        }
        for name in model.configurations {
            let members = model.entityNames(forConfigurationName: name).filter { locals[$0] != nil }
            source.list(
                "model.setEntities(", members.map { locals[$0] ?? "" },
                ", forConfigurationName: \(SwiftSource.literal(name)))")
        }
        for (name, request) in model.fetchRequestTemplatesByName.sorted(by: { $0.key < $1.key }) {
            source.block("do") { source in
                write(request, to: &source)
                source.line("model.setFetchRequestTemplate(request, forName: \(SwiftSource.literal(name)))")
            }
        }
        for entity in entities {
            for case let property as NSFetchedPropertyDescription in sorted(entity.ownProperties) {
                guard let request = property.fetchRequest else { continue }
                source.block("do") { source in
                    write(request, to: &source)
                    source.line(
                        "let property = \(local(entity)).propertiesByName[\(SwiftSource.literal(property.name))]")
                    source.line("(property as? NSFetchedPropertyDescription)?.fetchRequest = request")
                }
            }
        }
        source.line("return model")
    }

    private func writeConnection(
        _ relationship: NSRelationshipDescription, of entity: NSEntityDescription, to source: inout SwiftSource
    ) {
        guard let destination = relationship.destinationEntity else { return }
        var call = "connect(\(local(entity)), \(SwiftSource.literal(relationship.name)), to: \(local(destination))"
        if let inverse = relationship.inverseRelationshipName {
            call += ", inverse: \(SwiftSource.literal(inverse))"
        }
        source.line(call + ")")
    }

    private func write(
        _ index: NSFetchIndexDescription, of entity: NSEntityDescription, to source: inout SwiftSource
    ) {
        source.block("do") { source in
            source.line("var elements: [NSFetchIndexElementDescription] = []")
            for element in index.elements {
                let type = element.collationType == .rTree ? ".rTree" : ".binary"
                if let expression = element.property as? NSExpressionDescription {
                    source.block("do") { source in
                        source.line("let expression = NSExpressionDescription()")
                        source.line("expression.name = \(SwiftSource.literal(expression.name))")
                        source.line("expression.expressionResultType = .\(expression.expressionResultType)")
                        if let text = expression.expressionText {
                            source.line("expression.setExpression(format: \(SwiftSource.literal(text)))")
                        }
                        source.line(
                            "let element = NSFetchIndexElementDescription(property: expression, collationType: \(type))"
                        )
                        if !element.isAscending { source.line("element.isAscending = false") }
                        source.line("elements.append(element)")
                    }
                } else {
                    let name = SwiftSource.literal(element.propertyName ?? "")
                    source.block("if let property = \(local(entity)).propertiesByName[\(name)]") { source in
                        source.line(
                            "let element = NSFetchIndexElementDescription(property: property, collationType: \(type))")
                        if !element.isAscending { source.line("element.isAscending = false") }
                        source.line("elements.append(element)")
                    }
                }
            }
            source.line(
                "let index = NSFetchIndexDescription(name: \(SwiftSource.literal(index.name)), elements: elements)")
            if let predicate = index.predicateFormatText {
                source.line("index.setPartialIndexPredicate(format: \(SwiftSource.literal(predicate)))")
            }
            source.line("\(local(entity)).indexes.append(index)")
        }
    }

    private func write(_ request: AnyFetchRequest, to source: inout SwiftSource) {
        let name = request.entityName ?? ""
        source.line(
            "let request = NSFetchRequest<any NSFetchRequestResult>(entityName: \(SwiftSource.literal(name)))")
        if let local = locals[name] { source.line("request.entity = \(local)") }
        if let predicate = request.predicateFormatText {
            source.line("request.setPredicate(format: \(SwiftSource.literal(predicate)))")
        }
        if request.fetchLimit != 0 { source.line("request.fetchLimit = \(request.fetchLimit)") }
        if request.fetchBatchSize != 0 { source.line("request.fetchBatchSize = \(request.fetchBatchSize)") }
        if request.resultType != .managedObjectResultType {
            source.line("request.resultType = NSFetchRequestResultType(rawValue: \(request.resultType.rawValue))")
        }
        if !request.includesSubentities { source.line("request.includesSubentities = false") }
        if !request.includesPropertyValues { source.line("request.includesPropertyValues = false") }
        if !request.includesPendingChanges { source.line("request.includesPendingChanges = false") }
        if !request.returnsObjectsAsFaults { source.line("request.returnsObjectsAsFaults = false") }
        if request.returnsDistinctResults { source.line("request.returnsDistinctResults = true") }
    }

    // MARK: Support

    /// What the functions above call, each only where it is called.
    private func writeSupport(_ entities: [NSEntityDescription], to source: inout SwiftSource) {
        let properties = entities.flatMap(\.ownProperties)
        if properties.contains(where: { ($0 as? NSRelationshipDescription)?.destinationEntity != nil }) {
            source.line()
            source.line("private static func connect(")
            source.indented {
                $0.line(
                    "_ entity: NSEntityDescription, _ name: String, to destination: NSEntityDescription, inverse: "
                        + "String? = nil")
            }
            source.block(")") { source in
                source.line("let relationship = entity.relationshipsByName[name]")
                source.line("relationship?.destinationEntity = destination")
                source.line(
                    "relationship?.inverseRelationship = inverse.flatMap { destination.relationshipsByName[$0] }")
            }
        }
        if entities.contains(where: { classes.origin(of: $0) == .manual && isInThisModule($0) }) {
            source.line()
            source.documentation("The name of a class of this module.")
            source.block("private static func className(_ name: String) -> String") {
                $0.line("String(reflecting: Self.self).prefix { $0 != \".\" } + \".\" + name")
            }
        }
    }

    func isInThisModule(_ entity: NSEntityDescription) -> Bool {
        guard let name = entity.representedClassName else { return false }
        return name.hasPrefix(".") || !name.contains(".")
    }

    func sorted(_ properties: [NSPropertyDescription]) -> [NSPropertyDescription] {
        properties.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}

import CoreDataModel

/// The class of an entity, or the extension of a class that the developer writes.
struct GeneratedClass {
    let entity: NSEntityDescription
    let classes: EntityClasses
    let layout: PropertyLayout

    init(entity: NSEntityDescription, classes: EntityClasses) {
        self.entity = entity
        self.classes = classes
        layout = PropertyLayout.layout(of: entity)
    }

    private var isExtension: Bool { classes.origin(of: entity) == .extended }
    private var className: String { classes.reference(to: entity) }
    private var entityName: String { entity.name ?? "" }

    func write(to source: inout SwiftSource) throws {
        let properties = classes.properties(of: entity).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        for property in properties where !SwiftSource.isIdentifier(property.name) {
            throw property.mistake(.reservedName, "has a name that Swift cannot use; rename it")
        }
        source.line()
        if isExtension {
            try source.block("extension \(className)") { try writeBody(properties, to: &$0) }
        } else {
            source.documentation("An object of the entity `\(SwiftSource.comment(entityName))`.")
            try source.block("public class \(className): \(classes.superclass(of: entity))") { source in
                source.documentation("The names of the properties by slot.")
                source.block("public override class var generatedPropertyNames: [String]") {
                    $0.list("", layout.names.map(SwiftSource.literal))
                }
                source.line()
                try writeBody(properties, to: &source)
            }
        }
        for case let relationship as NSRelationshipDescription in properties where relationship.isToMany {
            writeCollectionAccessors(relationship, to: &source)
        }
        if isIdentifiable(properties) {
            source.line()
            source.line("extension \(className): Identifiable {}")
        }
    }

    private func writeBody(_ properties: [NSPropertyDescription], to source: inout SwiftSource) throws {
        source.documentation("A request for the objects of `\(SwiftSource.comment(entityName))`.")
        source.block("public class func fetchRequest() -> NSFetchRequest<\(className)>") {
            $0.line("NSFetchRequest<\(className)>(entityName: \(SwiftSource.literal(entityName)))")
        }
        for property in properties {
            source.line()
            source.documentation(documentation(of: property))
            switch property {
            case let attribute as NSAttributeDescription: try write(attribute, to: &source)
            case let relationship as NSRelationshipDescription: write(relationship, to: &source)
            default:
                source.block("public var \(SwiftSource.identifier(property.name)): [Any]?") {
                    $0.line("value(forKey: \(SwiftSource.literal(property.name))) as? [Any]")
                }
            }
        }
    }

    /// Whether the class itself declares that it is `Identifiable`: not where it inherits that, nor where a property
    /// called `id` could not be one.
    private func isIdentifiable(_ properties: [NSPropertyDescription]) -> Bool {
        guard classes.classAncestor(of: entity) == nil else { return false }
        guard let id = properties.first(where: { $0.name == "id" }) else { return true }
        guard let attribute = id as? NSAttributeDescription else { return id is NSRelationshipDescription }
        return attribute.attributeType != .transformableAttributeType
            && attribute.attributeType != .compositeAttributeType
    }

    private func write(_ relationship: NSRelationshipDescription, to source: inout SwiftSource) {
        let slot = slot(of: relationship)
        let name = SwiftSource.identifier(relationship.name)
        guard relationship.isToMany else {
            let type = classes.reference(to: relationship.destinationEntity)
            source.accessor("\(name): \(type)?", get: "toOne(\(slot))", set: "setToOne(\(slot), newValue)")
            return
        }
        if relationship.isOrdered {
            source.accessor(
                "\(name): NSOrderedSet?", get: "orderedToMany(\(slot))", set: "setOrderedToMany(\(slot), newValue)")
        } else {
            source.accessor("\(name): NSSet?", get: "toMany(\(slot))", set: "setToMany(\(slot), newValue)")
        }
    }

    func slot(of property: NSPropertyDescription) -> Int {
        guard let slot = layout.slot(forKey: property.name) else {
            preconditionFailure("\(property.label) has no slot, though attributes and relationships have one")
        }
        return slot
    }
}

extension SwiftSource {
    /// A computed property.
    mutating func accessor(_ declaration: String, get: String, set: String) {
        block("public var \(declaration)") {
            $0.line("get { \(get) }")
            $0.line("set { \(set) }")
        }
    }
}

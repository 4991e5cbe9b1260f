import CoreDataModel

/// Which class each entity of a model has, and where that class comes from.
struct EntityClasses {
    enum Origin {
        /// No class of its own: `NSManagedObject`.
        case none
        /// The generator writes the class.
        case generated
        /// The developer writes the class, the generator its properties in an extension.
        case extended
        /// The developer writes all.
        case manual
    }

    /// - Throws: `ModelError` for a class name that is no identifier, and for two entities with one generated class.
    init(_ model: NSManagedObjectModel) throws {
        var owners: [String: String] = [:]
        for entity in model.entities where [.generated, .extended].contains(origin(of: entity)) {
            let name = bareName(of: entity)
            guard SwiftSource.isIdentifier(name) else {
                throw ModelError(
                    .reservedName, "has the class name \(name), which Swift cannot use; change it in the model",
                    entity: entity.name)
            }
            if let owner = owners.updateValue(entity.name ?? "", forKey: name) {
                throw ModelError(
                    .duplicateName, "has the class \(name), which is that of \(owner) too; give each its own",
                    entity: entity.name)
            }
        }
    }

    func origin(of entity: NSEntityDescription) -> Origin {
        guard let name = entity.representedClassName, bare(name) != "NSManagedObject" else { return .none }
        return switch entity.codeGeneration {
        case .class: .generated
        case .category: .extended
        case .manual: .manual
        }
    }

    /// The class as code refers to it.
    func reference(to entity: NSEntityDescription?) -> String {
        guard let entity, let name = entity.representedClassName else { return "NSManagedObject" }
        switch origin(of: entity) {
        case .none: return "NSManagedObject"
        case .generated, .extended: return SwiftSource.identifier(bare(name))
        case .manual: return name.hasPrefix(".") ? SwiftSource.identifier(bare(name)) : name
        }
    }

    /// The class that an entity's class inherits from: that of the nearest superentity with a class.
    func superclass(of entity: NSEntityDescription) -> String {
        reference(to: classAncestor(of: entity))
    }

    /// The nearest superentity with a class.
    func classAncestor(of entity: NSEntityDescription) -> NSEntityDescription? {
        entity.superentities.first { origin(of: $0) != .none }
    }

    /// The properties that the entity's class declares: its own, and those of superentities without a class.
    func properties(of entity: NSEntityDescription) -> [NSPropertyDescription] {
        let classless = entity.superentities.prefix { origin(of: $0) == .none }
        return classless.reversed().flatMap(\.ownProperties) + entity.ownProperties
    }

    /// The class's name without its module.
    func bareName(of entity: NSEntityDescription) -> String { bare(entity.representedClassName ?? "") }

    private func bare(_ name: String) -> String {
        name.split(separator: ".").last.map(String.init) ?? name
    }
}

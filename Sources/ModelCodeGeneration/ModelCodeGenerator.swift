import CoreDataModel
import Foundation

/// Writes the Swift source of a model: the classes that Xcode would generate from it, and the model itself as code.
package struct ModelCodeGenerator {
    let model: NSManagedObjectModel
    let modelName: String
    let versionName: String
    /// The other versions' files.
    let otherVersions: [VersionSource]
    let classes: EntityClasses

    /// The XML of a version, and the name of its file.
    package struct VersionSource {
        let name: String
        let contents: String

        package init(name: String, contents: String) {
            self.name = name
            self.contents = contents
        }
    }

    /// - Parameters:
    ///   - model: A model that has been checked (`freeze()`).
    ///   - modelName: The model file's name without its ending; the generated enumeration has it, made an identifier.
    ///   - versionName: The name of the model's version.
    ///   - otherVersions: The versions that stores may have been made with.
    /// - Throws: `ModelError` for a name that Swift cannot use.
    package init(
        model: NSManagedObjectModel, modelName: String, versionName: String, otherVersions: [VersionSource] = []
    ) throws {
        self.otherVersions = otherVersions
        self.model = model
        self.modelName = modelName
        self.versionName = versionName
        classes = try EntityClasses(model)
    }

    /// The source of the whole file. Equal models give equal text.
    package func source() throws -> String {
        var source = SwiftSource()
        source.line("// Made by ModelCompiler from \(SwiftSource.comment(modelName)). Change the model, not this file.")
        // A model's names are its own, and a predicate cannot be wrapped.
        source.line("// swift-format-ignore-file")
        source.line()
        source.line("import CoreData")
        source.line()
        try GeneratedModel(self).write(to: &source)
        for entity in sortedEntities {
            switch classes.origin(of: entity) {
            case .generated, .extended: try GeneratedClass(entity: entity, classes: classes).write(to: &source)
            case .none, .manual: continue
            }
        }
        return source.text
    }

    /// Superentities first, otherwise as stores number them.
    var sortedEntities: [NSEntityDescription] {
        NSEntityDescription.inStoreOrder(model.entities.filter { $0.superentity == nil }).flatMap(\.allSubentities)
    }
}

extension PropertyLayout {
    /// The layout of an entity whose model need not be frozen.
    static func layout(of entity: NSEntityDescription) -> PropertyLayout {
        entity.superentities.reversed().reduce(nil as PropertyLayout?) { PropertyLayout($1, inherited: $0) }
            .map { PropertyLayout(entity, inherited: $0) } ?? PropertyLayout(entity, inherited: nil)
    }
}

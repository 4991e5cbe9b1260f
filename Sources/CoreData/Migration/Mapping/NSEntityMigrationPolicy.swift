/// Does the work of an entity mapping. A subclass changes how objects are made, connected or checked.
///
/// ```swift
/// final class PersonPolicy: NSEntityMigrationPolicy {
///     override func createDestinationInstances(
///         forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
///     ) throws {
///         try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
///         // change the object that has been made …
///     }
/// }
/// ```
///
/// A mapping names the class in `entityMigrationPolicyClassName`, as "Module.PersonPolicy". Mapping models that were made
/// on a Mac name the Mac's module: `register(_:forName:)` tells which class is meant.
///
/// Every mapping has an object of its own for the whole migration. An error that a method throws ends the migration, and
/// is the underlying error of its 134170.
open class NSEntityMigrationPolicy: NSObject {
    /// Made by the migration manager.
    public required override init() {}

    /// Called before the mapping makes its first object.
    open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

    /// Makes the destination objects of one source object: one object, with its attributes, unless overridden.
    ///
    /// An override that does not call `super` calls `associate(sourceInstance:withDestinationInstance:for:)` for each
    /// object that it makes.
    open func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        guard let entity = manager.destinationEntity(for: mapping) else { return }
        guard !entity.isAbstract else {
            throw CocoaError.coreData(
                .migration,
                "The entity mapping \(mapping.label) makes objects of \(entity.name ?? ""), which is abstract")
        }
        let destination = NSManagedObject(entity: entity, insertInto: manager.destinationContext)
        let evaluation = MappingEvaluation(
            mapping: mapping, policy: self, manager: manager, source: sInstance, destination: destination)
        for attribute in mapping.attributeMappings ?? [] { try evaluation.setAttribute(attribute) }
        manager.associate(sourceInstance: sInstance, withDestinationInstance: destination, for: mapping)
    }

    /// Called when the mapping has made all of its objects.
    open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Sets the relationships of one destination object. All mappings have made their objects by then.
    open func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        guard let relationships = mapping.relationshipMappings, !relationships.isEmpty else { return }
        let sources = manager.sourceInstances(
            forEntityMappingName: mapping.name ?? "", destinationInstances: [dInstance])
        let evaluation = MappingEvaluation(
            mapping: mapping, policy: self, manager: manager, source: sources.first, destination: dInstance)
        for relationship in relationships { try evaluation.setRelationship(relationship) }
    }

    /// Called when the mapping has set all relationships.
    open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Called when all mappings have set their relationships, for checks of one's own.
    open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Called last.
    open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// The value of `FUNCTION($entityPolicy, "name:", …)` in a value expression.
    ///
    /// Apple's framework calls the method of that name. There are no selectors on Linux, so a policy overrides this and
    /// looks at the name.
    ///
    /// - Parameters:
    ///   - name: The method's name as the expression gives it, such as `"fullNameFrom:manager:"`.
    ///   - arguments: The values of its arguments; nil for those without a value.
    /// - Throws: Whatever an override throws; `CocoaError` 134170 unless it is overridden.
    open func value(forFunction name: String, arguments: [Any?]) throws -> Any? {
        throw CocoaError.coreData(
            .entityMigrationPolicy,
            "\(type(of: self)) has no function '\(name)': override value(forFunction:arguments:) and answer to that name"
        )
    }

    /// Tells which class a mapping model means by a name.
    ///
    /// - Parameter name: The name as the mapping model has it, with its module or without; nil for the class's own.
    public final class func register(_ policyClass: NSEntityMigrationPolicy.Type, forName name: String? = nil) {
        MigrationPolicyClasses.register(policyClass, name: name ?? String(reflecting: policyClass))
    }
}

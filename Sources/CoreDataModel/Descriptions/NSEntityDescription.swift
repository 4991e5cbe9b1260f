import Foundation

/// An entity: the kind of an object, with its properties and its place in the inheritance tree.
///
///     let person = NSEntityDescription()
///     person.name = "Person"
///     person.managedObjectClassName = "Person"
///     person.properties = [name, age, groups]
///     model.entities = [person, group]
///
/// An entity may be changed until a coordinator uses its model; later changes trap.
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSEntityDescription: NSObject, NSCopying, Freezable, @unchecked Sendable {
    package private(set) var isFrozen = false
    /// What the framework works out about the entity when its model is first used; written once, under the model's
    /// lock, before the entity's first object is made.
    package var layoutCache: AnyObject?

    /// Makes an entity without a name and properties, whose objects are plain `NSManagedObject`s.
    public required override init() {}

    /// The entity's name. It must be unique in the model.
    open var name: String? { willSet { requireMutable() } }

    /// The name of the class of this entity's objects. `NSManagedObject` unless changed.
    open var managedObjectClassName: String! = "NSManagedObject" {
        willSet { requireMutable() }
        didSet { if managedObjectClassName == nil { managedObjectClassName = "NSManagedObject" } }
    }

    /// Whether the entity has no objects of its own and only serves as a superentity.
    open var isAbstract = false { willSet { requireMutable() } }

    /// Notes for the application, kept with the model. Not part of the version hash.
    open var userInfo: [AnyHashable: Any]? { willSet { requireMutable() } }

    /// Text that makes the version hash differ though nothing else does.
    open var versionHashModifier: String? { willSet { requireMutable() } }

    /// The name that this entity had in the previous version of the model; its own name when it was not renamed.
    open var renamingIdentifier: String? {
        get { givenRenamingIdentifier ?? name }
        set {
            requireMutable()
            givenRenamingIdentifier = newValue
        }
    }

    /// The renaming identifier that was set, `nil` when it follows the name.
    package private(set) var givenRenamingIdentifier: String?

    /// A version hash that Apple's framework computed where ours is another, and what ours was then.
    var knownVersionHash: (computed: Data, actual: Data)?

    // MARK: Place in the model

    /// The model that owns this entity, `nil` before it is added to one and after its model is gone.
    package internal(set) weak var model: NSManagedObjectModel?

    /// The model that owns this entity. Reading it traps when there is none.
    open var managedObjectModel: NSManagedObjectModel {
        guard let model else {
            preconditionFailure("\(label) belongs to no model: add it to the entities of one, and keep that model.")
        }
        return model
    }

    /// The entity whose properties this one inherits. Set through the superentity's `subentities`.
    ///
    /// A superentity is owned by its subentities, so it stays while an object ID refers to one of them.
    open private(set) var superentity: NSEntityDescription?

    private var subentityLinks: [ModelLink<NSEntityDescription>] = []

    /// The entities that inherit directly from this one.
    open var subentities: [NSEntityDescription] {
        get { subentityLinks.compactMap(\.value) }
        set {
            requireMutable()
            for entity in subentities where !newValue.contains(where: { $0 === entity }) { entity.superentity = nil }
            for entity in newValue {
                entity.requireMutable("superentity")
                if let old = entity.superentity, old !== self {
                    old.subentityLinks.removeAll { $0.value === entity }
                }
                entity.superentity = self
            }
            subentityLinks = newValue.map { ModelLink($0) }
        }
    }

    /// The direct subentities by name.
    open var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(subentities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// True for `entity` itself and for every entity below it.
    open func isKindOf(entity: NSEntityDescription) -> Bool {
        if self === entity { return true }
        var next = superentity
        while let current = next, current !== self {
            if current === entity { return true }
            next = current.superentity
        }
        return false
    }

    /// The entities above this one, the nearest first. It ends where a chain closes to a cycle, so that a model with such
    /// a mistake can be looked at and reported.
    package var superentities: [NSEntityDescription] {
        var chain: [NSEntityDescription] = []
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var next = superentity
        while let current = next, seen.insert(ObjectIdentifier(current)).inserted {
            chain.append(current)
            next = current.superentity
        }
        return chain
    }

    // MARK: Properties

    /// The properties that this entity declares itself.
    package private(set) var ownProperties: [NSPropertyDescription] = []

    /// The inherited properties, the topmost superentity's first, and then the entity's own.
    ///
    /// Setting them sets the entity's own: inherited ones among the new value stay where they are declared.
    open var properties: [NSPropertyDescription] {
        get { frozen?.properties ?? inheritedProperties + ownProperties }
        set {
            requireMutable()
            let inherited = inheritedProperties
            let own = newValue.filter { new in !inherited.contains { $0 === new } }
            for property in ownProperties where !own.contains(where: { $0 === property }) { property.entity = nil }
            for property in own {
                precondition(
                    property.entity == nil || property.entity === self,
                    "\(property.label) already belongs to an entity: add a copy() of it to \(label).")
                property.entity = self
            }
            ownProperties = own
        }
    }

    private var inheritedProperties: [NSPropertyDescription] { superentities.reversed().flatMap(\.ownProperties) }

    /// All properties, inherited ones too, by name.
    open var propertiesByName: [String: NSPropertyDescription] {
        frozen?.propertiesByName
            ?? Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// All attributes, inherited ones too, by name.
    open var attributesByName: [String: NSAttributeDescription] {
        frozen?.attributesByName ?? propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
    }

    /// All relationships, inherited ones too, by name.
    open var relationshipsByName: [String: NSRelationshipDescription] {
        frozen?.relationshipsByName ?? propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
    }

    /// The relationships, inherited ones too, whose destination is `entity`.
    open func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
        properties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.destinationEntity === entity }
    }

    // MARK: Indexes and constraints

    /// The indexes that speed up fetches.
    open var indexes: [NSFetchIndexDescription] = [] {
        willSet { requireMutable() }
        didSet { for index in indexes { index.entity = self } }
    }

    /// The sets of attributes whose values together must differ between any two objects. Each is an array of attribute
    /// names or descriptions. Subentities inherit them.
    open var uniquenessConstraints: [[Any]] = [] { willSet { requireMutable() } }

    /// The older form of `indexes`: each an array of property names or descriptions.
    open var compoundIndexes: [[Any]] = [] { willSet { requireMutable() } }

    /// `uniquenessConstraints` as names.
    package var uniquenessConstraintNames: [[String]] { Self.names(uniquenessConstraints) }

    /// `compoundIndexes` as names.
    package var compoundIndexNames: [[String]] { Self.names(compoundIndexes) }

    private static func names(_ tuples: [[Any]]) -> [[String]] {
        tuples.map { $0.map { ($0 as? NSPropertyDescription)?.name ?? ($0 as? String) ?? "\($0)" } }
    }

    // MARK: Facts for the class generator and for writing a model file back

    /// Which code Xcode would generate for the entity.
    package var codeGeneration = CodeGeneration.manual { willSet { requireMutable() } }
    /// The class name as the model file has it: `.Person` is a class of the module that contains the model.
    package var representedClassName: String? { willSet { requireMutable() } }
    /// Whether a sync service may carry the entity.
    package var isSyncable = true { willSet { requireMutable() } }

    // MARK: Use

    private(set) var frozen: FrozenEntity?

    /// Called once, from the model, after the checks; superentities first.
    func freeze(_ facts: FrozenEntity) {
        guard !isFrozen else { return }
        frozen = facts
        for property in ownProperties { property.freeze() }
        for index in indexes { index.freeze() }
        isFrozen = true
    }

    package var label: String { name ?? "An entity without a name" }
}

extension NSEntityDescription {
    /// Which code Xcode generates for an entity.
    package enum CodeGeneration: String, Sendable, Hashable {
        /// None: the developer writes the class.
        case manual
        /// The properties, as an extension of a class that the developer writes.
        case category
        /// The class with its properties.
        case `class`
    }
}

// MARK: - Copying

extension NSEntityDescription {
    /// A copy that belongs to no model, with copies of the entity's own properties, indexes and subentities.
    ///
    /// Relationships of the copy lead to the same entities as before, until it is added to a model that has entities of
    /// those names.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = copyWithoutSubentities()
        copy.subentities = subentities.compactMap { $0.copy() as? NSEntityDescription }
        return copy
    }

    /// A copy without place in a hierarchy, for the model to rebuild the hierarchy itself.
    func copyWithoutSubentities() -> NSEntityDescription {
        let copy = Swift.type(of: self).init()
        copy.name = name
        copy.managedObjectClassName = managedObjectClassName
        copy.isAbstract = isAbstract
        copy.userInfo = userInfo
        copy.versionHashModifier = versionHashModifier
        copy.renamingIdentifier = givenRenamingIdentifier
        copy.properties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
        copy.indexes = indexes.compactMap { $0.copy() as? NSFetchIndexDescription }
        copy.uniquenessConstraints = uniquenessConstraintNames
        copy.compoundIndexes = compoundIndexNames
        copy.codeGeneration = codeGeneration
        copy.representedClassName = representedClassName
        copy.isSyncable = isSyncable
        copy.knownVersionHash = knownVersionHash
        return copy
    }

    /// Connects subentities and indexes to what the model owns.
    func resolveLinks() {
        subentityLinks = subentities.map { ModelLink(unowned: $0) }
        for index in indexes { index.resolveProperties(of: self) }
    }
}

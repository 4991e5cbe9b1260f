import Foundation

/// How the elements of an index are compared.
public enum NSFetchIndexElementType: UInt, Sendable, Hashable {
    /// By value. Good for equality, ranges and sorting.
    case binary = 0
    /// As a box in space. Good for numeric ranges in several dimensions.
    case rTree = 1
}

/// An index that speeds up fetches of an entity.
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSFetchIndexDescription: NSObject, NSCopying, Freezable, @unchecked Sendable {
    package private(set) var isFrozen = false

    /// The index's name. It must be unique in its entity.
    open var name: String { willSet { requireMutable() } }

    /// What the index holds, in order.
    open var elements: [NSFetchIndexElementDescription] {
        willSet { requireMutable() }
        didSet { adoptElements() }
    }

    /// The entity whose index this is.
    open package(set) weak var entity: NSEntityDescription?

    /// A condition on the objects that the index holds; `nil` for all.
    open var partialIndexPredicate: NSPredicate? {
        get { givenPredicate ?? predicateFormatText.flatMap { try? makePredicate(format: $0) } }
        set {
            requireMutable()
            givenPredicate = newValue
            predicateFormatText = nil
        }
    }

    private var givenPredicate: NSPredicate?

    /// The predicate's text, if it came from a model file.
    package var predicateFormatText: String? { willSet { requireMutable() } }

    /// Makes an index with a name and elements.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        self.name = name
        self.elements = elements ?? []
        super.init()
        adoptElements()
    }

    private func adoptElements() {
        for element in elements { element.indexDescription = self }
    }

    /// A copy that belongs to no entity.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copies = elements.compactMap { $0.copy() as? NSFetchIndexElementDescription }
        let copy = NSFetchIndexDescription(name: name, elements: copies)
        copy.givenPredicate = givenPredicate
        copy.predicateFormatText = predicateFormatText
        return copy
    }

    /// Connects the elements to the properties of `entity` that have their names.
    func resolveProperties(of entity: NSEntityDescription) {
        let properties = entity.propertiesByName
        for element in elements { element.resolveProperty(in: properties) }
    }

    func freeze() {
        for element in elements { element.freeze() }
        isFrozen = true
    }

    package var label: String { "\(entity?.name ?? "?").\(name)" }
}

/// One property or expression of an index.
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSFetchIndexElementDescription: NSObject, NSCopying, Freezable, @unchecked Sendable {
    package private(set) var isFrozen = false
    private var link: ModelLink<NSPropertyDescription>
    private var givenName: String

    /// The indexed property, or an `NSExpressionDescription`.
    open var property: NSPropertyDescription? { link.value }

    /// The indexed property's name.
    open var propertyName: String? { link.value?.name ?? givenName }

    /// How values are compared.
    open var collationType: NSFetchIndexElementType { willSet { requireMutable() } }

    /// Whether the index is sorted upwards. True unless changed.
    open var isAscending = true { willSet { requireMutable() } }

    /// The index that this element belongs to.
    open package(set) weak var indexDescription: NSFetchIndexDescription?

    /// Makes an element for a property of the index's entity, or for an expression description.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        link = ModelLink(property)
        givenName = property.name
        self.collationType = collationType
    }

    /// Makes an element for the property with a name, found when the entity is added to a model.
    package init(propertyName: String, collationType: NSFetchIndexElementType) {
        link = ModelLink()
        givenName = propertyName
        self.collationType = collationType
    }

    /// A copy that belongs to no index.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy: NSFetchIndexElementDescription
        if let expression = property as? NSExpressionDescription {
            copy = NSFetchIndexElementDescription(property: expression, collationType: collationType)
        } else {
            copy = NSFetchIndexElementDescription(propertyName: propertyName ?? "", collationType: collationType)
        }
        copy.isAscending = isAscending
        return copy
    }

    func resolveProperty(in properties: [String: NSPropertyDescription]) {
        guard !(property is NSExpressionDescription), let found = properties[propertyName ?? ""] else { return }
        link = ModelLink(unowned: found)
        givenName = found.name
    }

    func freeze() {
        isFrozen = true
    }

    package var label: String { "\(indexDescription?.label ?? "?").\(propertyName ?? "?")" }
}

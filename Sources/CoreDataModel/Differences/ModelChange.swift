/// One change between two versions of a model.
public struct ModelChange: Sendable, Hashable, CustomStringConvertible {
    /// What has changed. New kinds may come, so a `switch` over them needs a `default`.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The kind's name.
        public let rawValue: String

        /// Makes a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is a new entity.
        public static let entityAdded = Kind(rawValue: "entityAdded")
        /// An entity is gone, and its objects with it.
        public static let entityRemoved = Kind(rawValue: "entityRemoved")
        /// An entity has another name.
        public static let entityRenamed = Kind(rawValue: "entityRenamed")
        /// An entity inherits from another one.
        public static let entityMoved = Kind(rawValue: "entityMoved")
        /// Entities of several hierarchies are in one.
        public static let hierarchiesMerged = Kind(rawValue: "hierarchiesMerged")
        /// An entity has become abstract, or is no more.
        public static let abstractness = Kind(rawValue: "abstractness")
        /// The class of an entity's objects is another.
        public static let className = Kind(rawValue: "className")
        /// Uniqueness constraints have changed.
        public static let uniqueness = Kind(rawValue: "uniqueness")
        /// Indexes have changed.
        public static let index = Kind(rawValue: "index")
        /// The hash modifier has changed.
        public static let hashModifier = Kind(rawValue: "hashModifier")
        /// There is a new attribute.
        public static let attributeAdded = Kind(rawValue: "attributeAdded")
        /// An attribute is gone, and its values with it.
        public static let attributeRemoved = Kind(rawValue: "attributeRemoved")
        /// There is a new relationship.
        public static let relationshipAdded = Kind(rawValue: "relationshipAdded")
        /// A relationship is gone.
        public static let relationshipRemoved = Kind(rawValue: "relationshipRemoved")
        /// A property has another name.
        public static let propertyRenamed = Kind(rawValue: "propertyRenamed")
        /// A property is declared further up or down the hierarchy.
        public static let propertyMoved = Kind(rawValue: "propertyMoved")
        /// A property has become optional, or required.
        public static let optionality = Kind(rawValue: "optionality")
        /// A property has become transient, or is no more.
        public static let transience = Kind(rawValue: "transience")
        /// An attribute's type has changed.
        public static let attributeType = Kind(rawValue: "attributeType")
        /// An attribute's default value has changed.
        public static let defaultValue = Kind(rawValue: "defaultValue")
        /// A transformable attribute has another value transformer.
        public static let transformer = Kind(rawValue: "transformer")
        /// The limits of a value have changed.
        public static let limits = Kind(rawValue: "limits")
        /// An attribute may be kept in files beside the store, or no more.
        public static let externalStorage = Kind(rawValue: "externalStorage")
        /// History keeps an attribute's values of deleted objects, or no more.
        public static let preservation = Kind(rawValue: "preservation")
        /// An attribute has become derived, is no more, or is derived in another way.
        public static let derivation = Kind(rawValue: "derivation")
        /// A relationship has become to-many, or to-one.
        public static let cardinality = Kind(rawValue: "cardinality")
        /// A relationship's smallest or largest count has changed.
        public static let counts = Kind(rawValue: "counts")
        /// A relationship has become ordered, or is no more.
        public static let ordering = Kind(rawValue: "ordering")
        /// A relationship leads to another entity.
        public static let destination = Kind(rawValue: "destination")
        /// A relationship's inverse has changed.
        public static let inverse = Kind(rawValue: "inverse")
        /// A relationship's delete rule has changed.
        public static let deleteRule = Kind(rawValue: "deleteRule")
    }

    /// What has changed.
    public let kind: Kind
    /// The entity's name now; for what is gone, its name before.
    public let entity: String
    /// The property's name now; for what is gone, its name before; nil for a change of the entity itself.
    public let property: String?
    /// The name before, where it was another.
    public let previousName: String?
    /// Whether the change is part of a version hash, so that a store has to be migrated for it.
    public let changesStorage: Bool
    /// Whether the change can be carried out without a mapping model.
    public let isInferable: Bool
    /// Whether a store may lack values that the change calls for; its migration is then refused.
    public let needsValues: Bool
    /// A sentence that names the entity and property and, where something is in the way, the way out.
    public let description: String

    init(
        _ kind: Kind, entity: String, property: String? = nil, previousName: String? = nil, _ description: String,
        changesStorage: Bool = true, isInferable: Bool = true, needsValues: Bool = false
    ) {
        self.kind = kind
        self.entity = entity
        self.property = property
        self.previousName = previousName
        self.description = description
        self.changesStorage = changesStorage
        self.isInferable = isInferable
        self.needsValues = needsValues
    }
}

import Foundation

/// A mistake in a model: which, where, and what to do about it.
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// Which mistake was made. New codes may come, so a `switch` over them needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An entity or property has no name.
        public static let missingName = Code(rawValue: "missingName")
        /// Two entities, or two properties of one entity and its superentities, have the same name.
        public static let duplicateName = Code(rawValue: "duplicateName")
        /// A property's name is a member of `NSObject` or `NSManagedObject`, or not usable as a key.
        public static let reservedName = Code(rawValue: "reservedName")
        /// An entity is its own superentity, directly or through others.
        public static let inheritanceCycle = Code(rawValue: "inheritanceCycle")
        /// A superentity is not in the model.
        public static let unknownSuperentity = Code(rawValue: "unknownSuperentity")
        /// A relationship leads to no entity of the model.
        public static let unknownDestination = Code(rawValue: "unknownDestination")
        /// A relationship's inverse does not exist, or does not lead back.
        public static let badInverse = Code(rawValue: "badInverse")
        /// A relationship has no inverse. Legal, but changes on one side do not reach the other.
        public static let missingInverse = Code(rawValue: "missingInverse")
        /// A relationship's smallest count is over its largest, or a count is negative.
        public static let badCount = Code(rawValue: "badCount")
        /// An attribute's type is undefined, though it is stored.
        public static let undefinedType = Code(rawValue: "undefinedType")
        /// A default value has the wrong type or is out of range.
        public static let badDefault = Code(rawValue: "badDefault")
        /// A smallest value is over the largest, or a limit does not fit the attribute's type.
        public static let badLimit = Code(rawValue: "badLimit")
        /// A regular expression cannot be compiled.
        public static let badPattern = Code(rawValue: "badPattern")
        /// A uniqueness constraint or an index names a property that the entity lacks.
        public static let unknownProperty = Code(rawValue: "unknownProperty")
        /// A configuration, fetch request or fetched property names an entity that the model lacks.
        public static let unknownEntity = Code(rawValue: "unknownEntity")
        /// A predicate's text cannot be parsed.
        public static let badPredicate = Code(rawValue: "badPredicate")
        /// Models that are to be merged define one entity in two ways.
        public static let mergeConflict = Code(rawValue: "mergeConflict")
        /// A model file is missing or cannot be read.
        public static let unreadableFile = Code(rawValue: "unreadableFile")
        /// A model file is not what its name says, or its content is malformed.
        public static let malformedFile = Code(rawValue: "malformedFile")
        /// A model file has a form that is not supported.
        public static let unsupportedFile = Code(rawValue: "unsupportedFile")
    }

    /// Which mistake was made.
    public let code: Code
    /// What is wrong and what to do, in a sentence without the place.
    public let message: String
    /// The entity, if the mistake is in one.
    public let entityName: String?
    /// The property, if the mistake is in one.
    public let propertyName: String?
    /// The file's path, if the mistake is in a model file.
    public var file: String?
    /// The line in `file`, counted from 1.
    public var line: Int?

    package init(
        _ code: Code, _ message: String, entity: String? = nil, property: String? = nil, file: String? = nil,
        line: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.entityName = entity
        self.propertyName = property
        self.file = file
        self.line = line
    }

    /// Place and message: `Model.xcdatamodel/contents:12: Person.groups has no inverse …`.
    public var description: String {
        var place = ""
        if let file {
            place = line.map { "\(file):\($0): " } ?? "\(file): "
        }
        let subject = [entityName, propertyName].compactMap { $0 }.joined(separator: ".")
        return place + (subject.isEmpty ? message : "\(subject) \(message)")
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}

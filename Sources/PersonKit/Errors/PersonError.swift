/// Why the contact book refused something. No value of a person is in it: keys and IDs only.
public struct PersonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such person, or no such group.
        public static let notFound = Code(rawValue: "notFound")
        /// A person with that `personID` exists already.
        public static let duplicateID = Code(rawValue: "duplicateID")
        /// The attribute does not exist.
        public static let unknownKey = Code(rawValue: "unknownKey")
        /// The attribute takes another type of value.
        public static let wrongType = Code(rawValue: "wrongType")
        /// The number is out of its range.
        public static let outOfRange = Code(rawValue: "outOfRange")
        /// The attribute cannot be changed: `personID`, and what the book keeps by itself.
        public static let readOnlyKey = Code(rawValue: "readOnlyKey")
        /// The person would have no name, and nothing that a name could be made of.
        public static let nameMissing = Code(rawValue: "nameMissing")
        /// The text is longer than the attribute takes.
        public static let tooLong = Code(rawValue: "tooLong")
        /// The value is empty where one is needed, or makes no sense.
        public static let invalidValue = Code(rawValue: "invalidValue")
        /// The reference fits several people.
        public static let ambiguous = Code(rawValue: "ambiguous")
        /// The store cannot be opened.
        public static let cannotOpen = Code(rawValue: "cannotOpen")
    }

    /// What kind of failure it is.
    public var code: Code
    /// What happened and what to do, in one sentence.
    public var message: String
    /// The attribute that is meant, where one is.
    public var key: String?
    /// The person that is meant, where one is.
    public var personID: String?
    /// What the layer below reported.
    public var underlying: (any Error)?

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, key: String? = nil, personID: String? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.key = key
        self.personID = personID
        self.underlying = underlying
    }

    /// The message.
    public var description: String { message }

    /// Errors are equal when code, message, key and person are; what lies below does not count.
    public static func == (lhs: PersonError, rhs: PersonError) -> Bool {
        lhs.code == rhs.code && lhs.message == rhs.message && lhs.key == rhs.key && lhs.personID == rhs.personID
    }

    /// Hashes what equality looks at.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
        hasher.combine(key)
        hasher.combine(personID)
    }
}

extension PersonError {
    static func notFound(_ personID: String) -> PersonError {
        PersonError(.notFound, "There is no person with the ID \(personID)", personID: personID)
    }

    static func duplicateID(_ personID: String) -> PersonError {
        PersonError(
            .duplicateID, "There is a person with the ID \(personID) already: update it, or ask for upsert",
            key: "personID", personID: personID)
    }
}

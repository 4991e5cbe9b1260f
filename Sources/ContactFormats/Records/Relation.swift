/// Another person that a person is related to: a spouse, a child, an assistant. The kind of relation is the label of
/// the ``Labeled`` value around it.
public struct Relation: Codable, Hashable, Sendable {
    /// The other person's name as typed.
    public var name: String
    /// The other person's `personID`, when that person is in the book.
    public var personID: String?

    /// Makes a relation to a person.
    public init(name: String, personID: String? = nil) {
        self.name = name
        self.personID = personID
    }

    private enum CodingKeys: String, CodingKey {
        case name, personID
    }

    /// Reads an object with `name` and `personID`, or a plain name.
    ///
    /// - Throws: `DecodingError` when neither form is there.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            name = try container.decodeIfPresent(String.self, forKey: .name) ?? ""
            personID = try container.decodeIfPresent(String.self, forKey: .personID)
        } else {
            name = try decoder.singleValueContainer().decode(String.self)
        }
    }
}

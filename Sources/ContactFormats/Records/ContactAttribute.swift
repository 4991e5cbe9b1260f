/// An attribute of a ``ContactRecord``. The raw value is its name: the JSON key, the CSV header, and the attribute's
/// name in the store. ``allCases`` is the order in which they are written.
public enum ContactAttribute: String, CaseIterable, Sendable, Codable {
    /// See ``ContactRecord`` for the meaning of each.
    case personID, name, age, photo, photoData, kind, namePrefix, givenName, middleName, familyName
    /// See ``ContactRecord`` for the meaning of each.
    case previousFamilyName, nameSuffix, nickname, phoneticGivenName, phoneticMiddleName, phoneticFamilyName
    /// See ``ContactRecord`` for the meaning of each.
    case phoneticOrganization, nameOrder, organization, department, jobTitle, role, birthday, gender, pronouns
    /// See ``ContactRecord`` for the meaning of each.
    case language, timezone, note, uid, source, sourceKey, createdAt, updatedAt, tags, emails, phones, urls, addresses
    /// See ``ContactRecord`` for the meaning of each.
    case dates, relations, im, socialProfiles, trackRecord, custom, groups

    /// By name, for readers: the initialiser from the raw value compares with one name after the other.
    /// The bit is the attribute's own in a set of seen ones; there are fewer than 64.
    static let byName = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1.rawValue, (attribute: $1, bit: UInt64(1) << UInt64($0))) }
    )

    /// The kind of value that an attribute holds.
    public enum Kind: Sendable {
        /// `String?`
        case text
        /// `Int?`
        case integer
        /// `Data?`, base64 in text formats.
        case data
        /// `Date?`, ISO 8601 in text formats.
        case timestamp
        /// `PartialDate?`
        case partialDate
        /// `[String]`
        case strings
        /// `[Labeled<String>]`
        case labeledStrings
        /// `[Labeled<PostalAddress>]`
        case labeledAddresses
        /// `[Labeled<PartialDate>]`
        case labeledDates
        /// `[Labeled<Relation>]`
        case labeledRelations
        /// `[String: CustomValue]`
        case custom
    }

    /// The kind of value that the attribute holds.
    public var kindOfValue: Kind {
        switch self {
        case .age: .integer
        case .photoData: .data
        case .createdAt, .updatedAt: .timestamp
        case .birthday: .partialDate
        case .tags, .trackRecord, .groups: .strings
        case .emails, .phones, .urls, .im, .socialProfiles: .labeledStrings
        case .addresses: .labeledAddresses
        case .dates: .labeledDates
        case .relations: .labeledRelations
        case .custom: .custom
        default: .text
        }
    }
}

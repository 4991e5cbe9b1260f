import Foundation

/// Everything about one person, as a value: what formats read and write, and what a contact book hands out where its
/// objects must not leave their context.
///
/// ```swift
/// var record = ContactRecord(name: "Ada Lovelace")
/// record.emails = [Labeled("ada@example.org", label: "work")]
/// record.birthday = PartialDate(month: 12, day: 10)
/// ```
///
/// An absent value is nil or empty; an empty text counts as absent and is not written. Copying a record is cheap:
/// the attributes that few records use share storage until one of the copies changes.
public struct ContactRecord: Hashable, Sendable {
    /// The person's identity in the book. Immutable and unique there; nil in a record that has none yet.
    public var personID: String?

    /// The name to display. Nil when the source gave none: see ``derivedName``.
    public var name: String?

    /// The age in years as it was given. A birthday says more; this stays as typed.
    public var age: Int?

    /// The photo as a file name or URI.
    public var photo: String?

    /// The photo itself.
    public var photoData: Data? {
        get { rare.storage?.fields.photoData }
        set { rare.modify { $0.photoData = newValue } }
    }

    /// `person`, `organization` or `group`; nil counts as `person`.
    public var kind: String? {
        get { rare.storage?.fields.kind }
        set { rare.modify { $0.kind = newValue } }
    }

    /// A title before the name: `Dr.`
    public var namePrefix: String? {
        get { rare.storage?.fields.namePrefix }
        set { rare.modify { $0.namePrefix = newValue } }
    }

    /// Given name.
    public var givenName: String?

    /// Middle names.
    public var middleName: String? {
        get { rare.storage?.fields.middleName }
        set { rare.modify { $0.middleName = newValue } }
    }

    /// Family name.
    public var familyName: String?

    /// The family name before marriage.
    public var previousFamilyName: String? {
        get { rare.storage?.fields.previousFamilyName }
        set { rare.modify { $0.previousFamilyName = newValue } }
    }

    /// What follows the name: `Jr.`, `M.D.`
    public var nameSuffix: String? {
        get { rare.storage?.fields.nameSuffix }
        set { rare.modify { $0.nameSuffix = newValue } }
    }

    /// Nickname.
    public var nickname: String? {
        get { rare.storage?.fields.nickname }
        set { rare.modify { $0.nickname = newValue } }
    }

    /// How the given name is read: yomi, pinyin.
    public var phoneticGivenName: String? {
        get { rare.storage?.fields.phoneticGivenName }
        set { rare.modify { $0.phoneticGivenName = newValue } }
    }

    /// How the middle name is read.
    public var phoneticMiddleName: String? {
        get { rare.storage?.fields.phoneticMiddleName }
        set { rare.modify { $0.phoneticMiddleName = newValue } }
    }

    /// How the family name is read.
    public var phoneticFamilyName: String? {
        get { rare.storage?.fields.phoneticFamilyName }
        set { rare.modify { $0.phoneticFamilyName = newValue } }
    }

    /// How the organisation's name is read.
    public var phoneticOrganization: String? {
        get { rare.storage?.fields.phoneticOrganization }
        set { rare.modify { $0.phoneticOrganization = newValue } }
    }

    /// `given-first`, `family-first` or `as-is`.
    public var nameOrder: String? {
        get { rare.storage?.fields.nameOrder }
        set { rare.modify { $0.nameOrder = newValue } }
    }

    /// The company or other organisation the person belongs to.
    public var organization: String?

    /// Department.
    public var department: String? {
        get { rare.storage?.fields.department }
        set { rare.modify { $0.department = newValue } }
    }

    /// Job title.
    public var jobTitle: String?

    /// The person's function, apart from the job title.
    public var role: String? {
        get { rare.storage?.fields.role }
        set { rare.modify { $0.role = newValue } }
    }

    /// The birthday, as far as it is known.
    public var birthday: PartialDate?

    /// Gender as typed.
    public var gender: String? {
        get { rare.storage?.fields.gender }
        set { rare.modify { $0.gender = newValue } }
    }

    /// Pronouns as typed.
    public var pronouns: String? {
        get { rare.storage?.fields.pronouns }
        set { rare.modify { $0.pronouns = newValue } }
    }

    /// The preferred language, a BCP 47 tag where it is known.
    public var language: String? {
        get { rare.storage?.fields.language }
        set { rare.modify { $0.language = newValue } }
    }

    /// The time zone, such as `Europe/Berlin`.
    public var timezone: String? {
        get { rare.storage?.fields.timezone }
        set { rare.modify { $0.timezone = newValue } }
    }

    /// Free text.
    public var note: String?

    /// The vCard UID, which is not the `personID`.
    public var uid: String? {
        get { rare.storage?.fields.uid }
        set { rare.modify { $0.uid = newValue } }
    }

    /// Where the record came from.
    public var source: String? {
        get { rare.storage?.fields.source }
        set { rare.modify { $0.source = newValue } }
    }

    /// The record's key in its source, by which a second import finds it again.
    public var sourceKey: String? {
        get { rare.storage?.fields.sourceKey }
        set { rare.modify { $0.sourceKey = newValue } }
    }

    /// When the record was made.
    public var createdAt: Date? {
        get { rare.storage?.fields.createdAt }
        set { rare.modify { $0.createdAt = newValue } }
    }

    /// When the record was last changed.
    public var updatedAt: Date? {
        get { rare.storage?.fields.updatedAt }
        set { rare.modify { $0.updatedAt = newValue } }
    }

    /// Tags, in the user's order.
    public var tags: [String] = []

    /// E-mail addresses.
    public var emails: [Labeled<String>] = []

    /// Phone numbers as typed.
    public var phones: [Labeled<String>] = []

    /// Web pages.
    public var urls: [Labeled<String>] {
        get { rare.storage?.fields.urls ?? [] }
        set { rare.modify { $0.urls = newValue } }
    }

    /// Postal addresses.
    public var addresses: [Labeled<PostalAddress>] = []

    /// Other dates, such as anniversaries.
    public var dates: [Labeled<PartialDate>] {
        get { rare.storage?.fields.dates ?? [] }
        set { rare.modify { $0.dates = newValue } }
    }

    /// Related people.
    public var relations: [Labeled<Relation>] {
        get { rare.storage?.fields.relations ?? [] }
        set { rare.modify { $0.relations = newValue } }
    }

    /// Instant messaging addresses.
    public var im: [Labeled<String>] {
        get { rare.storage?.fields.im ?? [] }
        set { rare.modify { $0.im = newValue } }
    }

    /// Social profiles.
    public var socialProfiles: [Labeled<String>] {
        get { rare.storage?.fields.socialProfiles ?? [] }
        set { rare.modify { $0.socialProfiles = newValue } }
    }

    /// Entries of the person's track record.
    public var trackRecord: [String] {
        get { rare.storage?.fields.trackRecord ?? [] }
        set { rare.modify { $0.trackRecord = newValue } }
    }

    /// Fields of the user's own, and everything an import could not place, under its own name.
    public var custom: [String: CustomValue] = [:]

    /// The names of the groups that the person is in.
    public var groups: [String] = []

    private var rare = RareFields.Box()

    /// Makes an empty record, or one with the attributes that every simple contact list has.
    ///
    /// - Parameters:
    ///   - personID: The identity, when the record has one.
    ///   - name: The name to display.
    ///   - age: The age in years.
    ///   - photo: The photo as a file name or URI.
    public init(personID: String? = nil, name: String? = nil, age: Int? = nil, photo: String? = nil) {
        self.personID = personID
        self.name = name
        self.age = age
        self.photo = photo
    }
}

/// One invented person (or organisation), with the attributes of the contact book's `Person`.
///
/// A missing value is nil or an empty array. Every text is in composed form (NFC).
package struct FictionalPerson: Sendable {
    package var personID = ""
    package var name: String?
    package var age: Int?
    package var photo: String?
    package var kind: String?
    package var namePrefix: String?
    package var givenName: String?
    package var middleName: String?
    package var familyName: String?
    package var nameSuffix: String?
    package var nickname: String?
    package var phoneticGivenName: String?
    package var phoneticFamilyName: String?
    package var organization: String?
    package var department: String?
    package var jobTitle: String?
    /// A full or a partial date: `1984-05-01`, `1984-05`, `1984`, `--05-01`.
    package var birthday: String?
    package var gender: String?
    package var language: String?
    package var note: String?
    package var tags: [String] = []
    package var emails: [Labeled<String>] = []
    package var phones: [Labeled<String>] = []
    package var addresses: [Labeled<Address>] = []
    package var urls: [Labeled<String>] = []
    package var dates: [Labeled<String>] = []
    package var relations: [Labeled<Relation>] = []
    package var trackRecord: [String] = []
    package var groups: [String] = []
    /// Seconds since 1970-01-01 00:00 UTC.
    package var createdAt: Int?
    /// Seconds since 1970-01-01 00:00 UTC.
    package var updatedAt: Int?
    /// The user's own fields, sorted by key.
    package var custom: [(key: String, value: String)] = []

    package init() {}

    /// A value with its label ("home", "work", …) and the mark of the one to use first.
    package struct Labeled<Value: Sendable>: Sendable {
        package var label: String?
        package var value: Value
        package var preferred = false

        package init(_ label: String?, _ value: Value, preferred: Bool = false) {
            self.label = label
            self.value = value
            self.preferred = preferred
        }
    }

    /// A postal address; an empty part is nil.
    package struct Address: Sendable {
        package var street: String?
        package var street2: String?
        package var poBox: String?
        package var extended: String?
        package var city: String?
        package var district: String?
        package var region: String?
        package var postalCode: String?
        package var country: String?
        package var isoCountry: String?
        package var formatted: String?

        package init() {}
    }

    /// Somebody this person is related to, with the ID when that person is in the same file.
    package struct Relation: Sendable {
        package var name: String
        package var personID: String?
    }
}

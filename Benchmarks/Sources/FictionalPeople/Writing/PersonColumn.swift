/// A column of the CSV file and a key of the JSON file, in their order.
package enum PersonColumn: String, CaseIterable, Sendable {
    case personID, name, age, photo, kind, namePrefix, givenName, middleName, familyName, nameSuffix, nickname
    case phoneticGivenName, phoneticFamilyName, organization, department, jobTitle, birthday, gender, language, note
    case tags, emails, phones, addresses, urls, dates, relations, trackRecord, groups, createdAt, updatedAt

    /// What a person has in a column.
    package enum Value {
        case missing
        case text(String)
        case number(Int)
        /// Seconds since 1970-01-01 00:00 UTC.
        case time(Int)
        /// A list that is JSON in both files: `ByteBuffer.appendJSON(_:of:)` appends it.
        case json
    }

    /// What `person` has in this column.
    package func value(of person: FictionalPerson) -> Value {
        switch self {
        case .personID: .text(person.personID)
        case .name: text(person.name)
        case .age: person.age.map(Value.number) ?? .missing
        case .photo: text(person.photo)
        case .kind: text(person.kind)
        case .namePrefix: text(person.namePrefix)
        case .givenName: text(person.givenName)
        case .middleName: text(person.middleName)
        case .familyName: text(person.familyName)
        case .nameSuffix: text(person.nameSuffix)
        case .nickname: text(person.nickname)
        case .phoneticGivenName: text(person.phoneticGivenName)
        case .phoneticFamilyName: text(person.phoneticFamilyName)
        case .organization: text(person.organization)
        case .department: text(person.department)
        case .jobTitle: text(person.jobTitle)
        case .birthday: text(person.birthday)
        case .gender: text(person.gender)
        case .language: text(person.language)
        case .note: text(person.note)
        case .tags: person.tags.isEmpty ? .missing : .json
        case .emails: person.emails.isEmpty ? .missing : .json
        case .phones: person.phones.isEmpty ? .missing : .json
        case .addresses: person.addresses.isEmpty ? .missing : .json
        case .urls: person.urls.isEmpty ? .missing : .json
        case .dates: person.dates.isEmpty ? .missing : .json
        case .relations: person.relations.isEmpty ? .missing : .json
        case .trackRecord: person.trackRecord.isEmpty ? .missing : .json
        case .groups: person.groups.isEmpty ? .missing : .json
        case .createdAt: person.createdAt.map(Value.time) ?? .missing
        case .updatedAt: person.updatedAt.map(Value.time) ?? .missing
        }
    }

    private func text(_ text: String?) -> Value {
        text.map(Value.text) ?? .missing
    }
}

extension ByteBuffer {
    /// The list that `person` has in a column for which `PersonColumn.value(of:)` is `.json`.
    package mutating func appendJSON(_ column: PersonColumn, of person: FictionalPerson) {
        switch column {
        case .tags: appendJSON(person.tags)
        case .emails: appendJSON(person.emails)
        case .phones: appendJSON(person.phones)
        case .addresses: appendJSON(person.addresses)
        case .urls: appendJSON(person.urls)
        case .dates: appendJSON(person.dates)
        case .relations: appendJSON(person.relations)
        case .trackRecord: appendJSON(person.trackRecord)
        case .groups: appendJSON(person.groups)
        default: break
        }
    }
}

extension PersonMaker.Profile {
    /// The columns that people of this profile fill.
    package var columns: [PersonColumn] {
        switch self {
        case .sample: PersonColumn.allCases
        case .plain:
            [
                .personID, .name, .age, .givenName, .middleName, .familyName, .organization, .jobTitle, .birthday,
                .note,
                .tags, .emails, .phones, .addresses, .createdAt,
            ]
        }
    }

    /// The keys of the user's own fields, each a column of the CSV file, sorted.
    package var customKeys: [String] {
        switch self {
        case .sample: ["Member no., old", "Shirt size", "favouriteColour", "备注"]
        case .plain: []
        }
    }
}

import ContactFormats

extension ContactAttribute {
    /// What a person's card calls the attribute.
    var title: String {
        switch self {
        case .personID: "ID"
        case .photoData: "Photo data"
        case .namePrefix: "Prefix"
        case .givenName: "Given name"
        case .middleName: "Middle name"
        case .familyName: "Family name"
        case .previousFamilyName: "Born as"
        case .nameSuffix: "Suffix"
        case .phoneticGivenName: "Given name read"
        case .phoneticMiddleName: "Middle name read"
        case .phoneticFamilyName: "Family name read"
        case .phoneticOrganization: "Organization read"
        case .nameOrder: "Name order"
        case .jobTitle: "Job title"
        case .timezone: "Time zone"
        case .uid: "UID"
        case .sourceKey: "Source key"
        case .createdAt: "Created"
        case .updatedAt: "Updated"
        case .emails: "E-mail"
        case .phones: "Phone"
        case .urls: "Web"
        case .addresses: "Address"
        case .dates: "Date"
        case .relations: "Relation"
        case .im: "Messaging"
        case .socialProfiles: "Social profile"
        case .trackRecord: "Track record"
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        }
    }
}

/// Access to attributes by name, for formats that learn at run time which ones a file has.
extension ContactRecord {
    /// A text attribute by name; nil for one that holds no text.
    package subscript(text attribute: ContactAttribute) -> String? {
        get {
            switch attribute {
            case .personID: personID
            case .name: name
            case .photo: photo
            case .kind: kind
            case .namePrefix: namePrefix
            case .givenName: givenName
            case .middleName: middleName
            case .familyName: familyName
            case .previousFamilyName: previousFamilyName
            case .nameSuffix: nameSuffix
            case .nickname: nickname
            case .phoneticGivenName: phoneticGivenName
            case .phoneticMiddleName: phoneticMiddleName
            case .phoneticFamilyName: phoneticFamilyName
            case .phoneticOrganization: phoneticOrganization
            case .nameOrder: nameOrder
            case .organization: organization
            case .department: department
            case .jobTitle: jobTitle
            case .role: role
            case .gender: gender
            case .pronouns: pronouns
            case .language: language
            case .timezone: timezone
            case .note: note
            case .uid: uid
            case .source: source
            case .sourceKey: sourceKey
            default: nil
            }
        }
        set {
            switch attribute {
            case .personID: personID = newValue
            case .name: name = newValue
            case .photo: photo = newValue
            case .kind: kind = newValue
            case .namePrefix: namePrefix = newValue
            case .givenName: givenName = newValue
            case .middleName: middleName = newValue
            case .familyName: familyName = newValue
            case .previousFamilyName: previousFamilyName = newValue
            case .nameSuffix: nameSuffix = newValue
            case .nickname: nickname = newValue
            case .phoneticGivenName: phoneticGivenName = newValue
            case .phoneticMiddleName: phoneticMiddleName = newValue
            case .phoneticFamilyName: phoneticFamilyName = newValue
            case .phoneticOrganization: phoneticOrganization = newValue
            case .nameOrder: nameOrder = newValue
            case .organization: organization = newValue
            case .department: department = newValue
            case .jobTitle: jobTitle = newValue
            case .role: role = newValue
            case .gender: gender = newValue
            case .pronouns: pronouns = newValue
            case .language: language = newValue
            case .timezone: timezone = newValue
            case .note: note = newValue
            case .uid: uid = newValue
            case .source: source = newValue
            case .sourceKey: sourceKey = newValue
            default: break
            }
        }
    }

    /// A list of plain texts by name; empty for another kind of attribute.
    package subscript(strings attribute: ContactAttribute) -> [String] {
        get {
            switch attribute {
            case .tags: tags
            case .trackRecord: trackRecord
            case .groups: groups
            default: []
            }
        }
        set {
            switch attribute {
            case .tags: tags = newValue
            case .trackRecord: trackRecord = newValue
            case .groups: groups = newValue
            default: break
            }
        }
    }

    /// A list of labelled texts by name; empty for another kind of attribute.
    package subscript(labeled attribute: ContactAttribute) -> [Labeled<String>] {
        get {
            switch attribute {
            case .emails: emails
            case .phones: phones
            case .urls: urls
            case .im: im
            case .socialProfiles: socialProfiles
            default: []
            }
        }
        set {
            switch attribute {
            case .emails: emails = newValue
            case .phones: phones = newValue
            case .urls: urls = newValue
            case .im: im = newValue
            case .socialProfiles: socialProfiles = newValue
            default: break
            }
        }
    }
}

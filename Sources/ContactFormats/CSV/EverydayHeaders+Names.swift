import Foundation

extension EverydayHeaders {
    /// Every name by its key.
    static let names: [String: CSVColumn] = {
        var names: [String: CSVColumn] = [
            "title": .title, "labels": .googleGroups, "groupmembership": .googleGroups, "birthyear": .birth(.year),
            "birthmonth": .birth(.month), "birthday": .attribute(.birthday),
        ]
        for attribute in ContactAttribute.allCases where attribute != .addresses && attribute != .custom {
            names[attribute.rawValue.lowercased()] = .attribute(attribute)
        }
        for (attribute, keys) in plain {
            for key in keys.split(separator: " ") { names[String(key)] = .attribute(attribute) }
        }
        for (attribute, label, keys) in withLabel {
            for key in keys.split(separator: " ") { names[String(key)] = .labeled(attribute, label) }
        }
        return names
    }()

    private static let plain: [(ContactAttribute, String)] = [
        (.personID, "id contactid personid"),
        (.name, "fullname displayname contactname completename"),
        (.givenName, "firstname forename first givennames"),
        (.familyName, "lastname surname last familynames"),
        (.middleName, "additionalname middle middlenames"),
        (.namePrefix, "prefix honorific honorificprefix salutation"),
        (.nameSuffix, "suffix honorificsuffix"),
        (.nickname, "nick nicknames"),
        (.previousFamilyName, "maidenname birthname"),
        (.phoneticGivenName, "phoneticfirstname givennameyomi givenyomi firstnameyomi"),
        (.phoneticMiddleName, "additionalnameyomi middlenameyomi"),
        (.phoneticFamilyName, "phoneticlastname familynameyomi surnameyomi lastnameyomi"),
        (.phoneticOrganization, "companyyomi organizationyomi"),
        (.organization, "company organisation organizationname organisationname companyname employer"),
        (.department, "dept organizationdepartment"),
        (.jobTitle, "position organizationtitle occupation job"),
        (.birthday, "dob dateofbirth birthdate bday"),
        (.gender, "sex"),
        (.language, "lang preferredlanguage"),
        (.timezone, "tz"),
        (.note, "notes comment comments remark remarks memo description"),
        (.createdAt, "created creationdate"),
        (.updatedAt, "updated modified lastmodified"),
        (.tags, "tag keyword keywords category categories"),
        (.groups, "group lists list"),
        (
            .emails,
            "email mail emailaddress emailaddresses primaryemail secondaryemail email1 email2 email3 email1address "
                + "email2address email3address emailaddress2 emailaddress3"
        ),
        (
            .phones,
            "phone tel telephone phonenumber phonenumbers telephonenumber primaryphone phone1 phone2 phone3 tel1 tel2"
        ),
        (.urls, "url website websites webpage webpage1 webpage2 homepage web www link"),
        (.dates, "date event events"),
        (.relations, "relation related"),
        (.im, "imaddress screenname instantmessenger"),
        (.photo, "picture image avatar photourl"),
    ]

    private static let withLabel: [(ContactAttribute, String, String)] = [
        (.emails, "home", "homeemail personalemail privateemail emailhome"),
        (.emails, "work", "workemail businessemail officeemail companyemail emailwork"),
        (.emails, "other", "otheremail"),
        (.phones, "mobile", "mobile mobilephone mobilenumber cell cellphone cellnumber mobiletelephone handy"),
        (.phones, "home", "homephone homephone2 hometel hometelephone privatephone phonehome"),
        (
            .phones, "work",
            "workphone workphone2 businessphone businessphone2 officephone worktel phonework worktelephone"
        ),
        (.phones, "other", "otherphone"),
        (.phones, "main", "mainphone companymainphone companyphone"),
        (.phones, "fax", "fax faxnumber"),
        (.phones, "fax-work", "workfax businessfax officefax"),
        (.phones, "fax-home", "homefax privatefax"),
        (.phones, "fax-other", "otherfax"),
        (.phones, "pager", "pager pagernumber"),
        (.phones, "car", "carphone"),
        (.urls, "home", "personalwebpage homewebsite"),
        (.urls, "work", "workwebsite companywebsite businesswebpage"),
        (.dates, "anniversary", "anniversary weddinganniversary"),
        (.relations, "spouse", "spouse husband wife"),
        (.relations, "partner", "partner"),
        (.relations, "child", "child children"),
        (.relations, "manager", "manager managersname managername"),
        (.relations, "assistant", "assistant assistantsname assistantname"),
        (.im, "skype", "skype"),
        (.im, "jabber", "jabber xmpp"),
        (.socialProfiles, "twitter", "twitter"),
        (.socialProfiles, "linkedin", "linkedin"),
        (.socialProfiles, "facebook", "facebook"),
        (.socialProfiles, "instagram", "instagram"),
    ]
}

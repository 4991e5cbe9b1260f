extension PersonMaker {
    /// One person (now and then an organisation) of any culture, with any field filled or missing.
    mutating func invent() -> FictionalPerson {
        let culture = random.chance(45) ? random.pick(Culture.latin) : random.pick(Culture.all)
        if random.chance(6) { return inventOrganization(of: culture) }

        var person = FictionalPerson()
        let isWoman = random.chance(50)
        let mailbox = giveNames(to: &person, of: culture, isWoman: isWoman)
        giveWork(to: &person, of: culture)
        giveBirthday(to: &person)
        if random.chance(35) { person.gender = random.chance(5) ? "other" : isWoman ? "female" : "male" }
        if random.chance(50) { person.language = culture.language }
        if random.chance(25) { person.photo = "photos/\(mailbox.replacing(".", with: "-")).jpg" }
        if random.chance(35) { person.note = random.pick(Self.notes) }
        giveWaysToReach(to: &person, of: culture, mailbox: mailbox)
        giveCompany(to: &person)
        giveExtras(to: &person)
        return person
    }

    /// - Returns: The name in ASCII, for e-mail addresses.
    private mutating func giveNames(to person: inout FictionalPerson, of culture: Culture, isWoman: Bool) -> String {
        let givenNames = isWoman ? culture.women : culture.men
        let families = isWoman ? culture.womensFamilies : culture.families
        let given = random.pick(givenNames)
        let family = random.pick(families)
        var familyText = family.text
        if random.chance(culture.doubleFamilies) {
            familyText += culture.doubleSeparator + random.pick(families).text
        }
        person.givenName = given.text
        person.familyName = familyText
        if random.chance(culture.middleNames) { person.middleName = random.pick(givenNames).text }
        if !culture.prefixes.isEmpty, random.chance(14) { person.namePrefix = random.pick(culture.prefixes) }
        if !culture.suffixes.isEmpty, random.chance(9) { person.nameSuffix = random.pick(culture.suffixes) }
        if random.chance(12) { person.nickname = random.pick(Self.nicknames) }
        if given.phonetic != nil, random.chance(70) {
            person.phoneticGivenName = given.phonetic
            person.phoneticFamilyName = family.phonetic
        }
        let ordered =
            culture.familyFirst
            ? [familyText, person.middleName, given.text] : [given.text, person.middleName, familyText]
        var name = ordered.compactMap(\.self).joined(separator: culture.separator)
        if let prefix = person.namePrefix, random.chance(60) { name = prefix + " " + name }
        if let suffix = person.nameSuffix, random.chance(60) {
            name += culture.language == "en" ? ", " + suffix : " " + suffix
        }
        // A name can be missing: the contact book makes it from the parts.
        if !random.chance(2) { person.name = name }
        return mailbox(given.latin + "." + family.latin)
    }

    /// The mailbox, with a number when it is taken.
    private mutating func mailbox(_ wanted: String) -> String {
        var result = wanted
        var number = 2
        while !usedMailboxes.insert(result).inserted {
            result = wanted + String(number)
            number += 1
        }
        return result
    }

    private mutating func giveWork(to person: inout FictionalPerson, of culture: Culture) {
        guard random.chance(45) else { return }
        person.organization = random.pick(culture.organizations)
        if random.chance(75) { person.jobTitle = random.pick(culture.jobs) }
        if random.chance(30) { person.department = random.pick(Self.departments) }
    }

    /// Full and partial dates, and ages with and without them.
    private mutating func giveBirthday(to person: inout FictionalPerson) {
        let year = random.number(in: 1931...2019)
        let month = random.number(in: 1...12)
        let day = random.number(in: 1...28)
        switch random.number(below: 100) {
        case ..<30:
            person.birthday = "\(year)-\(twoDigits(month))-\(twoDigits(day))"
            if random.chance(60) { person.age = 2025 - year }
        case ..<42: person.birthday = "--\(twoDigits(month))-\(twoDigits(day))"
        case ..<46: person.birthday = "\(year)-\(twoDigits(month))"
        case ..<51: person.birthday = String(year)
        case ..<53: person.birthday = "--02-29"
        case ..<54: person.birthday = "1984-02-29"
        default: break
        }
        if person.birthday == nil, random.chance(65) { person.age = random.number(in: 1...99) }
    }

    private mutating func giveWaysToReach(to person: inout FictionalPerson, of culture: Culture, mailbox: String) {
        for index in 0..<random.pick([0, 1, 1, 1, 1, 2, 2, 3]) {
            let address = index == 0 ? mailbox : "\(mailbox)+\(index)"
            person.emails.append(
                .init(
                    random.pick([nil, "home", "home", "work", "other"]), address + "@" + random.pick(Self.mailHosts),
                    preferred: index == 0 && random.chance(30)))
        }
        for index in 0..<random.pick([0, 1, 1, 1, 2, 2, 3]) {
            let range = random.pick(culture.phones)
            person.phones.append(
                .init(
                    random.chance(90) ? range.label : nil, fill(range.pattern),
                    preferred: index == 0 && random.chance(25)))
        }
        for index in 0..<random.pick([0, 0, 0, 0, 0, 1, 1, 1, 2]) {
            person.addresses.append(.init(index == 0 ? "home" : "work", inventAddress(of: culture)))
        }
        if random.chance(15) {
            person.urls.append(.init(random.pick(["homepage", "blog", nil]), "https://\(mailbox).example/"))
            if random.chance(20) {
                person.urls.append(.init("work", "https://example.org/people?id=\(made)&view=full"))
            }
        }
    }

    mutating func inventAddress(of culture: Culture) -> FictionalPerson.Address {
        var address = FictionalPerson.Address()
        let place = random.pick(culture.places)
        let number = String(random.number(in: 1...180)) + (random.chance(10) ? "b" : "")
        let street = random.pick(culture.streets)
        address.street = culture.houseFirst ? number + " " + street : street + " " + number
        if random.chance(12) {
            address.street2 = random.pick(["Apt. 4", "2nd floor; ring twice", "c/o “The Attic”", "Hinterhaus"])
        }
        if random.chance(8) { address.poBox = String(random.number(in: 10...9_999)) }
        if random.chance(5) { address.extended = "Building C" }
        address.city = place.city
        address.district = place.district
        address.region = place.region
        address.postalCode = fill(culture.postalCode)
        address.country = random.chance(85) ? culture.country : nil
        address.isoCountry = random.chance(70) ? culture.isoCountry : nil
        if random.chance(10) {
            address.formatted = [address.street, address.city, address.country].compactMap(\.self).joined(
                separator: "\n")
        }
        return address
    }

    /// Tags, groups, dates and relations.
    private mutating func giveCompany(to person: inout FictionalPerson) {
        for tag in [random.pick(Self.tags), random.pick(Self.tags), random.pick(Self.tags)] {
            if random.chance(30), !person.tags.contains(tag) { person.tags.append(tag) }
        }
        for group in [random.pick(Self.groups), random.pick(Self.groups)] {
            if random.chance(22), !person.groups.contains(group) { person.groups.append(group) }
        }
        if random.chance(14) {
            let month = twoDigits(random.number(in: 1...12))
            let day = twoDigits(random.number(in: 1...28))
            let year = random.chance(60) ? String(random.number(in: 1990...2025)) : "-"
            person.dates.append(.init(random.pick(["anniversary", "first met", nil]), "\(year)-\(month)-\(day)"))
        }
        if random.chance(16), !acquaintances.isEmpty {
            var relation = random.pick(acquaintances)
            if random.chance(30) { relation.personID = nil }
            person.relations.append(.init(random.pick(["friend", "spouse", "sister", "manager", "parent"]), relation))
        }
    }

    private mutating func giveExtras(to person: inout FictionalPerson) {
        if random.chance(12) {
            person.trackRecord = (0..<random.number(in: 1...3)).map { _ in random.pick(Self.deeds) }
        }
        if random.chance(10) {
            person.custom.append(("Member no., old", "00" + String(random.number(in: 10...99_999))))
        }
        if random.chance(14) { person.custom.append(("Shirt size", random.pick(["S", "M", "L", "XL", "42"]))) }
        if random.chance(18) { person.custom.append(("favouriteColour", random.pick(Self.colours))) }
        if random.chance(5) { person.custom.append(("备注", random.pick(["老同学", "邻居", "同事；朋友"]))) }
    }

    private mutating func inventOrganization(of culture: Culture) -> FictionalPerson {
        var person = FictionalPerson()
        let organization = random.pick(culture.organizations)
        person.kind = "organization"
        person.organization = organization
        if random.chance(75) { person.name = organization }
        let mailbox = mailbox(random.pick(["info", "office", "hello", "contact"]) + String(made))
        person.emails.append(.init("work", mailbox + "@" + random.pick(Self.mailHosts)))
        let range = random.pick(culture.phones)
        person.phones.append(.init("work", fill(range.pattern)))
        if random.chance(60) { person.addresses.append(.init("work", inventAddress(of: culture))) }
        if random.chance(50) { person.urls.append(.init("homepage", "https://\(mailbox).example/")) }
        if random.chance(30) { person.note = random.pick(Self.notes) }
        if random.chance(40) { person.tags.append("supplier") }
        return person
    }
}

/// `7` gives `07`.
func twoDigits(_ number: Int) -> String {
    number < 10 ? "0" + String(number) : String(number)
}

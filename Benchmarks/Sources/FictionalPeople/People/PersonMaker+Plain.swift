extension PersonMaker {
    /// One person of a plain address book: personID, name and its parts, e-mails, phones and the time of making are
    /// always there, two or three of the other columns now and then.
    mutating func nextPlain() -> FictionalPerson {
        let culture = plainCulture()
        var person = FictionalPerson()
        person.personID = nextID()

        let isWoman = random.chance(50)
        let givenNames = isWoman ? culture.women : culture.men
        let given = random.pick(givenNames)
        let family = random.pick(isWoman ? culture.womensFamilies : culture.families)
        person.givenName = given.text
        person.familyName = family.text
        if culture.familyFirst {
            person.name = family.text + culture.separator + given.text
        } else if random.chance(culture.middleNames) {
            person.middleName = random.pick(givenNames).text
            person.name = given.text + " " + (person.middleName ?? "") + " " + family.text
        } else {
            person.name = given.text + " " + family.text
        }

        // The running number keeps addresses apart without a table of a million of them.
        let mailbox = given.latin + "." + family.latin + String(made)
        person.emails.append(.init(random.chance(70) ? "home" : nil, mailbox + "@example.com"))
        if random.chance(20) { person.emails.append(.init("work", mailbox + "@example.org")) }
        let range = random.pick(culture.phones)
        person.phones.append(.init(range.label, fill(range.pattern)))
        if random.chance(15) { person.phones.append(.init("work", fill(random.pick(culture.phones).pattern))) }

        if random.chance(60) { person.age = random.number(in: 1...99) }
        if random.chance(35) {
            person.birthday =
                String(random.number(in: 1931...2019)) + "-" + twoDigits(random.number(in: 1...12)) + "-"
                + twoDigits(random.number(in: 1...28))
        }
        if random.chance(40) {
            person.organization = random.pick(culture.organizations)
            if random.chance(60) { person.jobTitle = random.pick(culture.jobs) }
        }
        if random.chance(8) { person.note = random.pick(Self.notes) }
        if random.chance(30) { person.tags.append(random.pick(Self.tags)) }
        if random.chance(12) { person.addresses.append(.init("home", inventAddress(of: culture))) }
        let created = Self.firstSecond + random.number(below: 60_000_000)
        person.createdAt = created
        return person
    }

    /// Of a hundred people, 85 have Latin names, ten Han names and five another script's.
    private mutating func plainCulture() -> Culture {
        switch random.number(below: 100) {
        case ..<60: random.chance(50) ? .american : .british
        case ..<85: Culture.latin[random.number(below: Culture.latin.count)]
        case ..<95: random.chance(85) ? .chinese : .taiwanese
        default: Self.otherScripts[random.number(below: Self.otherScripts.count)]
        }
    }

    private static let otherScripts: [Culture] = [
        .russian, .ukrainian, .greek, .japanese, .korean, .arabic, .hebrew, .thai, .hindi,
    ]
}

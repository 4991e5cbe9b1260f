/// Makes invented people, one after another, the same ones for a seed.
///
/// ```swift
/// var maker = PersonMaker(profile: .sample, seed: 1)
/// let first = maker.next()
/// ```
package struct PersonMaker {
    /// What the people are for.
    package enum Profile: String, CaseIterable, Sendable {
        /// Everything that a contact book may meet: hand-written corner cases first, then every culture and field.
        case sample
        /// A real address book's shape, for the benchmarks: mostly Latin names, eight to ten filled columns.
        case plain
    }

    let profile: Profile
    var random: SeededGenerator
    /// IDs have numbers of their own, other ones for each profile: two files made from one seed can be imported into
    /// one book.
    private var identities: SeededGenerator
    /// How many people were made.
    var made = 0
    var usedMailboxes: Set<String> = []
    /// People made already, for relations; at most a few.
    var acquaintances: [FictionalPerson.Relation] = []

    package init(profile: Profile, seed: UInt64) {
        self.profile = profile
        random = SeededGenerator(seed: seed)
        var salt = SeededGenerator(seed: seed ^ (profile == .sample ? 0x5A4D_504C_4500 : 0x504C_4149_4E00))
        identities = SeededGenerator(seed: salt.next())
    }

    /// The next person.
    package mutating func next() -> FictionalPerson {
        defer { made += 1 }
        switch profile {
        case .sample: return nextOfSample()
        case .plain: return nextPlain()
        }
    }

    private mutating func nextOfSample() -> FictionalPerson {
        var person = made < Self.handWritten.count ? Self.handWritten[made] : invent()
        person.personID = nextID()
        let created = Self.firstSecond + random.number(below: 60_000_000)
        person.createdAt = created
        person.updatedAt = random.chance(40) ? created : created + random.number(below: 9_000_000)
        if let name = person.name {
            acquaintances.append(.init(name: name, personID: person.personID))
            if acquaintances.count > 8 { acquaintances.removeFirst() }
        }
        return person
    }

    /// 2024-01-01 00:00 UTC.
    static let firstSecond = 1_704_067_200

    /// A random UUID (version 4) in capitals, as Foundation writes it.
    mutating func nextID() -> String {
        let high = (identities.next() & ~0xF000) | 0x4000
        let low = (identities.next() & ~(0b11 << 62)) | (0b10 << 62)
        return String(unsafeUninitializedCapacity: 36) { text in
            var position = 0
            for index in 0..<32 {
                if index == 8 || index == 12 || index == 16 || index == 20 {
                    text[position] = UInt8(ascii: "-")
                    position += 1
                }
                let word = index < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - (index & 15) * 4)) & 0xF
                text[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
                position += 1
            }
            return position
        }
    }

    /// Fills a pattern: `#` is any digit, `N` a digit from 2 to 9.
    mutating func fill(_ pattern: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(pattern.utf8.count)
        for byte in pattern.utf8 {
            switch byte {
            case UInt8(ascii: "#"): result.append(UInt8(ascii: "0") + UInt8(random.number(below: 10)))
            case UInt8(ascii: "N"): result.append(UInt8(ascii: "2") + UInt8(random.number(below: 8)))
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

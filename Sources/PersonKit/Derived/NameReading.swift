/// How a name of another script is read, in folded Latin syllables.
struct NameReading {
    /// The syllables or words of the family name; empty when it is not known which part that is.
    var family: [String] = []
    /// Those of the rest.
    var given: [String] = []
    /// Whether the family name stands first.
    var isFamilyFirst = true
    /// Another way in which the family name is written in Latin letters.
    var otherFamily: String?

    var syllables: [String] { isFamilyFirst ? family + given : given + family }
}

extension DerivedValues.Maker {
    /// The reading of a record's name; nil when the name is written in Latin letters.
    mutating func reading(of record: ContactRecord, name: String) -> NameReading? {
        guard Romanizer.isNeeded(for: name) else { return nil }
        var reading = NameReading()
        let bare = name.filter { !$0.isWhitespace }
        let family = record.familyName ?? ""
        let given = (record.givenName ?? "") + (record.middleName ?? "")
        if !family.isEmpty || !given.isEmpty, bare == (family + given).filter({ !$0.isWhitespace }) {
            reading.family = self.family(family, &reading, phonetic: record.phoneticFamilyName)
            reading.given = self.given(given, phonetic: record.phoneticGivenName)
        } else if !family.isEmpty, !given.isEmpty, bare == (given + family).filter({ !$0.isWhitespace }) {
            reading.isFamilyFirst = false
            reading.family = self.family(family, &reading, phonetic: record.phoneticFamilyName)
            reading.given = self.given(given, phonetic: record.phoneticGivenName)
        } else if let split = Self.familyLength(bare) {
            let family = String(bare.prefix(split))
            reading.family = self.family(family, &reading, phonetic: record.phoneticFamilyName)
            reading.given = self.given(String(bare.dropFirst(split)), phonetic: record.phoneticGivenName)
        } else {
            reading.given = romanizer.romanize(name, &folding)
        }
        return reading.syllables.isEmpty ? nil : reading
    }

    /// How many characters of an undivided Han or Hangul name are the family name.
    private static func familyLength(_ name: String) -> Int? {
        let scalars = Array(name.unicodeScalars)
        guard (2...4).contains(scalars.count) else { return nil }
        if scalars.allSatisfy(\.isHangul) { return 1 }
        guard scalars.allSatisfy(\.isHan) else { return nil }
        // The name of a place is read as a whole.
        if scalars.count == 2, Readings.words[name] != nil { return nil }
        if scalars.count > 2, Readings.familyNames[String(name.prefix(2))]?.count == 2 { return 2 }
        return 1
    }

    private mutating func family(_ text: String, _ reading: inout NameReading, phonetic: String?) -> [String] {
        if let words = explicit(phonetic) { return words }
        reading.otherFamily = Readings.koreanFamilyNames[text]
        return Readings.familyNames[text] ?? romanizer.romanize(text, &folding)
    }

    private mutating func given(_ text: String, phonetic: String?) -> [String] {
        let usual = romanizer.romanize(text, &folding)
        guard let words = explicit(phonetic) else { return usual }
        // The same sounds, written as one word: the syllables tell the initials.
        return words.joined() == usual.joined() ? usual : words
    }

    /// A reading that somebody gave: it wins over every rule.
    private mutating func explicit(_ phonetic: String?) -> [String]? {
        guard let phonetic, !phonetic.isEmpty else { return nil }
        let words = romanizer.romanize(phonetic, &folding).flatMap { word in
            word.split { $0 == "'" || $0 == "-" }.map(String.init)
        }
        return words.isEmpty ? nil : words
    }
}

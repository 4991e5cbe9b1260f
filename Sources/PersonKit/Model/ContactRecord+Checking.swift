extension ContactRecord {
    /// The record as the book keeps it: empty texts absent, text in Unicode's composed form, empty and repeated list
    /// entries gone, and a name made of what is there when none is.
    ///
    /// - Throws: ``PersonError``: `nameMissing`, `outOfRange`, `tooLong`, `invalidValue`.
    func checked() throws(PersonError) -> ContactRecord {
        var record = self
        record.tidy()
        record = try record.named()
        try record.checkLimits()
        return record
    }

    /// The record with a name, made of what is there when it has none.
    ///
    /// - Throws: ``PersonError`` with `nameMissing`.
    func named() throws(PersonError) -> ContactRecord {
        if let name, !name.isEmpty { return self }
        guard let name = derivedName?.trimmedOfWhitespace, !name.isEmpty else {
            throw PersonError(
                .nameMissing, "The person has no name, and no organization, e-mail or phone that could stand for one",
                key: "name", personID: personID)
        }
        var record = self
        record.name = name
        return record
    }

    /// Makes empty texts absent, composes text, drops empty and repeated entries of lists.
    mutating func tidy() {
        for attribute in ContactAttribute.texts {
            guard let text = self[text: attribute] else { continue }
            // A note keeps its blanks: they may be its form.
            let tidied = attribute == .note ? text.composed : text.composed.trimmedOfWhitespace
            if tidied.isEmpty {
                self[text: attribute] = nil
            } else if !tidied.utf8.elementsEqual(text.utf8) {
                self[text: attribute] = tidied
            }
        }
        for attribute in [ContactAttribute.emails, .phones, .urls, .im, .socialProfiles]
        where holds(attribute) {
            tidy(&self[labeled: attribute])
        }
        if !tags.isEmpty { tags = Self.distinctTags(tags) }
        if !groups.isEmpty { groups = Self.distinct(groups) { $0 }.sorted() }
        if addresses.contains(where: \.value.isEmpty) { addresses.removeAll(where: \.value.isEmpty) }
        if custom.contains(where: \.value.isEmpty) { custom = custom.filter { !$0.value.isEmpty } }
        if photoData?.isEmpty == true { photoData = nil }
        if case .some(let text) = birthday?.text, text.trimmedOfWhitespace.isEmpty { birthday = nil }
    }

    private func tidy(_ values: inout [Labeled<String>]) {
        var needsWork = false
        for value in values where value.value.isEmpty || value.value.needsTidying { needsWork = true }
        guard needsWork else { return }
        values = values.compactMap { value in
            let text = value.value.composed.trimmedOfWhitespace
            return text.isEmpty ? nil : Labeled(text, label: value.label, preferred: value.preferred)
        }
    }

    /// Tags without those that differ in case only.
    static func distinctTags(_ tags: [String]) -> [String] { distinct(tags) { $0.lowercased() } }

    private static func distinct(_ texts: [String], by key: (String) -> String) -> [String] {
        var seen: Set<String> = []
        return texts.compactMap { text in
            let text = text.composed.trimmedOfWhitespace
            return text.isEmpty || !seen.insert(key(text)).inserted ? nil : text
        }
    }

    func checkLimits() throws(PersonError) {
        if let age, !PersonLimits.age.contains(age) {
            throw PersonError(
                .outOfRange, "Person.age does not fit: it takes 0…32767 (Integer 16)", key: "age", personID: personID)
        }
        for attribute in ContactAttribute.texts {
            guard let text = self[text: attribute] else { continue }
            let limit =
                switch attribute {
                case .note: PersonLimits.note
                case .personID, .name, .givenName, .familyName, .middleName: PersonLimits.name
                default: PersonLimits.text
                }
            if text.utf8.count > limit {
                throw PersonError(
                    .tooLong, "Person.\(attribute.rawValue) is longer than \(limit) bytes", key: attribute.rawValue,
                    personID: attribute == .personID ? nil : personID)
            }
        }
        if let photoData, photoData.count > PersonLimits.photo {
            throw PersonError(
                .tooLong, "Person.photoData is larger than \(PersonLimits.photo >> 20) MB", key: "photoData",
                personID: personID)
        }
        for (key, allowed) in Self.enumerated {
            guard let value = self[text: key], !allowed.contains(value) else { continue }
            throw PersonError(
                .invalidValue, "Person.\(key.rawValue) takes \(allowed.joined(separator: ", "))", key: key.rawValue,
                personID: personID)
        }
    }

    private static let enumerated: [(ContactAttribute, [String])] = [
        (.kind, ["person", "organization", "group"]), (.nameOrder, ["given-first", "family-first", "as-is"]),
    ]
}

extension ContactAttribute {
    /// The attributes that hold a text.
    static let texts = allCases.filter {
        if case .text = $0.kindOfValue { true } else { false }
    }
}

extension String {
    /// Without blanks and line ends around it.
    var trimmedOfWhitespace: String {
        guard needsTrimming else { return self }
        return trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// In Unicode's composed form (NFC).
    var composed: String { isPlain ? self : precomposedStringWithCanonicalMapping }

    fileprivate var needsTidying: Bool { needsTrimming || !isPlain }

    /// Whether no character can have another form: ASCII, letters with their marks as one, Han, kana and Hangul.
    private var isPlain: Bool {
        if utf8.allSatisfy({ $0 < 0x80 }) { return true }
        return unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case ..<0x300, 0x400...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x3001...0x3029, 0x3041...0x3096,
                0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
                true
            default: false
            }
        }
    }

    private var needsTrimming: Bool {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return false }
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value <= 0x20 || (scalar.value >= 0x80 && scalar.properties.isWhitespace)
        }
        return isBlank(first) || isBlank(last)
    }
}

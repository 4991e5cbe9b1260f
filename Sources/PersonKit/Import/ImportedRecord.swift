/// A record on its way into the store, with everything that can be worked out without the store.
struct ImportedRecord {
    /// Tidied, and with a name.
    let record: ContactRecord
    /// Whether the name was made of other values.
    private let isNameDerived: Bool
    let position: SourcePosition
    let derived: DerivedValues
    /// By which a record without an identity is known again; nil for one that has its own.
    let fingerprint: String?
    /// The identity for a new person.
    let newID: String

    /// - Throws: ``PersonError`` for a record that cannot become a person.
    init(
        _ given: ContactRecord, at position: SourcePosition, options: ImportOptions,
        maker: inout DerivedValues.Maker
    ) throws(PersonError) {
        self.position = position
        var record = given
        record.tidy()
        if !options.tags.isEmpty { record.tags = ContactRecord.distinctTags(record.tags + options.tags) }
        if let personID = record.personID {
            newID = personID
            fingerprint = nil
        } else {
            let hash = Self.fingerprint(of: record)
            newID = hash.uuidString
            if record.uid == nil, record.sourceKey == nil { record.sourceKey = hash.text }
            fingerprint = record.sourceKey
        }
        isNameDerived = record.name == nil
        record = try record.named()
        try record.checkLimits()
        if let source = options.source, record.source == nil { record.source = source }
        derived = maker.values(of: record)
        self.record = record
    }

    /// The record as the source gave it, for somebody who has a name already.
    var given: ContactRecord {
        guard isNameDerived else { return record }
        var given = record
        given.name = nil
        return given
    }

    /// The hash of what the source says, without what changes from one export to the next.
    private static func fingerprint(of record: ContactRecord) -> Fingerprint {
        var stable = record
        if stable.createdAt != nil { stable.createdAt = nil }
        if stable.updatedAt != nil { stable.updatedAt = nil }
        if stable.sourceKey != nil { stable.sourceKey = nil }
        if stable.source != nil { stable.source = nil }
        return stable.json().withUnsafeBytes { Fingerprint($0) }
    }

    /// Whether the record says who it is.
    var hasIdentity: Bool { record.personID != nil }

    /// The e-mail addresses, as they are compared.
    var emailKeys: [String] { record.emails.map { SearchFolding.fold($0.value) } }

    /// The phone numbers that are long enough to tell people apart.
    var phoneKeys: [PhoneDigits] {
        record.phones.compactMap { PhoneDigits($0.value) }.filter { $0.national.utf8.count >= 6 }
    }

    /// The hashes of everything by which another record could mean the same person.
    ///
    /// - Parameter includesContacts: Whether e-mail addresses and phone numbers are among them.
    func keys(includingContacts includesContacts: Bool) -> [UInt64] {
        var keys = [Fingerprint.key(1, newID)]
        // Two IDs in one file are two people, whatever else they share.
        if let uid = record.uid, includesContacts || !hasIdentity { keys.append(Fingerprint.key(2, uid)) }
        if let fingerprint { keys.append(Fingerprint.key(3, fingerprint)) }
        if includesContacts {
            for email in emailKeys { keys.append(Fingerprint.key(4, email)) }
            for phone in phoneKeys { keys.append(Fingerprint.key(5, phone.national)) }
        }
        return keys
    }
}

extension ContactRecord {
    /// Whether two names can be one person's: equal, one a part of the other, or with the same first word. A missing
    /// name contradicts nothing.
    func nameAgrees(with other: ContactRecord) -> Bool {
        let first = SearchFolding.fold(name ?? "")
        let second = SearchFolding.fold(other.name ?? "")
        if first.isEmpty || second.isEmpty || first == second { return true }
        let firstWords = first.split(separator: " ")
        let secondWords = second.split(separator: " ")
        if firstWords.first == secondWords.first { return true }
        let (a, b) = (Set(firstWords), Set(secondWords))
        return a.isSubset(of: b) || b.isSubset(of: a)
    }
}

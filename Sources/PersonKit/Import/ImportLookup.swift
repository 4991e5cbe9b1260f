/// Finds the people whom a batch of records means: one query for each kind of key, then e-mail addresses and phone
/// numbers of those records that say nothing else.
struct ImportLookup {
    private let context: NSManagedObjectContext
    private var byID: [String: Person] = [:]
    private var byUID: [String: Person] = [:]
    private var bySourceKey: [String: Person] = [:]
    private var byEmail: [String: [Person]] = [:]
    private var byPhone: [String: [Person]] = [:]

    init(_ records: [ImportedRecord], in context: NSManagedObjectContext, onMatch: ImportOptions.OnMatch) throws {
        self.context = context
        try fetch("personID", records.map(\.newID)) { $0.byID[$1.personID ?? ""] = $1 }
        if onMatch == .add { return }
        try fetch("uid", records.compactMap { byID[$0.newID] == nil ? $0.record.uid : nil }) {
            $0.byUID[$1.uid ?? ""] = $1
        }
        try fetch("sourceKey", records.compactMap { byID[$0.newID] == nil ? $0.fingerprint : nil }) {
            $0.bySourceKey[$1.sourceKey ?? ""] = $1
        }
        let unknown = records.filter { record in !record.hasIdentity && exact(for: record) { _ in false } == nil }
        try fetchContacts(unknown)
    }

    private mutating func fetch(
        _ key: String, _ values: [String], _ keep: (inout ImportLookup, Person) -> Void
    ) throws {
        guard !values.isEmpty else { return }
        let request = Person.fetchRequest()
        request.predicate = NSPredicate(format: "%K IN %@", key, values)
        request.includesPendingChanges = false
        request.relationshipKeyPathsForPrefetching = ["groups"]
        for person in try context.fetch(request) { keep(&self, person) }
    }

    private mutating func fetchContacts(_ records: [ImportedRecord]) throws {
        let emails = Set(records.flatMap(\.emailKeys))
        try fetchText(emails.map { " " + $0 })
        let phones = Set(records.flatMap(\.phoneKeys).map(\.national))
        try fetchText(phones.map { " " + $0 })
    }

    /// Reads everyone whose text holds one of the words, some words at a time: the index answers them together.
    private mutating func fetchText(_ words: [String]) throws {
        for start in stride(from: 0, to: words.count, by: 40) {
            let part = words[start..<min(start + 40, words.count)]
            let conditions = part.map { NSPredicate(format: "searchText CONTAINS %@", $0) }
            let request = Person.fetchRequest()
            request.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: conditions)
            request.includesPendingChanges = false
            for person in try context.fetch(request) { noteContacts(of: person) }
        }
    }

    private mutating func noteContacts(of person: Person) {
        for email in person.emails ?? [] {
            Self.add(person, to: &byEmail[SearchFolding.fold(email.value), default: []])
        }
        for phone in person.phones ?? [] {
            guard let digits = PhoneDigits(phone.value) else { continue }
            Self.add(person, to: &byPhone[digits.national, default: []])
        }
    }

    private static func add(_ person: Person, to list: inout [Person]) {
        if !list.contains(where: { $0 === person }) { list.append(person) }
    }

    /// Makes a person known to the records that follow in the batch.
    mutating func note(_ person: Person, for record: ImportedRecord) {
        byID[person.personID ?? ""] = person
        if let uid = person.uid { byUID[uid] = person }
        if let key = person.sourceKey { bySourceKey[key] = person }
        for email in record.emailKeys { Self.add(person, to: &byEmail[email, default: []]) }
        for phone in record.phoneKeys { Self.add(person, to: &byPhone[phone.national, default: []]) }
    }

    /// Whether an ID is taken.
    func has(_ personID: String) -> Bool { byID[personID] != nil }

    /// The person with the record's own identity: `personID`, `uid` or the fingerprint.
    ///
    /// Two `personID`s in one file are two people, also with the same `uid`.
    private func exact(for record: ImportedRecord, isNew: (Person) -> Bool) -> Person? {
        if let person = byID[record.newID] { return person }
        if let uid = record.record.uid, let person = byUID[uid], !record.hasIdentity || !isNew(person) { return person }
        return record.fingerprint.flatMap { bySourceKey[$0] }
    }

    /// The person whom a record means, never by the name alone.
    ///
    /// An e-mail address decides when exactly one person has it. When that person came with the same import, the names
    /// must agree, since couples share an address; for a phone number, which families and offices share, they always
    /// must.
    ///
    /// - Parameter isNew: Whether a person came with this import.
    func person(for record: ImportedRecord, isNew: (Person) -> Bool) -> Person? {
        if let person = exact(for: record, isNew: isNew) { return person }
        if record.hasIdentity { return nil }
        for email in record.emailKeys {
            guard let people = byEmail[email], people.count == 1, let person = people.first else { continue }
            if !isNew(person) || record.given.nameAgrees(with: ContactRecord(name: person.name)) { return person }
        }
        for phone in record.phoneKeys {
            let people = (byPhone[phone.national] ?? []).filter { person in
                record.given.nameAgrees(with: ContactRecord(name: person.name))
                    && (person.phones ?? []).contains { phone.matches(PhoneDigits($0.value)) }
            }
            if people.count == 1 { return people.first }
        }
        return nil
    }
}

extension PersonManager {
    /// Adds a person.
    ///
    /// - Parameters:
    ///   - personID: The identity, not empty.
    ///   - name: The name, not empty.
    ///   - age: Years, 0…32 767.
    ///   - photo: A file name or URI.
    ///   - upsert: Whether a person with this ID who is there already is changed instead: name, and age and photo where
    ///     they are given.
    /// - Throws: ``PersonError``: `duplicateID`, `nameMissing`, `outOfRange`, `tooLong`, `invalidValue`.
    /// - Returns: The person as it is now in the store.
    @discardableResult
    public func insert(
        personID: String, name: String, age: Int? = nil, photo: String? = nil, upsert: Bool = false
    ) throws -> ContactRecord {
        guard !personID.trimmedOfWhitespace.isEmpty else {
            throw PersonError(.invalidValue, "Person.personID must not be empty", key: "personID")
        }
        return try insert(ContactRecord(personID: personID, name: name, age: age, photo: photo), upsert: upsert)
    }

    /// Adds a person with everything in a record. A record without `personID` gets a new one.
    ///
    /// - Parameter upsert: Whether a person with this ID who is there already gets what the record holds; what it does
    ///   not hold stays.
    /// - Throws: ``PersonError``, as ``insert(personID:name:age:photo:upsert:)``.
    /// - Returns: The person as it is now in the store.
    @discardableResult
    public func insert(_ record: ContactRecord, upsert: Bool = false) throws -> ContactRecord {
        var record = record
        if upsert, let personID = record.personID, !personID.isEmpty {
            record.name = record.name ?? record.derivedName
            return try write { context in
                if let person = try Self.person(personID, in: context) {
                    return try Self.change(person, in: context) { $0.update(from: record) }
                }
                return try Self.add(record, in: context)
            }
        }
        return try write { try Self.add(record, in: $0) }
    }

    /// Changes a person. All or nothing: when this throws, nothing has changed.
    ///
    /// - Parameters:
    ///   - personID: Who.
    ///   - values: From attributes' names, or `custom.NAME`, to values; nil and `NSNull` clear an attribute. `groups`
    ///     takes the names of groups, which are made when they do not exist.
    /// - Throws: ``PersonError``: `notFound`, `unknownKey` with the nearest valid key, `wrongType`, `outOfRange`,
    ///   `readOnlyKey` for `personID`, `nameMissing`, `tooLong`, `invalidValue`.
    /// - Returns: The person as it is now in the store.
    @discardableResult
    public func update(personID: String, with values: [String: Any?]) throws -> ContactRecord {
        try write { context in
            guard let person = try Self.person(personID, in: context) else { throw PersonError.notFound(personID) }
            return try Self.change(person, in: context, includingPhotoData: values.keys.contains("photoData")) {
                record throws(PersonError) in
                // In the order of the keys, so that the same mistake gives the same error.
                for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                    if key == "personID" {
                        guard value as? String == personID else {
                            throw PersonError(
                                .readOnlyKey, "Person.personID cannot be changed", key: key, personID: personID)
                        }
                        continue
                    }
                    try record.set(value, forKey: key)
                }
            }
        }
    }

    /// Replaces everything about a person by what a record holds.
    ///
    /// - Throws: ``PersonError``, as ``update(personID:with:)``.
    @discardableResult
    public func replace(personID: String, with record: ContactRecord) throws -> ContactRecord {
        try write { context in
            guard let person = try Self.person(personID, in: context) else { throw PersonError.notFound(personID) }
            return try Self.change(person, in: context, includingPhotoData: true) { current throws(PersonError) in
                var next = record
                next.personID = personID
                next.createdAt = current.createdAt
                current = next
            }
        }
    }

    /// Deletes a person.
    ///
    /// - Throws: ``PersonError`` with `notFound`.
    public func delete(personID: String) throws {
        guard try delete(personIDs: [personID]) > 0 else { throw PersonError.notFound(personID) }
    }

    /// Deletes people, in one transaction.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public func delete(personIDs: [String]) throws -> Int {
        guard !personIDs.isEmpty else { return 0 }
        return try write { context in
            let people = try context.fetch(Person.request(ids: personIDs))
            for person in people { context.delete(person) }
            return people.count
        }
    }

    // MARK: - Inside a context

    static func person(_ personID: String, in context: NSManagedObjectContext) throws -> Person? {
        let request = Person.request(ids: [personID])
        request.fetchLimit = 1
        return try context.fetch(request).first
    }

    static func add(_ record: ContactRecord, in context: NSManagedObjectContext) throws -> ContactRecord {
        var record = try record.checked()
        let personID = record.personID ?? UUID().uuidString
        record.personID = personID
        guard try person(personID, in: context) == nil else { throw PersonError.duplicateID(personID) }
        let person = Person(context: context)
        person.personID = personID
        person.take(record, insteadOf: nil)
        try setGroups(record.groups, of: person, in: context)
        try context.save()
        return person.record()
    }

    static func change(
        _ person: Person, in context: NSManagedObjectContext, includingPhotoData: Bool = false,
        _ body: (inout ContactRecord) throws(PersonError) -> Void
    ) throws -> ContactRecord {
        let old = person.record(includesPhotoData: includingPhotoData)
        var next = old
        try body(&next)
        next.followParts(of: old)
        next = try next.checked()
        guard next != old else { return old }
        person.take(next, insteadOf: old)
        if next.groups != old.groups { try setGroups(next.groups, of: person, in: context) }
        // A change of groups alone counts as a change of the person, too.
        if !person.hasChanges { person.willChangeValue(forKey: "groups") }
        try context.save()
        return person.record()
    }
}

extension ContactRecord {
    /// A name that was made of the name's parts follows them; one that was typed stays.
    mutating func followParts(of old: ContactRecord) {
        guard name == old.name else { return }
        var (oldParts, parts) = (old, self)
        oldParts.name = nil
        parts.name = nil
        if oldParts.derivedName == old.name, parts.derivedName != oldParts.derivedName { name = parts.derivedName }
    }

    /// Takes over everything that another record holds; what it does not hold stays.
    mutating func update(from other: ContactRecord) {
        for attribute in ContactAttribute.allCases where attribute != .personID && other.holds(attribute) {
            take(attribute, from: other)
        }
    }

    /// Takes over one attribute.
    mutating func take(_ attribute: ContactAttribute, from other: ContactRecord) {
        switch attribute.kindOfValue {
        case .text: self[text: attribute] = other[text: attribute]
        case .integer: age = other.age
        case .data: photoData = other.photoData
        case .timestamp: if attribute == .createdAt { createdAt = other.createdAt } else { updatedAt = other.updatedAt }
        case .partialDate: birthday = other.birthday
        case .strings: self[strings: attribute] = other[strings: attribute]
        case .labeledStrings: self[labeled: attribute] = other[labeled: attribute]
        case .labeledAddresses: addresses = other.addresses
        case .labeledDates: dates = other.dates
        case .labeledRelations: relations = other.relations
        case .custom: custom.merge(other.custom) { _, new in new }
        }
    }
}

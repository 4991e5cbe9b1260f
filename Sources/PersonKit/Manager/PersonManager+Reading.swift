extension PersonManager {
    /// The person with an ID; nil when there is none.
    ///
    /// - Parameter includesPhotoData: Whether the photo itself is read.
    public func person(withID personID: String, includesPhotoData: Bool = false) throws -> ContactRecord? {
        try read { context in
            try Self.person(personID, in: context)?.record(includesPhotoData: includesPhotoData)
        }
    }

    /// The people that a query describes.
    ///
    /// - Throws: Core Data's error for a predicate that names what does not exist.
    /// - Complexity: two SQL statements, one more for groups.
    public func records(_ query: PersonQuery = PersonQuery()) throws -> [ContactRecord] {
        if query.limit == 0 { return [] }
        return try read { context in
            let request = query.request()
            request.relationshipKeyPathsForPrefetching = query.keyPathsToPrefetch
            return try context.fetch(request).map { $0.record(for: query) }
        }
    }

    /// Hands the people that a query describes to a block, one after the other, in constant memory.
    ///
    /// - Throws: What the block throws, which ends the walk; Core Data's errors.
    public func forEachRecord(_ query: PersonQuery = PersonQuery(), _ body: (ContactRecord) throws -> Void) throws {
        if query.limit == 0 { return }
        try read { context in
            // Object IDs only, and the people a chunk at a time.
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
            request.takeConditions(from: query.request())
            request.resultType = .managedObjectIDResultType
            let ids = try context.fetch(request)
            for start in stride(from: 0, to: ids.count, by: 500) {
                let part = Array(ids[start..<min(start + 500, ids.count)])
                let chunk = Person.fetchRequest()
                chunk.predicate = NSPredicate(format: "self IN %@", part)
                chunk.relationshipKeyPathsForPrefetching = query.keyPathsToPrefetch
                let people = try context.fetch(chunk)
                for id in part {
                    guard let person = context.registeredObject(for: id) as? Person else { continue }
                    try body(person.record(for: query))
                }
                withExtendedLifetime(people) {}
                context.reset()
            }
        }
    }

    /// How many people fulfil a predicate; everyone without one.
    ///
    /// - Complexity: one SQL statement.
    public func count(matching predicate: NSPredicate? = nil) throws -> Int {
        var query = PersonQuery()
        query.predicate = predicate
        return try count(query)
    }

    /// How many people a query describes, without regard to its limit and offset.
    public func count(_ query: PersonQuery) throws -> Int {
        try read { context in
            let request = Person.fetchRequest()
            request.predicate = query.condition
            return try context.count(for: request)
        }
    }

    /// The people in whom all of the terms are found, by name.
    ///
    /// A term is found where a word begins with it, or, from three letters on, anywhere in a word; Han, kana and Hangul
    /// anywhere. Case, width and accents do not count, and names in other scripts are found by their romanised form and
    /// by initials. A term in quotes may hold blanks; one with a `-` in front must not be found.
    ///
    /// - Parameters:
    ///   - terms: The terms; one text may hold several, set apart by blanks.
    ///   - limit: The largest number of people; nil for all.
    ///   - offset: How many to pass over.
    public func search(_ terms: [String], limit: Int? = nil, offset: Int = 0) throws -> [ContactRecord] {
        var query = PersonQuery(terms: terms)
        query.limit = limit
        query.offset = offset
        return try records(query)
    }

    /// The people in whom all terms of a text are found. See ``search(_:limit:offset:)``.
    public func search(_ text: String, limit: Int? = nil, offset: Int = 0) throws -> [ContactRecord] {
        try search([text], limit: limit, offset: offset)
    }
}

extension NSFetchRequest {
    /// Takes over what is fetched, and in which order.
    func takeConditions(from other: NSFetchRequest<Person>) {
        predicate = other.predicate
        sortDescriptors = other.sortDescriptors
        fetchLimit = other.fetchLimit
        fetchOffset = other.fetchOffset
    }
}

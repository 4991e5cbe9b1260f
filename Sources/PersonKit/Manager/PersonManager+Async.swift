// The same without blocking the caller's thread: values only.

extension PersonManager {
    /// The people that a query describes.
    public func records(_ query: sending PersonQuery) async throws -> [ContactRecord] {
        let query = UncheckedValue(query)
        return try await inBackground { try $0.records(query.value) }
    }

    /// The person with an ID; nil when there is none.
    public func person(withID personID: String) async throws -> ContactRecord? {
        try await inBackground { try $0.person(withID: personID) }
    }

    /// The people in whom all of the terms are found, by name.
    public func search(_ terms: [String], limit: Int? = nil, offset: Int = 0) async throws -> [ContactRecord] {
        try await inBackground { try $0.search(terms, limit: limit, offset: offset) }
    }

    /// How many people there are.
    public func count() async throws -> Int {
        try await inBackground { try $0.count() }
    }

    /// Adds a person with everything in a record.
    @discardableResult
    public func insert(_ record: ContactRecord, upsert: Bool = false) async throws -> ContactRecord {
        try await inBackground { try $0.insert(record, upsert: upsert) }
    }

    /// Changes a person, all or nothing.
    @discardableResult
    public func update(personID: String, with values: sending [String: Any?]) async throws -> ContactRecord {
        let values = UncheckedValue(values)
        return try await inBackground { try $0.update(personID: personID, with: values.value) }
    }

    /// Deletes a person.
    public func delete(personID: String) async throws {
        try await inBackground { try $0.delete(personID: personID) }
    }

    /// Waits for background writes and saves.
    @discardableResult
    public func save() async throws -> Bool {
        try await inBackground { try $0.save() }
    }

    private func inBackground<T: Sendable>(_ body: @escaping @Sendable (PersonManager) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body(self) }) }
        }
    }
}

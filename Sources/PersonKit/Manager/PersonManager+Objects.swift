// The simplest contact list: objects for the main thread, answers of yes and no.

extension PersonManager {
    /// Every person, in the order of their names. For the main thread.
    ///
    /// - Returns: The objects; none when the store cannot be read.
    public func readAllData() -> [Person] {
        onMainContext([]) { context in
            let request = Person.fetchRequest()
            request.sortDescriptors = PersonQuery.Sort.name.descriptors(ascending: true)
            request.shouldRefreshRefetchedObjects = true
            return try context.fetch(request)
        }
    }

    /// Adds a person and saves.
    ///
    /// - Returns: Whether the person is in the store now: false when the ID is taken or a value is out of its range.
    @discardableResult
    public func insertData(withPersonID personID: String, name: String, age: Int, photo: String?) -> Bool {
        succeeds { try insert(personID: personID, name: name, age: age, photo: photo) }
    }

    /// Deletes every person with an ID and saves.
    ///
    /// - Returns: Whether that worked; true as well when there was nobody.
    @discardableResult
    public func deleteData(withPersonID personID: String) -> Bool {
        succeeds { _ = try delete(personIDs: [personID]) }
    }

    /// Changes the person with an ID: each key of the dictionary is an attribute's name. All or nothing.
    ///
    /// - Returns: Whether all of it was changed.
    @discardableResult
    public func upDateData(withPersonID personID: String, dict: [String: Any]) -> Bool {
        succeeds { try update(personID: personID, with: dict) }
    }

    /// The person with an ID. For the main thread.
    public func searchData(withPersonID personID: String) -> Person? {
        onMainContext(nil) { context in
            let request = Person.request(ids: [personID])
            request.fetchLimit = 1
            request.shouldRefreshRefetchedObjects = true
            return try context.fetch(request).first
        }
    }

    private func succeeds(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            return false
        }
    }

    private func onMainContext<T>(_ fallback: T, _ body: (NSManagedObjectContext) throws -> T) -> T {
        guard let context = try? stack().viewContext else { return fallback }
        return (try? context.performAndWait { UncheckedValue(try body(context)) })?.value ?? fallback
    }
}

extension Person {
    /// A request for the people with some IDs.
    static func request(ids: [String]) -> NSFetchRequest<Person> {
        let request = fetchRequest()
        request.predicate =
            ids.count == 1
            ? NSPredicate(format: "personID == %@", ids[0]) : NSPredicate(format: "personID IN %@", ids)
        return request
    }
}

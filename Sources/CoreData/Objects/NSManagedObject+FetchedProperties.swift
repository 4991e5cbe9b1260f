extension NSManagedObject {
    /// What a fetched property's request finds; `$FETCH_SOURCE` stands for this object, `$FETCHED_PROPERTY` for the
    /// property's description.
    ///
    /// The first read runs the request, later ones give the same array, whatever has changed since: refresh the object
    /// to have the request run again.
    ///
    /// - Throws: As `NSManagedObjectContext.fetch(_:)`. Nothing is kept then.
    /// - Complexity: the first read runs one SQL statement, a later one none.
    final func fetchedValue(of property: NSFetchedPropertyDescription) throws -> [Any] {
        if let known = state?.fetched.first(where: { $0.name == property.name }) { return known.results }
        guard let context = contextReference,
            let request = property.fetchRequest?.copy() as? NSFetchRequest<any NSFetchRequestResult>
        else { return [] }
        request.predicate = try request.predicate?.substituting(["FETCH_SOURCE": self, "FETCHED_PROPERTY": property])
        let results: [Any] = try context.fetch(request)
        ensuredState.fetched.append((property.name, results))
        return results
    }
}

extension NSManagedObject: IdentityReadable {
    /// Predicates compare objects by their IDs, so that `depart == %@` takes an object or an ID.
    package var comparisonIdentity: AnyHashable { objectID }
}

extension NSManagedObject: KeyValueReadable {
    /// Whether the entity has a property of this name.
    public func hasValue(forKey key: String) -> Bool {
        layout.entity.propertiesByName[key] != nil || key == "objectID" || key == "self"
    }
}

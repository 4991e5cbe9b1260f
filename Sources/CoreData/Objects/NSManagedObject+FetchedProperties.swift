extension NSManagedObject {
    /// A fetched property's objects, for generated classes: the result of its request, run now.
    public final func fetchedProperty(_ name: String) -> [Any]? {
        value(forKey: name) as? [Any]
    }

    /// Runs a fetched property's request; `$FETCH_SOURCE` stands for this object.
    final func fetchedValue(of property: NSFetchedPropertyDescription) throws -> [Any] {
        guard let request = property.fetchRequest, let context = contextReference else { return [] }
        guard let copy = request.copy() as? NSFetchRequest<any NSFetchRequestResult> else { return [] }
        copy.predicate = try request.predicate?.substituting(["FETCH_SOURCE": self, "FETCHED_PROPERTY": property])
        return try context.fetch(copy)
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

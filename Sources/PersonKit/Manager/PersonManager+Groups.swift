extension PersonManager {
    /// A group of people.
    public struct GroupSummary: Hashable, Sendable {
        /// The group's name, which is unique.
        public var name: String
        /// How many people are in it.
        public var count: Int
    }

    /// All groups, by name.
    ///
    /// - Complexity: one SQL statement, and one for each group.
    public func groups() throws -> [GroupSummary] {
        try read { context in
            let request = Group.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            return try context.fetch(request).map { group in
                let members = Person.fetchRequest()
                members.predicate = NSPredicate(format: "ANY groups == %@", group)
                return GroupSummary(name: group.name ?? "", count: try context.count(for: members))
            }
        }
    }

    /// Puts people into a group, which is made when it does not exist.
    ///
    /// - Throws: ``PersonError`` with `notFound` for the first ID that there is not, and then nobody is added.
    public func add(personIDs: [String], toGroup name: String) throws {
        try write { context in
            let group = try Self.groups(named: [name], in: context).first
            for personID in personIDs {
                guard let person = try Self.person(personID, in: context) else { throw PersonError.notFound(personID) }
                group?.addToPeople(person)
            }
        }
    }

    /// Takes people out of a group. The group stays, also when it is empty.
    ///
    /// - Throws: ``PersonError`` with `notFound` when there is no such group.
    public func remove(personIDs: [String], fromGroup name: String) throws {
        try write { context in
            let group = try Self.group(name, in: context)
            for person in try context.fetch(Person.request(ids: personIDs)) { group.removeFromPeople(person) }
        }
    }

    /// Deletes a group; its people stay.
    ///
    /// - Throws: ``PersonError`` with `notFound`.
    public func deleteGroup(_ name: String) throws {
        try write { context in context.delete(try Self.group(name, in: context)) }
    }

    private static func group(_ name: String, in context: NSManagedObjectContext) throws -> Group {
        let request = Group.fetchRequest()
        request.predicate = NSPredicate(format: "name == %@", name)
        guard let group = try context.fetch(request).first else {
            throw PersonError(.notFound, "There is no group of this name", key: "groups")
        }
        return group
    }

    /// The groups of some names, made where they do not exist.
    static func groups(named names: [String], in context: NSManagedObjectContext) throws -> [Group] {
        guard !names.isEmpty else { return [] }
        let request = Group.fetchRequest()
        request.predicate = NSPredicate(format: "name IN %@", names)
        var known: [String: Group] = [:]
        for group in try context.fetch(request) { known[group.name ?? ""] = group }
        return names.map { name in
            if let group = known[name] { return group }
            let group = Group(context: context)
            group.name = name
            known[name] = group
            return group
        }
    }

    /// Puts a person into exactly these groups.
    static func setGroups(_ names: [String], of person: Person, in context: NSManagedObjectContext) throws {
        if names.isEmpty, person.isInserted { return }
        person.groups = NSSet(array: try groups(named: names, in: context))
    }
}

/// Which people, in which order, and which part of them.
public struct PersonQuery {
    /// What a list is sorted by.
    public enum Sort: String, CaseIterable, Sendable {
        /// The name as people look it up: case and accents do not count, Han characters by their reading.
        case name
        /// The family name, then the name.
        case familyName
        /// The given name, then the name.
        case givenName
        /// The age; people without one come first.
        case age
        /// The month and day of the birthday; people without one come first.
        case birthday
        /// The organisation, then the name.
        case organization
        /// When the person was added.
        case createdAt
        /// When the person was last changed.
        case updatedAt
        /// The identity.
        case personID

        /// The sort descriptors; equal people are ordered by their `personID`, so that an order is always the same.
        public func descriptors(ascending: Bool = true) -> [NSSortDescriptor] {
            let keys: [String] =
                switch self {
                case .name: ["sortKey"]
                case .familyName: ["familyName", "sortKey"]
                case .givenName: ["givenName", "sortKey"]
                case .age: ["age", "sortKey"]
                case .birthday: ["monthDay", "sortKey"]
                case .organization: ["organization", "sortKey"]
                case .createdAt: ["createdAt"]
                case .updatedAt: ["updatedAt"]
                case .personID: []
                }
            return (keys + ["personID"]).map { NSSortDescriptor(key: $0, ascending: ascending) }
        }
    }

    /// Words and parts of words that must all be there; see ``PersonManager/search(_:limit:offset:)``.
    public var terms: [String] = []
    /// A condition on the attributes of `Person`.
    public var predicate: NSPredicate?
    /// Tags that must all be there, without regard to case.
    public var tags: [String] = []
    /// The name of a group that the person must be in.
    public var group: String?
    /// The order.
    public var sort = Sort.name
    /// Sort descriptors instead of ``sort``.
    public var sortDescriptors: [NSSortDescriptor]?
    /// Whether the order is turned round.
    public var isReversed = false
    /// The largest number of people; nil for all.
    public var limit: Int?
    /// How many to pass over.
    public var offset = 0
    /// The attributes that the records hold; nil for all, apart from the photos themselves. Reading two or three of
    /// them takes a fraction of the time.
    public var attributes: [ContactAttribute]?
    /// Whether the records hold the photos themselves.
    public var includesPhotoData = false

    /// Everyone, by name.
    public init() {}

    /// Those in whom all terms are found, by name.
    public init(terms: [String]) { self.terms = terms }

    /// Those who fulfil a predicate, by name.
    public init(predicate: NSPredicate) { self.predicate = predicate }

    /// The condition as one predicate; nil for everyone.
    var condition: NSPredicate? {
        var parts = SearchTerm.parse(terms).map(\.predicate)
        for tag in tags { parts.append(SearchTerm.tag(tag)) }
        if let group { parts.append(NSPredicate(format: "ANY groups.name == %@", group)) }
        if let predicate { parts.append(predicate) }
        return parts.count > 1 ? NSCompoundPredicate(andPredicateWithSubpredicates: parts) : parts.first
    }

    /// The fetch request.
    func request() -> NSFetchRequest<Person> {
        let request = Person.fetchRequest()
        request.predicate = condition
        request.sortDescriptors = sortDescriptors ?? sort.descriptors(ascending: !isReversed)
        if let limit { request.fetchLimit = max(limit, 0) }
        request.fetchOffset = max(offset, 0)
        return request
    }
}

/// Which columns a CSV file of certain records needs. Go through the records once with it before writing them.
public struct ContactColumnUsage: Sendable {
    private var used: Set<ContactAttribute> = [.personID, .name, .age, .photo]
    private var names: Set<String> = []

    /// Makes a usage without records; the four attributes of the simplest contact list are always in it.
    public init() {}

    /// Takes a record into account.
    public mutating func add(_ record: ContactRecord) {
        for attribute in ContactAttribute.allCases where !used.contains(attribute) && attribute != .custom {
            if record.holds(attribute) { used.insert(attribute) }
        }
        for (name, value) in record.custom {
            if CSVContactWriter.fitsColumn(value), names.contains(name) || CSVContactWriter.canBeColumn(name) {
                names.insert(name)
            } else {
                used.insert(.custom)
            }
        }
    }

    /// The attributes that any record uses, in their usual order.
    public var columns: [ContactAttribute] {
        ContactAttribute.allCases.filter(used.contains)
    }

    /// The fields of the users' own that get a column each, in the order of their bytes.
    public var customColumns: [String] {
        names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

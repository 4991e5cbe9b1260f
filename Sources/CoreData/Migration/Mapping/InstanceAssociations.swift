/// Which source object has become which destination object, by entity mapping. Rows are kept by their keys: objects only
/// until they are saved.
struct InstanceAssociations {
    fileprivate struct Table {
        var sources = RowIndex()
        /// The destinations that are saved. Those of `unsaved` follow.
        var destinations = RowIndex()
        var unsaved: [NSManagedObject] = []
    }

    private var tables: [Table] = []
    private var numbers: [String: Int] = [:]
    /// The names of the mappings that have objects, in the order of their first.
    private(set) var mappingNames: [String] = []

    mutating func add(source: NSManagedObject, destination: NSManagedObject, mapping name: String) {
        let number: Int
        if let known = numbers[name] {
            number = known
        } else {
            number = tables.count
            numbers[name] = number
            mappingNames.append(name)
            tables.append(Table())
        }
        tables[number].sources.append(RowKey(source))
        tables[number].unsaved.append(destination)
    }

    /// The destination objects have been saved: their keys are final.
    mutating func settle() {
        for number in tables.indices {
            for object in tables[number].unsaved { tables[number].destinations.append(RowKey(object)) }
            tables[number].unsaved.removeAll(keepingCapacity: true)
        }
    }

    /// How many pairs a mapping has.
    func count(mapping name: String) -> Int { numbers[name].map { tables[$0].sources.count } ?? 0 }

    /// The keys of a pair that is saved.
    func pair(_ position: Int, mapping name: String) -> (source: RowKey, destination: RowKey)? {
        guard let number = numbers[name], position < tables[number].destinations.count else { return nil }
        return (tables[number].sources[position], tables[number].destinations[position])
    }

    /// Whether a pair is the first of its destination object.
    func isFirst(_ position: Int, mapping name: String) -> Bool {
        guard let number = numbers[name], position < tables[number].destinations.count else { return true }
        let table = tables[number]
        return table.destinations.firstPosition(of: table.destinations[position]) == position
    }

    func destinations(
        of sources: [NSManagedObject]?, mapping name: String, in context: NSManagedObjectContext
    ) -> [NSManagedObject] {
        guard let number = numbers[name] else { return [] }
        let table = tables[number]
        guard let sources else { return (0..<table.sources.count).compactMap { table.destination($0, in: context) } }
        return sources.flatMap { source in
            table.sources.positions(of: RowKey(source)).compactMap { table.destination($0, in: context) }
        }
    }

    func sources(
        of destinations: [NSManagedObject]?, mapping name: String, in context: NSManagedObjectContext
    ) -> [NSManagedObject] {
        guard let number = numbers[name] else { return [] }
        let table = tables[number]
        guard let destinations else {
            return (0..<table.sources.count).compactMap { table.sources[$0].object(in: context) }
        }
        return destinations.flatMap { destination in
            let saved = table.destinations.positions(of: RowKey(destination))
            let unsaved = table.unsaved.indices.filter { table.unsaved[$0] === destination }
            return (saved + unsaved.map { $0 + table.destinations.count }).compactMap {
                table.sources[$0].object(in: context)
            }
        }
    }
}

extension InstanceAssociations.Table {
    fileprivate func destination(_ position: Int, in context: NSManagedObjectContext) -> NSManagedObject? {
        position < destinations.count
            ? destinations[position].object(in: context) : unsaved[position - destinations.count]
    }
}

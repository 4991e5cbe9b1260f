/// The managed objects of a controller, in order and in sections.
struct SectionedList {
    private(set) var objects: ContiguousArray<NSManagedObject>
    private(set) var table: SectionTable
    private let isSectioned: Bool
    private let order: ListOrder
    private var positions = ObjectPositions()

    /// - Parameter table: The sections; nil for a list without a section key path, which is one section, always.
    init(_ objects: ContiguousArray<NSManagedObject>, in table: SectionTable?, by order: ListOrder) {
        self.objects = objects
        self.table = table ?? SectionTable(count: objects.count)
        isSectioned = table != nil
        self.order = order
    }

    mutating func position(of object: NSManagedObject) -> Int? { positions.position(of: object, in: objects) }

    /// Takes over changes.
    ///
    /// - Complexity: O(k log n) comparisons for k changed objects; nothing but memory moves depends on n alone.
    mutating func apply(_ edit: ListEdit) -> ListChanges {
        let old = table
        let stay = objectsThatStay(edit)
        let movers = edit.updates.filter { !stay.contains($0.position) }
        let gone = (edit.removals + movers.map(\.position)).sorted()
        var changes = ListChanges()
        for position in edit.removals {
            changes.deletions.append(
                ObjectChange(object: objects[position], old: Place(position, old.indexPath(of: position))))
        }

        positions.remove(gone.map { objects[$0] })
        objects.remove(at: gone)
        let moving = movers.map { Incoming(object: $0.object, section: $0.section, old: $0.position) }
        let arriving = edit.insertions.map { Incoming(object: $0.object, section: $0.section, old: nil) }
        let incoming = (moving + arriving).sorted { order.isBefore($0.object, $1.object) }
        let left = remaining(of: old, without: gone)
        let plan = InsertionPlan(incoming, into: left, isSectioned: isSectioned, of: objects, by: order)
        objects.insert(plan.arrivals.map(\.object), before: plan.targets)
        positions.insert(plan.arrivals.map(\.object), at: plan.targets.enumerated().map { $0.element + $0.offset })
        table = isSectioned ? SectionTable(plan.runs) : SectionTable(count: objects.count)

        if isSectioned { changes.noteSections(old, table) }
        for (index, arrival) in plan.arrivals.enumerated() {
            let position = plan.targets[index] + index
            changes.noteArrival(
                arrival.object, from: arrival.old.map { Place($0, old.indexPath(of: $0)) },
                to: Place(position, table.indexPath(of: position)))
        }
        for update in edit.updates where stay.contains(update.position) {
            let between = update.position - partitionPoint(gone.count) { gone[$0] < update.position }
            let position = between + partitionPoint(plan.targets.count) { plan.targets[$0] <= between }
            changes.updates.append(
                ObjectChange(
                    object: update.object, old: Place(update.position, old.indexPath(of: update.position)),
                    new: Place(position, table.indexPath(of: position))))
        }
        changes.sort()
        return changes
    }

    /// The sections, all of them, when some positions are gone.
    private func remaining(of table: SectionTable, without gone: [Int]) -> SectionTable {
        var runs = table.sections.map { (name: $0.name, count: $0.range.count) }
        for position in gone { runs[table.section(of: position)].count -= 1 }
        return SectionTable(runs)
    }

    // MARK: - Which updated objects keep their place

    /// The positions of updated objects that are in order where they are: neither their section nor their place among
    /// the objects around them is another one. Of several neighbours, as many as possible stay.
    private func objectsThatStay(_ edit: ListEdit) -> Set<Int> {
        let updates = Dictionary(uniqueKeysWithValues: edit.updates.map { ($0.position, $0) })
        let touched = (edit.removals + edit.updates.map(\.position)).sorted()
        var stay: Set<Int> = []
        var start = 0
        while start < touched.count {
            // A stretch of touched objects in one section, between two objects that did not change.
            let section = table.sections[table.section(of: touched[start])]
            var end = start + 1
            while end < touched.count, touched[end] == touched[end - 1] + 1, touched[end] < section.range.upperBound {
                end += 1
            }
            let (before, after) = (touched[start] - 1, touched[end - 1] + 1)
            let candidates = touched[start..<end].compactMap { updates[$0] }.filter { update in
                (!isSectioned || update.section == section.name)
                    && (before < section.range.lowerBound || order.allows(objects[before], update.object))
                    && (after >= section.range.upperBound || order.allows(update.object, objects[after]))
            }
            for place in order.longestOrderedPart(of: candidates.map(\.object)) {
                stay.insert(candidates[place].position)
            }
            start = end
        }
        return stay
    }
}

/// What happened to the objects of a list, before their places are worked out.
struct ListEdit {
    /// The positions of objects that are there no more.
    var removals: [Int] = []
    /// Objects that changed and are still there, with the section that they belong to now.
    var updates: [(position: Int, object: NSManagedObject, section: String)] = []
    var insertions: [(object: NSManagedObject, section: String)] = []

    var isEmpty: Bool { removals.isEmpty && updates.isEmpty && insertions.isEmpty }
}

/// An object that gets a place: one that moves has an old one.
private struct Incoming {
    let object: NSManagedObject
    let section: String
    let old: Int?
}

/// Where objects go in a list that they are not in yet.
private struct InsertionPlan {
    /// The objects in the order of the new list.
    private(set) var arrivals: [Incoming] = []
    /// For each of them, the position before which it goes.
    private(set) var targets: [Int] = []
    /// The sections of the new list.
    private(set) var runs: [(name: String, count: Int)] = []

    /// - Parameters:
    ///   - incoming: In order.
    ///   - table: The sections of the list, of which some may have become empty.
    init(
        _ incoming: [Incoming], into table: SectionTable, isSectioned: Bool,
        of objects: ContiguousArray<NSManagedObject>, by order: ListOrder
    ) {
        let sections = table.sections
        var known: [Int: [Incoming]] = [:]
        var new: [(name: String, arrivals: [Incoming])] = []
        var newPlaces: [String: Int] = [:]
        for arrival in incoming {
            if let section = isSectioned ? table.index(named: arrival.section) : 0 {
                known[section, default: []].append(arrival)
            } else if let place = newPlaces[arrival.section] {
                new[place].arrivals.append(arrival)
            } else {
                newPlaces[arrival.section] = new.count
                new.append((arrival.section, [arrival]))
            }
        }
        // New sections go before the first section whose objects come after theirs.
        let leaders: [(section: Int, object: NSManagedObject)] =
            new.isEmpty
            ? []
            : sections.indices.compactMap { section in
                let range = sections[section].range
                let first = range.isEmpty ? known[section]?.first?.object : objects[range.lowerBound]
                return first.map { (section, $0) }
            }
        let nextSections = new.map { section in
            let place = partitionPoint(leaders.count) {
                order.allows(leaders[$0].object, section.arrivals[0].object)
            }
            return place < leaders.count ? leaders[place].section : sections.count
        }
        var nextNew = 0
        for section in 0...sections.count {
            while nextNew < new.count, nextSections[nextNew] <= section {
                let start = section < sections.count ? sections[section].range.lowerBound : objects.count
                for arrival in new[nextNew].arrivals { add(arrival, before: start) }
                runs.append((new[nextNew].name, new[nextNew].arrivals.count))
                nextNew += 1
            }
            guard section < sections.count else { break }
            let range = sections[section].range
            let arrivals = known[section] ?? []
            for arrival in arrivals {
                let target = partitionPoint(range) { order.allows(objects[$0], arrival.object) }
                // Never before the one that was placed last, even where values of related objects broke the order.
                add(arrival, before: max(target, targets.last ?? 0))
            }
            if range.count + arrivals.count > 0 { runs.append((sections[section].name, range.count + arrivals.count)) }
        }
    }

    private mutating func add(_ arrival: Incoming, before target: Int) {
        arrivals.append(arrival)
        targets.append(target)
    }
}

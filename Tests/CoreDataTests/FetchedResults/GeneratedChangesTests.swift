import GeneratedCases
import Testing

@testable import CoreData

/// Whatever happens to the objects: the reported changes lead from the old list to the new one, and the new one is what
/// a fetch gives.
@Suite struct GeneratedChangesTests {
    private struct Setup: CustomTestStringConvertible, Sendable {
        let sections: String?
        let sort: [String]
        var predicate: String?
        /// Whether the order hangs on other objects, whose changes a controller does not see: the list is out of order
        /// then, but what is reported must lead to it.
        var isLoose: Bool { sort.contains { $0.hasPrefix("owner") } }
        var testDescription: String { "\(sections ?? "no sections") by \(sort) \(predicate ?? "")" }
    }

    private static let setups = [
        Setup(sections: nil, sort: ["name"]),
        Setup(sections: nil, sort: ["rank"], predicate: "shown = YES"),
        Setup(sections: "group", sort: ["group", "name"]),
        Setup(sections: "group", sort: ["group", "rank"], predicate: "shown = YES AND rank < 8"),
        Setup(sections: "rank", sort: ["rank"]),
        Setup(sections: "owner.name", sort: ["owner.name", "name"]),
    ]

    @Test(arguments: setups, 0..<4) private func replayed(_ setup: Setup, seed: Int) throws {
        let list = try ListStack(
            .memory, sections: setup.sections, sort: setup.sort, predicate: setup.predicate)
        var generator = SeededGenerator(seed: UInt64(seed + 1))
        let log = ChangeLog()
        let other = list.stack.makeContext()
        for _ in 0..<12 { change(list, in: list.context, &generator) }
        try list.start(log)
        let differences = DifferenceLog()
        let second = list.another(list.controller.fetchRequest, sections: nil)
        second.delegate = differences
        try second.performFetch()
        // A fetch or a save inside one step ends an event too, so that each is looked at when it is reported.
        var last = shown(list.controller)
        var lastFlat = second.fetchedObjects ?? []
        var events = 0
        log.didChange = {
            let new = shown(list.controller)
            follow(log, from: last, to: new)
            last = new
            events += 1
            _ = log.take()
        }
        differences.didChange = { difference in
            let flat = second.fetchedObjects ?? []
            #expect(apply(difference, to: lastFlat, flat) == flat)
            lastFlat = flat
        }
        for _ in 0..<40 {
            try event(list, other, &generator)
            #expect(shown(list.controller) == last && second.fetchedObjects == lastFlat)
            #expect(try same(last, setup, in: list.context))
        }
        #expect(events > 15)
    }

    // MARK: - Random events

    private func event(
        _ list: ListStack, _ other: NSManagedObjectContext, _ generator: inout SeededGenerator
    ) throws {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
            try list.context.save()
        case 1:
            let objects = list.controller.fetchedObjects ?? []
            for object in objects.shuffled(using: &generator).prefix(3) {
                list.context.refresh(object, mergeChanges: Bool.random(using: &generator))
            }
            list.context.processPendingChanges()
        case 2:
            // Another context saves, and this one takes it over.
            other.reset()
            try list.context.save()
            for _ in 0..<Int.random(in: 1...6, using: &generator) { change(list, in: other, &generator) }
            let notifications = NotificationLog(other)
            try other.save()
            let saved = notifications.notifications.last {
                $0.name == NSManagedObjectContext.didSaveObjectsNotification
            }
            if let saved { list.context.mergeChanges(fromContextDidSave: saved) }
        default:
            for _ in 0..<Int.random(in: 1...8, using: &generator) { change(list, in: list.context, &generator) }
            list.context.processPendingChanges()
        }
    }

    private func change(
        _ list: ListStack, in context: NSManagedObjectContext, _ generator: inout SeededGenerator
    ) {
        let letters = ["a", "b", "c", "d"]
        let objects = ((try? context.fetch(TestStack.request("Item", sort: ["name"]))) ?? []).filter { !$0.isDeleted }
        guard let object = objects.randomElement(using: &generator), Int.random(in: 0..<4, using: &generator) > 0 else {
            let letter = letters.randomElement(using: &generator) ?? "a"
            let item = list.item("\(letter)\(Int.random(in: 0..<10, using: &generator))", in: context)
            item.setValue(Int.random(in: 0..<10, using: &generator), forKey: "rank")
            return
        }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1: context.delete(object)
        case 8:
            let owner = NSEntityDescription.insertNewObject(forEntityName: "Owner", into: context)
            owner.setValue(letters.randomElement(using: &generator), forKey: "name")
            object.setValue(owner, forKey: "owner")
        case 9: object.object("owner")?.setValue(letters.randomElement(using: &generator), forKey: "name")
        case 2: object.setValue(letters.randomElement(using: &generator), forKey: "group")
        case 3: object.setValue(Int.random(in: 0..<10, using: &generator), forKey: "rank")
        case 4: object.setValue(Bool.random(using: &generator), forKey: "shown")
        case 5: object.setValue("note", forKey: "note")
        default:
            let letter = letters.randomElement(using: &generator) ?? "a"
            object.setValue("\(letter)\(Int.random(in: 0..<10, using: &generator))", forKey: "name")
        }
    }

    // MARK: - Checks

    private struct Section: Equatable {
        var name: String
        var objects: [ObjectIdentifier]
    }

    private func shown(_ controller: NSFetchedResultsController<NSManagedObject>) -> [Section] {
        (controller.sections ?? []).map { section in
            Section(name: section.name, objects: (section.objects ?? []).map { ObjectIdentifier($0 as AnyObject) })
        }
    }

    /// Follows the changes as a table view does: deletions by old places, then insertions by new ones.
    private func follow(_ log: ChangeLog, from old: [Section], to new: [Section]) {
        #expect(log.entries.first == "will" && log.entries.last == "did" && log.entries.count > 2)
        var sections = old
        let leaving = log.changes.filter { $0.type == .delete || $0.type == .move }.compactMap(\.old)
        for path in leaving.sorted(by: >) where object(of: sections, at: path) != nil {
            sections[path.section].objects.remove(at: path.item)
        }
        for (index, name) in log.deletedSections.sorted(by: { $0.index > $1.index }) {
            #expect(sections[index].name == name && sections[index].objects.isEmpty)
            sections.remove(at: index)
        }
        for (index, name) in log.insertedSections.sorted(by: { $0.index < $1.index }) {
            sections.insert(Section(name: name, objects: []), at: index)
        }
        let arriving = log.changes.filter { $0.type == .insert || $0.type == .move }
        for change in arriving.sorted(by: { ($0.new ?? []) < ($1.new ?? []) }) {
            guard let path = change.new, path.section < sections.count,
                path.item <= sections[path.section].objects.count
            else {
                Issue.record("\(change.type) to \(change.new ?? []) cannot be followed: \(log.entries)")
                return
            }
            sections[path.section].objects.insert(ObjectIdentifier(change.object), at: path.item)
        }
        #expect(sections == new, "\(log.entries)")
        for change in log.changes {
            let identifier = ObjectIdentifier(change.object)
            if let path = change.old { #expect(object(of: old, at: path) == identifier) }
            if let path = change.new { #expect(object(of: new, at: path) == identifier) }
            if change.type == .move { #expect(change.old != change.new) }
            if change.type == .update { #expect(change.old != nil && change.new != nil) }
        }
        // One report for each object, or a deletion with an insertion.
        for (_, reports) in Dictionary(grouping: log.changes, by: { ObjectIdentifier($0.object) }) {
            #expect(reports.count == 1 || Set(reports.map(\.type)) == [.delete, .insert] && reports.count == 2)
        }
    }

    private func object(of sections: [Section], at path: IndexPath) -> ObjectIdentifier? {
        guard path.section < sections.count, path.item < sections[path.section].objects.count else { return nil }
        return sections[path.section].objects[path.item]
    }

    /// Whether the list has what a fetch finds, in order, with the objects of a section together.
    private func same(_ shown: [Section], _ setup: Setup, in context: NSManagedObjectContext) throws -> Bool {
        let request = TestStack.request("Item", setup.predicate, sort: setup.sort)
        let fetched = try context.fetch(request)
        let byID = Dictionary(uniqueKeysWithValues: fetched.map { (ObjectIdentifier($0), $0) })
        let flat = shown.flatMap(\.objects)
        guard Set(flat) == Set(byID.keys), flat.count == fetched.count else { return false }
        if setup.isLoose { return true }
        let order = ListOrder(descriptors: request.sortDescriptors ?? [])
        let objects = flat.compactMap { byID[$0] }
        guard zip(objects, objects.dropFirst()).allSatisfy({ order.allows($0, $1) }) else { return false }
        guard let path = setup.sections else { return shown.count == 1 }
        return Set(shown.map(\.name)).count == shown.count
            && shown.allSatisfy { section in
                !section.objects.isEmpty
                    && section.objects.allSatisfy {
                        SectionRuns.name(of: byID[$0]?.value(forKey: path)) == section.name
                    }
            }
    }

    /// A difference names objects by IDs, which a save replaces: only its places are followed here.
    private func apply(
        _ difference: CollectionDifference<NSManagedObjectID>, to old: [NSManagedObject], _ new: [NSManagedObject]
    ) -> [NSManagedObject] {
        var result = old
        for case .remove(let offset, _, _) in difference.removals.reversed() { result.remove(at: offset) }
        for case .insert(let offset, let id, _) in difference.insertions {
            guard offset <= result.count, new[offset].objectID == id else { return [] }
            result.insert(new[offset], at: offset)
        }
        return result
    }
}

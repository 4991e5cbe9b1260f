import Foundation

@testable import CoreData

/// A list of items in groups, which belong to owners.
enum ListModel {
    static func make() -> NSManagedObjectModel {
        let item = CompanyModel.entity("Item")
        let special = CompanyModel.entity("SpecialItem")
        let owner = CompanyModel.entity("Owner")
        let toOwner = CompanyModel.relationship("owner", to: owner, isToMany: false)
        let toItems = CompanyModel.relationship("items", to: item, isToMany: true)
        toOwner.inverseRelationship = toItems
        toItems.inverseRelationship = toOwner
        let shown = CompanyModel.attribute("shown", .booleanAttributeType)
        shown.defaultValue = true
        let initial = CompanyModel.attribute("initial", .stringAttributeType)
        initial.isTransient = true
        item.properties = [
            CompanyModel.attribute("name", .stringAttributeType), CompanyModel.attribute("group", .stringAttributeType),
            CompanyModel.attribute("note", .stringAttributeType),
            CompanyModel.attribute("rank", .integer32AttributeType),
            CompanyModel.attribute("weight", .doubleAttributeType), shown, initial, toOwner,
        ]
        item.subentities = [special]
        owner.properties = [CompanyModel.attribute("name", .stringAttributeType), toItems]
        let model = NSManagedObjectModel()
        model.entities = [item, special, owner]
        return model
    }
}

/// A stack with a controller over its items.
final class ListStack {
    let stack: TestStack
    let controller: NSFetchedResultsController<NSManagedObject>
    var context: NSManagedObjectContext { stack.context }

    init(
        _ kind: StoreKind = .memory, sections: String? = "group", sort: [String] = ["group", "name"],
        predicate: String? = nil, cacheName: String? = nil, adjust: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
    ) throws {
        stack = try TestStack(model: ListModel.make(), kind)
        let request = TestStack.request("Item", predicate, sort: sort)
        adjust(request)
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: stack.context, sectionNameKeyPath: sections,
            cacheName: cacheName)
    }

    /// Another controller over the same items.
    func another(_ request: NSFetchRequest<NSManagedObject>, sections: String? = "group", cacheName: String? = nil)
        -> NSFetchedResultsController<NSManagedObject>
    {
        NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: cacheName)
    }

    /// An item with a name such as "b2", in the group "b" unless another is given.
    @discardableResult
    func item(_ name: String, group: String? = nil, entity: String = "Item", in context: NSManagedObjectContext? = nil)
        -> NSManagedObject
    {
        let item = NSEntityDescription.insertNewObject(forEntityName: entity, into: context ?? self.context)
        item.setValue(name, forKey: "name")
        item.setValue(group ?? String(name.prefix(1)), forKey: "group")
        return item
    }

    @discardableResult
    func items(_ names: String...) -> [NSManagedObject] { names.map { item($0) } }

    /// Saves, fetches and sets a delegate.
    func start(_ delegate: (any NSFetchedResultsControllerDelegate)? = nil) throws {
        try context.save()
        controller.delegate = delegate
        try controller.performFetch()
    }

    /// "a: a1 a2 | b: b1"
    var content: String { ListStack.content(of: controller) }

    static func content(of controller: NSFetchedResultsController<NSManagedObject>) -> String {
        (controller.sections ?? []).map { section in
            let names = (section.objects ?? []).map { ($0 as? NSManagedObject)?.string("name") ?? "?" }
            return (section.name.isEmpty ? "" : section.name + ": ") + names.joined(separator: " ")
        }.joined(separator: " | ")
    }
}

/// What a delegate that takes changes one by one was told.
final class ChangeLog: NSFetchedResultsControllerDelegate {
    struct Change {
        let object: NSManagedObject
        let type: NSFetchedResultsChangeType
        let old: IndexPath?
        let new: IndexPath?
    }

    private(set) var entries: [String] = []
    private(set) var changes: [Change] = []
    private(set) var deletedSections: [(index: Int, name: String)] = []
    private(set) var insertedSections: [(index: Int, name: String)] = []
    var willChange: (NSFetchedResultsController<any NSFetchRequestResult>) -> Void = { _ in }
    var didChange: () -> Void = {}

    /// The entries since the last call.
    func take() -> [String] {
        defer {
            entries = []
            changes = []
            deletedSections = []
            insertedSections = []
        }
        return entries
    }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        entries.append("will")
        willChange(controller)
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        guard let object = anObject as? NSManagedObject else { return }
        changes.append(Change(object: object, type: type, old: indexPath, new: newIndexPath))
        let places = [indexPath, newIndexPath].compactMap { $0.map { "\($0.section).\($0.item)" } }
        entries.append("\(type) \(object.string("name")) \(places.joined(separator: "→"))")
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {
        if type == .delete {
            deletedSections.append((sectionIndex, sectionInfo.name))
        } else {
            insertedSections.append((sectionIndex, sectionInfo.name))
        }
        entries.append("\(type) section \(sectionInfo.name) \(sectionIndex)")
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        entries.append("did")
        didChange()
    }
}

/// A delegate that takes snapshots, and counts whatever else it is told.
final class SnapshotLog: NSFetchedResultsControllerDelegate {
    private(set) var snapshots: [NSDiffableDataSourceSnapshot<String, NSManagedObjectID>] = []
    private(set) var others = 0

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
        snapshots.append(snapshot as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>)
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        others += 1
    }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { others += 1 }
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { others += 1 }
}

/// A delegate that takes differences, or changes one by one where there are sections.
final class DifferenceLog: NSFetchedResultsControllerDelegate {
    private(set) var differences: [CollectionDifference<NSManagedObjectID>] = []
    var didChange: (CollectionDifference<NSManagedObjectID>) -> Void = { _ in }
    private(set) var others = 0

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        differences.append(diff)
        didChange(diff)
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { others += 1 }
}

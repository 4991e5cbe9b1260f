/// What happened to an object or a section, with Apple's numbers.
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// It came into the results.
    case insert = 1
    /// It left the results.
    case delete = 2
    /// It is at another place, and may have changed otherwise too.
    case move = 3
    /// It changed and kept its place among the others.
    case update = 4
}

/// Follows the content of a fetched results controller, on the queue of the controller's context.
///
/// A delegate chooses one of three ways, by the methods that it implements:
///
/// - `controller(_:didChangeContentWith:)` with a snapshot: it alone is called, after every change and after
///   `performFetch()`.
/// - `controller(_:didChangeContentWith:)` with a difference: it alone is called, for a controller without sections.
/// - Any others. For one change they are called in this order: `controllerWillChangeContent(_:)`, while the controller
///   still shows the old content; the changes of sections; the changes of objects; `controllerDidChangeContent(_:)`.
///
/// Without Objective-C nobody can ask whether a method is implemented. Every requirement has a default implementation
/// here instead, and those of the first two ways tell the controller that they were reached. So a method counts as
/// implemented when the class that declares the conformance, or a superclass, has it. A method that only a subclass
/// adds is not seen.
///
/// The controller that is handed over is typed `NSFetchedResultsController<any NSFetchRequestResult>`, since a Swift
/// class has no common type for all its results. It equals (`==`) the controller that the program made and shows the
/// same content.
public protocol NSFetchedResultsControllerDelegate: AnyObject {
    /// The content is about to change.
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// An object was inserted, deleted, moved or updated.
    ///
    /// - Parameters:
    ///   - indexPath: Where the object was in the old content; nil for an insertion.
    ///   - newIndexPath: Where it is in the new content; nil for a deletion.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

    /// A section was inserted or deleted.
    ///
    /// - Parameter sectionIndex: In the new content for an insertion, in the old one for a deletion.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)

    /// The content has changed, and all changes were reported.
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// The title of a section in an index beside the list; nil for none.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?

    /// The content has changed, or was fetched.
    ///
    /// - Parameter snapshot: All of the new content; objects that only changed are among the reloaded ones. IDs of
    ///   objects that were not saved are temporary.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)

    /// The content of a controller without sections has changed.
    ///
    /// - Parameter diff: Leads from the old content to the new one. An object that only changed is removed and inserted.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)
}

extension NSFetchedResultsControllerDelegate {
    /// Does nothing.
    public func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}

    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {}

    /// Does nothing.
    public func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    /// The title that the controller gives.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        controller.sectionIndexTitle(forSectionName: sectionName)
    }

    /// Tells the controller that the delegate does not take snapshots.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
        controller.results.defaultWasCalled = true
    }

    /// Tells the controller that the delegate does not take differences.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        controller.results.defaultWasCalled = true
    }
}

/// The results of a fetch, in sections, kept up to date with the changes of a context.
///
/// ```swift
/// let request = NSFetchRequest<Person>(entityName: "Person")
/// request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
/// let controller = NSFetchedResultsController(
///     fetchRequest: request, managedObjectContext: container.viewContext, sectionNameKeyPath: nil, cacheName: nil)
/// controller.delegate = self
/// try controller.performFetch()
/// ```
///
/// A controller belongs to its context's queue, and calls its delegate there. It follows changes while it has a
/// delegate or somebody reads `snapshots`; without either it shows what the last `performFetch()` found. Only managed
/// objects are followed: results of other types stay as they were fetched. Changes that pass over the context, those of
/// batch requests and of other programs, are seen when they are merged into it.
///
/// A request with a batch size stays lazy, however many rows there are: the objects are faults, and a change reads only
/// those with which a changed object has to be compared.
///
/// `ResultType` is not limited to `NSFetchRequestResult`, as it is with Apple: without Objective-C the type
/// `any NSFetchRequestResult`, under which delegates see their controller, does not conform to itself.
open class NSFetchedResultsController<ResultType>: NSObject {
    let results: FetchedResults
    private let request: NSFetchRequest<ResultType>
    private var typed: (generation: Int, objects: [ResultType])?
    /// Kept here, so that a delegate sees one controller and not another for every change.
    private var delegateView: NSFetchedResultsController<any NSFetchRequestResult>?

    /// A controller without content; `performFetch()` gives it some.
    ///
    /// Traps when the request has no sort descriptor: a list needs an order.
    ///
    /// - Parameters:
    ///   - fetchRequest: Describes the content. With a cache name, it must not be changed unless the cache is deleted.
    ///   - context: Is asked for the content, and followed.
    ///   - sectionNameKeyPath: The key path whose value, as text, names an object's section; nil for one section. The
    ///     first sort descriptor has to bring objects of a section together.
    ///   - cacheName: Under which the sections are kept from one run of the program to the next; nil to work them out
    ///     every time. A cache that belongs to another request or to an older state of the store is not used.
    public init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName: String?
    ) {
        request = fetchRequest
        results = FetchedResults(
            fetchRequest, in: context, sectionNameKeyPath: sectionNameKeyPath, cacheName: cacheName
        ) { $0 is ResultType }
        super.init()
        results.owner = self
    }

    /// Another view of the same content.
    init(viewOf results: FetchedResults) {
        let copy = NSFetchRequest<ResultType>()
        copy.takeValues(from: results.request)
        request = results.request as? NSFetchRequest<ResultType> ?? copy
        self.results = results
        super.init()
    }

    // MARK: - What it was made of

    /// The request that describes the content; for the controller that a delegate is handed, a copy of it.
    open var fetchRequest: NSFetchRequest<ResultType> { request }
    /// The context whose objects are shown.
    open var managedObjectContext: NSManagedObjectContext { results.context }
    /// The key path that names an object's section.
    open var sectionNameKeyPath: String? { results.sectionNameKeyPath }
    /// The name under which the sections are kept.
    open var cacheName: String? { results.cacheName }
    /// Is told of changes. Not kept alive.
    open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { results.delegate }
        set { results.delegate = newValue }
    }

    // MARK: - Content

    /// Fetches the content anew. No change is reported for it; a delegate that takes snapshots gets one.
    ///
    /// Traps when the controller has a cache and its request was changed while the cache was there.
    ///
    /// - Throws: `CocoaError` 134060 when the objects of a section do not follow each other, or the request does not
    ///   give `ResultType`; else as `NSManagedObjectContext.fetch(_:)`.
    /// - Complexity: runs one SQL statement. With a batch size it reads no rows, unless there are unsaved changes, or
    ///   sections that are not named by a stored attribute of text or whole numbers.
    open func performFetch() throws { try results.performFetch() }

    /// The content; nil before it was fetched.
    ///
    /// - Complexity: O(n) once after each change, then O(1).
    open var fetchedObjects: [ResultType]? {
        guard let table = results.table else { return nil }
        if let typed, typed.generation == results.generation { return typed.objects }
        let objects: [ResultType]
        if let list = results.list, let typed = try? NSManagedObjectContext.typed(list.objects) as [ResultType] {
            objects = typed
        } else {
            objects = results.items(in: 0..<table.count).map(Self.result)
        }
        typed = (results.generation, objects)
        return objects
    }

    /// The object at an index path. Traps when there is none.
    ///
    /// - Complexity: O(1).
    open func object(at indexPath: IndexPath) -> ResultType {
        guard let position = results.table?.position(of: indexPath) else {
            preconditionFailure(
                "There is no object at \(indexPath): use the sections' numberOfObjects, after performFetch()")
        }
        return Self.result(results.item(at: position))
    }

    /// Where an object is; nil when it is not among the results.
    ///
    /// - Complexity: about O(1) for managed objects, O(n) the first time; O(n) for other results.
    open func indexPath(forObject object: ResultType) -> IndexPath? { results.indexPath(of: object) }

    private static func result(_ item: Any) -> ResultType {
        guard let result = item as? ResultType else {
            preconditionFailure("A result is \(type(of: item)), not \(ResultType.self): fetching should have thrown")
        }
        return result
    }

    // MARK: - Sections

    /// The sections, in order; nil before the content was fetched. Without a section key path there is always one.
    open var sections: [any NSFetchedResultsSectionInfo]? { results.sections }

    /// The titles of the sections, each once, in order: an index beside the list.
    open var sectionIndexTitles: [String] { results.indexTitles }

    /// The title for a section, where the delegate gives none: the first letter of the section's name as one of A to Z,
    /// without its marks, and by its reading where it is of another script (Ł under L, 张 under Z); `#` where it is no
    /// letter. Override it to have others.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        if let owner = results.owner, owner !== self { return owner.sectionIndexTitle(forSectionName: sectionName) }
        return SectionIndexTitle.title(for: sectionName)
    }

    /// The section to show for a title of the index: the first that has it.
    ///
    /// Traps for a title that is not in `sectionIndexTitles`.
    ///
    /// - Parameter sectionIndex: The title's place in the index.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        guard let section = results.section(ofIndexTitle: title) else {
            preconditionFailure("'\(title)' is none of the sectionIndexTitles: use one of them")
        }
        return section
    }

    /// Deletes what is kept of the sections under a name, for all stores; everything for nil.
    open class func deleteCache(withName name: String?) { SectionCache.delete(name) }

    // MARK: - Without a delegate

    /// The content as snapshots: at once if it was fetched, then after every change and every fetch.
    ///
    /// ```swift
    /// for await snapshot in controller.snapshots { show(snapshot) }
    /// ```
    ///
    /// Ask for the sequence on the context's queue and read it anywhere. Each sequence is for one reader. One that is
    /// slower than the changes gets the newest content and misses what was in between. The sequence ends when the
    /// controller goes away.
    public var snapshots: AsyncStream<NSDiffableDataSourceSnapshot<String, NSManagedObjectID>> {
        results.readers.makeStream(current: results.readableSnapshot)
    }

    // MARK: - Identity

    /// Whether both are the same controller, or one is the other as its delegate sees it.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? any FetchedResultsOwner)?.results === results
    }

    open override var hash: Int { ObjectIdentifier(results).hashValue }
}

/// The controller that the program made, without the type of its results.
protocol FetchedResultsOwner: AnyObject {
    var results: FetchedResults { get }
    /// The controller as its delegate sees it.
    var seenByDelegate: NSFetchedResultsController<any NSFetchRequestResult> { get }
    func sectionIndexTitle(forSectionName sectionName: String) -> String?
}

extension NSFetchedResultsController: FetchedResultsOwner {
    var seenByDelegate: NSFetchedResultsController<any NSFetchRequestResult> {
        if let same = self as? NSFetchedResultsController<any NSFetchRequestResult> { return same }
        if let delegateView { return delegateView }
        let made = NSFetchedResultsController<any NSFetchRequestResult>(viewOf: results)
        delegateView = made
        return made
    }
}

/// What is behind a fetched results controller: its content, whatever the type of the results.
final class FetchedResults: @unchecked Sendable {
    // Sendable: used on the context's queue only; `readers` guards itself.

    let request: AnyFetchRequest
    let context: NSManagedObjectContext
    let sectionNameKeyPath: String?
    let cacheName: String?
    weak var delegate: (any NSFetchedResultsControllerDelegate)? { didSet { titles = nil } }
    /// The controller that the program made.
    weak var owner: (any FetchedResultsOwner)?
    let readers = SnapshotReaders()
    /// Set by the default implementations of a delegate's methods.
    var defaultWasCalled = false

    /// Managed objects; nil before they were fetched.
    private(set) var list: SectionedList?
    /// Results of other types and their sections, which are not followed.
    private var others: (values: [Any], table: SectionTable)?
    /// Counts the changes of the content.
    private(set) var generation = 0
    /// The predicate of the last fetch, for changed objects.
    private(set) var predicate: CompiledPredicate?
    private var infos: [any NSFetchedResultsSectionInfo]?
    private var titles: [String?]?
    private var cache: SectionCache?
    private let isResult: (Any) -> Bool
    private var token: (any NSObjectProtocol)?

    /// - Parameter isResult: Whether a value is of the controller's type.
    init(
        _ request: AnyFetchRequest, in context: NSManagedObjectContext, sectionNameKeyPath: String?, cacheName: String?,
        isResult: @escaping (Any) -> Bool
    ) {
        precondition(
            request.sortDescriptors?.isEmpty == false,
            "A fetched results controller needs an order: give its fetch request a sort descriptor")
        self.request = request
        self.context = context
        self.sectionNameKeyPath = sectionNameKeyPath
        self.cacheName = cacheName
        self.isResult = isResult
        cache = cacheName.map { SectionCache(name: $0, request: request, sectionNameKeyPath: sectionNameKeyPath) }
        token = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
        ) { [weak self] notification in
            self?.contextDidChange(notification.userInfo ?? [:])
        }
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
        readers.finish()
    }

    /// Shows another list.
    func show(_ list: SectionedList?) {
        self.list = list
        noteNewContent()
    }

    /// Changes the list.
    func apply(_ edit: ListEdit) -> ListChanges {
        defer { noteNewContent() }
        return list?.apply(edit) ?? ListChanges()
    }

    /// The place of an object in the list.
    func position(of object: NSManagedObject) -> Int? { list?.position(of: object) }

    private func noteNewContent() {
        generation += 1
        infos = nil
        titles = nil
    }

    // MARK: - Fetching

    func performFetch() throws {
        cache?.requireUnchanged(request, sectionNameKeyPath)
        try context.throwNotedError()
        context.registered.sweepIfWorthwhile()
        let order = ListOrder(descriptors: request.sortDescriptors ?? [])
        let execution = try FetchExecution(request, in: context)
        let known = cache?.load(execution.stores, isOverlaid: execution.overlays)
        if request.resultType == .managedObjectResultType {
            let (objects, table) = try fetchObjects(execution, known)
            predicate = try execution.predicate.map { try CompiledPredicate($0) }
            others = nil
            show(SectionedList(objects, in: table, by: order))
        } else {
            guard case .others(let values) = try execution.run() else { return }
            try checkTypes(values)
            let table = try sectionNameKeyPath.map { path in
                try Self.known(known, values.count) ?? SectionTable(runs(values, path))
            }
            others = (values, table ?? SectionTable(count: values.count))
            show(nil)
        }
        if sectionNameKeyPath != nil, let table, known?.count != table.count { cache?.save(table) }
        offerFetchedContent()
    }

    private func fetchObjects(
        _ execution: FetchExecution, _ known: SectionTable?
    ) throws -> (ContiguousArray<NSManagedObject>, SectionTable?) {
        guard let sectionNameKeyPath else { return (try managedObjects(execution), nil) }
        if known == nil, let (objects, runs) = try execution.objects(inSectionsBy: sectionNameKeyPath) {
            try checkTypes(objects)
            return (objects, SectionTable(runs))
        }
        let objects = try managedObjects(execution)
        let table = try Self.known(known, objects.count) ?? SectionTable(runs(objects, sectionNameKeyPath))
        return (objects, table)
    }

    private func managedObjects(_ execution: FetchExecution) throws -> ContiguousArray<NSManagedObject> {
        guard case .objects(let objects) = try execution.run() else { return [] }
        try checkTypes(objects)
        return objects
    }

    /// The sections out of the cache, when they are of as many objects as there are.
    private static func known(_ table: SectionTable?, _ count: Int) -> SectionTable? {
        table?.count == count ? table : nil
    }

    private func runs(_ items: some Collection, _ path: String) throws -> SectionRuns {
        var runs = SectionRuns(keyPath: path)
        for item in items { try runs.add(try sectionName(of: item)) }
        return runs
    }

    /// The name of the section that an object belongs to.
    ///
    /// - Throws: `CocoaError` 134060 when it has no such key path.
    func sectionName(of item: Any) throws -> String {
        guard let sectionNameKeyPath else { return "" }
        let keys = sectionNameKeyPath.split(separator: ".").map(String.init)
        do {
            return SectionRuns.name(of: try KeyValueCoding.value(of: item, keys: keys[...]))
        } catch {
            throw CocoaError.coreData(
                .coreData, "The section key path '\(sectionNameKeyPath)' leads nowhere: \(error.description)")
        }
    }

    /// - Throws: `CocoaError` 134060 for a result of another type than the controller's.
    private func checkTypes(_ items: some Collection) throws {
        var checked: Any.Type?
        for item in items where type(of: item) != checked {
            guard isResult(item) else {
                throw CocoaError.coreData(
                    .coreData,
                    "The request gives \(type(of: item)), which is not the controller's type of results: set its "
                        + "resultType, its entity or the entity's class to match")
            }
            checked = type(of: item)
        }
    }

    /// Forgets the content: the context has let go of every object.
    func forget() {
        predicate = nil
        show(nil)
    }

    // MARK: - Content

    /// The sections; nil before the content was fetched.
    var table: SectionTable? { list?.table ?? others?.table }

    /// The result at a position of the table.
    func item(at position: Int) -> Any {
        if let list { return list.objects[position] }
        guard let others else { preconditionFailure("There are no results: call performFetch() before reading them") }
        return others.values[position]
    }

    func items(in range: Range<Int>) -> [Any] {
        if let list { return Array(list.objects[range]) }
        return others.map { Array($0.values[range]) } ?? []
    }

    func indexPath(of item: Any) -> IndexPath? {
        if let object = item as? NSManagedObject {
            return position(of: object).flatMap { list?.table.indexPath(of: $0) }
        }
        guard let others, let wanted = item as? NSObject else { return nil }
        return others.values.firstIndex { ($0 as? NSObject)?.isEqual(wanted) == true }.map(others.table.indexPath)
    }

    // MARK: - Sections

    var sections: [any NSFetchedResultsSectionInfo]? {
        guard let table else { return nil }
        if let infos { return infos }
        let made = table.sections.map { SectionInfo($0, of: self, generation: generation) }
        infos = made
        return made
    }

    func indexTitle(ofSectionNamed name: String) -> String? {
        guard let owner else { return SectionIndexTitle.title(for: name) }
        if let delegate { return delegate.controller(owner.seenByDelegate, sectionIndexTitleForSectionName: name) }
        return owner.sectionIndexTitle(forSectionName: name)
    }

    /// The index title of each section.
    private var sectionTitles: [String?] {
        if let titles { return titles }
        let made = sectionNameKeyPath == nil ? [] : table?.sections.map { indexTitle(ofSectionNamed: $0.name) } ?? []
        titles = made
        return made
    }

    var indexTitles: [String] {
        var seen: Set<String> = []
        return sectionTitles.compactMap(\.self).filter { seen.insert($0).inserted }
    }

    func section(ofIndexTitle title: String) -> Int? { sectionTitles.firstIndex(of: title) }
}

/// One fetch: the request checked and translated, run on the stores, and laid over the context's unsaved changes.
struct FetchExecution {
    enum Results {
        case objects(ContiguousArray<NSManagedObject>)
        case others([Any])
    }

    let request: AnyFetchRequest
    let context: NSManagedObjectContext
    private let layout: EntityLayout
    let stores: [NSPersistentStore]
    let predicate: PredicateNode?
    private let sort: [SortKey]
    private let monitor: FetchMonitor?

    /// - Parameter monitor: Who may stop the fetch.
    init(_ request: AnyFetchRequest, in context: NSManagedObjectContext, monitor: FetchMonitor? = nil) throws {
        self.request = request
        self.context = context
        self.monitor = monitor
        let coordinator = try context.requireCoordinator()
        guard let name = request.entityName else {
            throw CocoaError.coreData(.coreData, "The fetch request has no entity")
        }
        guard let layout = coordinator.modelLayout[name] else {
            throw CocoaError.coreData(.coreData, "The model has no entity '\(name)'")
        }
        if request.resultType != .dictionaryResultType, request.propertiesToGroupBy?.isEmpty == false {
            throw CocoaError.coreData(.coreData, "propertiesToGroupBy needs the result type dictionaryResultType")
        }
        self.layout = layout
        let affected = (request.affectedStores ?? coordinator.persistentStores).map(ObjectIdentifier.init)
        stores = try coordinator.stores(holding: layout).filter { affected.contains(ObjectIdentifier($0)) }
        predicate = request.predicate.map { predicateNode(of: $0) }
        sort = try (request.sortDescriptors ?? []).map { try SortKey($0) }
    }

    var query: RowQuery {
        var query = RowQuery(layout: layout)
        query.includesSubentities = request.includesSubentities
        query.predicate = predicate
        query.sort = sort
        query.scope = context.readScope
        query.scope.monitor = monitor
        query.request = request
        query.context = context
        if stores.count == 1 {
            query.limit = request.fetchLimit
            query.offset = request.fetchOffset
        } else {
            // Any store may have the rows at the front: they are cut when all are there.
            query.limit = request.fetchLimit > 0 ? request.fetchLimit + request.fetchOffset : 0
        }
        return query
    }

    func run() throws -> Results {
        switch request.resultType {
        case .managedObjectResultType: return .objects(try objects())
        case .managedObjectIDResultType: return .others(try objectIDs())
        case .countResultType: return .others([NSNumber(value: try count())])
        case .dictionaryResultType: return .others(try dictionaries())
        default:
            throw CocoaError.coreData(.coreData, "The fetch request asks for more than one result type")
        }
    }

    // MARK: - Objects

    private func objects() throws -> ContiguousArray<NSManagedObject> {
        if overlays { context.processPendingChanges() }
        return try completed(context.parent.map { try fromParent($0) } ?? fromStores())
    }

    /// What the stores have.
    func fromStores() throws -> ContiguousArray<NSManagedObject> {
        request.fetchBatchSize > 0 && !overlays ? try batched() : try whole()
    }

    /// What another context has found with `fromStores`, as this context's objects.
    func objects(of found: ContiguousArray<NSManagedObject>) throws -> ContiguousArray<NSManagedObject> {
        if overlays { context.processPendingChanges() }
        let objects = context.counterparts(of: found)
        if request.shouldRefreshRefetchedObjects {
            for (object, original) in zip(objects, found) { object.takeRow(of: original) }
        }
        markBatches(objects, in: stores)
        return try completed(objects)
    }

    /// With unsaved changes, and with what the request wants to have read along.
    private func completed(_ found: ContiguousArray<NSManagedObject>) throws -> ContiguousArray<NSManagedObject> {
        var objects = found
        if overlays { try overlay(&objects) }
        for path in request.relationshipKeyPathsForPrefetching ?? [] {
            try checkPrefetching(path)
            try prefetch(path, of: Array(objects))
        }
        if !request.returnsObjectsAsFaults, request.fetchBatchSize == 0 {
            try context.fulfill(Array(objects))
            for object in objects { try object.fulfill() }
        }
        return objects
    }

    /// What the parent shows, its unsaved changes included.
    private func fromParent(_ parent: NSManagedObjectContext) throws -> ContiguousArray<NSManagedObject> {
        let objects = try parent.performAndWait {
            let originals = try FetchExecution(request, in: parent).objects()
            context.adoptPermanentIDs(from: parent)
            return context.counterparts(of: originals)
        }
        markBatches(objects, in: stores)
        return objects
    }

    /// Has the rows of faults come in batches, where the request wants that and all are of one store.
    private func markBatches(_ objects: ContiguousArray<NSManagedObject>, in stores: [NSPersistentStore]) {
        guard request.fetchBatchSize > 0, let store = stores.first, stores.count == 1 else { return }
        let batch = FaultBatch(
            keys: objects.map(\.primaryKey), layout: layout, batchSize: request.fetchBatchSize, context: context,
            store: store)
        for (index, object) in objects.enumerated() where object.isFault && object.rowBase == nil {
            FaultBatch.mark(object, in: batch, at: index)
        }
    }

    private func whole() throws -> ContiguousArray<NSManagedObject> {
        var objects: ContiguousArray<NSManagedObject> = []
        for store in stores {
            if request.includesPropertyValues {
                let receiver = RowReceiver(
                    context: context, store: store, expectedRows: request.fetchLimit > 0 ? request.fetchLimit : .max)
                receiver.refreshes = request.shouldRefreshRefetchedObjects
                try store.operations.fetchRows(query, into: receiver)
                objects = objects.isEmpty ? receiver.objects : objects + receiver.objects
            } else {
                for (key, layout) in try store.operations.fetchKeys(query) {
                    objects.append(context.object(key: key, layout: layout, store: store))
                }
            }
        }
        if stores.count > 1 { try mergeStores(&objects) }
        return objects
    }

    /// Only the keys now; rows when they are looked at.
    private func batched() throws -> ContiguousArray<NSManagedObject> {
        var objects: ContiguousArray<NSManagedObject> = []
        for store in stores {
            let faults = faults(try store.operations.fetchKeys(query), in: store)
            objects = objects.isEmpty ? faults : objects + faults
        }
        if stores.count > 1 { try mergeStores(&objects) }
        return objects
    }

    /// Objects whose rows come in batches.
    func faults(
        _ found: [(key: Int64, layout: EntityLayout)], in store: NSPersistentStore
    ) -> ContiguousArray<NSManagedObject> {
        let objects = ContiguousArray(
            found.map { key, layout in context.object(key: key, layout: layout, store: store) })
        markBatches(objects, in: [store])
        return objects
    }

    /// Results of several stores become one, in order and within the limit.
    private func mergeStores(_ objects: inout ContiguousArray<NSManagedObject>) throws {
        if !sort.isEmpty { sortInMemory(&objects) }
        objects.removeFirst(min(request.fetchOffset, objects.count))
        if request.fetchLimit > 0, objects.count > request.fetchLimit {
            objects.removeLast(objects.count - request.fetchLimit)
        }
    }

    // MARK: - Unsaved changes

    var overlays: Bool { request.includesPendingChanges && context.hasChanges }

    /// Drops deleted objects and those whose changes no longer match, adds changed ones that match now.
    private func overlay(_ objects: inout ContiguousArray<NSManagedObject>) throws {
        let kinds = request.includesSubentities ? layout.kindOfIndexes : [layout.index]
        let compiled = try predicate.map { try CompiledPredicate($0) }
        func matches(_ object: NSManagedObject) throws -> Bool { try compiled?.evaluate(with: object) ?? true }
        var isChanged = false
        var present = Set(objects.lazy.filter(\.hasChanges))
        let before = objects.count
        try objects.removeAll { object in
            guard object.hasChanges else { return false }
            let stays = try !object.isDeleted && matches(object)
            if !stays { present.remove(object) } else { isChanged = true }
            return !stays
        }
        isChanged = isChanged || objects.count != before
        for object in [context.pending.inserted, context.pending.updated].joined()
        where object.hasChanges && !object.isDeleted && kinds.contains(object.layout.index)
            && !present.contains(object)
        {
            guard try matches(object) else { continue }
            present.insert(object)
            objects.append(object)
            isChanged = true
        }
        if isChanged, !sort.isEmpty { sortInMemory(&objects) }
        if request.fetchLimit > 0, objects.count > request.fetchLimit {
            objects.removeLast(objects.count - request.fetchLimit)
        }
    }

    private func sortInMemory(_ objects: inout ContiguousArray<NSManagedObject>) {
        let descriptors = request.sortDescriptors ?? []
        // A stable order: equal objects stay as they came.
        let indexed = objects.enumerated().sorted { a, b in
            for descriptor in descriptors {
                switch descriptor.compare(a.element, to: b.element) {
                case .orderedAscending: return true
                case .orderedDescending: return false
                case .orderedSame: continue
                }
            }
            return a.offset < b.offset
        }
        objects = ContiguousArray(indexed.map(\.element))
    }

    // MARK: - Prefetching

    /// - Throws: `CocoaError` 134060 for a path that does not lead over relationships.
    private func checkPrefetching(_ path: String) throws {
        var layout = layout
        for key in path.split(separator: ".").map(String.init) {
            let kinds = context.modelLayout?.layouts.filter { layout.kindOfIndexes.contains($0.index) } ?? []
            let found = kinds.lazy.compactMap { kind in
                kind.properties.slot(forKey: key).flatMap { kind.relationships[$0] }
            }.first
            guard let found else {
                throw CocoaError.coreData(
                    .coreData, "'\(path)' cannot be prefetched: \(layout.name) has no relationship '\(key)'")
            }
            layout = found.destination
        }
    }

    /// Reads a relationship path for all objects at once.
    private func prefetch(_ path: String, of objects: [NSManagedObject]) throws {
        var current = objects
        for key in path.split(separator: ".").map(String.init) {
            var next: [NSManagedObject] = []
            for (_, group) in Dictionary(grouping: current, by: { $0.layout.index }) {
                guard let layout = group.first?.layout, let slot = layout.properties.slot(forKey: key),
                    let relationship = layout.relationships[slot]
                else { continue }
                try context.fulfill(group)
                for object in group where object.isFault { try object.fulfill() }
                if relationship.isToMany {
                    context.loadToMany(slot, of: group)
                    next += group.flatMap { $0.toManyState(slot).list }
                } else {
                    next += group.compactMap { $0.toOneObject(slot) }
                }
            }
            var seen: Set<NSManagedObject> = []
            current = next.filter { seen.insert($0).inserted }
            try context.fulfill(current)
        }
    }

    // MARK: - Other results

    private func objectIDs() throws -> [NSManagedObjectID] {
        if overlays || stores.count > 1 || context.parent != nil { return try objects().map(\.objectID) }
        return try stores.flatMap { store in
            try store.operations.fetchKeys(query).map { key, layout in
                NSManagedObjectID(entity: layout.entity, store: store, primaryKey: key)
            }
        }
    }

    func count() throws -> Int {
        if overlays { return try objects().count }
        if let parent = context.parent {
            return try parent.performAndWait { try FetchExecution(request, in: parent).count() }
        }
        var sum = try stores.reduce(0) { try $0 + $1.operations.count(query) }
        if stores.count > 1 { sum = max(0, sum - request.fetchOffset) }
        return request.fetchLimit > 0 ? min(sum, request.fetchLimit) : sum
    }

    /// Dictionaries always show the store, never unsaved changes.
    private func dictionaries() throws -> [[String: Any]] {
        let selection = try DictionarySelection(request, layout)
        return try mergedDictionaries(selection)
    }

    // MARK: - Streaming

    func forEach(_ body: (NSManagedObject) throws -> Void) throws {
        if overlays || stores.count > 1 || context.parent != nil {
            for object in try objects() { try body(object) }
            return
        }
        for store in stores {
            let receiver = RowReceiver(context: context, store: store)
            try store.operations.streamRows(query, into: receiver) {
                for object in receiver.objects { try body(object) }
                receiver.beginPart()
                context.registered.sweepIfWorthwhile()
            }
        }
    }
}

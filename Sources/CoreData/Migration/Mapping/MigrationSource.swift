/// The objects that an entity mapping reads, in chunks. Of rows only their keys are kept.
struct MigrationSource {
    private enum Rows {
        case keys([(key: Int64, layout: EntityLayout)], NSPersistentStore)
        case objects([NSManagedObject])
    }

    private let rows: Rows
    private let context: NSManagedObjectContext

    /// - Throws: `CocoaError` 134110 for an expression that gives no objects, 134150 when the store cannot be read.
    init(
        _ mapping: NSEntityMapping, policy: NSEntityMigrationPolicy, manager: NSMigrationManager, layout: EntityLayout
    ) throws {
        let context = manager.sourceContext
        self.context = context
        let expression =
            mapping.sourceExpression ?? NSExpression(node: MappingExpression.fetch(entity: layout.name))
        let evaluation = MappingEvaluation(mapping: mapping, policy: policy, manager: manager)
        if case .fetch(let request, _, countOnly: false) = expression.node {
            guard let request = try evaluation.value(of: NSExpression(node: request)) as? AnyFetchRequest else {
                throw CocoaError.coreData(
                    .migration,
                    "The source expression of the entity mapping \(mapping.label) fetches by no fetch request")
            }
            rows = try Self.rows(of: request, in: context)
            return
        }
        let value = try evaluation.value(of: expression)
        let elements = value.flatMap { CollectionElements.elements(of: $0) ?? [$0] } ?? []
        rows = .objects(
            try elements.compactMap(AnyValue.unwrapped).map { element in
                guard let object = element as? NSManagedObject, object.managedObjectContext === context else {
                    throw CocoaError.coreData(
                        .migration,
                        "The source expression of the entity mapping \(mapping.label) gives \(type(of: element)), not "
                            + "objects of the source context")
                }
                return object
            })
    }

    private static func rows(of request: AnyFetchRequest, in context: NSManagedObjectContext) throws -> Rows {
        do {
            let fetch = try FetchExecution(request, in: context)
            guard let store = fetch.stores.first else { return .objects([]) }
            return .keys(try store.operations.fetchKeys(fetch.query), store)
        } catch {
            throw CocoaError.migration(
                .migrationManagerSourceStore, "The objects of \(request.entityName ?? "an entity") cannot be fetched",
                error)
        }
    }

    var count: Int {
        switch rows {
        case .keys(let keys, _): keys.count
        case .objects(let objects): objects.count
        }
    }

    /// The objects at some places, with their values.
    ///
    /// - Complexity: two SQL statements for 1000 objects.
    func objects(_ range: Range<Int>) throws -> [NSManagedObject] {
        let objects: [NSManagedObject]
        switch rows {
        case .keys(let keys, let store):
            objects = keys[range].map { context.object(key: $0.key, layout: $0.layout, store: store) }
        case .objects(let all): objects = Array(all[range])
        }
        do {
            try context.fulfill(objects)
        } catch {
            throw CocoaError.migration(.migrationManagerSourceStore, "Objects of the old store cannot be read", error)
        }
        return objects
    }
}

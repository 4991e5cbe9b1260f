/// The passes of a migration over its entity mappings.
struct MigrationPasses {
    /// An entity mapping with what belongs to it.
    fileprivate struct Step {
        let mapping: NSEntityMapping
        let policy: NSEntityMigrationPolicy
        let source: EntityLayout?
    }

    /// How many objects are in memory at a time.
    private static let chunkSize = 1000

    private let manager: NSMigrationManager
    private let stores: MigrationStores

    init(manager: NSMigrationManager, stores: MigrationStores) {
        self.manager = manager
        self.stores = stores
    }

    /// - Throws: `CocoaError` with a code of migrations.
    func run() throws {
        try manager.sourceContext.performAndWait {
            try manager.destinationContext.performAndWait {
                manager.destinationContext.savesUnchecked = true
                defer { manager.destinationContext.savesUnchecked = false }
                let steps = try prepare()
                for step in steps { try createInstances(step) }
                for step in steps { try createRelationships(step) }
                for step in steps { try validate(step) }
                try MigratedObjectsCheck(manager: manager, store: stores.destination).run()
                manager.progress.completedUnitCount = manager.progress.totalUnitCount
            }
        }
    }

    // MARK: - Preparing

    private func prepare() throws -> [Step] {
        var names: Set<String> = []
        return try (manager.mappingModel.entityMappings ?? []).map { mapping in
            guard names.insert(mapping.name ?? "").inserted else {
                throw CocoaError.coreData(.migration, "Two entity mappings are called \(mapping.label): rename one")
            }
            try check(mapping.sourceEntityName, mapping.sourceEntityVersionHash, manager.sourceModel, "source", mapping)
            try check(
                mapping.destinationEntityName, mapping.destinationEntityVersionHash, manager.destinationModel,
                "destination", mapping)
            let policy = try MigrationPolicyClasses.policyClass(for: mapping).init()
            let layout = mapping.sourceEntityName.flatMap { stores.source.modelLayout[$0] }
            return Step(mapping: mapping, policy: policy, source: layout)
        }
    }

    private func check(
        _ name: String?, _ hash: Data?, _ model: NSManagedObjectModel, _ side: String, _ mapping: NSEntityMapping
    ) throws {
        guard let name else { return }
        guard let entity = model.entitiesByName[name] else {
            throw CocoaError.coreData(
                .migration, "The entity mapping \(mapping.label) is for \(name), which the \(side) model does not have")
        }
        guard hash == nil || hash == entity.versionHash else {
            throw CocoaError.coreData(
                .migration,
                "The entity mapping \(mapping.label) was made for another version of \(name) than the \(side) model's")
        }
    }

    // MARK: - Passes

    private func createInstances(_ step: Step) throws {
        try calling(step) { try step.policy.begin(step.mapping, with: manager) }
        if let layout = step.source, step.makesInstances {
            let source = try MigrationSource(step.mapping, policy: step.policy, manager: manager, layout: layout)
            // Making them, and their relationships.
            manager.progress.totalUnitCount += Int64(2 * source.count)
            for start in stride(from: 0, to: source.count, by: Self.chunkSize) {
                let range = start..<min(start + Self.chunkSize, source.count)
                for object in try source.objects(range) {
                    try manager.checkCancellation()
                    try calling(step) {
                        try step.policy.createDestinationInstances(
                            forSource: object, in: step.mapping, manager: manager)
                    }
                }
                manager.progress.completedUnitCount += Int64(range.count)
                try endChunk()
            }
        }
        try calling(step) { try step.policy.endInstanceCreation(forMapping: step.mapping, manager: manager) }
        try endChunk()
    }

    private func createRelationships(_ step: Step) throws {
        manager.currentEntityMapping = step.mapping
        let name = step.mapping.name ?? ""
        let count = manager.associations.count(mapping: name)
        let prefetching = MigrationPrefetching(step.mapping, manager: manager)
        for start in stride(from: 0, to: count, by: Self.chunkSize) {
            let range = start..<min(start + Self.chunkSize, count)
            let pairs = range.filter { manager.associations.isFirst($0, mapping: name) }
                .compactMap { manager.associations.pair($0, mapping: name) }
            let destinations = pairs.compactMap { $0.destination.object(in: manager.destinationContext) }
            let sources = pairs.compactMap { $0.source.object(in: manager.sourceContext) }
            try reading { try prefetching.read(sources: sources, destinations: destinations) }
            for destination in destinations {
                try manager.checkCancellation()
                try calling(step) {
                    try step.policy.createRelationships(
                        forDestination: destination, in: step.mapping, manager: manager)
                }
            }
            manager.progress.completedUnitCount += Int64(range.count)
            try endChunk()
        }
        try calling(step) { try step.policy.endRelationshipCreation(forMapping: step.mapping, manager: manager) }
        try endChunk()
    }

    private func validate(_ step: Step) throws {
        try manager.checkCancellation()
        try calling(step) { try step.policy.performCustomValidation(forMapping: step.mapping, manager: manager) }
        try calling(step) { try step.policy.end(step.mapping, manager: manager) }
        try endChunk()
    }

    // MARK: - Errors and chunks

    /// Calls a policy. An error of its own becomes the reason of a 134170.
    private func calling(_ step: Step, _ body: () throws -> Void) throws {
        manager.currentEntityMapping = step.mapping
        do {
            try body()
        } catch let error as CocoaError where error.isOfMigration {
            throw error
        } catch {
            throw CocoaError.migration(
                .entityMigrationPolicy, "The policy of the entity mapping \(step.mapping.label) failed", error)
        }
        // The policy itself may have cancelled.
        try manager.checkCancellation()
    }

    private func reading<T>(_ body: () throws -> T) throws -> T {
        do {
            let result = try body()
            try manager.sourceContext.throwNotedError()
            return result
        } catch let error as CocoaError where error.isOfMigration {
            throw error
        } catch {
            throw CocoaError.migration(
                .migrationManagerSourceStore, "An object of the old store cannot be read", error)
        }
    }

    /// Writes what was made and lets go of all objects that nobody holds.
    private func endChunk() throws {
        try reading {}
        do {
            try manager.destinationContext.save()
        } catch {
            throw CocoaError.migration(
                .migrationManagerDestinationStore, "The new store cannot be written", error)
        }
        manager.associations.settle()
        manager.sourceContext.letGoOfObjects()
        manager.destinationContext.letGoOfObjects()
    }
}

extension MigrationPasses.Step {
    /// Whether source objects are gone through: for a new entity there are none, and one that is gone has nothing to make,
    /// unless the program has its own policy for it.
    fileprivate var makesInstances: Bool {
        switch mapping.mappingType {
        case .addEntityMappingType: false
        case .removeEntityMappingType: type(of: policy) != NSEntityMigrationPolicy.self
        default: true
        }
    }
}

extension NSManagedObjectContext {
    /// Turns all objects into faults, which breaks their cycles, and forgets those that nobody holds.
    fileprivate func letGoOfObjects() {
        refreshAllObjects()
        processPendingChanges()
        registered.sweepUnlessRetained()
    }
}

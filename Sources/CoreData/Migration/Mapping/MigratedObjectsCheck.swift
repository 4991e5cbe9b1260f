/// Checks every object of a migrated store against the model, as a save checks new objects.
struct MigratedObjectsCheck {
    let manager: NSMigrationManager
    let store: NSPersistentStore

    /// - Throws: `CocoaError` 134110, with the validation error of the first object that breaks a rule underneath.
    func run() throws {
        let context = manager.destinationContext
        for layout in store.modelLayout.layouts where !layout.entity.isAbstract && store.holds(layout) {
            let request = NSFetchRequest<NSManagedObject>()
            request.entity = layout.entity
            request.includesSubentities = false
            let counted = layout.relationshipSlots.filter {
                layout.kinds[$0] == .toMany && layout.properties.properties[$0].needsValidation
            }
            var chunk: [NSManagedObject] = []
            func checkChunk() throws {
                for slot in counted { context.loadToMany(slot, of: chunk) }
                for object in chunk {
                    try object.fulfill()
                    try check(object)
                }
                for object in chunk where !object.isFault { context.refresh(object, mergeChanges: false) }
                context.processPendingChanges()
                chunk.removeAll(keepingCapacity: true)
                try manager.checkCancellation()
            }
            try reading {
                try context.forEach(request) { object in
                    chunk.append(object)
                    if chunk.count == 500 { try checkChunk() }
                }
                try checkChunk()
            }
        }
    }

    private func check(_ object: NSManagedObject) throws {
        do {
            try object.validateForInsert()
        } catch {
            throw CocoaError.migration(
                .migration, "\(object.entity.name ?? "An object") breaks a rule of the new model after its migration",
                error)
        }
    }

    private func reading(_ body: () throws -> Void) throws {
        do {
            try body()
            try manager.destinationContext.throwNotedError()
        } catch let error as CocoaError where error.isOfMigration {
            throw error
        } catch {
            throw CocoaError.migration(
                .migrationManagerDestinationStore, "The new store cannot be read back", error)
        }
    }
}

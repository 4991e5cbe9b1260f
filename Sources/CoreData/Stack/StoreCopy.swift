/// Copies every object of one store into another, of whatever type.
struct StoreCopy {
    private let source: NSPersistentStore
    private let target: NSPersistentStore
    private let context: NSManagedObjectContext

    init(from source: NSPersistentStore, to target: NSPersistentStore) {
        self.source = source
        self.target = target
        context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = source.persistentStoreCoordinator
    }

    func run() throws {
        try context.performAndWait {
            let originals = try readAll()
            try context.throwNotedError()
            var copies = DetachedObjects(store: target)
            var byOriginal: [ObjectIdentifier: NSManagedObject] = [:]
            for original in originals {
                byOriginal[ObjectIdentifier(original)] = copies.add(original.layout, key: nil)
            }
            for original in originals {
                guard let copy = byOriginal[ObjectIdentifier(original)] else { continue }
                for slot in original.layout.keptAttributeSlots {
                    try copies.setAttribute(original.anyValue(slot), at: slot, of: copy)
                }
                for slot in original.layout.relationshipSlots where !original.layout.isTransient[slot] {
                    if original.layout.kinds[slot] == .toMany {
                        let members = original.loadedToMany(slot).list.compactMap { byOriginal[ObjectIdentifier($0)] }
                        try copies.setMembers(members, at: slot, of: copy)
                    } else if let member = original.toOneObject(slot) {
                        try copies.setTarget(byOriginal[ObjectIdentifier(member)], at: slot, of: copy)
                    }
                }
            }
            // What could not be read must not be missing in the copy.
            try context.throwNotedError()
            try target.preparePermanentIDs(of: copies.objects)
            try copies.save(into: target.operations)
            try copyMetadata()
        }
    }

    private func readAll() throws -> [NSManagedObject] {
        var objects: [NSManagedObject] = []
        for layout in source.modelLayout.layouts where layout.entity.superentity == nil && source.holds(layout) {
            let request = NSFetchRequest<NSManagedObject>()
            request.entity = layout.entity
            request.affectedStores = [source]
            request.returnsObjectsAsFaults = false
            objects += try context.fetch(request)
        }
        for layout in source.modelLayout.layouts where source.holds(layout) {
            let mine = objects.filter { $0.layout === layout }
            for slot in layout.relationshipSlots where layout.kinds[slot] == .toMany {
                context.loadToMany(slot, of: mine)
            }
        }
        return objects
    }

    /// What the program keeps there; the rest is the new store's own.
    private func copyMetadata() throws {
        let present: [String: Any] = target.metadata
        try target.setMetadata(present.merging(source.metadata) { mine, _ in mine })
    }
}

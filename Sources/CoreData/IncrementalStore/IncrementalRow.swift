/// An object of an incremental store as it was read, about to become a row.
struct IncrementalRow {
    let layout: EntityLayout
    let version: UInt64
    private let object: NSManagedObject

    /// Reads an object; nil where there is none.
    ///
    /// - Throws: `CocoaError` 1550 for a value of another type, naming the property; what the store reports.
    init?(
        _ key: Int64, _ layout: EntityLayout, _ store: NSIncrementalStore, _ context: NSManagedObjectContext
    ) throws {
        let id = NSManagedObjectID(entity: layout.entity, store: store, primaryKey: key)
        let node: NSIncrementalStoreNode
        do {
            node = try store.newValuesForObject(with: id, with: context)
        } catch let error as CocoaError where error.code == .managedObjectReferentialIntegrity {
            return nil
        }
        // The store knows better than an ID which entity the object is of.
        let layout = store.modelLayout.layout(for: node.objectID.entity) ?? layout
        self.layout = layout
        version = node.version
        object = NSManagedObject(entity: layout.entity, insertInto: nil)
        object.storeReference = store
        object.primaryKey = key
        let state = object.ensuredState
        for (slot, property) in layout.properties.properties.enumerated() where !layout.isTransient[slot] {
            var value = node.value(for: property)
            switch layout.kinds[slot] {
            case .toMany, .undefined, .objectID: continue
            case .toOne:
                if value == nil, let relationship = property as? NSRelationshipDescription {
                    value = try store.newValue(forRelationship: relationship, forObjectWith: id, with: context)
                }
                guard let target = value as? NSManagedObjectID,
                    let destination = store.modelLayout.layout(for: target.entity)
                else { continue }
                state.setChange(.reference(Self.place(target.primaryKey, destination)), at: slot)
            case let kind:
                let stored = try StoredValue(value, kind: kind, of: property)
                if case .data(let data) = stored, kind == .externalBinary {
                    state.setEncoded(Data(ExternalData.inlineForm(of: data)), at: slot)
                }
                if kind == .transformable {
                    state.setEncoded(try layout.codings[slot]?.encode(stored.value(kind: kind)), at: slot)
                }
                state.setChange(stored, at: slot)
            }
        }
    }

    /// An object that is only there to be pointed at.
    private static func place(_ key: Int64, _ layout: EntityLayout) -> NSManagedObject {
        let object = NSManagedObject(entity: layout.entity, insertInto: nil)
        object.primaryKey = key
        return object
    }

    func packed(version: Int64, in arena: inout RowArena) -> PackedRow {
        var packer = RowPacker()
        return object.packed(version: version, with: &packer, in: &arena)
    }
}

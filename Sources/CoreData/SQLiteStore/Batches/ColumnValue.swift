import SQLite

/// A value as it goes into a property's column, for rows that are written without objects.
struct ColumnValue {
    let value: SQLValue
    /// What goes into the column beside a to-one relationship's, where there is one.
    let entityNumber: SQLValue

    private init(value: SQLValue, entityNumber: SQLValue) {
        self.value = value
        self.entityNumber = entityNumber
    }

    /// - Parameter files: Takes large values of attributes that allow it; nil keeps all of them in the column.
    /// - Throws: `CocoaError` 1550 for a value of the wrong type, 1610 and 1620 for a number that does not fit, 133010
    ///   for an object that is not in the store, naming the property.
    init(_ value: Any?, slot: Int, of layout: EntityLayout, store: SQLiteStore, files: ExternalFiles?) throws {
        let kind = layout.kinds[slot]
        let property = layout.properties.properties[slot]
        if kind == .toOne {
            let target = try Self.target(value, of: property, store: store)
            self.value = target.map { .integer($0.key) } ?? .null
            entityNumber = target.map { .integer(Int64(store.entityNumber(of: $0.layout))) } ?? .null
            return
        }
        let stored = try StoredValue(value, kind: kind, of: property)
        self.value = try Self.column(stored, slot: slot, of: layout, files: files)
        entityNumber = .null
    }

    /// - Throws: As the other initializer.
    init(stored: StoredValue, slot: Int, of layout: EntityLayout, store: SQLiteStore, files: ExternalFiles?) throws {
        if case .reference(let object) = stored {
            try self.init(object, slot: slot, of: layout, store: store, files: files)
        } else {
            self.init(value: try Self.column(stored, slot: slot, of: layout, files: files), entityNumber: .null)
        }
    }

    static func column(
        _ stored: StoredValue, slot: Int, of layout: EntityLayout, files: ExternalFiles?
    ) throws -> SQLValue {
        let kind = layout.kinds[slot]
        let property = layout.properties.properties[slot]
        guard stored.fits(kind) else {
            throw CocoaError.coreData(
                .managedObjectValidation, "\(property.qualifiedName) is \(kind.title), which cannot hold the number",
                [NSValidationKeyErrorKey: property.name])
        }
        switch stored {
        case .null: return .null
        case .integer(let value): return .integer(value)
        case .real(let value): return .real(value)
        case .text(let value): return .text(value)
        case .uuid(let value): return .blob(withUnsafeBytes(of: value.uuid) { Array($0) })
        case .data(let value):
            guard kind == .externalBinary else { return .blob(Array(value)) }
            return .blob(try files?.store(value) ?? ExternalData.inlineForm(of: value))
        case .object(let box):
            if kind == .decimal, let number = box.value as? NSDecimalNumber { return .real(number.storedValue) }
            guard let data = try layout.codings[slot]?.encode(box.value) else { return .null }
            return .blob(Array(data))
        case .reference: return .null
        }
    }

    private static func target(
        _ value: Any?, of property: NSPropertyDescription, store: SQLiteStore
    ) throws -> (key: Int64, layout: EntityLayout)? {
        let id: NSManagedObjectID
        switch value {
        case nil, is NSNull: return nil
        case let given as NSManagedObjectID: id = given
        case let object as NSManagedObject: id = object.objectID
        case let other?: throw CocoaError.unacceptableType(of: other, for: property)
        }
        guard let key = store.owner.key(of: id), let layout = store.modelLayout.layout(for: id.entity)
        else {
            throw CocoaError.coreData(
                .managedObjectExternalRelationship,
                "\(property.qualifiedName) is to lead to an object that is not in this store: save it first")
        }
        guard let destination = (property as? NSRelationshipDescription)?.destinationEntity,
            id.entity.isKindOf(entity: destination) || layout.entity.isKindOf(entity: destination)
        else {
            throw CocoaError.coreData(
                .managedObjectValidation,
                "\(property.qualifiedName) takes \((property as? NSRelationshipDescription)?.destinationEntity?.name ?? ""), "
                    + "not \(layout.name)", [NSValidationKeyErrorKey: property.name])
        }
        return (key, layout)
    }
}

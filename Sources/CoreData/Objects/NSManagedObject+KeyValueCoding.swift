extension NSManagedObject {
    /// The value of a property by its name: numbers as `NSNumber`, a to-one relationship as its object, a to-many
    /// as an `NSSet` (`NSOrderedSet` when ordered).
    ///
    /// Traps when the entity has no such property, where Apple's framework raises; `tryValue(forKey:)` throws instead.
    public final func value(forKey key: String) -> Any? {
        do {
            return try tryValue(forKey: key)
        } catch {
            preconditionFailure(error.localizedDescription)
        }
    }

    /// Sets a property by its name. Inverse relationships follow.
    ///
    /// Traps for an unknown key or a value of the wrong type, where Apple's framework raises. For keys and values that
    /// come from data or from a user, `trySetValue(_:forKey:)` throws instead.
    public final func setValue(_ value: Any?, forKey key: String) {
        do {
            try trySetValue(value, forKey: key)
        } catch {
            preconditionFailure(error.localizedDescription)
        }
    }

    /// The value of a property by its name.
    ///
    /// - Throws: `CocoaError` 134060 for a key that the entity does not have.
    public final func tryValue(forKey key: String) throws -> Any? {
        if let fetched = layout.entity.propertiesByName[key] as? NSFetchedPropertyDescription {
            return try fetchedValue(of: fetched)
        }
        guard let slot = layout.properties.slot(forKey: key) else {
            switch key {
            case "objectID": return objectID
            case "self": return self
            default: throw CocoaError.unknownKey(key, entity: layout.entity)
            }
        }
        if flags.contains(.fault) { fireFault() }
        return anyValue(slot)
    }

    /// Sets a property by its name; the object is unchanged when this throws.
    ///
    /// - Throws: `CocoaError` 134060 for an unknown key, 1550 for a value of the wrong type, both naming the property.
    public final func trySetValue(_ value: Any?, forKey key: String) throws {
        let slot = try layout.slot(forKey: key)
        let property = layout.properties.properties[slot]
        if flags.contains(.fault) { fireFault() }
        switch layout.kinds[slot] {
        case .toMany:
            try setToManyObjects(try relationshipObjects(value, for: property), at: slot)
        case .toOne:
            let target = try StoredValue(value, kind: .toOne, of: property)
            guard case .reference(let object) = target else { return setToOneObject(nil, at: slot) }
            try checkDestination(object, at: slot)
            setToOneObject(object, at: slot)
        case let kind:
            setConverted(try StoredValue(value, kind: kind, of: property), at: slot)
        }
    }

    /// The value at the end of a path such as "depart.name"; nil where a step is nil.
    ///
    /// - Throws: `CocoaError` 134060 for a key that an entity does not have.
    public final func value(forKeyPath keyPath: String) -> Any? {
        var current: Any? = self
        for key in keyPath.split(separator: ".").map(String.init) {
            switch current {
            case let object as NSManagedObject: current = object.value(forKey: key)
            case let objects as NSSet: current = NSSet(array: objects.compactMap { Self.step($0, key) })
            case let objects as NSOrderedSet: current = objects.array.compactMap { Self.step($0, key) }
            default: return nil
            }
        }
        return current
    }

    private static func step(_ object: Any, _ key: String) -> Any? { (object as? NSManagedObject)?.value(forKey: key) }

    /// Reads a value as `value(forKey:)` does. There are no access notifications on Linux, so this is the same.
    public final func primitiveValue(forKey key: String) -> Any? { value(forKey: key) }

    /// Sets an attribute's value without marking the object as changed or following inverses.
    ///
    /// Traps for an unknown key or a value of the wrong type.
    public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
        do {
            let slot = try layout.slot(forKey: key)
            if flags.contains(.fault) { fireFault() }
            let property = layout.properties.properties[slot]
            ensuredState.setChange(try StoredValue(value, kind: layout.kinds[slot], of: property), at: slot)
        } catch {
            preconditionFailure(error.localizedDescription)
        }
    }

    /// Announces a read; kept so that hand-written accessors compile.
    public final func willAccessValue(forKey key: String?) { if flags.contains(.fault) { fireFault() } }
    /// Announces the end of a read; kept so that hand-written accessors compile.
    public final func didAccessValue(forKey key: String?) {}
    /// Announces a change; marks the object as updated.
    public final func willChangeValue(forKey key: String) { noteChange() }
    /// Announces the end of a change; kept so that hand-written accessors compile.
    public final func didChangeValue(forKey key: String) {}

    private func relationshipObjects(_ value: Any?, for property: NSPropertyDescription) throws -> [NSManagedObject] {
        switch value {
        case nil: return []
        case let set as NSSet: return try objects(set.allObjects, property)
        case let set as NSOrderedSet: return try objects(set.array, property)
        case let set as Set<NSManagedObject>: return Array(set)
        case let array as [NSManagedObject]: return array
        case let other?: throw CocoaError.unacceptableType(of: other, for: property)
        }
    }

    private func objects(_ values: [Any], _ property: NSPropertyDescription) throws -> [NSManagedObject] {
        try values.map { value in
            guard let object = value as? NSManagedObject else {
                throw CocoaError.unacceptableType(of: value, for: property)
            }
            return object
        }
    }
}

extension NSManagedObject {
    /// The value in a slot, as key-value coding shows it. The fault has been fired.
    final func anyValue(_ slot: Int) -> Any? {
        let kind = layout.kinds[slot]
        switch kind {
        case .toOne: return toOneObject(slot)
        case .toMany: return relationshipValue(slot)
        default: break
        }
        if let changed = state?.covering(slot) { return changed.value(kind: kind) }
        return rowValue(slot, kind: kind)
    }

    /// The value that the row has for an attribute.
    final func rowValue(_ slot: Int, kind: SlotKind) -> Any? {
        guard let row, let entry = row.entry(slot) else { return nil }
        switch kind {
        case .integer16: return NSNumber(value: Int16(truncatingIfNeeded: Int64(bitPattern: entry)))
        case .integer32: return NSNumber(value: Int32(truncatingIfNeeded: Int64(bitPattern: entry)))
        case .integer64: return NSNumber(value: Int64(bitPattern: entry))
        case .boolean: return NSNumber(value: entry != 0)
        case .double: return NSNumber(value: Double(bitPattern: entry))
        case .float: return NSNumber(value: Float(Double(bitPattern: entry)))
        case .date: return Date(timeIntervalSinceReferenceDate: Double(bitPattern: entry))
        case .decimal: return NSDecimalNumber(stored: Double(bitPattern: entry))
        case .string: return row.string(entry)
        case .uri: return URL(string: row.string(entry))
        case .uuid: return UUID(bytes: row.bytes(entry))
        case .binary: return row.data(entry)
        case .externalBinary: return externalData(row.bytes(entry), slot: slot)
        case .transformable: return decodedTransformable(row.data(entry), slot: slot)
        case .objectID, .toOne, .toMany, .undefined: return nil
        }
    }

    private func externalData(_ bytes: UnsafeRawBufferPointer, slot: Int) -> Data? {
        do {
            return try ExternalData.data(of: bytes, store: storeReference)
        } catch {
            contextReference?.note(
                CocoaError.coreData(
                    .fileReadUnknown,
                    "\(layout.properties.properties[slot].qualifiedName) of \(objectIDText) cannot be read: "
                        + error.localizedDescription))
            return nil
        }
    }

    private func decodedTransformable(_ data: Data, slot: Int) -> Any? {
        if let known = state?.decoded.first(where: { $0.slot == slot }) { return known.value }
        do {
            let value = try layout.codings[slot]?.decode(data)
            ensuredState.decoded.append((slot, value))
            return value
        } catch {
            contextReference?.note(error)
            return nil
        }
    }
}

extension UUID {
    /// - Returns: nil unless there are 16 bytes.
    init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}

extension NSManagedObjectContext {
    /// The objects that a request describes, in its order. Each row has one object in the context; objects that the
    /// context has already keep their values.
    ///
    /// Changes that were not saved are taken into account unless the request says otherwise.
    ///
    /// - Returns: Managed objects, object IDs, dictionaries or one number, as the request's `resultType` says.
    /// - Throws: `CocoaError` 134060 for a predicate or sort key that the store cannot answer, naming it; what the store
    ///   reports.
    /// - Complexity: runs one SQL statement; with a batch size, one more for each batch that is looked at.
    public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
        try throwNotedError()
        registered.sweepIfWorthwhile()
        return try Self.typed(FetchExecution(request, in: self).run())
    }

    /// How many objects a request would give.
    ///
    /// - Throws: as `fetch(_:)`.
    /// - Complexity: runs one SQL statement.
    public func count<T>(for request: NSFetchRequest<T>) throws -> Int {
        try throwNotedError()
        return try FetchExecution(request, in: self).count()
    }

    /// Hands each object of a request to a block, a few hundred at a time, so that memory does not grow with the result.
    ///
    /// The objects are forgotten after each part unless the block keeps them or changes them.
    ///
    /// - Throws: What the fetch or the block throws.
    /// - Complexity: runs one SQL statement; sorted or in memory, one for the keys and one for each 500 objects.
    public func forEach<T: NSManagedObject>(_ request: NSFetchRequest<T>, _ body: (T) throws -> Void) throws {
        try throwNotedError()
        try FetchExecution(request, in: self).forEach { object in
            guard let typed = object as? T else { throw Self.wrongResultType(type(of: object), T.self) }
            try body(typed)
        }
    }

    /// Results as what the request says they are.
    ///
    /// - Throws: `CocoaError` 134060 when one is of another type.
    static func typed<T>(_ results: FetchExecution.Results) throws -> [T] {
        switch results {
        case .objects(let objects):
            return try typed(objects)
        case .others(let values):
            return try values.map { value in
                guard let typed = value as? T else { throw wrongResultType(type(of: value), T.self) }
                return typed
            }
        }
    }

    /// The objects as their class.
    ///
    /// - Throws: `CocoaError` 134060 when one is of another class.
    static func typed<T>(_ objects: ContiguousArray<NSManagedObject>) throws -> [T] {
        guard T.self is NSManagedObject.Type else {
            return try objects.map { object in
                guard let typed = object as? T else { throw wrongResultType(type(of: object), T.self) }
                return typed
            }
        }
        // One look at each class instead of a cast of each object.
        var checked: NSManagedObject.Type?
        for object in objects where type(of: object) != checked {
            guard object is T else { throw wrongResultType(type(of: object), T.self) }
            checked = type(of: object)
        }
        return Array(unsafeUninitializedCapacity: objects.count) { buffer, count in
            for object in objects {
                // A reference of a checked class is a T.
                buffer.initializeElement(at: count, to: unsafeBitCast(object, to: T.self))
                count += 1
            }
        }
    }

    private static func wrongResultType(_ found: Any.Type, _ wanted: Any.Type) -> CocoaError {
        .coreData(
            .coreData,
            "The request gives \(found), not \(wanted): set its resultType, its entity or the entity's class to match")
    }
}

extension NSFetchRequest {
    /// Runs the request in the context whose queue this is called on.
    ///
    /// - Throws: `CocoaError` 134060 outside a context's `perform`; else as `fetch(_:)`.
    public func execute() throws -> [ResultType] {
        guard let context = HeldContexts.current else {
            throw CocoaError.coreData(
                .coreData, "execute() works inside a context's perform only: use context.fetch(request)")
        }
        return try context.fetch(self)
    }
}

/// A request that a context can execute, besides fetching and saving.
protocol ExecutableRequest {
    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

extension NSManagedObjectContext {
    /// Runs a request of another kind than a plain fetch: a batch insertion, update or deletion, a request for history, or
    /// an asynchronous fetch, which goes on after this has returned.
    ///
    /// A batch works on the stores alone: unsaved changes of contexts do not count, and contexts learn of what was done
    /// with `mergeChanges(fromRemoteContextSave:into:)`.
    ///
    /// - Returns: The request's own kind of result, such as `NSBatchUpdateResult`.
    /// - Throws: `CocoaError` 134091 for a fetch request; 134060 for a property or predicate that the store cannot use,
    ///   naming it; 1550 for a value of the wrong type; 133021 for a broken uniqueness constraint; what the store
    ///   reports. Nothing was changed then.
    @discardableResult
    public func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        try throwNotedError()
        guard let request = request as? any ExecutableRequest else {
            throw CocoaError.coreData(
                .persistentStoreUnsupportedRequestType,
                "\(type(of: request)) cannot be executed: use fetch(_:) for a fetch request")
        }
        return try request.run(in: self)
    }

    /// Who writes, as history is to have it.
    var transactionOrigin: TransactionOrigin { TransactionOrigin(contextName: name, author: transactionAuthor) }

    /// - Throws: `CocoaError` 134060 when the model has no such entity.
    func layout(ofEntityNamed name: String) throws -> EntityLayout {
        if let layout = try requireCoordinator().modelLayout[name] { return layout }
        throw CocoaError.coreData(.coreData, "The model has no entity '\(name)'")
    }

    /// The stores that hold an entity and that a request goes to.
    func stores(
        for request: NSPersistentStoreRequest, holding layout: EntityLayout
    ) throws -> [NSPersistentStore] {
        let stores = try requireCoordinator().stores(holding: layout)
        guard let wanted = request.affectedStores else { return stores }
        return stores.filter { store in wanted.contains { $0 === store } }
    }
}

/// Who writes: recorded in persistent history.
package struct TransactionOrigin {
    var contextName: String?
    var author: String?
}

extension PersonManager {
    /// Imports contacts, in constant memory.
    ///
    /// A record means the person with its `personID`; without one, the person with its `uid`, with the same
    /// `sourceKey` (a record without any identity gets one from its content), with one of its e-mail addresses, or with
    /// one of its phone numbers and an agreeing name. Nobody is found by name alone. So the same file a second time
    /// adds nobody and changes nothing.
    ///
    /// A batch is one transaction. When an error ends the import, or ``ImportOptions/isCancelled`` does, the batches
    /// before it stay and the store is whole. An import into a store without people is one transaction with the
    /// indexes built last: an error then leaves the store empty.
    ///
    /// - Throws: `ContactFormatError` when reading cannot go on; ``PersonError`` with `cannotOpen`; Core Data's errors.
    /// - Returns: What was done. Records that could not be imported are in it, with file and line; they do not end the
    ///   import.
    public func importContacts(from reader: ContactReader, options: ImportOptions = .init()) throws -> ImportReport {
        try Importer(stack: stack(), queue: queue, options: options).run(reader)
    }

    /// Imports a file. See ``importContacts(from:options:)``.
    ///
    /// - Parameters:
    ///   - url: The file, plain or gzip.
    ///   - format: The format; nil to find out.
    ///   - reading: How to read it.
    ///   - options: How to import it.
    public func importContacts(
        from url: URL, format: ContactFormat? = nil, reading: ContactReadOptions = .init(),
        options: ImportOptions = .init()
    ) throws -> ImportReport {
        try importContacts(
            from: ContactReader(path: url.path, format: format, options: reading), options: options)
    }
}

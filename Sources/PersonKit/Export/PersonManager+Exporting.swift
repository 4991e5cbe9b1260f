extension PersonManager {
    /// Writes the people that a query describes, in its order, in constant memory. Groups are written by name.
    ///
    /// The writer is not finished: what it writes to may hold more.
    ///
    /// - Parameters:
    ///   - writer: Where to.
    ///   - query: Who, and in which order; people of the same name come in the order of their IDs.
    ///   - progress: Called after each person, with how many were written.
    /// - Returns: How many people were written.
    /// - Throws: `ContactFormatError` from writing, Core Data's errors, and what the block throws.
    @discardableResult
    public func export(
        to writer: ContactWriter, _ query: PersonQuery = PersonQuery(), progress: ((Int) throws -> Void)? = nil
    ) throws -> Int {
        var query = query
        query.includesPhotoData = true
        var count = 0
        try forEachRecord(query) { record in
            try writer.write(record)
            count += 1
            try progress?(count)
        }
        return count
    }

    /// Writes the people that a query describes to a file, which appears under its name only when it is complete.
    ///
    /// In CSV there is a column for each attribute that anyone has, and one for each field of the users' own: for this
    /// everyone is read twice.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard output. A name that ends in `.gz` is compressed.
    ///   - format: The format; nil takes it from the name's ending.
    ///   - overwrites: Whether an existing file is replaced.
    ///   - options: How to write. Columns that are named there stay as they are.
    /// - Returns: How many people were written.
    /// - Throws: As ``export(to:_:progress:)``.
    @discardableResult
    public func export(
        toPath path: String, format: ContactFormat? = nil, _ query: PersonQuery = PersonQuery(),
        overwrites: Bool = false, options: ContactWriteOptions = .init(), progress: ((Int) throws -> Void)? = nil
    ) throws -> Int {
        var options = options
        let isTable = [.csv, .tsv].contains(format ?? ContactFormat(fileName: path))
        if isTable, options.columns == nil {
            let usage = try columnUsage(query)
            options.columns = usage.columns
            if options.customColumns.isEmpty { options.customColumns = usage.customColumns }
        }
        let writer = try ContactWriter(path: path, format: format, overwrites: overwrites, options: options)
        let count = try export(to: writer, query, progress: progress)
        try writer.finish()
        return count
    }

    /// Which columns a CSV file of some people needs.
    public func columnUsage(_ query: PersonQuery = PersonQuery()) throws -> ContactColumnUsage {
        var usage = ContactColumnUsage()
        var query = query
        query.includesPhotoData = true
        try forEachRecord(query) { usage.add($0) }
        return usage
    }
}

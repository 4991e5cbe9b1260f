/// Writes contacts one after the other.
///
/// ```swift
/// let writer = try ContactWriter(path: "people.json", overwrites: true)
/// for record in records { try writer.write(record) }
/// try writer.finish()
/// ```
///
/// Without ``finish()`` a file is not there: it appears under its name only when it is complete.
public final class ContactWriter {
    /// The format that is written.
    public let format: ContactFormat
    private let sink: any ByteSink
    private var encoder: any ContactRecordWriter
    private var buffer: [UInt8] = []
    private var hasBegun = false
    private static let flushSize = 128 * 1024

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard output. A name that ends in `.gz` is compressed.
    ///   - format: The format; nil takes it from the name's ending.
    ///   - overwrites: Whether an existing file is replaced.
    ///   - options: How to write.
    /// - Throws: ``ContactFormatError``: `unknownFormat`, `targetExists`, `cannotCreate`, `invalidOption`.
    public convenience init(
        path: String, format: ContactFormat? = nil, overwrites: Bool = false, options: ContactWriteOptions = .init()
    ) throws {
        guard let format = format ?? ContactFormat(fileName: path) else {
            let endings = ContactFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
            throw ContactFormatError(
                .unknownFormat, "the format is not clear from the name: use an ending (\(endings)) or name the format",
                file: path)
        }
        let file: any ByteSink =
            path == "-"
            ? DescriptorSink.standardOutput() : try AtomicOutputFile(path: path, overwrites: overwrites)
        let sink = path.lowercased().hasSuffix(".gz") ? try GzipByteSink(file) : file
        try self.init(sink: sink, format: format, options: options)
    }

    /// Writes to any sink.
    ///
    /// - Throws: ``ContactFormatError`` with `invalidOption`.
    public init(sink: any ByteSink, format: ContactFormat, options: ContactWriteOptions = .init()) throws {
        self.sink = sink
        self.format = format
        switch format {
        case .csv, .tsv: encoder = try CSVContactWriter(format: format, options: options)
        case .json: encoder = JSONContactWriter(isArray: true, attributes: options.columns)
        case .ndjson: encoder = JSONContactWriter(isArray: false, attributes: options.columns)
        }
    }

    /// Writes a record.
    ///
    /// - Throws: ``ContactFormatError`` with `writeFailed` or `brokenPipe`.
    public func write(_ record: ContactRecord) throws {
        begin()
        encoder.write(record, to: &buffer)
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Hands what is buffered to the sink, for somebody who waits for each record.
    ///
    /// - Throws: ``ContactFormatError`` with `writeFailed` or `brokenPipe`.
    public func flush() throws {
        try buffer.withUnsafeBytes { try sink.write($0) }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Completes the output. Nothing may be written afterwards.
    ///
    /// - Throws: ``ContactFormatError`` with `writeFailed`, `brokenPipe` or `targetExists`.
    public func finish() throws {
        begin()
        encoder.end(&buffer)
        try flush()
        try sink.finish()
    }

    private func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        encoder.begin(&buffer)
    }
}

/// What each format implements: it turns records into bytes.
protocol ContactRecordWriter {
    mutating func begin(_ output: inout [UInt8])
    mutating func write(_ record: ContactRecord, to output: inout [UInt8])
    mutating func end(_ output: inout [UInt8])
}

/// Reads contacts one after the other, in constant memory.
///
/// ```swift
/// let reader = try ContactReader(path: "people.csv.gz")
/// while let item = try reader.next() {
///     switch item {
///     case .record(let record, let position): print(position, record.derivedName ?? "?")
///     case .rejected(let rejected): print(rejected.description)
///     }
/// }
/// ```
///
/// A record that cannot be read is an item of its own, and reading goes on behind it. What makes going on impossible
/// is thrown. Use a reader from one thread at a time.
public final class ContactReader {
    /// The format that is read.
    public let format: ContactFormat
    private let records: any ContactRecordReader
    private let text: UTF8TextSource
    private var warnsOfEncoding = true

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file's path, or `-` for standard input. A gzip file is decompressed.
    ///   - format: The format; nil to find out by the file's ending and its content.
    ///   - options: How to read it.
    /// - Throws: ``ContactFormatError``.
    public convenience init(path: String, format: ContactFormat? = nil, options: ContactReadOptions = .init()) throws {
        try self.init(source: FileByteSource(path: path), format: format, options: options)
    }

    /// Reads from any source of bytes.
    ///
    /// - Parameters:
    ///   - source: The bytes, plain or gzip.
    ///   - format: The format; nil to find out by the source's name and its content.
    ///   - options: How to read it.
    /// - Throws: ``ContactFormatError``.
    public init(source: any ByteSource, format: ContactFormat? = nil, options: ContactReadOptions = .init()) throws {
        text = UTF8TextSource(try Self.decompressed(source), encoding: options.encoding)
        let window = ByteWindow(text)
        _ = try window.readMore()
        self.format = try format ?? ContactFormat.detect(name: source.name, content: window.bytes)
        switch self.format {
        case .csv, .tsv:
            records = try CSVContactReader(window: window, format: self.format, options: options)
        case .json, .ndjson:
            records = JSONContactReader(window: window, format: self.format, options: options)
        }
    }

    private static func decompressed(_ source: any ByteSource) throws -> any ByteSource {
        let magic = try source.readPrefix(4)
        let whole = PrefixedByteSource(prefix: magic, rest: source)
        if magic.starts(with: GzipByteSource.magic) { return try GzipByteSource(whole) }
        if magic.starts(with: Array("PK".utf8) + [3, 4]) {
            throw ContactFormatError(
                .unknownFormat, "is a ZIP archive, perhaps a workbook: save it as CSV (UTF-8) first", file: source.name)
        }
        if source.name.lowercased().hasSuffix(".gz"), !magic.isEmpty {
            throw ContactFormatError(.corruptCompression, "is named .gz but is no gzip data", file: source.name)
        }
        return whole
    }

    /// The next record, or nil at the end.
    ///
    /// - Throws: ``ContactFormatError`` when reading cannot go on.
    public func next() throws -> ContactReadItem? {
        try records.next()
    }

    /// The warnings since the last call, at most 10 000. Ask after each record, or once at the end.
    public func takeWarnings() -> [ContactWarning] {
        var warnings = records.takeWarnings()
        if warnsOfEncoding, text.isGuess {
            warnsOfEncoding = false
            warnings.insert(
                ContactWarning(
                    file: text.name,
                    message: "the text is not UTF-8 and was read as windows-1252: name its encoding with --encoding"),
                at: 0)
        }
        return warnings
    }

    /// The name of the text's encoding, once it is known; nil while everything read is ASCII.
    public var encodingName: String? { text.encoding?.description }

    /// What a file of rejected records must begin with so that it can be read again: the header line of a CSV file.
    public var rejectsHeader: [UInt8]? { records.rejectsHeader }

    /// The record that ``next()`` gave last, as it stood in the source, for a file of rejects: for somebody who finds
    /// out only later that it cannot be taken. It ends without a line end. Nil when it was too large to be held.
    public var currentText: [UInt8]? { records.currentText }
}

/// What each format implements: it turns the window's bytes into records.
protocol ContactRecordReader: AnyObject {
    func next() throws -> ContactReadItem?
    func takeWarnings() -> [ContactWarning]
    var rejectsHeader: [UInt8]? { get }
    var currentText: [UInt8]? { get }
}

/// Where in its source a record stands.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
    /// The file's name as given; `-` for standard input.
    public var file: String
    /// The line on which the record begins, counted from 1.
    public var line: Int
    /// The record's number, counted from 1; rejected records count too.
    public var record: Int

    /// Makes a position.
    public init(file: String, line: Int, record: Int) {
        self.file = file
        self.line = line
        self.record = record
    }

    /// `people.csv:12`
    public var description: String { "\(file):\(line)" }
}

/// What reading a contact file gives, one after the other: a record, or one that had to be rejected.
public enum ContactReadItem: Sendable {
    /// A record and where it stands.
    case record(ContactRecord, at: SourcePosition)
    /// A record that could not be read. The ones after it can.
    case rejected(RejectedRecord)
}

/// A record that could not be read.
public struct RejectedRecord: Hashable, Sendable {
    /// Where it stands.
    public var position: SourcePosition
    /// The line of the fault itself, which may be further down than the record's first.
    public var faultLine: Int
    /// The column of the fault, counted from 1 in characters; nil where that says nothing.
    public var faultColumn: Int?
    /// The attribute or column that is at fault, where one is.
    public var key: String?
    /// Why, in one sentence, without any value.
    public var reason: String
    /// The record as it stood in the source, for a file of rejects: it can be corrected and read again. Nil when the
    /// record was too large to be held. It ends without a line end.
    public var rawText: [UInt8]?

    /// Makes a rejected record.
    package init(
        position: SourcePosition, faultLine: Int, faultColumn: Int? = nil, key: String?, reason: String,
        rawText: [UInt8]?
    ) {
        self.position = position
        self.faultLine = faultLine
        self.faultColumn = faultColumn
        self.key = key
        self.reason = reason
        self.rawText = rawText
    }

    /// `people.csv:12: reason`
    public var description: String {
        "\(position.file):\(faultLine)\(faultColumn.map { ":\($0)" } ?? ""): \(reason)"
    }
}

/// Something that was read, but perhaps not as it was meant.
public struct ContactWarning: Hashable, Sendable, CustomStringConvertible {
    /// The file's name as given.
    public var file: String
    /// The line, counted from 1; nil when the whole file is meant.
    public var line: Int?
    /// The column's header or the attribute, where one is meant.
    public var key: String?
    /// What is odd, in one sentence, without any value.
    public var message: String

    /// `people.csv:12: Birthday: there is no such day; kept as text`
    public var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(key.map { "\($0): " } ?? "")\(message)"
    }
}

/// Warnings that wait to be taken, so that nobody who ignores them pays with memory.
struct WarningList {
    private var warnings: [ContactWarning] = []
    static let limit = 10_000

    mutating func append(_ warning: ContactWarning) {
        if warnings.count < Self.limit { warnings.append(warning) }
    }

    mutating func take() -> [ContactWarning] {
        if warnings.isEmpty { return [] }
        defer { warnings.removeAll() }
        return warnings
    }
}

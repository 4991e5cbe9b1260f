/// How contacts are imported. The defaults update who is known and add the others.
public struct ImportOptions: Sendable {
    /// What is done with a record of somebody who is in the book already.
    public enum OnMatch: String, CaseIterable, Sendable {
        /// What the record holds is taken over; what it does not hold stays.
        case update
        /// The person stays as it is.
        case skip
        /// The person becomes what the record holds, and nothing else.
        case replace
        /// Nobody is looked for: every record becomes a new person, with a new ID where its own is taken.
        case add
    }

    /// What is done with a record of somebody who is in the book already.
    public var onMatch = OnMatch.update
    /// Whether everything is worked out and nothing written.
    public var isDryRun = false
    /// How many records become one transaction. A first import into an empty store is a single one.
    public var batchSize = 2000
    /// What new people get as their `source`, when their record names none.
    public var source: String?
    /// Tags that everybody in the file gets.
    public var tags: [String] = []
    /// Called after each batch, with the report so far.
    public var progress: (@Sendable (ImportReport) -> Void)?
    /// Called for each problem when it is met, with the record as it stood in the file, where that is known.
    public var onProblem: (@Sendable (ImportProblem, RejectedRecord?) -> Void)?
    /// Asked now and then; true ends the import. What was imported until then stays, the store is whole.
    public var isCancelled: (@Sendable () -> Bool)?

    /// Makes the default options.
    public init() {}
}

/// Something in an import that was not as it should be.
public struct ImportProblem: Hashable, Sendable, CustomStringConvertible {
    /// How serious it is.
    public enum Severity: String, Sendable {
        /// The record was not imported.
        case failure
        /// The record was imported, but something in it was guessed or kept as text.
        case warning
    }

    /// How serious it is.
    public var severity: Severity
    /// The file's name as given.
    public var file: String
    /// The line, counted from 1; nil when the whole file is meant.
    public var line: Int?
    /// The attribute or column, where one is meant.
    public var key: String?
    /// What is wrong, in one sentence, without any value.
    public var message: String

    /// `people.csv:12: message`
    public var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(key.map { "\($0): " } ?? "")\(message)"
    }
}

/// What an import did.
public struct ImportReport: Hashable, Sendable {
    /// New people.
    public var added = 0
    /// People that were changed.
    public var updated = 0
    /// People that were found as the file has them.
    public var unchanged = 0
    /// Records of known people that were passed over, as asked.
    public var skipped = 0
    /// Records that were not imported.
    public var failed = 0
    /// Every problem, up to 10 000; ``ImportOptions/onProblem`` sees all.
    public var problems: [ImportProblem] = []
    /// Whether the import was ended early.
    public var wasCancelled = false
    /// What a file of rejected records begins with, so that it can be read again: a CSV file's header.
    public var rejectsHeader: [UInt8]?

    /// Makes an empty report.
    public init() {}

    /// How many records were read.
    public var total: Int { added + updated + unchanged + skipped + failed }
}

/// Why a contact file cannot be read or written: what happened, where, and what to do. No attribute's value is in it.
public struct ContactFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The input file does not exist.
        public static let fileNotFound = Code(rawValue: "fileNotFound")
        /// The input cannot be read: a directory, no permission, an I/O error.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The compressed data is damaged or cut off.
        public static let corruptCompression = Code(rawValue: "corruptCompression")
        /// The named character encoding is not known here.
        public static let unknownEncoding = Code(rawValue: "unknownEncoding")
        /// The format is none that is understood.
        public static let unknownFormat = Code(rawValue: "unknownFormat")
        /// The data breaks its format's rules so that reading cannot go on.
        public static let malformed = Code(rawValue: "malformed")
        /// The data ends in the middle.
        public static let truncated = Code(rawValue: "truncated")
        /// A quoted CSV field never ends; the line is where it began.
        public static let unterminatedQuote = Code(rawValue: "unterminatedQuote")
        /// No header cell of a CSV file is known.
        public static let noKnownHeader = Code(rawValue: "noKnownHeader")
        /// An option's value makes no sense, such as a map to an attribute that does not exist.
        public static let invalidOption = Code(rawValue: "invalidOption")
        /// The output file exists already.
        public static let targetExists = Code(rawValue: "targetExists")
        /// The output cannot be created.
        public static let cannotCreate = Code(rawValue: "cannotCreate")
        /// Writing failed: a full disk, an I/O error.
        public static let writeFailed = Code(rawValue: "writeFailed")
        /// Nobody reads the pipe any more. A command ends quietly on it.
        public static let brokenPipe = Code(rawValue: "brokenPipe")
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for the user, without the place.
    public var message: String
    /// The file's name as given; `-` for a standard stream.
    public var file: String?
    /// The line, counted from 1.
    public var line: Int?
    /// The column, counted from 1 in characters.
    public var column: Int?

    /// Makes an error.
    public init(_ code: Code, _ message: String, file: String? = nil, line: Int? = nil, column: Int? = nil) {
        self.code = code
        self.message = message
        self.file = file
        self.line = line
        self.column = column
    }

    /// `people.csv:12:3: message`
    public var description: String {
        let place = [file, line.map(String.init), line == nil ? nil : column.map(String.init)].compactMap { $0 }
        return (place + [" "]).joined(separator: ":").dropLast(place.isEmpty ? 2 : 0) + message
    }
}

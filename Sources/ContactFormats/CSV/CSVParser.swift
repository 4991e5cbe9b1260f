import Foundation

/// Splits CSV text into rows of byte ranges, without making a string and without a copy.
///
/// ```swift
/// let parser = CSVParser(try FileByteSource(path: "people.csv"))
/// while try parser.nextRow() {
///     for index in 0..<parser.fieldCount { print(parser.string(at: index) ?? "not UTF-8") }
/// }
/// ```
///
/// The rules are RFC 4180's, read with patience: lines end in LF, CR LF, CR or CR CR LF, mixed; a quote in the middle
/// of an unquoted field is data; what follows a closing quote is appended to the field, except for blanks; blank lines
/// are skipped; a Ctrl-Z at the very end is dropped. The source's bytes must be UTF-8 or another encoding in which
/// ASCII bytes stand for themselves; they are not checked.
///
/// - Complexity: one pass; memory for one row.
public final class CSVParser {
    /// The separator between fields, an ASCII character.
    public let delimiter: UInt8
    /// The largest field that is accepted, in bytes.
    public let maxFieldSize: Int
    /// How many fields the current row has.
    public internal(set) var fieldCount = 0
    /// The line on which the current row begins, counted from 1.
    public internal(set) var line = 1
    /// Set when the current row was too large to be read; it then has no fields.
    public internal(set) var isOversized = false
    /// Whether text stood between a closing quote and the next delimiter in the current row.
    public internal(set) var hasStrayText = false

    let window: ByteWindow
    var nextLine: Int
    var rowStart = 0
    private(set) var fields: UnsafeMutablePointer<Field>
    private(set) var fieldCapacity = 64

    struct Field {
        var start: Int
        var end: Int
        /// Whether quotes must be taken out of it before it is read.
        var needsUnquoting: Bool
    }

    /// Makes a parser that begins at the source's start.
    ///
    /// - Parameters:
    ///   - source: The text.
    ///   - delimiter: The separator, an ASCII character other than a quote and a line end.
    ///   - maxFieldSize: The largest field to accept, in bytes. A row with a larger one is reported as oversized.
    public convenience init(
        _ source: any ByteSource, delimiter: UInt8 = UInt8(ascii: ","), maxFieldSize: Int = 64 * 1024 * 1024
    ) {
        self.init(window: ByteWindow(source), delimiter: delimiter, maxFieldSize: maxFieldSize, firstLine: 1)
    }

    init(window: ByteWindow, delimiter: UInt8, maxFieldSize: Int, firstLine: Int) {
        self.window = window
        self.delimiter = delimiter
        self.maxFieldSize = max(1, maxFieldSize)
        nextLine = firstLine
        fields = .allocate(capacity: fieldCapacity)
    }

    deinit {
        fields.deallocate()
    }

    /// A field's bytes, unquoted. They are valid until the next call of ``nextRow()``.
    public func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
        precondition(index >= 0 && index < fieldCount, "The row has \(fieldCount) fields; there is none at \(index)")
        let field = fields[index]
        return UnsafeBufferPointer(start: window.base + field.start, count: field.end - field.start)
    }

    /// The bytes of the row as it stands in the window, for questions about all its fields at once. What lies between
    /// fields that had to be unquoted is left over from that.
    var rowBytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: window.base + rowStart, count: window.start - rowStart)
    }

    /// A field as text; nil when it is not valid UTF-8.
    public func string(at index: Int) -> String? {
        UTF8Validation.string(bytes(at: index))
    }

    /// Moves to the next row.
    ///
    /// - Returns: False when there is none.
    /// - Throws: ``ContactFormatError`` with `unterminatedQuote` and the line where the quote opened, or what the
    ///   source throws.
    public func nextRow() throws -> Bool {
        isOversized = false
        while true {
            let outcome = scan()
            switch outcome {
            case .row(let hasQuotes):
                line = nextLine
                nextLine += hasQuotes ? max(1, ByteWindow.lineEnds(rowBytes)) : 1
                if hasQuotes { unquoteFields() }
                return true
            case .blank:
                nextLine += 1
            case .end:
                fieldCount = 0
                return false
            case .unterminated(let quote):
                let before = UnsafeBufferPointer(start: window.base + window.start, count: quote - window.start)
                throw unterminated(line: nextLine + ByteWindow.lineEnds(before))
            case .incomplete(let fieldStart):
                if window.end - fieldStart > maxFieldSize || window.count / 4 > maxFieldSize {
                    return try skipOversizedRow()
                }
                _ = try window.readMore()
                window.dropTrailingCtrlZ()
            }
        }
    }

    func unterminated(line: Int) -> ContactFormatError {
        ContactFormatError(
            .unterminatedQuote, "a quoted field begins here and never ends: add the closing quote",
            file: window.source.name, line: line)
    }

    /// Makes room for more fields; `count` are in use.
    func growFields(_ count: Int) {
        let larger = UnsafeMutablePointer<Field>.allocate(capacity: fieldCapacity * 2)
        larger.moveInitialize(from: fields, count: count)
        fields.deallocate()
        fields = larger
        fieldCapacity *= 2
    }

    /// Takes doubled quotes, and text behind a closing quote, together in place: the row is complete, so nothing
    /// will read these bytes again.
    private func unquoteFields() {
        for index in 0..<fieldCount where fields[index].needsUnquoting {
            let field = fields[index]
            let base = window.base
            var read = field.start
            var write = field.start
            var isQuoted = true
            while read < field.end {
                let byte = base[read]
                read += 1
                if byte == UInt8(ascii: "\""), isQuoted {
                    if read < field.end, base[read] == UInt8(ascii: "\"") {
                        read += 1
                    } else {
                        isQuoted = false
                        hasStrayText = true
                        continue
                    }
                }
                base[write] = byte
                write += 1
            }
            fields[index].end = write
        }
    }
}

import Foundation

/// Reads contacts from CSV and TSV.
final class CSVContactReader: ContactRecordReader {
    private let parser: CSVParser
    private var builder: CSVRecordBuilder
    private let columnCount: Int
    private var recordNumber = 0
    private var warnings = WarningList()
    private(set) var rejectsHeader: [UInt8]?
    /// Whether the parser stands on a row that has not been given out: the first one, when there is no header.
    private var hasPendingRow = false

    private var file: String { parser.window.source.name }

    init(window: ByteWindow, format: ContactFormat, options: ContactReadOptions) throws {
        window.dropTrailingCtrlZ()
        var delimiter = try Self.delimiter(options, file: window.source.name)
        var firstLine = 1
        if let line = CSVDialect.separatorLine(window.bytes) {
            window.start += line.length
            firstLine = 2
            delimiter = delimiter ?? line.delimiter
        }
        let preferred = UInt8(ascii: format == .tsv ? "\t" : ",")
        parser = CSVParser(
            window: window,
            delimiter: delimiter
                ?? (window.count == 0
                    ? preferred
                    : CSVDialect.delimiter(window.bytes, isWhole: window.isAtEnd, preferred: preferred)),
            maxFieldSize: options.maxFieldSize, firstLine: firstLine)
        let headers = try Self.headers(parser, options)
        let mapping = try CSVHeaderMapping(headers: headers.names, map: options.map, file: window.source.name)
        if headers.areRead, mapping.knownCount == 0, !headers.names.isEmpty, options.hasHeader != true {
            throw ContactFormatError(
                .noKnownHeader,
                "none of the \(headers.names.count) columns in the first row is known: say what they are with --map "
                    + "'COLUMN=attribute', or that the first row is a person already with --no-header",
                file: window.source.name, line: parser.line)
        }
        hasPendingRow = headers.leavesRow
        builder = CSVRecordBuilder(mapping, dateOrder: options.dateOrder)
        columnCount = mapping.headers.count
        if headers.areRead || options.headers != nil { rejectsHeader = Self.line(headers.names, parser.delimiter) }
    }

    private static func delimiter(_ options: ContactReadOptions, file: String) throws -> UInt8? {
        guard let character = options.delimiter else { return nil }
        guard let byte = character.asciiValue, byte != UInt8(ascii: "\""), byte != 0x0A, byte != 0x0D else {
            throw ContactFormatError(
                .invalidOption, "the delimiter must be one ASCII character, and no quote or line end", file: file)
        }
        return byte
    }

    /// The header cells, whether they come from the file, and whether the row that was read is a person.
    private static func headers(
        _ parser: CSVParser, _ options: ContactReadOptions
    ) throws -> (names: [String], areRead: Bool, leavesRow: Bool) {
        if let headers = options.headers {
            if options.hasHeader == true { _ = try parser.nextRow() }
            return (headers, false, false)
        }
        guard try parser.nextRow() else { return ([], false, false) }
        if parser.isOversized {
            throw ContactFormatError(
                .malformed, "the header is larger than \(parser.maxFieldSize) bytes", file: parser.window.source.name,
                line: parser.line)
        }
        if options.hasHeader == false {
            return ((0..<parser.fieldCount).map(CSVHeaderMapping.placeholder), false, true)
        }
        var names: [String] = []
        for index in 0..<parser.fieldCount {
            guard let name = parser.string(at: index) else {
                throw ContactFormatError(
                    .malformed,
                    "the header in column \(index + 1) is not valid UTF-8: name its encoding with --encoding",
                    file: parser.window.source.name, line: parser.line)
            }
            names.append(FormulaGuard.isGuarded(name.utf8, minimum: 1) ? String(name.dropFirst()) : name)
        }
        return (names, true, false)
    }

    func takeWarnings() -> [ContactWarning] { warnings.take() }

    func next() throws -> ContactReadItem? {
        while true {
            if hasPendingRow {
                hasPendingRow = false
            } else if try !parser.nextRow() {
                return nil
            }
            if let item = item() { return item }
        }
    }

    /// The record on the parser's row; nil when all its cells are empty.
    private func item() -> ContactReadItem? {
        if parser.isOversized {
            return rejected("a field is larger than \(parser.maxFieldSize) bytes", key: nil)
        }
        switch builder.takeRow(of: parser) {
        case .empty: return nil
        case .undecodable(let index):
            builder.discard()
            let name = builder.name(of: index)
            return rejected("the text in \(name) is not valid UTF-8: name its encoding with --encoding", key: name)
        case .taken: break
        }
        if parser.fieldCount > columnCount { warnOfExtraCells() }
        if parser.hasStrayText { warn(nil, "text stands behind a closing quote; it was added to the field") }
        recordNumber += 1
        let record = builder.finish()
        if !builder.warnings.isEmpty {
            for (key, message) in builder.warnings { warn(key, message) }
            builder.warnings.removeAll()
        }
        return .record(record, at: SourcePosition(file: file, line: parser.line, record: recordNumber))
    }

    private func warnOfExtraCells() {
        guard (columnCount..<parser.fieldCount).contains(where: { !parser.bytes(at: $0).isEmpty }) else { return }
        warn(
            nil,
            "the row has \(parser.fieldCount) cells but the header only \(columnCount); "
                + "the others are kept as 'column N'")
    }

    private func warn(_ key: String?, _ message: String) {
        warnings.append(ContactWarning(file: file, line: parser.line, key: key, message: message))
    }

    private func rejected(_ reason: String, key: String?) -> ContactReadItem {
        recordNumber += 1
        return .rejected(
            RejectedRecord(
                position: SourcePosition(file: file, line: parser.line, record: recordNumber), faultLine: parser.line,
                key: key, reason: reason, rawText: currentText))
    }

    var currentText: [UInt8]? {
        guard !parser.isOversized else { return nil }
        var line: [UInt8] = []
        for index in 0..<parser.fieldCount {
            if index > 0 { line.append(parser.delimiter) }
            CSVText.append(parser.bytes(at: index), to: &line, delimiter: parser.delimiter)
        }
        return line
    }

    private static func line(_ cells: [String], _ delimiter: UInt8) -> [UInt8] {
        var line: [UInt8] = []
        for (index, var cell) in cells.enumerated() {
            if index > 0 { line.append(delimiter) }
            cell.withUTF8 { CSVText.append($0, to: &line, delimiter: delimiter) }
        }
        return line
    }
}

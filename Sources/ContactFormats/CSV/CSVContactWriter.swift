import Foundation

/// Writes CSV and TSV: one row a record, lists and dictionaries as compact JSON in their cell.
struct CSVContactWriter: ContactRecordWriter {
    private let columns: [ContactAttribute]
    private let customColumns: [String]
    private let customNames: Set<String>
    private let delimiter: UInt8
    private let lineEnd: [UInt8]
    private let hasMark: Bool
    private let isExcelSafe: Bool
    private var json = JSONText()

    init(format: ContactFormat, options: ContactWriteOptions) throws {
        let character = options.delimiter ?? (format == .tsv ? "\t" : ",")
        guard let delimiter = character.asciiValue, delimiter != UInt8(ascii: "\""), delimiter != 0x0A,
            delimiter != 0x0D
        else {
            throw ContactFormatError(
                .invalidOption, "the delimiter must be one ASCII character, and no quote or line end")
        }
        self.delimiter = delimiter
        columns = options.columns ?? ContactAttribute.allCases
        customColumns = options.customColumns.filter(Self.canBeColumn)
        customNames = Set(customColumns)
        lineEnd = options.crlf ? [0x0D, 0x0A] : [0x0A]
        hasMark = options.bom
        isExcelSafe = options.excelSafe
    }

    /// Whether a column of this name is read back as the user's own field of this name.
    static func canBeColumn(_ name: String) -> Bool {
        let tidied = EverydayHeaders.tidied(name)
        return !name.isEmpty && tidied.utf8.elementsEqual(name.utf8) && EverydayHeaders.column(for: name) == nil
    }

    /// Whether a value comes back from a cell of its own as it was; only texts do.
    static func fitsColumn(_ value: CustomValue) -> Bool {
        guard case .string(let text) = value else { return false }
        return !text.isEmpty && !text.utf8.contains(0)
    }

    mutating func begin(_ output: inout [UInt8]) {
        if hasMark { output.append(contentsOf: [0xEF, 0xBB, 0xBF]) }
        var isFirst = true
        for name in columns.map(\.rawValue) + customColumns {
            if !isFirst { output.append(delimiter) }
            isFirst = false
            var header = FormulaGuard.guarded(name, isOn: isExcelSafe)
            // A character that could be the delimiter must not be seen outside of quotes.
            let isAmbiguous = header.utf8.contains { ",;\t|".utf8.contains($0) }
            header.withUTF8 { CSVText.append($0, to: &output, delimiter: delimiter, always: isAmbiguous) }
        }
        output += lineEnd
    }

    mutating func write(_ record: ContactRecord, to output: inout [UInt8]) {
        let rowStart = output.count
        var isFirst = true
        for column in columns {
            if !isFirst { output.append(delimiter) }
            isFirst = false
            append(column, of: record, to: &output)
        }
        for name in customColumns {
            if !isFirst { output.append(delimiter) }
            isFirst = false
            if let value = record.custom[name], Self.fitsColumn(value) { append(value.text, to: &output) }
        }
        // A row without a character would be skipped as a blank line.
        if output.count == rowStart { output.append(contentsOf: "\"\"".utf8) }
        output += lineEnd
    }

    mutating func end(_ output: inout [UInt8]) {}

    private mutating func append(_ column: ContactAttribute, of record: ContactRecord, to output: inout [UInt8]) {
        switch column.kindOfValue {
        case .text:
            if let text = record[text: column], !text.isEmpty { append(text, to: &output) }
        case .integer:
            if let age = record.age { append(String(age), to: &output) }
        case .data:
            if let data = record.photoData, !data.isEmpty { append(data.base64EncodedString(), to: &output) }
        case .timestamp:
            let date = column == .createdAt ? record.createdAt : record.updatedAt
            if let date { append(Timestamp.text(of: date), to: &output) }
        case .partialDate:
            if let birthday = record.birthday { append(birthday.description, to: &output) }
        case .custom:
            let rest = record.custom.filter { !(customNames.contains($0.key) && Self.fitsColumn($0.value)) }
            guard !rest.isEmpty else { return }
            json.removeAll()
            json.custom(rest)
            appendJSON(to: &output)
        default:
            guard record.holds(column) else { return }
            json.removeAll()
            json.value(of: column, in: record)
            appendJSON(to: &output)
        }
    }

    private func append(_ text: String, to output: inout [UInt8]) {
        var text = text
        if text.utf8.contains(0) { text.unicodeScalars.removeAll { $0 == "\0" } }
        text = FormulaGuard.guarded(text, isOn: isExcelSafe)
        text.withUTF8 { CSVText.append($0, to: &output, delimiter: delimiter) }
    }

    private func appendJSON(to output: inout [UInt8]) {
        guard isExcelSafe else {
            json.bytes.withUnsafeBufferPointer { CSVText.append($0, to: &output, delimiter: delimiter) }
            return
        }
        // Behind a separator a spreadsheet could see a formula; JSON has a spelling for that without an apostrophe.
        var safe: [UInt8] = []
        for byte in json.bytes {
            if let last = safe.last, last == UInt8(ascii: ";") || last == UInt8(ascii: ","),
                FormulaGuard.isDangerous(byte)
            {
                safe += Array("\\u00\(String(byte, radix: 16))".utf8)
            } else {
                safe.append(byte)
            }
        }
        safe.withUnsafeBufferPointer { CSVText.append($0, to: &output, delimiter: delimiter) }
    }
}

/// Reads a JSON array of objects, or objects one after the other, holding one record at a time.
///
/// The extent of each record is found first, by its brackets or, in NDJSON, by its line. A record that is broken
/// inside can so be rejected alone.
final class JSONContactReader: ContactRecordReader {
    private enum State {
        case start, array, sequence, lines, done
    }

    private let window: ByteWindow
    private let maxRecordSize: Int
    private let prefersLines: Bool
    private var state = State.start
    private var isFirstElement = true
    private var line = 1
    private var recordNumber = 0
    /// In bytes, of the record given last; it stands before the window's start until more is read.
    private var currentLength = 0
    private var warnings = WarningList()

    init(window: ByteWindow, format: ContactFormat, options: ContactReadOptions) {
        self.window = window
        prefersLines = format == .ndjson
        maxRecordSize = max(1 << 20, options.maxFieldSize) * 4
    }

    var rejectsHeader: [UInt8]? { nil }

    var currentText: [UInt8]? {
        Array(UnsafeBufferPointer(start: window.base + window.start - currentLength, count: currentLength))
    }

    func takeWarnings() -> [ContactWarning] { warnings.take() }

    func next() throws -> ContactReadItem? {
        while true {
            switch state {
            case .start: try start()
            case .array:
                guard try moveToElement() else { return nil }
                return try record(length: valueLength())
            case .sequence:
                guard try skipWhitespace() else {
                    state = .done
                    return nil
                }
                return try record(length: valueLength())
            case .lines:
                guard try skipWhitespace() else {
                    state = .done
                    return nil
                }
                return try record(length: lineLength())
            case .done: return nil
            }
        }
    }

    private func start() throws {
        guard try skipWhitespace() else {
            // An empty file holds no people; that is no fault in a list of lines, but it is no JSON text either.
            state = .done
            if prefersLines { return }
            throw fault(.truncated, "the file is empty: a JSON array was expected")
        }
        if window.bytes[0] == UInt8(ascii: "[") {
            window.start += 1
            state = .array
        } else {
            state = prefersLines ? .lines : .sequence
        }
    }

    /// Moves to the next element of the array; false behind its end.
    private func moveToElement() throws -> Bool {
        guard try skipWhitespace() else { throw cutOff() }
        var hasComma = false
        if !isFirstElement, window.bytes[0] == UInt8(ascii: ",") {
            window.start += 1
            hasComma = true
            guard try skipWhitespace() else { throw cutOff() }
        }
        if window.bytes[0] == UInt8(ascii: "]") {
            if hasComma { throw fault(.malformed, "a record must follow the comma") }
            window.start += 1
            state = .done
            if try skipWhitespace() { throw fault(.malformed, "there is text behind the end of the array") }
            return false
        }
        if !isFirstElement, !hasComma { throw fault(.malformed, "expected ',' or ']' between records") }
        isFirstElement = false
        return true
    }

    private func cutOff() -> ContactFormatError {
        fault(.truncated, "the JSON array is cut off: its closing ']' is missing")
    }

    private func fault(_ code: ContactFormatError.Code, _ message: String) -> ContactFormatError {
        ContactFormatError(code, message, file: window.source.name, line: line)
    }

    /// Whether anything follows.
    private func skipWhitespace() throws -> Bool {
        while true {
            let bytes = window.bytes
            let blanks = bytes.firstIndex { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 } ?? bytes.count
            consume(blanks)
            if window.count > 0 { return true }
            if try !window.readMore() { return false }
        }
    }

    private func consume(_ count: Int) {
        line += ByteWindow.lineEnds(UnsafeBufferPointer(rebasing: window.bytes[..<count]))
        window.start += count
    }

    private func lineLength() throws -> Int {
        var searched = 0
        while true {
            if let end = window.bytes[searched...].firstIndex(of: 0x0A) { return end }
            searched = window.count
            guard searched <= maxRecordSize else { throw tooLarge() }
            if try !window.readMore() { return window.count }
        }
    }

    private func tooLarge() -> ContactFormatError {
        fault(.malformed, "the record that begins here is larger than \(maxRecordSize) bytes")
    }

    /// The length of the value at the window's start, by its brackets.
    private func valueLength() throws -> Int {
        while true {
            if let length = Self.extent(window.bytes, isWhole: window.isAtEnd) { return length }
            guard window.count <= maxRecordSize else { throw tooLarge() }
            if try !window.readMore(), Self.extent(window.bytes, isWhole: true) == nil {
                throw fault(.truncated, "the record that begins here is cut off")
            }
        }
    }

    private static func extent(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Int? {
        var depth = 0
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                guard position < bytes.count else { return nil }
                if depth == 0 { return position + 1 }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return max(position, 1) }
                depth -= 1
                if depth == 0 { return position + 1 }
            case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
                if depth == 0 { return max(position, 1) }
            default: break
            }
            position += 1
        }
        return isWhole && depth == 0 ? position : nil
    }

    private func record(length: Int) throws -> ContactReadItem {
        let bytes = UnsafeBufferPointer(rebasing: window.bytes[..<length])
        recordNumber += 1
        let position = SourcePosition(file: window.source.name, line: line, record: recordNumber)
        defer {
            consume(length)
            currentLength = length
        }
        var scanner = JSONScanner(bytes)
        var decoder = JSONRecordDecoder()
        do {
            let record = try decoder.record(from: &scanner)
            try scanner.expectEnd()
            for (key, message) in decoder.warnings {
                warnings.append(ContactWarning(file: position.file, line: line, key: key, message: message))
            }
            return .record(record, at: position)
        } catch {
            let place = Self.place(of: error.offset, in: bytes)
            let faultLine = line + place.line
            if error.isTruncation, state == .lines, length == window.count {
                throw ContactFormatError(
                    .truncated, error.message, file: position.file, line: faultLine, column: place.column)
            }
            return .rejected(
                RejectedRecord(
                    position: position, faultLine: faultLine, faultColumn: place.column,
                    key: error.key.isEmpty ? nil : error.key, reason: error.message, rawText: Array(bytes)))
        }
    }

    /// Lines before an offset, and the column there in characters.
    private static func place(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
        let before = bytes[..<min(offset, bytes.count)]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let line = ByteWindow.lineEnds(UnsafeBufferPointer(rebasing: bytes[..<lineStart]))
        return (line, before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1)
    }
}

import Foundation

/// JSON of string arrays and string dictionaries, written and read by hand: these two are in every row of a contact
/// book.
///
/// The bytes equal those of `JSONEncoder` with sorted keys and unescaped slashes. Reading answers nil for whatever is
/// not plain, and the caller then asks `JSONDecoder`, which decides.
enum JSONStrings {
    static func data(from strings: [String]) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(strings.reduce(2) { $0 + $1.utf8.count + 3 })
        bytes.append(UInt8(ascii: "["))
        for (position, string) in strings.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            append(string, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return Data(bytes)
    }

    static func data(from strings: [String: String]) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(strings.reduce(2) { $0 + $1.key.utf8.count + $1.value.utf8.count + 6 })
        bytes.append(UInt8(ascii: "{"))
        for (position, entry) in strings.sorted(by: { $0.key < $1.key }).enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            append(entry.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(entry.value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return Data(bytes)
    }

    static func array(from data: Data) -> [String]? {
        data.withUnsafeBytes { buffer in
            var scanner = Scanner(bytes: buffer)
            guard scanner.take("[") else { return nil }
            var result: [String] = []
            if scanner.take("]") { return scanner.isAtEnd ? result : nil }
            while let string = scanner.string() {
                result.append(string)
                if scanner.take(",") { continue }
                return scanner.take("]") && scanner.isAtEnd ? result : nil
            }
            return nil
        }
    }

    static func dictionary(from data: Data) -> [String: String]? {
        data.withUnsafeBytes { buffer in
            var scanner = Scanner(bytes: buffer)
            guard scanner.take("{") else { return nil }
            var result: [String: String] = [:]
            if scanner.take("}") { return scanner.isAtEnd ? result : nil }
            while let key = scanner.string(), scanner.take(":"), let value = scanner.string() {
                // Which of two equal keys counts is `JSONDecoder`'s to say.
                guard result.updateValue(value, forKey: key) == nil else { return nil }
                if scanner.take(",") { continue }
                return scanner.take("}") && scanner.isAtEnd ? result : nil
            }
            return nil
        }
    }

    private static func append(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        let isPlain = string.withUTF8 { text in
            guard text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
                return false
            }
            bytes.append(contentsOf: text)
            return true
        }
        if !isPlain { appendEscaped(string, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func appendEscaped(_ string: String, to bytes: inout [UInt8]) {
        for byte in string.utf8 {
            let escape: Unicode.Scalar
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): escape = Unicode.Scalar(byte)
            case 0x08: escape = "b"
            case 0x09: escape = "t"
            case 0x0A: escape = "n"
            case 0x0C: escape = "f"
            case 0x0D: escape = "r"
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(byte >> 4 | 0x30)
                bytes.append(byte & 0x0F < 10 ? byte & 0x0F | 0x30 : byte & 0x0F - 10 + UInt8(ascii: "a"))
                continue
            default:
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(escape.value))
        }
    }

    /// Steps through JSON. Every read is behind a check of the end.
    private struct Scanner {
        let bytes: UnsafeRawBufferPointer
        var position = 0

        private static func isSpace(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
        }

        mutating func skipSpace() {
            while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        }

        var isAtEnd: Bool {
            mutating get {
                skipSpace()
                return position == bytes.count
            }
        }

        mutating func take(_ mark: Unicode.Scalar) -> Bool {
            if position < bytes.count, bytes[position] <= 0x20 { skipSpace() }
            guard position < bytes.count, bytes[position] == UInt8(mark.value) else { return false }
            position += 1
            return true
        }

        /// A string; nil for anything else, and for escapes and control characters that need a closer look.
        mutating func string() -> String? {
            guard take("\"") else { return nil }
            let start = position
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "\""):
                    position += 1
                    return String(validating: bytes[start..<position - 1], as: UTF8.self)
                case UInt8(ascii: "\\"): return escapedString(from: start)
                case 0..<0x20: return nil
                default: position += 1
                }
            }
            return nil
        }

        private mutating func escapedString(from start: Int) -> String? {
            var text = Array(bytes[start..<position])
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                switch byte {
                case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard position < bytes.count else { return nil }
                    switch bytes[position] {
                    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[position])
                    case UInt8(ascii: "b"): text.append(0x08)
                    case UInt8(ascii: "t"): text.append(0x09)
                    case UInt8(ascii: "n"): text.append(0x0A)
                    case UInt8(ascii: "f"): text.append(0x0C)
                    case UInt8(ascii: "r"): text.append(0x0D)
                    // \u needs surrogate pairs; it is rare enough to leave to JSONDecoder.
                    default: return nil
                    }
                    position += 1
                case 0..<0x20: return nil
                default: text.append(byte)
                }
            }
            return nil
        }
    }
}

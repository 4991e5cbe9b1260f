/// Looks at bytes as UTF-8 (RFC 3629: no surrogates, no overlong forms).
enum UTF8Validation {
    /// How many characters beyond ASCII are valid, how many bytes are not, and whether the last character is cut off.
    static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> (valid: Int, invalid: Int, isCut: Bool) {
        var valid = 0
        var invalid = 0
        var position = 0
        while position < bytes.count {
            if bytes[position] < 0x80 {
                position = asciiEnd(bytes, from: position)
                continue
            }
            switch length(bytes, at: position) {
            case 0:
                invalid += 1
                position += 1
            case -1: return (valid, invalid, true)
            case let length:
                valid += 1
                position += length
            }
        }
        return (valid, invalid, false)
    }

    /// Whether all bytes are valid.
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = asciiEnd(bytes, from: 0)
        while position < bytes.count {
            let length = bytes[position] < 0x80 ? 1 : length(bytes, at: position)
            if length <= 0 { return false }
            position += length
        }
        return true
    }

    /// The bytes as text; nil when they are not valid.
    ///
    /// The standard library's validating initialiser is not specialised for buffers and takes ten times as long.
    static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        isValid(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    static func asciiEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var position = start
        while position + 8 <= bytes.count {
            let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { break }
            position += 8
        }
        while position < bytes.count, base[position] < 0x80 { position += 1 }
        return position
    }

    /// The length of the character that begins here: 0 when it is invalid, -1 when the bytes end inside it.
    private static func length(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        let length: Int
        let second: ClosedRange<UInt8>
        switch bytes[position] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        for offset in 1..<length {
            guard position + offset < bytes.count else { return -1 }
            let range = offset == 1 ? second : 0x80...0xBF
            if !range.contains(bytes[position + offset]) { return 0 }
        }
        return length
    }
}

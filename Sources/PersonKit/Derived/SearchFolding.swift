import Synchronization

/// Folds text so that spellings which people take for the same become the same: case, width, accents and other marks
/// do not count, `ø` is `o`, `ß` is `ss`, `æ` is `ae`, and runs of blanks are one blank.
///
/// Scalars are folded one by one and remembered, since Foundation takes microseconds for each text.
struct SearchFolding {
    private var known: [UInt32: [UInt8]] = [:]
    private static let shared = Mutex(SearchFolding())

    /// The folded text, without blanks around it.
    static func fold(_ text: String) -> String {
        var bytes: [UInt8] = []
        shared.withLock { $0.append(text, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a folded text.
    mutating func append(_ text: String, to output: inout [UInt8]) {
        var text = text
        let start = output.count
        let isDone = text.withUTF8 { utf8 -> Bool in
            output.reserveCapacity(start + utf8.count)
            var needsBlank = false
            for byte in utf8 {
                if byte >= 0x80 { return false }
                if byte <= 0x20 || byte == 0x7F {
                    needsBlank = output.count > start
                    continue
                }
                if needsBlank {
                    output.append(0x20)
                    needsBlank = false
                }
                output.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
            }
            return true
        }
        if isDone { return }
        output.removeLast(output.count - start)
        appendScalars(of: text, to: &output, start: start)
    }

    private mutating func appendScalars(of text: String, to output: inout [UInt8], start: Int) {
        // Half-width kana and their marks belong together only after composition.
        let hasHalfWidth = text.unicodeScalars.contains { (0xFF61...0xFFDC).contains($0.value) }
        let text = hasHalfWidth ? text.precomposedStringWithCompatibilityMapping : text
        var needsBlank = false
        for scalar in text.unicodeScalars {
            let value = scalar.value
            if value <= 0x20 || value == 0x7F || (value >= 0x80 && scalar.properties.isWhitespace) {
                needsBlank = output.count > start
                continue
            }
            let before = output.count
            if needsBlank { output.append(0x20) }
            let mark = output.count
            append(scalar, to: &output)
            if output.count > mark {
                needsBlank = false
            } else {
                output.removeLast(output.count - before)
            }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        switch scalar.value {
        case 0x41...0x5A: output.append(UInt8(scalar.value) | 0x20)
        case 0..<0x80: output.append(UInt8(scalar.value))
        case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F, 0xFEFF: break
        case 0x3041...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3: output.append(contentsOf: String(scalar).utf8)
        default:
            if let folded = known[scalar.value] {
                output.append(contentsOf: folded)
            } else {
                let folded = Self.folded(scalar)
                // Far more than any book's alphabet; only a hostile text gets there.
                if known.count > 20_000 { known.removeAll() }
                known[scalar.value] = folded
                output.append(contentsOf: folded)
            }
        }
    }

    private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
        if let letters = letters[scalar] { return Array(letters.utf8) }
        var folded = String.UnicodeScalarView()
        for part in String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars {
            if (0x300...0x36F).contains(part.value) { continue }
            for lower in part.properties.lowercaseMapping.unicodeScalars {
                if let letters = letters[lower] {
                    folded.append(contentsOf: letters.unicodeScalars)
                } else if !(0x300...0x36F).contains(lower.value) {
                    folded.append(lower)
                }
            }
        }
        return Array(String(folded).precomposedStringWithCanonicalMapping.utf8)
    }

    /// Letters that have no decomposition.
    private static let letters: [Unicode.Scalar: String] = [
        "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe",
        "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i", "İ": "i", "ħ": "h", "Ħ": "h", "ŧ": "t",
        "Ŧ": "t", "ŋ": "ng", "Ŋ": "ng", "ĸ": "k", "’": "'", "‘": "'", "ʼ": "'", "ʻ": "'", "–": "-", "—": "-", "‐": "-",
        "‑": "-", "ς": "σ",
    ]
}

/// The terms of the texts of many rows, as the tokenizers of the two tables find them.
///
/// Only texts of characters about which there is no doubt are taken: those that Unicode has had from the beginning, and
/// that the tokenizer of words takes as they are. FTS5 itself is given all others.
struct FullTextTerms {
    let words = PostingLists()
    let trigrams = PostingLists()
    /// How many words and trigrams were found: what FTS5 calls the total size.
    private(set) var wordTotal: Int64 = 0
    private(set) var trigramTotal: Int64 = 0
    /// How many texts were taken.
    private(set) var rowTotal: Int64 = 0

    private var starts: [Int] = []
    private var kinds: [Kind] = []

    private enum Kind: UInt8 {
        case unknown, separator, word, spaceless
    }

    /// The first byte of a term: the main index, and behind it those of the prefixes.
    private static let main = UInt8(ascii: "0")

    /// Takes a row's text.
    ///
    /// - Parameters:
    ///   - text: Folded.
    ///   - key: The row's key, larger than those before.
    /// - Returns: False when FTS5 has to take it.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>, key: Int64) -> Bool {
        guard text.count < 1 << 16, classify(text) else { return false }
        let count = kinds.count
        rowTotal += 1
        var position = 0
        while position + 3 <= count {
            trigrams.add(Self.main, part(text, position, position + 3), key: key)
            position += 1
        }
        trigramTotal += Int64(max(0, count - 2))
        position = 0
        while position < count {
            guard kinds[position].rawValue >= Kind.word.rawValue else {
                position += 1
                continue
            }
            let start = position
            while position < count, kinds[position].rawValue >= Kind.word.rawValue { position += 1 }
            addWord(text, start, position, key: key)
        }
        addWindows(text, key: key)
        return true
    }

    @inline(__always)
    private func part(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: text[starts[start]..<starts[end]])
    }

    private mutating func addWord(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, key: Int64) {
        wordTotal += 1
        guard words.add(Self.main, part(text, start, end), key: key) else { return }
        for length in SearchText.prefixLengths where start + length <= end {
            words.add(Self.main + UInt8(length), part(text, start, start + length), key: key)
        }
    }

    /// The words that `SearchText` adds for scripts without spaces.
    private mutating func addWindows(_ text: UnsafeBufferPointer<UInt8>, key: Int64) {
        var position = 0
        while position < kinds.count {
            guard kinds[position] == .spaceless else {
                position += 1
                continue
            }
            let start = position
            while position < kinds.count, kinds[position] == .spaceless { position += 1 }
            for first in start..<position { addWord(text, first, min(first + SearchText.window, position), key: key) }
        }
    }

    // MARK: - Characters

    /// - Returns: False when there is a character that is not known.
    private mutating func classify(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        starts.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
        var position = 0
        while position < text.count {
            let byte = text[position]
            var kind: Kind
            var length = 1
            switch byte {
            case 0x61...0x7A, 0x30...0x39: kind = .word
            case 0x01...0x40, 0x5B...0x60, 0x7B...0x7F: kind = .separator
            case 0xC2...0xDF where position + 1 < text.count:
                length = 2
                kind = Self.kind(UInt32(byte & 0x1F) << 6 | UInt32(text[position + 1] & 0x3F))
            case 0xE0...0xEF where position + 2 < text.count:
                length = 3
                kind = Self.kind(
                    UInt32(byte & 0x0F) << 12 | UInt32(text[position + 1] & 0x3F) << 6
                        | UInt32(text[position + 2] & 0x3F))
            default: return false
            }
            if kind == .unknown { return false }
            starts.append(position)
            kinds.append(kind)
            position += length
        }
        starts.append(text.count)
        return true
    }

    /// Letters that have neither case nor marks, or are small ones, in blocks that are complete.
    private static func kind(_ scalar: UInt32) -> Kind {
        switch scalar {
        case 0x0430...0x045F, 0x05D0...0x05EA, 0x0621...0x063A, 0x0641...0x064A, 0x0905...0x0939: .word
        case 0x2010...0x2027, 0x3001...0x3003: .separator
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FA5, 0xAC00...0xD7A3: .spaceless
        default: .unknown
        }
    }
}

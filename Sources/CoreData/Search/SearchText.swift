import SQLite

/// A text as the search index holds it: folded for case, width and diacritics.
///
/// Scripts that are written without spaces (Han, kana, Thai …) get each word's endings as words of their own, so that a
/// part of a name is the beginning of a word, however short it is.
struct SearchText {
    private static let folding = StringFolding([.caseInsensitive, .diacriticInsensitive])
    /// Endings of longer runs are found through the trigrams.
    private static let longestRun = 24

    private var folded: [UInt8] = []
    private var words: [UInt8] = []
    private var hasOwnWords = false

    static func fold(_ text: String) -> String { folding.fold(text) }

    mutating func set(_ text: String) {
        var text = text
        text.withUTF8 { set(UnsafeRawBufferPointer($0)) }
    }

    mutating func set(_ utf8: UnsafeRawBufferPointer) {
        folded.removeAll(keepingCapacity: true)
        Self.folding.withFolded(utf8) { folded.append(contentsOf: $0) }
        hasOwnWords = folded.contains { $0 >= 0xE0 }
        guard hasOwnWords else { return }
        words.removeAll(keepingCapacity: true)
        words.append(contentsOf: folded)
        appendEndings(of: String(decoding: folded, as: UTF8.self))
    }

    func bind(to words: Statement, _ trigrams: Statement, key: Int64) throws {
        try bind(hasOwnWords ? self.words : folded, to: words, key: key)
        try bind(folded, to: trigrams, key: key)
    }

    private func bind(_ bytes: [UInt8], to statement: Statement, key: Int64) throws {
        statement.bind(key, at: 1)
        try bytes.withUnsafeBytes { text in
            statement.bindStaticText(text, at: 2)
            try statement.run()
        }
    }

    private mutating func appendEndings(of text: String) {
        var run: [Unicode.Scalar] = []
        func flush(_ words: inout [UInt8]) {
            defer { run.removeAll(keepingCapacity: true) }
            guard run.count > 1 else { return }
            for start in max(1, run.count - Self.longestRun)..<run.count {
                words.append(UInt8(ascii: " "))
                for scalar in run[start...] {
                    words.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                }
            }
        }
        for scalar in text.unicodeScalars {
            if scalar.isWrittenWithoutSpaces {
                run.append(scalar)
            } else {
                flush(&words)
            }
        }
        flush(&words)
    }
}

extension Unicode.Scalar {
    /// Whether words of this character's script are not set apart by spaces.
    var isWrittenWithoutSpaces: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true  // Thai, Lao, Myanmar, Khmer
        case 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF: true  // kana
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true  // Han
        case 0xAC00...0xD7A3: true  // Hangul: family and given name are one word
        default: false
        }
    }
}

import SQLite

/// A text as the search index holds it: folded for case, width and diacritics.
///
/// Scripts that are written without spaces (Han, kana, Thai …) get a word of its own for each place: the characters from
/// there on, up to `window`. A part of a name that is no longer than that is the beginning of a word.
struct SearchText {
    private static let folding = StringFolding([.caseInsensitive, .diacriticInsensitive])
    /// Longer parts are found through the trigrams.
    static let window = 8

    /// Shorter beginnings of words have lists of their own.
    static let prefixLengths = 1...5

    private var folded: [UInt8] = []
    private var words: [UInt8] = []

    static func fold(_ text: String) -> String {
        var text = text
        let isASCII = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
        // Most of what is searched for needs no table of characters.
        return isASCII ? text.lowercased() : folding.fold(text)
    }

    mutating func set(_ utf8: UnsafeRawBufferPointer) {
        folded.removeAll(keepingCapacity: true)
        Self.folding.withFolded(utf8) { folded.append(contentsOf: $0) }
        // The tokenizer of the trigrams takes a zero byte for the end.
        for index in folded.indices where folded[index] == 0 { folded[index] = UInt8(ascii: " ") }
    }

    /// Adds the text to collected terms; false when FTS5 has to take it.
    func add(to terms: inout FullTextTerms, key: Int64) -> Bool {
        folded.withUnsafeBufferPointer { terms.add($0, key: key) }
    }

    mutating func bind(to words: Statement, _ trigrams: Statement, key: Int64) throws {
        if folded.contains(where: { $0 >= 0xE0 }) {
            self.words.removeAll(keepingCapacity: true)
            self.words.append(contentsOf: folded)
            appendWindows(of: String(decoding: folded, as: UTF8.self))
            try bind(self.words, to: words, key: key)
        } else {
            try bind(folded, to: words, key: key)
        }
        try bind(folded, to: trigrams, key: key)
    }

    private func bind(_ bytes: [UInt8], to statement: Statement, key: Int64) throws {
        statement.bind(key, at: 1)
        try bytes.withUnsafeBytes { text in
            statement.bindStaticText(text, at: 2)
            try statement.run()
        }
    }

    private mutating func appendWindows(of text: String) {
        var run: [Unicode.Scalar] = []
        func flush(_ words: inout [UInt8]) {
            for start in run.indices {
                words.append(UInt8(ascii: " "))
                for scalar in run[start...].prefix(Self.window) {
                    words.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                }
            }
            run.removeAll(keepingCapacity: true)
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
